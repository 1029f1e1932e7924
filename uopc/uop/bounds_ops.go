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
		OpPad:      func(u *UOp, _ Span) found { return plain(hull(u.src[0].span(), point(0))) },
		OpStack:    boundsStack,
		OpReduce:   boundsReduce,
		OpCall:     boundsCall,
	}
}

func boundsNeg(u *UOp, full Span) found {
	neg := func(s Span) Span { return Span{s.Hi.Neg(), s.Lo.Neg()} }
	a := u.src[0]
	return ring(neg(a.trueSpan()), neg(a.span()), full)
}

func boundsAdd(u *UOp, full Span) found {
	add := func(a, b Span) Span { return Span{a.Lo.Add(b.Lo), a.Hi.Add(b.Hi)} }
	a, b := u.src[0], u.src[1]
	return ring(add(a.trueSpan(), b.trueSpan()), add(a.span(), b.span()), full)
}

func mulSpan(a, b Span) Span {
	p := a.Lo.Mul(b.Lo)
	s := Span{p, p}
	for _, p := range [3]Wide{a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi)} {
		s = hull(s, Span{p, p})
	}
	return s
}

func boundsMul(u *UOp, full Span) found {
	a, b := u.src[0], u.src[1]
	if u.dtype == Bool {
		return plain(mulSpan(a.span(), b.span()))
	}
	return ring(mulSpan(a.trueSpan(), b.trueSpan()), mulSpan(a.span(), b.span()), full)
}

func boundsMax(u *UOp, _ Span) found {
	a, b := u.src[0].span(), u.src[1].span()
	return plain(Span{maxWide(a.Lo, b.Lo), maxWide(a.Hi, b.Hi)})
}

func truth(yes, no bool) found {
	switch {
	case yes:
		return plain(point(1))
	case no:
		return plain(point(0))
	}
	return plain(Span{Wide64(0), Wide64(1)})
}

func boundsCmplt(u *UOp, _ Span) found {
	if u.src[0].dtype.IsFloat() {
		return truth(false, false)
	}
	a, b := u.src[0].span(), u.src[1].span()
	return truth(a.Hi.Less(b.Lo), !a.Lo.Less(b.Hi))
}

func boundsCmpne(u *UOp, _ Span) found {
	if u.src[0].dtype.IsFloat() {
		return truth(false, false)
	}
	a, b := u.src[0].span(), u.src[1].span()
	return truth(a.Hi.Less(b.Lo) || b.Hi.Less(a.Lo), a.Lo == a.Hi && a == b)
}

// boundsAnd: x & m is within [0, m] when m >= 0, for both are two's complement.
func boundsAnd(u *UOp, full Span) found {
	a, b := u.src[0].span(), u.src[1].span()
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
	a, b := u.src[0].span(), u.src[1].span()
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
	return int(u.src[1].Bits() & uint64(u.dtype.Bits()-1)), true
}

// boundsShl: a shift by a constant is a product, so it is in the ring.
func boundsShl(u *UOp, full Span) found {
	n, ok := shiftCount(u)
	if !ok {
		return found{v: full, t: full, wrap: true}
	}
	p := WideU64(1 << n)
	a := u.src[0]
	return ring(mulSpan(a.trueSpan(), Span{p, p}), mulSpan(a.span(), Span{p, p}), full)
}

func boundsShr(u *UOp, full Span) found {
	a := u.src[0].span()
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
	c := u.src[0].span()
	a, b := u.src[1], u.src[2]
	switch {
	case c.Lo.Sign() > 0:
		return found{v: a.span(), t: a.span()}
	case c.Hi.Sign() == 0:
		return found{v: b.span(), t: b.span()}
	}
	return plain(hull(a.span(), b.span()))
}

func boundsCast(u *UOp, full Span) found {
	s := u.src[0]
	switch {
	case s.dtype.IsFloat():
		return plain(full)
	case u.dtype == Bool:
		v := s.span()
		return truth(v.Lo.Sign() > 0 || v.Hi.Sign() < 0, v.Lo.Sign() == 0 && v.Hi.Sign() == 0)
	}
	return fit(s.span(), full)
}

func boundsSame(u *UOp, _ Span) found { return plain(u.src[0].span()) }

func boundsStack(u *UOp, _ Span) found {
	s := u.src[0].span()
	for _, v := range u.src[1:] {
		s = hull(s, v.span())
	}
	return plain(s)
}

func boundsReduce(u *UOp, full Span) found {
	x := u.X()
	if x.RedOp == OpMax {
		s := u.src[0].span()
		if n, ok := reduced(u).Count(); !ok || n == 0 {
			s = hull(s, Span{full.Lo, full.Lo})
		}
		return plain(s)
	}
	if n, ok := reduced(u).Count(); ok && x.RedOp == OpAdd {
		k := Span{Wide64(n), Wide64(n)}
		v := mulSpan(u.src[0].span(), k)
		// Partial sums lie between 0 and the whole, so they fit when both do.
		return ring(v, hull(v, point(0)), full)
	}
	return found{v: full, t: full, wrap: x.RedOp == OpAdd || x.RedOp == OpMul}
}

// reduced gives the axes that a REDUCE folds.
func reduced(u *UOp) Shape {
	s := u.src[0].Shape()
	return s[len(s)-u.X().Pop:]
}

func boundsCall(u *UOp, _ Span) found { return plain(u.src[0].span()) }
