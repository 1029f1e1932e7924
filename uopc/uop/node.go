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

// UOp is one node. Nodes are made by a Graph and never change. There may be millions, so a node is
// small: what can be computed from the rest at once is not kept, and what many share they share.
type UOp struct {
	op     Op
	dtype  DType
	space  Space
	flags  flags
	id     uint32
	src    []*UOp
	x      *Ext // the part of the arg that only some ops have
	hash   uint64
	lo, hi int64 // bounds of the machine value as flags says; of a CONST always its bits
	truly  *Span // bounds of the value in unbounded integers; nil when they are the same
	c      *common
}

// flags are small facts of a node.
type flags uint8

const (
	flagSafe     flags = 1 << iota // see Safe
	flagUnsigned                   // lo and hi are uint64
	flagNoBounds                   // nothing is known of the value: lo and hi say nothing
	flagOdd      = flagUnsigned | flagNoBounds
)

// common is what a node mostly has in common with its sources. Scalars outside of all loops share
// one in each graph.
type common struct {
	g     *Graph
	shape Shape
	open  []*UOp // RANGEs that the node depends on and no END below it closes, in order of id
}

// Op gives the kind of node.
func (u *UOp) Op() Op { return u.op }

// DType gives the dtype of the value, or of the elements of the place.
func (u *UOp) DType() DType { return u.dtype }

// Space tells whether u is a value, a place or an effect.
func (u *UOp) Space() Space { return u.space }

// Shape gives the sizes. It must not be changed.
func (u *UOp) Shape() Shape { return u.c.shape }

// Src gives the sources. The slice must not be changed.
func (u *UOp) Src() []*UOp { return u.src }

// Arg gives what the node holds beside op and sources.
func (u *UOp) Arg() Arg {
	a := Arg{Bits: u.Bits(), X: u.x}
	if info := &ops[u.op]; info.class == ClassLeaf || info.out == toArg {
		a.DType = u.dtype
	}
	return a
}

// X gives the part of the arg that only some ops have; it is never nil and must not be changed.
func (u *UOp) X() *Ext {
	if u.x == nil {
		return &noExt
	}
	return u.x
}

var noExt Ext

// Bits gives the raw value of a CONST, and 0 for all else.
func (u *UOp) Bits() uint64 {
	if u.op == OpConst {
		return uint64(u.lo)
	}
	return 0
}

// ID is dense and rises in order of creation within one graph. It says nothing of the contents
// and must never decide what is printed or generated.
func (u *UOp) ID() int { return int(u.id) }

// Graph gives the graph that u belongs to.
func (u *UOp) Graph() *Graph { return u.c.g }

// Hash gives the structural hash: equal for equal contents, in any process.
func (u *UOp) Hash() uint64 { return u.hash }

// Open gives the RANGEs that u depends on and that no END below it closes. It must not be changed.
func (u *UOp) Open() []*UOp { return u.c.open }

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
	if u.op == OpConst {
		return u
	}
	if u.op != OpExpand && u.op != OpReshape {
		return nil
	}
	return u.repeated()
}

func (u *UOp) repeated() *UOp {
	for u.op == OpExpand || u.op == OpReshape {
		u = u.src[0]
	}
	if u.op == OpConst {
		return u
	}
	return nil
}
