package rules

import "github.com/uopc/uopc/uopc/uop"

// The rules of CAST.
var castRules = []ruleT{
	rule1("cast to own dtype", uop.OpCast, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		return when(u.Src()[0].DType() == u.DType(), u.Src()[0])
	}),
	rule1("cast of cast", uop.OpCast, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		m := u.Src()[0]
		if m.Op() != uop.OpCast || !canSkip(m.Src()[0].DType(), m.DType(), u.DType()) {
			return nil
		}
		return g.Cast(m.Src()[0], u.DType())
	}),
}

// canSkip tells whether casting from a to b to c is casting from a to c.
func canSkip(a, b, c uop.DType) bool {
	if exact(a, b) {
		// From a float, integers saturate; from an integer they wrap.
		return a.IsFloat() || !b.IsFloat() || !c.IsInt() || exact(a, c)
	}
	// Each wrap keeps the low bits, and the last keeps fewest.
	return a.IsInt() && b.IsInt() && c.IsInt() && c.Bits() <= b.Bits()
}

// exact tells whether b has every value of a.
func exact(a, b uop.DType) bool {
	switch {
	case a == b || a == uop.Bool:
		return true
	case b == uop.Bool:
		return false
	case a.IsFloat():
		return b == uop.F64
	case b.IsFloat():
		return a.Bits() <= mantissa(b)
	}
	lo, hi := uop.DTypeRange(a)
	return fits(b, lo) && fits(b, hi)
}

// mantissa gives the bits of a whole number that a float dtype always has room for.
func mantissa(d uop.DType) int {
	if d == uop.F64 {
		return 53
	}
	return 24
}
