package uop

// Space tells values from places.
type Space uint8

// The spaces.
const (
	NoSpace Space = iota // effects: STORE, END, SINK
	ALU                  // a value
	MEM                  // a place in memory
)

// String gives "ALU", "MEM" or "none".
func (s Space) String() string { return [...]string{"none", "ALU", "MEM"}[s] }

// UOp is one node. Nodes are made by a Graph and never change.
type UOp struct {
	op    Op
	dtype DType
	space Space
	safe  bool
	id    uint32
	g     *Graph
	src   []*UOp
	arg   Arg
	shape Shape
	hash  uint64
	b     *Bounds
	open  []*UOp // RANGEs that the node depends on and no END below it closes, in order of id
}

// Op gives the kind of node.
func (u *UOp) Op() Op { return u.op }

// DType gives the dtype of the value, or of the elements of the place.
func (u *UOp) DType() DType { return u.dtype }

// Space tells whether u is a value, a place or an effect.
func (u *UOp) Space() Space { return u.space }

// Shape gives the sizes. It must not be changed.
func (u *UOp) Shape() Shape { return u.shape }

// Src gives the sources. The slice must not be changed.
func (u *UOp) Src() []*UOp { return u.src }

// Arg gives what the node holds beside op and sources.
func (u *UOp) Arg() Arg { return u.arg }

// X gives the part of the arg that only some ops have; it is never nil and must not be changed.
func (u *UOp) X() *Ext {
	if u.arg.X == nil {
		return &noExt
	}
	return u.arg.X
}

var noExt Ext

// Bits gives the raw value of a CONST.
func (u *UOp) Bits() uint64 { return u.arg.Bits }

// ID is dense and rises in order of creation within one graph. It says nothing of the contents
// and must never decide what is printed or generated.
func (u *UOp) ID() int { return int(u.id) }

// Graph gives the graph that u belongs to.
func (u *UOp) Graph() *Graph { return u.g }

// Hash gives the structural hash: equal for equal contents, in any process.
func (u *UOp) Hash() uint64 { return u.hash }

// Open gives the RANGEs that u depends on and that no END below it closes. It must not be changed.
func (u *UOp) Open() []*UOp { return u.open }

// IsConst tells whether u is a CONST.
func (u *UOp) IsConst() bool { return u.op == OpConst }

// IsEffect tells whether u is there for what it does and not for its value.
func (u *UOp) IsEffect() bool { return u.space == NoSpace && u.op != OpInvalid }

// Base follows AFTERs and INDEXes of a place down to the PARAM, BUFFER or ALLOC it lies in.
func (u *UOp) Base() *UOp {
	for u.op == OpAfter || u.op == OpIndex {
		u = u.src[0]
	}
	return u
}

// Body and Args give the parts of a CALL.
func (u *UOp) Body() *UOp { return u.src[0] }

// Args gives the arguments of a CALL, by slot.
func (u *UOp) Args() []*UOp { return u.src[1:] }

// describe says in a few words what a node is, for errors.
func describe(u *UOp) string {
	switch u.space {
	case MEM:
		return upper(u.op) + " in memory"
	case NoSpace:
		return upper(u.op)
	}
	return u.dtype.String() + " " + upper(u.op)
}

// Konst gives the CONST that u is, or that u repeats in every element, and nil for all else.
func (u *UOp) Konst() *UOp {
	for u.op == OpExpand || u.op == OpReshape {
		u = u.src[0]
	}
	if u.op == OpConst {
		return u
	}
	return nil
}
