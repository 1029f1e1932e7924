package rewrite

import (
	"fmt"
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// Order says how the sources that a UPat lists are laid against those of a node.
type Order uint8

// The orders.
const (
	Ordered  Order = iota // each at its place, and no more of them
	AnyOrder              // each somewhere, and no more of them: every permutation is tried
	AtLeast               // the first ones at their places, and any number after them
)

// UPat is a pattern: what must hold for a node, and for its sources. Every field that is empty
// holds for all, so UPat{} fits any node. A name that is used twice stands for the same node.
//
//	Op(uop.OpAdd, Op(uop.OpMul, Var("x"), Const("a")), Const("b")).AnyOrder().Of(uop.I32)
type UPat struct {
	Ops    []uop.Op
	DTypes []uop.DType
	// Arg is what the node must hold, to the last bit: 0 of i32 is neither false nor 0.0, and 0.0
	// is not -0.0.
	Arg *uop.Arg
	// Src are the sources. Nil is any number of any; an empty list that is not nil is none at all.
	Src   []UPat
	Match Order
	Name  string
	// Broadcast lets the pattern of a CONST fit a value too that repeats it in every element. The
	// name then stands for the CONST, and dtypes and the arg are those of the CONST.
	Broadcast bool
}

// Any fits every node.
var Any = UPat{}

// Var fits every node and names it.
func Var(name string) UPat { return UPat{Name: name} }

// Const fits every CONST and names it.
func Const(name string) UPat { return UPat{Ops: []uop.Op{uop.OpConst}, Name: name} }

// ConstOf fits one CONST: that of dtype d with the given bits, wrapped to its width.
func ConstOf(d uop.DType, bits uint64) UPat {
	a := uop.ConstArg(d, bits)
	return UPat{Ops: []uop.Op{uop.OpConst}, Arg: &a}
}

// Op fits nodes of the op with these sources, in this order; without any given, all its nodes.
func Op(op uop.Op, src ...UPat) UPat { return UPat{Ops: []uop.Op{op}, Src: src} }

// Named gives p a name.
func (p UPat) Named(name string) UPat {
	p.Name = name
	return p
}

// Of lets p fit nodes of these dtypes only.
func (p UPat) Of(dtypes ...uop.DType) UPat {
	p.DTypes = slices.Clone(dtypes)
	return p
}

// With lets p fit nodes that hold this arg only.
func (p UPat) With(a uop.Arg) UPat {
	p.Arg = &a
	return p
}

// AnyOrder lets the sources of p stand in any order.
func (p UPat) AnyOrder() UPat {
	p.Match = AnyOrder
	return p
}

// AtLeast lets any number of sources follow those of p.
func (p UPat) AtLeast() UPat {
	p.Match = AtLeast
	return p
}

// Spread sets Broadcast.
func (p UPat) Spread() UPat {
	p.Broadcast = true
	return p
}

// PatternError says what is wrong with a pattern, or with a question asked of its match.
type PatternError struct {
	At  string // which part, as "add[1].mul[0]"; empty for the whole
	Msg string
}

func (e *PatternError) Error() string {
	if e.At == "" {
		return "pattern: " + e.Msg
	}
	return "pattern, at " + e.At + ": " + e.Msg
}

// Pattern makes a rule of a pattern and of what to do with each match. fn gives the node to put in
// the place of m.U, or nil to decline; then a pattern in any order goes on with its next match. fn
// must not keep m. Pattern panics with what CompilePattern would give as an error: use that for a
// pattern that is not written down in the program.
func Pattern[C any](name string, p UPat, fn func(g *uop.Graph, c C, m *Match) *uop.UOp) Rule[C] {
	r, err := CompilePattern(name, p, fn)
	if err != nil {
		panic(err)
	}
	return r
}

// CompilePattern is Pattern with an error for a pattern that cannot be. It wraps a *PatternError.
func CompilePattern[C any](name string, p UPat, fn func(g *uop.Graph, c C, m *Match) *uop.UOp) (Rule[C], error) {
	q, err := p.Compile()
	if err == nil && fn == nil {
		err = &PatternError{Msg: "there is no function that says what to make of a match"}
	}
	if err != nil {
		return Rule[C]{}, fmt.Errorf("rule %q: %w", name, err)
	}
	return Rule[C]{Name: name, Ops: q.roots, first: q.first, Fn: func(g *uop.Graph, c C, u *uop.UOp) *uop.UOp {
		var v *uop.UOp
		q.Run(u, func(m *Match) bool {
			v = fn(g, c, m)
			return v != nil && v != u
		})
		return v
	}}, nil
}
