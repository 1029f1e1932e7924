// Package uir reads and writes graphs as text, the .uir format. It knows how a node is spelled
// and nothing of what it means: types are checked by package uop, values are spelled by package
// contract, package libm is asked for the graphs of the elementary functions, and no pass or back
// end is known here.
//
// # Grammar
//
//	file     = "; uop v1" [ title ] { line }
//	line     = [ node ] [ comment ]
//	comment  = ";" text
//	node     = name "=" ( op | function ) [ operand { "," operand } ] [ ":" { key "=" value } ]
//	name     = "%" ( letter | digit | "_" | "." | "-" )+
//	operand  = name | literal | tuple
//	literal  = 2 | -1.5 | 1e8 | 0x10 | nan | -inf | true | false
//	tuple    = "(" [ item { "," item } [ "," ] ] ")"
//	item     = integer | "?" | name | tuple
//	value    = word | tuple | quoted string, as in Go
//
// A node stands above its users. Keys may come in any order and print in one. A node without
// sources still needs the ":" before its keys. CRLF line ends, tabs, a missing last line end and
// a byte order mark are read.
//
//	op                       sources               keys
//	const                                          dtype value
//	param                    a size for each ?     dtype slot [size | shape] [min] [max] [role] [name]
//	buffer                   a size for each ?     dtype slot size [name]
//	alloc                                          dtype slot size [name]
//	range                    size                  [axis]
//	cast bitcast             value                 dtype
//	reshape expand           value, sizes for ?    shape=(2,3)
//	permute                  value                 order=(1,0)
//	shrink                   value                 window=((0,2),(1,3))
//	pad                      value                 zeros=((1,1),(0,0))
//	flip                     value                 axes=(0,1), 1 for each axis that is reversed
//	reduce                   value [value]         op pop [lanes]
//	call                     body, arguments       [schedule] [name]
//	every other op           as package uop says
//	a function               its arguments
//
// The tuple of a movement op may also be its last operand: reshape %1, (2, 3). A size in a tuple
// is a number, or "?" for the next source of the node, or the name of the node that holds it.
//
// A literal is a CONST of the dtype that its place forces: that of the other sources of an
// elementwise op or a function, index for sizes and positions, that of the PARAM for the argument of
// a call, that of the place for a stored value, bool for the condition of a where. It is broadcast to
// the shape of the other sources, but for a function, which takes a scalar beside any shape. Where
// nothing forces, 2 is i32, 2.0 is f32 and true is bool; for a function all of them but true are f32.
//
// # Functions
//
// A function is one of package libm, such as Tanh, GeluTanh or Pow, in lower case:
//
//	%y = tanh %x
//	%z = gelutanh %y
//	%p = pow %z, 2.5
//	%n = isnan %p
//
// Exp2, Log2, Sin and Trunc are ops, which are written the same way. The arguments of a function are
// all f32 or all f64, each a scalar or of one shape; the value has that shape. The line stands for the
// CALL that the builder of package uopc makes: of libm's body of that dtype, with that name, mapped
// over the elements. It has no keys. It is a value, never a kernel, even where no line uses it; so the
// last line of a file without a kernel cannot be one.
//
// Such a call may be written in full as well, with a line for each node of its body. Both forms exist,
// for a line that a person wrote should stay one line, whereas a file that a tool made must mean the
// same to every version of this library, though a later one compute tanh in another way.
//
// # Canonical form
//
// [Format] prints nodes depth first from the roots, sources in order, numbered from %0, every
// literal as a node of its own. The text depends on structure and on the order of roots only,
// so one program has one text, however it was built, but for one choice: a call that the file wrote
// by a function's name keeps that form ([File.Named]), unless another line of the file writes it in
// full. Files that were not read, [FormatNode] and [FormatRoots] write every call in full. Parse of
// Format(u) gives u, the same pointer, in the same graph.
//
// # Comments
//
// A block of comments above a node belongs to that node and is its doc when the node is a root.
// A block under the first line that a blank line follows belongs to the file; so does one without
// the blank line, in a file of one kernel whose call has no block of its own. Comments of nodes
// that no root uses go with their nodes, which [File.Unused] lists. All others survive.
//
// # Example
//
//	g := uop.NewGraph()
//	f, err := uir.Parse(g, "sq.uir", []byte(`; uop v1
//	%x = param : slot=0 dtype=i32
//	%y = mul %x, %x
//	%f = call %y, 7 : name=sq
//	`))
//	os.Stdout.Write(uir.Format(f))
package uir
