package uop

import "math/bits"

// boundsTable gives the interval rule of each op; an op without one may give anything.
var boundsTable [NumOps]func(u *UOp, full Span) found

func init() {
	boundsTable = [NumOps]func(u *UOp, full Span) found{
		OpNeg:      boundsNeg,
		OpAdd:      boundsAdd,
		OpMul:      boundsMul,
		OpMax:      boundsMax,
		OpCmplt:    boundsCmplt,
		OpCmpne:    boundsCmpne,
		OpFloordiv: boundsDiv,
		OpFloormod: boundsMod,
		OpAnd:      boundsAnd,
		OpOr:       boundsOr,
		OpXor:      boundsOr,
		OpShl:      boundsShl,
		OpShr:      boundsShr,
		OpWhere:    boundsWhere,
		OpCast:     boundsCast,
		OpReshape:  boundsSame,
		OpExpand:   boundsSame,
		OpPermute:  boundsSame,
		OpShrink:   boundsSame,
		OpFlip:     boundsSame,
		OpIndex:    boundsSame,
		OpPad:      func(u *UOp, _ Span) found { return plain(hull(u.src[0].b.V, point(0))) },
		OpStack:    boundsStack,
		OpReduce:   boundsReduce,
		OpCall:     boundsCall,
	}
}

func boundsNeg(u *UOp, full Span) found {
	neg := func(s Span) Span { return Span{s.Hi.Neg(), s.Lo.Neg()} }
	a := u.src[0].b
	return ring(neg(a.T), neg(a.V), full)
}

func boundsAdd(u *UOp, full Span) found {
	add := func(a, b Span) Span { return Span{a.Lo.Add(b.Lo), a.Hi.Add(b.Hi)} }
	a, b := u.src[0].b, u.src[1].b
	return ring(add(a.T, b.T), add(a.V, b.V), full)
}

func mulSpan(a, b Span) Span {
	p := a.Lo.Mul(b.Lo)
	s := Span{p, p}
	for _, p := range []Wide{a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi)} {
		s = hull(s, Span{p, p})
	}
	return s
}

func boundsMul(u *UOp, full Span) found {
	a, b := u.src[0].b, u.src[1].b
	if u.dtype == Bool {
		return plain(mulSpan(a.V, b.V))
	}
	return ring(mulSpan(a.T, b.T), mulSpan(a.V, b.V), full)
}

func boundsMax(u *UOp, _ Span) found {
	a, b := u.src[0].b.V, u.src[1].b.V
	return plain(Span{maxWide(a.Lo, b.Lo), maxWide(a.Hi, b.Hi)})
}

func truth(yes, no bool) found {
	switch {
	case yes:
		return plain(point(1))
	case no:
		return plain(point(0))
	}
	return plain(boolBounds.V)
}

func boundsCmplt(u *UOp, _ Span) found {
	if u.src[0].dtype.IsFloat() {
		return truth(false, false)
	}
	a, b := u.src[0].b.V, u.src[1].b.V
	return truth(a.Hi.Less(b.Lo), !a.Lo.Less(b.Hi))
}

