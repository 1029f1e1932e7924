package uop

// signParts cuts a divisor's interval into its negative, zero and positive parts.
func signParts(b Span) (neg, pos Span, hasNeg, hasZero, hasPos bool) {
	one := Wide64(1)
	neg, pos = Span{b.Lo, minWide(b.Hi, one.Neg())}, Span{maxWide(b.Lo, one), b.Hi}
	hasZero = b.Lo.Sign() <= 0 && b.Hi.Sign() >= 0
	return neg, pos, b.Lo.Sign() < 0, hasZero, b.Hi.Sign() > 0
}

// boundsDiv: within one sign of the divisor the quotient is monotone in both operands, so its
// extremes are at the corners.
func boundsDiv(u *UOp, full Span) found {
	a := u.src[0].span()
	neg, pos, hasNeg, hasZero, hasPos := signParts(u.src[1].span())
	var out growing
	corners := func(b Span) {
		for _, x := range [2]Wide{a.Lo, a.Hi} {
			for _, y := range [2]Wide{b.Lo, b.Hi} {
				q := x.FloorDiv(y)
				out.add(Span{q, q})
			}
		}
	}
	if hasNeg {
		corners(neg)
	}
	if hasPos {
		corners(pos)
	}
	if hasZero {
		out.add(point(0))
	}
	return fit(out.s, full)
}

// growing is the hull of what was added to it.
type growing struct {
	s   Span
	any bool
}

func (h *growing) add(s Span) {
	if h.any {
		s = hull(h.s, s)
	}
	h.s, h.any = s, true
}

func boundsMod(u *UOp, _ Span) found {
	a, b := u.src[0].span(), u.src[1].span()
	if b.Lo == b.Hi && b.Lo.Sign() != 0 && !b.Lo.IsInf() {
		// The whole range in one bucket: the remainder is a subtraction.
		if k := a.Lo.FloorDiv(b.Lo); k == a.Hi.FloorDiv(b.Lo) && !k.IsInf() {
			off := k.Mul(b.Lo)
			return plain(Span{a.Lo.Sub(off), a.Hi.Sub(off)})
		}
	}
	neg, pos, hasNeg, hasZero, hasPos := signParts(b)
	one, zero := Wide64(1), Wide64(0)
	var out growing
	if hasPos {
		s := Span{zero, pos.Hi.Sub(one)}
		if a.Lo.Sign() >= 0 {
			s.Hi = minWide(s.Hi, a.Hi)
		}
		out.add(s)
	}
	if hasNeg {
		s := Span{neg.Lo.Add(one), zero}
		if a.Hi.Sign() <= 0 {
			s.Lo = maxWide(s.Lo, a.Lo)
		}
		out.add(s)
	}
	if hasZero {
		out.add(a)
	}
	return plain(out.s)
}
