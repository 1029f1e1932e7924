// Package uir reads and writes graphs as text, the .uir format. It knows how a node is spelled
// and nothing of what it means: types are checked by package uop, values are spelled by package
// contract, and no pass or back end is known here.
//
// # Grammar
//
//	file     = "; uop v1" [ title ] { line }
//	line     = [ node ] [ comment ]
//	comment  = ";" text
//	node     = name "=" op [ operand { "," operand } ] [ ":" { key "=" value } ]
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
//
// The tuple of a movement op may also be its last operand: reshape %1, (2, 3). A size in a tuple
// is a number, or "?" for the next source of the node, or the name of the node that holds it.
//
// A literal is a CONST of the dtype that its place forces: that of the other sources of an
// elementwise op, index for sizes and positions, that of the PARAM for the argument of a call,
// that of the place for a stored value, bool for the condition of a where. It is broadcast to the
// shape of the other sources. Where nothing forces, 2 is i32, 2.0 is f32 and true is bool.
//
// # Canonical form
//
// [Format] prints nodes depth first from the roots, sources in order, numbered from %0, every
// literal as a node of its own. The text depends on structure and on the order of roots only,
// so one program has one text, however it was built. Parse of Format(u) gives u, the same
// pointer, in the same graph.
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
