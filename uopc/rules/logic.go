package rules

import "github.com/uopc/uopc/uopc/uop"

// The rules of comparisons and WHERE.
var logicRules = []ruleT{
	rule2("x<x", uop.OpCmplt, func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		return when(x == y, like(g, u, uop.Bool, 0)) // for NaN too
	}),
	rule2("x!=x", uop.OpCmpne, func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		return when(x == y, like(g, u, uop.Bool, 0))
	}, ints, bools),
	rule2("x+c1<c2", uop.OpCmplt, sumBelow, ints),
	rule2("c2<x+c1", uop.OpCmplt, belowSum, ints),
	rule2("x!=false", uop.OpCmpne, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }, bools),
	rule2("!!x", uop.OpCmpne, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
		if isInt(y, 1) && isNot(x) {
			return x.Src()[0]
		}
		return nil
	}, bools),

	rule1("where(const)", uop.OpWhere, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		c, ok := konst(u.Src()[0])
		if !ok {
			return nil
		}
		return u.Src()[2-c]
	}),
	rule1("where(c,x,x)", uop.OpWhere, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		return when(u.Src()[1] == u.Src()[2], u.Src()[1])
	}),
	rule1("where(!c)", uop.OpWhere, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if c := u.Src()[0]; isNot(c) {
			return g.Where(c.Src()[0], u.Src()[2], u.Src()[1])
		}
		return nil
	}),
	rule1("where in where", uop.OpWhere, whereWhere),
	rule1("where(c,true,false)", uop.OpWhere, whereBool),
	rule1("where(c,1,0)", uop.OpWhere, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if u.DType() != uop.Bool && isInt(u.Src()[1], 1) && isInt(u.Src()[2], 0) {
			return g.Cast(u.Src()[0], u.DType())
		}
		return nil
	}),
}

// isNot tells whether u is c != true for a bool c.
func isNot(u *uop.UOp) bool {
	return u.Op() == uop.OpCmpne && u.Src()[0].DType() == uop.Bool && isInt(u.Src()[1], 1)
}

// moved gives c-c1 for a sum x+c1 that may be compared without its constant: both the sum and x
// must be what they are in unbounded integers.
func moved(g *uop.Graph, s, c *uop.UOp) (x, k *uop.UOp) {
	if s.Op() != uop.OpAdd || !nowrap(s) || !nowrap(s.Src()[0]) {
		return nil, nil
	}
	c1, ok1 := wide(s.Src()[1])
	c2, ok2 := wide(c)
	if !ok1 || !ok2 || !fits(s.DType(), c2.Sub(c1)) {
		return nil, nil
	}
	return s.Src()[0], like(g, s, s.DType(), c2.Sub(c1).Bits())
}

func sumBelow(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	if v, k := moved(g, x, y); v != nil {
		return g.Bin(uop.OpCmplt, v, k)
	}
	return nil
}

func belowSum(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	if v, k := moved(g, y, x); v != nil {
		return g.Bin(uop.OpCmplt, k, v)
	}
	return nil
}

// whereWhere: inside a branch the condition is known.
func whereWhere(g *uop.Graph, u *uop.UOp) *uop.UOp {
	c, a, b := u.Src()[0], u.Src()[1], u.Src()[2]
	switch {
	case a.Op() == uop.OpWhere && a.Src()[0] == c:
		return g.Where(c, a.Src()[1], b)
	case b.Op() == uop.OpWhere && b.Src()[0] == c:
		return g.Where(c, a, b.Src()[2])
	}
	return nil
}

func whereBool(g *uop.Graph, u *uop.UOp) *uop.UOp {
	c, a, b := u.Src()[0], u.Src()[1], u.Src()[2]
	switch {
	case u.DType() != uop.Bool:
		return nil
	case isInt(a, 1) && isInt(b, 0):
		return c
	case isInt(a, 0) && isInt(b, 1):
		return g.Bin(uop.OpCmpne, c, like(g, c, uop.Bool, 1))
	}
	return nil
}
