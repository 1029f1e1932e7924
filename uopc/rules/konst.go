package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// scalarOf sees through the broadcast of a constant: it gives the CONST, or nil.
func scalarOf(u *uop.UOp) *uop.UOp {
	for u.Op() == uop.OpExpand || u.Op() == uop.OpReshape {
		u = u.Src()[0]
	}
	if u.IsConst() {
		return u
	}
	return nil
}

// konst gives the raw bits of a constant, which may be broadcast.
func konst(u *uop.UOp) (uint64, bool) {
	if c := scalarOf(u); c != nil {
		return c.Bits(), true
	}
	return 0, false
}

func isKonst(u *uop.UOp) bool { return scalarOf(u) != nil }

// isInt tells whether u is the constant v, wrapped or rounded to its dtype.
func isInt(u *uop.UOp, v int64) bool {
	b, ok := konst(u)
	return ok && b == contract.FromInt(u.DType(), v)
}

// wide gives the value of an integer constant.
func wide(u *uop.UOp) (uop.Wide, bool) {
	if c := scalarOf(u); c != nil && !c.DType().IsFloat() {
		return c.ConstWide(), true
	}
	return uop.Wide{}, false
}

// like makes the constant of dtype d that fills u's shape, in the one form such constants have.
func like(g *uop.Graph, u *uop.UOp, d uop.DType, bits uint64) *uop.UOp {
	return fill(g, g.Const(d, bits), u.Shape())
}

// fill broadcasts a scalar: RESHAPE to axes of size 1, and EXPAND where some axis is not 1.
func fill(g *uop.Graph, c *uop.UOp, s uop.Shape) *uop.UOp {
	for _, d := range s {
		if d != uop.Static(1) {
			return g.Broadcast(c, s)
		}
	}
	if len(s) == 0 {
		return c
	}
	dims, _ := s.Sizes()
	return g.Make(uop.OpReshape, uop.DimsArg(dims...), c)
}

func likeInt(g *uop.Graph, u *uop.UOp, v int64) *uop.UOp {
	return like(g, u, u.DType(), contract.FromInt(u.DType(), v))
}

// eval2 computes op on two constants of dtype d, giving d.
func eval2(op uop.Op, d uop.DType, a, b uint64) uint64 { return contract.Eval(op, d, d, a, b, 0) }

// nowrap tells that u's value is its value in unbounded integers. Index values never wrap: that
// the caller of a kernel has proved.
func nowrap(u *uop.UOp) bool { return u.DType() == uop.Index || u.Nowrap() }

// fits tells whether w is a value of dtype d.
func fits(d uop.DType, w uop.Wide) bool {
	lo, hi := uop.DTypeRange(d)
	return !w.IsInf() && !w.Less(lo) && !hi.Less(w)
}

func isDType(d uop.DType, fs ...func(uop.DType) bool) bool {
	for _, f := range fs {
		if f(d) {
			return true
		}
	}
	return false
}

func ints(d uop.DType) bool   { return d.IsInt() }
func floats(d uop.DType) bool { return d.IsFloat() }
func bools(d uop.DType) bool  { return d == uop.Bool }

// rule2 makes the rule of a binary op on the given kinds of operands.
func rule2(name string, op uop.Op, fn func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp, kinds ...func(uop.DType) bool) ruleT {
	return ruleT{Name: name, Ops: []uop.Op{op}, Fn: func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		x, y := u.Src()[0], u.Src()[1]
		if len(kinds) > 0 && !isDType(x.DType(), kinds...) {
			return nil
		}
		return fn(g, u, x, y)
	}}
}

// rule1 makes the rule of one op.
func rule1(name string, op uop.Op, fn func(g *uop.Graph, u *uop.UOp) *uop.UOp) ruleT {
	return ruleT{Name: name, Ops: []uop.Op{op}, Fn: fn}
}

// when gives x where the condition holds, and nil, "does not apply", elsewhere.
func when(ok bool, x *uop.UOp) *uop.UOp {
	if ok {
		return x
	}
	return nil
}

// either tries fn on both orders of the operands.
func either(fn func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp) func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	return func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		if v := fn(g, u, x, y); v != nil {
			return v
		}
		return fn(g, u, y, x)
	}
}