func boundsCmpne(u *UOp, _ Span) found {
	if u.src[0].dtype.IsFloat() {
		return truth(false, false)
	}
	a, b := u.src[0].b.V, u.src[1].b.V
	return truth(a.Hi.Less(b.Lo) || b.Hi.Less(a.Lo), a.Lo == a.Hi && a == b)
}

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
	a := u.src[0].b.V
	neg, pos, hasNeg, hasZero, hasPos := signParts(u.src[1].b.V)
	var out *Span
	grow := func(s Span) {
		if out != nil {
			s = hull(*out, s)
		}
		out = &s
	}
	corners := func(b Span) {
		for _, x := range []Wide{a.Lo, a.Hi} {
			for _, y := range []Wide{b.Lo, b.Hi} {
				q := x.FloorDiv(y)
				grow(Span{q, q})
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
		grow(point(0))
	}
	return fit(*out, full)
}

func boundsMod(u *UOp, _ Span) found {
	a, b := u.src[0].b.V, u.src[1].b.V
	if b.Lo == b.Hi && b.Lo.Sign() != 0 && !b.Lo.IsInf() {
		// The whole range in one bucket: the remainder is a subtraction.
		if k := a.Lo.FloorDiv(b.Lo); k == a.Hi.FloorDiv(b.Lo) && !k.IsInf() {
			off := k.Mul(b.Lo)
			return plain(Span{a.Lo.Sub(off), a.Hi.Sub(off)})
		}
	}
	neg, pos, hasNeg, hasZero, hasPos := signParts(b)
	one, zero := Wide64(1), Wide64(0)
	var out *Span
	grow := func(s Span) {
		if out != nil {
			s = hull(*out, s)
		}
		out = &s
	}
	if hasPos {
		s := Span{zero, pos.Hi.Sub(one)}
		if a.Lo.Sign() >= 0 {
			s.Hi = minWide(s.Hi, a.Hi)
		}
		grow(s)
	}
	if hasNeg {
		s := Span{neg.Lo.Add(one), zero}
		if a.Hi.Sign() <= 0 {
			s.Lo = maxWide(s.Lo, a.Lo)
		}
		grow(s)
	}
	if hasZero {
		grow(a)
	}
	return plain(*out)
}

// boundsAnd: x & m is within [0, m] when m >= 0, for both are two's complement.
func boundsAnd(u *UOp, full Span) found {
	a, b := u.src[0].b.V, u.src[1].b.V
	an, bn := a.Lo.Sign() >= 0, b.Lo.Sign() >= 0
	switch {
	case an && bn:
		return plain(Span{Wide64(0), minWide(a.Hi, b.Hi)})
	case an:
		return plain(Span{Wide64(0), a.Hi})
	case bn:
		return plain(Span{Wide64(0), b.Hi})
	}
	return plain(full)
}

// boundsOr bounds OR and XOR: of two numbers below 2^k the result is below 2^k.
func boundsOr(u *UOp, full Span) found {
	a, b := u.src[0].b.V, u.src[1].b.V
	if a.Lo.Sign() < 0 || b.Lo.Sign() < 0 {
		return plain(full)
	}
	top := maxWide(a.Hi, b.Hi)
	k := 64 + bits.Len64(uint64(top.hi))
	if top.hi == 0 {
		k = bits.Len64(top.lo)
	}
	if k >= 64 {
		return plain(full)
	}
	hi := minWide(Wide64(1<<k-1), full.Hi)
	if k == 63 {
		hi = minWide(WideU64(1<<63-1), full.Hi)
	}
	return plain(Span{Wide64(0), hi})
}

func shiftCount(u *UOp) (int, bool) {
	if u.src[1].op != OpConst {
		return 0, false
	}
	return int(u.src[1].arg.Bits & uint64(u.dtype.Bits()-1)), true
}

// boundsShl: a shift by a constant is a product, so it is in the ring.
func boundsShl(u *UOp, full Span) found {
	n, ok := shiftCount(u)
	if !ok {
		return found{v: full, t: full, wrap: true}
	}
	p := WideU64(1 << n)
	a := u.src[0].b
	return ring(mulSpan(a.T, Span{p, p}), mulSpan(a.V, Span{p, p}), full)
}

func boundsShr(u *UOp, full Span) found {
	a := u.src[0].b.V
	n, ok := shiftCount(u)
	if !ok {
		if a.Lo.Sign() >= 0 {
			return plain(Span{Wide64(0), a.Hi})
		}
		return plain(full)
	}
	p := WideU64(1 << n)
	return plain(Span{a.Lo.FloorDiv(p), a.Hi.FloorDiv(p)})
}

func boundsWhere(u *UOp, _ Span) found {
	c := u.src[0].b.V
	a, b := u.src[1], u.src[2]
	switch {
	case c.Lo.Sign() > 0:
		return found{v: a.b.V, t: a.b.V}
	case c.Hi.Sign() == 0:
		return found{v: b.b.V, t: b.b.V}
	}
	return plain(hull(a.b.V, b.b.V))
}

func boundsCast(u *UOp, full Span) found {
	s := u.src[0]
	switch {
	case s.dtype.IsFloat():
		return plain(full)
	case u.dtype == Bool:
		v := s.b.V
		return truth(v.Lo.Sign() > 0 || v.Hi.Sign() < 0, v.Lo.Sign() == 0 && v.Hi.Sign() == 0)
	}
	return fit(s.b.V, full)
}

func boundsSame(u *UOp, _ Span) found { return plain(u.src[0].b.V) }

func boundsStack(u *UOp, _ Span) found {
	s := u.src[0].b.V
	for _, v := range u.src[1:] {
		s = hull(s, v.b.V)
	}
	return plain(s)
}

func boundsReduce(u *UOp, full Span) found {
	x := u.X()
	if x.RedOp == OpMax {
		s := u.src[0].b.V
		if n, ok := reduced(u).Count(); !ok || n == 0 {
			s = hull(s, Span{full.Lo, full.Lo})
		}
		return plain(s)
	}
	if n, ok := reduced(u).Count(); ok && x.RedOp == OpAdd {
		k := Span{Wide64(n), Wide64(n)}
		v := mulSpan(u.src[0].b.V, k)
		// Partial sums lie between 0 and the whole, so they fit when both do.
		return ring(v, hull(v, point(0)), full)
	}
	return found{v: full, t: full, wrap: x.RedOp == OpAdd || x.RedOp == OpMul}
}

// reduced gives the axes that a REDUCE folds.
func reduced(u *UOp) Shape {
	s := u.src[0].shape
	return s[len(s)-u.X().Pop:]
}

func boundsCall(u *UOp, _ Span) found { return plain(u.src[0].b.V) }
