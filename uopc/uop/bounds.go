package uop

// Span is a closed interval of integers.
type Span struct{ Lo, Hi Wide }

// Bounds is what is known of an integer or bool node: V bounds the machine value, T the value
// in unbounded integers, where +, -, * and NEG are followed without wrapping. Because those are
// a ring modulo 2^w, T stays true through wraps that a later step undoes.
type Bounds struct {
	V, T Span
}

// DTypeRange gives the least and the largest value of an integer or bool dtype, and the ends
// for floats.
func DTypeRange(d DType) (lo, hi Wide) {
	switch d.Kind() {
	case KindBool:
		return Wide64(0), Wide64(1)
	case KindInt, KindIndex:
		return Wide64(-1 << (d.Bits() - 1)), Wide64(1<<(d.Bits()-1) - 1)
	case KindUint:
		return Wide64(0), WideU64(^uint64(0) >> (64 - d.Bits()))
	}
	return NegInf, PosInf
}

// Vmin gives a lower bound of the value. For floats, places and effects it is the end -inf.
func (u *UOp) Vmin() Wide {
	if u.flags&flagOdd != 0 {
		return u.odd(u.lo, NegInf)
	}
	return Wide64(u.lo)
}

// Vmax gives an upper bound of the value.
func (u *UOp) Vmax() Wide {
	if u.flags&flagOdd != 0 {
		return u.odd(u.hi, PosInf)
	}
	return Wide64(u.hi)
}

func (u *UOp) odd(v int64, end Wide) Wide {
	if u.flags&flagNoBounds != 0 {
		return end
	}
	return WideU64(uint64(v))
}

// Bounds gives all that is known of the value's range.
func (u *UOp) Bounds() Bounds { return Bounds{u.span(), u.trueSpan()} }

func (u *UOp) span() Span { return Span{u.Vmin(), u.Vmax()} }

func (u *UOp) trueSpan() Span {
	if u.truly != nil {
		return *u.truly
	}
	return u.span()
}

// Safe tells that no integer op on the way from u down to its barriers can wrap. Barriers are what
// starts afresh from machine values: comparisons, CAST to bool, float values and LOAD.
func (u *UOp) Safe() bool { return u.flags&flagSafe != 0 }

// Nowrap tells that the value in unbounded integers fits the dtype, so that it is the value:
// what a rule on FLOORDIV, FLOORMOD, CMPLT, MAX, SHR or CAST needs of the operand. It is weaker
// than Safe: wraps inside a sum that cancel do no harm.
func (u *UOp) Nowrap() bool {
	// V lies within the dtype, so T does when it is the same. Where it is not, it leaves the dtype:
	// see ring, the only rule that makes them differ. Of places nothing is known.
	return u.truly == nil && (u.space != MEM || !u.dtype.IsInt())
}

func constWide(u *UOp) Wide {
	if u.dtype == U64 {
		return WideU64(u.Bits())
	}
	return Wide64(int64(u.Bits()))
}

// ConstWide gives the value of an integer or bool CONST.
func (u *UOp) ConstWide() Wide { return constWide(u) }

// found is the result of one bounds rule.
type found struct {
	v, t Span
	wrap bool // this op may wrap
}

// rangeFlags tells how the bounds of u are held.
func rangeFlags(u *UOp) flags {
	switch {
	case u.space != ALU || u.dtype.IsFloat():
		return flagNoBounds
	case u.dtype == U64:
		return flagUnsigned
	}
	return 0
}

func computeBounds(u *UOp) {
	safe := true
	for _, s := range safeSrc(u) {
		safe = safe && s.Safe()
	}
	u.flags = rangeFlags(u)
	if u.flags&flagNoBounds == 0 {
		f := boundsOf(u)
		safe = safe && !f.wrap
		u.lo, u.hi = int64(f.v.Lo.lo), int64(f.v.Hi.lo) // a dtype has at most 64 bits
		if f.t != f.v {
			u.truly = u.c.g.keepSpan(f.t)
		}
	}
	if safe {
		u.flags |= flagSafe
	}
}

// keepSpan copies s into the slab.
func (g *Graph) keepSpan(s Span) *Span {
	if len(g.spans) == 0 {
		g.spans = make([]Span, spanSlab)
	}
	p := &g.spans[0]
	*p = s
	g.spans = g.spans[1:]
	return p
}

// safeSrc gives the sources whose wraps make u unsafe.
func safeSrc(u *UOp) []*UOp {
	if isBarrier(u) {
		return nil
	}
	if u.op == OpWhere {
		switch c := u.src[0].span(); {
		case c.Lo.Sign() > 0:
			return u.src[1:2]
		case c.Hi.Sign() == 0:
			return u.src[2:3]
		}
	}
	return u.src
}

// isBarrier tells whether u's value is what it is, wrapped operands or not.
func isBarrier(u *UOp) bool {
	switch u.op {
	case OpCmplt, OpCmpne, OpLoad:
		return true
	case OpCast:
		return u.dtype == Bool || u.dtype.IsFloat()
	}
	return u.dtype.IsFloat()
}

func boundsOf(u *UOp) found {
	lo, hi := DTypeRange(u.dtype)
	full := Span{lo, hi}
	switch u.op {
	case OpConst:
		c := constWide(u)
		return plain(Span{c, c})
	case OpParam:
		x := u.X()
		if x.HasMin {
			full.Lo = Wide64(x.Min)
		}
		if x.HasMax {
			full.Hi = Wide64(x.Max)
		}
		return plain(full)
	case OpRange:
		return plain(Span{Wide64(0), maxWide(Wide64(0), u.src[0].Vmax().Sub(Wide64(1)))})
	}
	if rule := boundsTable[u.op]; rule != nil {
		return rule(u, full)
	}
	return plain(full)
}

func plain(s Span) found { return found{v: s, t: s} }

// ring is the result of +, -, *: the value is the true one when that fits, else anything.
func ring(t, viaValues, full Span) found {
	v, wrap := full, !within(viaValues, full)
	switch {
	case within(t, full):
		v = t
	case !wrap:
		// The value is known, but t stays as wide as it is: this op does not wrap, one below does.
		v = viaValues
	}
	return found{v: v, t: t, wrap: wrap}
}

// fit is the result of an op that is not in the ring: when it can leave the dtype it may be anything.
func fit(s, full Span) found {
	if !within(s, full) {
		return found{v: full, t: full, wrap: true}
	}
	return plain(s)
}

// within tells whether a lies in b.
func within(a, b Span) bool { return !a.Lo.Less(b.Lo) && !b.Hi.Less(a.Hi) }

func hull(a, b Span) Span { return Span{minWide(a.Lo, b.Lo), maxWide(a.Hi, b.Hi)} }

func point(v int64) Span { return Span{Wide64(v), Wide64(v)} }
