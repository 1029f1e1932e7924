package uop

// The rules below are those of bounds_ops.go for what nearly all bounds are: numbers that fit an
// int64. They give ok = false when a step would overflow; then the wide rules do the work, so
// each must agree with its wide rule wherever it answers.

type interval struct{ lo, hi int64 }

// smallRule gives the bounds of u's value, of its true value, and whether u may wrap.
type smallRule func(u *UOp) (v, t interval, wrap, ok bool)

var smallTable = [NumOps]smallRule{
	OpAdd:      smallAdd,
	OpMul:      smallMul,
	OpFloordiv: smallDiv,
	OpFloormod: smallMod,
	OpMax:      smallMax,
	OpCmplt:    smallCmplt,
	OpCmpne:    smallCmpne,
}

var fullIntervals = func() (t [numDTypes]interval) {
	for _, d := range ValueDTypes() {
		lo, hi := DTypeRange(d)
		t[d] = interval{int64(lo.lo), int64(hi.lo)}
	}
	return t
}()

// smallBounds computes the bounds of a binary node whose sources' bounds fit int64.
func smallBounds(u *UOp) bool {
	rule := smallTable[u.op]
	if rule == nil || (u.src[0].flags|u.src[1].flags)&flagOdd != 0 {
		return false
	}
	v, t, wrap, ok := rule(u)
	if !ok {
		return false
	}
	u.lo, u.hi = v.lo, v.hi
	if t != v {
		u.truly = u.c.g.keepSpan(Span{Wide64(t.lo), Wide64(t.hi)})
	}
	if !wrap && (isBarrier(u) || u.src[0].flags&u.src[1].flags&flagSafe != 0) {
		u.flags = flagSafe
	}
	return true
}

func (u *UOp) interval() interval { return interval{u.lo, u.hi} }

func (u *UOp) trueInterval() (interval, bool) {
	if u.truly == nil {
		return interval{u.lo, u.hi}, true
	}
	lo, ok1 := u.truly.Lo.Int64()
	hi, ok2 := u.truly.Hi.Int64()
	return interval{lo, hi}, ok1 && ok2
}

func (a interval) within(b interval) bool { return b.lo <= a.lo && a.hi <= b.hi }

// smallRing does for +, - and * what ring does.
func smallRing(u *UOp, op func(a, b interval) (interval, bool)) (v, t interval, wrap, ok bool) {
	a, b := u.src[0], u.src[1]
	full := fullIntervals[u.dtype]
	via, ok := op(a.interval(), b.interval())
	if !ok {
		return
	}
	wrap = !via.within(full)
	t = via
	if a.truly != nil || b.truly != nil {
		ta, ok1 := a.trueInterval()
		tb, ok2 := b.trueInterval()
		if !ok1 || !ok2 {
			return v, t, wrap, false
		}
		if t, ok = op(ta, tb); !ok {
			return
		}
	}
	switch {
	case t.within(full):
		v = t
	case wrap:
		v = full
	default:
		v = via
	}
	return v, t, wrap, true
}

func addIntervals(a, b interval) (interval, bool) {
	lo, hi := a.lo+b.lo, a.hi+b.hi
	// A sum overflowed when its sign is not that of either term.
	return interval{lo, hi}, ((a.lo^lo)&(b.lo^lo) | (a.hi^hi)&(b.hi^hi)) >= 0
}

func smallAdd(u *UOp) (v, t interval, wrap, ok bool) { return smallRing(u, addIntervals) }

// mulIntervals gives up on factors that do not fit an int32.
func mulIntervals(a, b interval) (interval, bool) {
	if !a.within(fullIntervals[I32]) || !b.within(fullIntervals[I32]) {
		return interval{}, false
	}
	p, q, r, s := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
	return interval{min(p, q, r, s), max(p, q, r, s)}, true
}

func smallMul(u *UOp) (v, t interval, wrap, ok bool) { return smallRing(u, mulIntervals) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// smallDiv knows positive divisors only.
func smallDiv(u *UOp) (v, t interval, wrap, ok bool) {
	a, b := u.src[0].interval(), u.src[1].interval()
	if b.lo <= 0 {
		return
	}
	// Monotone in both operands: the divisor that is nearest to one gives the extremes, but for
	// a that is negative at the upper end or positive at the lower one.
	lo, hi := b.lo, b.lo
	if a.lo >= 0 {
		lo = b.hi
	}
	if a.hi < 0 {
		hi = b.hi
	}
	v = interval{floorDiv(a.lo, lo), floorDiv(a.hi, hi)}
	return v, v, false, true
}

// smallMod knows positive divisors only.
func smallMod(u *UOp) (v, t interval, wrap, ok bool) {
	a, b := u.src[0].interval(), u.src[1].interval()
	if b.lo <= 0 {
		return
	}
	v = interval{0, b.hi - 1}
	switch {
	case b.lo != b.hi:
		if a.lo >= 0 {
			v.hi = min(v.hi, a.hi)
		}
	case a.lo >= 0 && a.hi < b.lo:
		v = a
	case uint64(a.hi-a.lo) < uint64(b.lo):
		if k := floorDiv(a.lo, b.lo); k == floorDiv(a.hi, b.lo) {
			v = interval{a.lo - k*b.lo, a.hi - k*b.lo}
		} else if a.lo >= 0 {
			v.hi = min(v.hi, a.hi)
		}
	case a.lo >= 0:
		v.hi = min(v.hi, a.hi)
	}
	return v, v, false, true
}

func smallMax(u *UOp) (v, t interval, wrap, ok bool) {
	a, b := u.src[0].interval(), u.src[1].interval()
	v = interval{max(a.lo, b.lo), max(a.hi, b.hi)}
	return v, v, false, true
}

func smallTruth(yes, no bool) (v, t interval, wrap, ok bool) {
	v = interval{0, 1}
	switch {
	case yes:
		v.lo = 1
	case no:
		v.hi = 0
	}
	return v, v, false, true
}

func smallCmplt(u *UOp) (v, t interval, wrap, ok bool) {
	a, b := u.src[0].interval(), u.src[1].interval()
	return smallTruth(a.hi < b.lo, a.lo >= b.hi)
}

func smallCmpne(u *UOp) (v, t interval, wrap, ok bool) {
	a, b := u.src[0].interval(), u.src[1].interval()
	return smallTruth(a.hi < b.lo || b.hi < a.lo, a.lo == a.hi && a == b)
}
