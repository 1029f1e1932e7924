package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// The rules of floor division and its remainder. Neither is a ring op, so what they look at must
// be what it is in unbounded integers: see nowrap. Division is total: x//0 is 0 and x%0 is x.
var divRules = []ruleT{
	rule2("x//1", uop.OpFloordiv, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 1), x) }),
	rule2("x%1", uop.OpFloormod, func(g *uop.Graph, u, _, y *uop.UOp) *uop.UOp {
		return when(isInt(y, 1), likeInt(g, u, 0))
	}),
	rule2("x//-1", uop.OpFloordiv, func(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
		return when(isMinusOne(y), g.Neg(x)) // the least value is its own negative, on both sides
	}),
	rule2("x%-1", uop.OpFloormod, func(g *uop.Graph, u, _, y *uop.UOp) *uop.UOp {
		return when(isMinusOne(y), likeInt(g, u, 0))
	}),
	rule2("x//0", uop.OpFloordiv, func(_ *uop.Graph, _, _, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), y) }),
	rule2("x%0", uop.OpFloormod, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }),
	rule2("(x//c1)//c2", uop.OpFloordiv, divDiv),
	rule2("x%c in one bucket", uop.OpFloormod, oneBucket),
	rule2("(x%(k*c))%c", uop.OpFloormod, modMod),
	rule2("(a*k*c+b)//c", uop.OpFloordiv, divSplit),
	rule2("(a*k*c+b)%c", uop.OpFloormod, modSplit),
	rule2("(x//c)*c+x%c", uop.OpAdd, either(recombine), ints),
}

// isMinusOne: of an unsigned dtype, -1 is its largest value, which divides like any other.
func isMinusOne(y *uop.UOp) bool { return y.DType().IsSigned() && isInt(y, -1) }

// divDiv holds for any c1 when c2 > 0, but for c1 = -1, whose quotient may wrap.
func divDiv(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	c2, ok := wide(y)
	if !ok || c2.Sign() <= 0 || x.Op() != uop.OpFloordiv {
		return nil
	}
	c1, ok := wide(x.Src()[1])
	if !ok || isMinusOne(x.Src()[1]) {
		return nil
	}
	c := c1.Mul(c2)
	if !fits(u.DType(), c) {
		return nil
	}
	return g.Bin(uop.OpFloordiv, x.Src()[0], like(g, u, u.DType(), c.Bits()))
}

// oneBucket: where x lies within one block of c numbers, its quotient k is known and x%c is x-k*c.
func oneBucket(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	c, ok := wide(y)
	if !ok || c.Sign() == 0 {
		return nil
	}
	k := x.Vmin().FloorDiv(c)
	if k != x.Vmax().FloorDiv(c) || k.IsInf() {
		return nil
	}
	if k.Sign() == 0 {
		return x
	}
	off := contract.Canon(u.DType(), k.Mul(c).Neg().Bits())
	return g.Add(x, like(g, u, u.DType(), off))
}

// multiple gives m/c when c divides m.
func multiple(m, c uop.Wide) (uop.Wide, bool) {
	q := m.FloorDiv(c)
	return q, q.Mul(c) == m
}

func modMod(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	c, ok := wide(y)
	if !ok || c.Sign() == 0 || x.Op() != uop.OpFloormod {
		return nil
	}
	m, ok := wide(x.Src()[1])
	if !ok || m.Sign() == 0 {
		return nil
	}
	if _, ok := multiple(m, c); !ok {
		return nil
	}
	return g.Bin(uop.OpFloormod, x.Src()[0], y)
}

// recombine holds for every x and c: for c = 0 it is 0*0 + x.
func recombine(_ *uop.Graph, _, p, m *uop.UOp) *uop.UOp {
	if p.Op() != uop.OpMul || m.Op() != uop.OpFloormod {
		return nil
	}
	x, c := m.Src()[0], m.Src()[1]
	for i, q := range p.Src() {
		if q.Op() == uop.OpFloordiv && q.Src()[0] == x && q.Src()[1] == c && p.Src()[1-i] == c {
			return x
		}
	}
	return nil
}

func divSplit(g *uop.Graph, _, x, y *uop.UOp) *uop.UOp {
	s, ok := split(g, x, y)
	if !ok || !s.exact {
		return nil
	}
	q := sum(g, s.quot)
	if s.rest == nil {
		return q
	}
	return g.Add(q, g.Bin(uop.OpFloordiv, s.rest, y))
}

func modSplit(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	s, ok := split(g, x, y)
	if !ok || !s.exact && !s.power {
		return nil
	}
	if s.rest == nil {
		return likeInt(g, u, 0)
	}
	return g.Bin(uop.OpFloormod, s.rest, y)
}
