package rules

import "github.com/uopc/uopc/uopc/uop"

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
	if !ok || c.Sign() <= 0 {
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
	v := like(g, t, t.DType(), q.Bits())
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
