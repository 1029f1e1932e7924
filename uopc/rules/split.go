package rules

import (
	"math/bits"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// parts is a sum d split as c*sum(quot) + rest, for the divisor c.
type parts struct {
	quot  []*uop.UOp
	rest  *uop.UOp // nil for 0
	exact bool     // d and rest are what they are in unbounded integers
	power bool     // c is a power of two: d%c depends on d modulo 2^w alone
}

// maxTerms bounds the work on one sum, so that long sums of long sums stay linear.
const maxTerms = 64

// split finds the terms of a sum that are visibly multiples of c > 0. With d = c*q + r,
// d//c is q + r//c and d%c is r%c in unbounded integers, hence the flag exact. The result never
// has more ops than d//c had: each term keeps its product or loses it, and each + that is gone
// from the numerator stands at most once outside.
func split(g *uop.Graph, d, by *uop.UOp) (parts, bool) {
	c, ok := wide(by)
	if !ok {
		return parts{}, false
	}
	ts := terms(d)
	if len(ts) > maxTerms {
		return parts{}, false
	}
	var p parts
	var rest []*uop.UOp
	for _, t := range ts {
		if q := quotient(g, t, c); q != nil {
			p.quot = append(p.quot, q)
		} else {
			rest = append(rest, t)
		}
	}
	if len(p.quot) == 0 {
		return parts{}, false
	}
	p.exact = nowrap(d)
	if len(rest) > 0 {
		p.rest = sum(g, rest)
		p.exact = p.exact && nowrap(p.rest)
	}
	p.power = isPower(c)
	return p, true
}

func isPower(c uop.Wide) bool {
	b := c.Bits()
	return fits(uop.U64, c) && b != 0 && b&(b-1) == 0
}

// multiple gives m/c when c divides m.
func multiple(m, c uop.Wide) (uop.Wide, bool) {
	q := m.FloorDiv(c)
	return q, q.Mul(c) == m
}

// terms lists the leaves of a tree of ADDs from left to right, up to one more than maxTerms.
func terms(u *uop.UOp) (out []*uop.UOp) {
	stack := []*uop.UOp{u}
	for len(stack) > 0 && len(out) <= maxTerms {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n.Op() == uop.OpAdd {
			stack = append(stack, n.Src()[1], n.Src()[0])
		} else {
			out = append(out, n)
		}
	}
	return out
}

// quotient gives t/c when t is a constant, or a product with a constant, that c divides.
func quotient(g *uop.Graph, t *uop.UOp, c uop.Wide) *uop.UOp {
	k := t
	if t.Op() == uop.OpMul {
		k = t.Src()[1]
	}
	w, ok := wide(k)
	if !ok {
		return nil
	}
	q, ok := multiple(w, c)
	if !ok {
		return nil
	}
	v := rewrite.Like(g, t, t.DType(), q.Bits())
	switch {
	case k == t:
		return v
	case isInt(v, 1):
		return t.Src()[0]
	}
	return g.Mul(t.Src()[0], v)
}

func sum(g *uop.Graph, ts []*uop.UOp) *uop.UOp {
	out := ts[0]
	for _, t := range ts[1:] {
		out = g.Add(out, t)
	}
	return out
}

func divSplit(g *uop.Graph, u, d *uop.UOp, _ uint64) *uop.UOp {
	by := u.Src()[1]
	s, ok := split(g, d, by)
	if !ok || !s.exact {
		return nil
	}
	q := sum(g, s.quot)
	if s.rest == nil {
		return q
	}
	return g.Add(q, g.Bin(uop.OpFloordiv, s.rest, by))
}

func modSplit(g *uop.Graph, u, d *uop.UOp, _ uint64) *uop.UOp {
	by := u.Src()[1]
	s, ok := split(g, d, by)
	if !ok || !s.exact && !s.power {
		return nil
	}
	if s.rest == nil {
		return rewrite.Like(g, u, u.DType(), 0)
	}
	return g.Bin(uop.OpFloormod, s.rest, by)
}

// divShared divides a sum and its divisor by what all the sum's factors and the divisor share.
// A constant term loses its remainder, which no quotient can see.
func divShared(g *uop.Graph, u, d *uop.UOp, _ uint64) *uop.UOp {
	c, ok := wide(u.Src()[1])
	ts := terms(d)
	if !ok || len(ts) < 2 || len(ts) > maxTerms || !nowrap(d) {
		return nil
	}
	shared := c
	for _, t := range ts {
		if t.Konst() != nil {
			continue
		}
		f, ok := factorOf(t)
		if !ok {
			return nil
		}
		if shared = rewrite.Gcd(shared, f); shared == uop.Wide64(1) {
			return nil
		}
	}
	for i, t := range ts {
		if k := t.Konst(); k != nil {
			ts[i] = rewrite.Like(g, u, u.DType(), k.ConstWide().FloorDiv(shared).Bits())
		} else {
			ts[i] = quotient(g, t, shared)
		}
	}
	by := rewrite.Like(g, u, u.DType(), c.FloorDiv(shared).Bits())
	return g.Bin(uop.OpFloordiv, sum(g, ts), by)
}

// factorOf gives the constant factor of a product.
func factorOf(t *uop.UOp) (uop.Wide, bool) {
	if t.Op() != uop.OpMul {
		return uop.Wide{}, false
	}
	return wide(t.Src()[1])
}

// divShift: c is a power of two.
func divShift(g *uop.Graph, u, x *uop.UOp, c uint64) *uop.UOp {
	return g.Bin(uop.OpShr, x, rewrite.Like(g, u, u.DType(), uint64(bits.TrailingZeros64(c))))
}
