package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// The rules of +, -, * and max. Integers wrap, so they are a ring modulo 2^w and need no guard.
// Floats have only the rules that are exact for NaN, the infinities and both zeros.
var ringRules = []ruleT{
	rule2("max(x,x)", uop.OpMax, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(x == y, x) }),
	rule2("max by range", uop.OpMax, maxByRange, ints, bools),

	rule2("x+0", uop.OpAdd, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }, ints),
	rule2("x+(-0.0)", uop.OpAdd, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isNegZero(y), x) }, floats),
	rule2("x*1", uop.OpMul, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 1), x) }),
	rule2("x*0", uop.OpMul, func(_ *uop.Graph, _, _, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), y) }, ints, bools),
	rule2("x*-1", uop.OpMul, timesMinusOne, ints, floats),
	rule2("x*x (bool)", uop.OpMul, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(x == y, x) }, bools),
	rule2("max(x,bool)", uop.OpMax, maxBool, bools),

	rule1("-(-x)", uop.OpNeg, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		x := u.Src()[0]
		if x.Op() != uop.OpNeg {
			return nil
		}
		return x.Src()[0]
	}),
	rule1("-(x*c)", uop.OpNeg, negProduct),

	rule2("x+(-x)", uop.OpAdd, either(plusMinus), ints),
	rule2("(x+c1)+c2", uop.OpAdd, joinConsts(uop.OpAdd), ints),
	rule2("(x*c1)*c2", uop.OpMul, joinConsts(uop.OpMul), ints),
	rule2("(x+c1)*c2", uop.OpMul, distribute, ints),
	rule2("x+x", uop.OpAdd, func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		if x != y {
			return nil
		}
		return g.Mul(x, likeInt(g, u, 2))
	}, ints),
	rule2("x*c1+x*c2", uop.OpAdd, collect, ints),
}

func isNegZero(u *uop.UOp) bool {
	b, ok := konst(u)
	return ok && b == contract.Eval(uop.OpNeg, u.DType(), u.DType(), 0, 0, 0)
}

func maxByRange(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	switch {
	case !x.Vmin().Less(y.Vmax()):
		return x
	case !y.Vmin().Less(x.Vmax()):
		return y
	}
	return nil
}

// maxBool: MAX of bools is or.
func maxBool(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	switch b, ok := konst(y); {
	case !ok:
		return nil
	case b == 0:
		return x
	}
	return y
}

func timesMinusOne(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	if !isInt(y, -1) {
		return nil
	}
	return g.Neg(x)
}

// negProduct is exact for floats too: rounding is the same on both sides of zero.
func negProduct(g *uop.Graph, u *uop.UOp) *uop.UOp {
	p := u.Src()[0]
	if p.Op() != uop.OpMul {
		return nil
	}
	c, ok := konst(p.Src()[1])
	if !ok {
		return nil
	}
	d := u.DType()
	return g.Mul(p.Src()[0], like(g, u, d, contract.Eval(uop.OpNeg, d, d, c, 0, 0)))
}

func plusMinus(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	if y.Op() != uop.OpNeg || y.Src()[0] != x {
		return nil
	}
	return likeInt(g, u, 0)
}

// joinConsts is (x op c1) op c2 -> x op (c1 op c2).
func joinConsts(op uop.Op) func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	return func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		c2, ok := konst(y)
		if !ok || x.Op() != op {
			return nil
		}
		c1, ok := konst(x.Src()[1])
		if !ok {
			return nil
		}
		return g.Bin(op, x.Src()[0], like(g, u, u.DType(), eval2(op, u.DType(), c1, c2)))
	}
}

// distribute is (x+c1)*c2 -> x*c2 + c1*c2. It moves constants outward, where they meet.
func distribute(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	c2, ok := konst(y)
	if !ok || x.Op() != uop.OpAdd {
		return nil
	}
	c1, ok := konst(x.Src()[1])
	if !ok {
		return nil
	}
	return g.Add(g.Mul(x.Src()[0], y), like(g, u, u.DType(), eval2(uop.OpMul, u.DType(), c1, c2)))
}

// factor splits a term into a core and its constant factor.
func factor(t *uop.UOp) (core *uop.UOp, c uint64) {
	switch t.Op() {
	case uop.OpMul:
		if c, ok := konst(t.Src()[1]); ok {
			return t.Src()[0], c
		}
	case uop.OpNeg:
		return t.Src()[0], contract.FromInt(t.DType(), -1)
	}
	return t, 1
}

// collect is x*c1 + x*c2 -> x*(c1+c2), where a bare x counts as x*1 and -x as x*-1.
func collect(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	a, c1 := factor(x)
	b, c2 := factor(y)
	if a != b || isKonst(a) {
		// -(a*b) and a*b, say: one may be the other's core.
		switch {
		case a == y:
			b, c2 = y, 1
		case b == x:
			a, c1 = x, 1
		default:
			return nil
		}
	}
	return g.Mul(a, like(g, u, u.DType(), eval2(uop.OpAdd, u.DType(), c1, c2)))
}
