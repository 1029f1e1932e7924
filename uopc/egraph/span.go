package egraph

import (
	"math/bits"

	"github.com/uopc/uopc/uopc/uop"
)

func at(w uop.Wide) uop.Span { return uop.Span{Lo: w, Hi: w} }

func addSpan(a, b uop.Span) uop.Span { return uop.Span{Lo: a.Lo.Add(b.Lo), Hi: a.Hi.Add(b.Hi)} }

func negSpan(a uop.Span) uop.Span { return uop.Span{Lo: a.Hi.Neg(), Hi: a.Lo.Neg()} }

func mulSpan(a, b uop.Span) uop.Span {
	s := at(a.Lo.Mul(b.Lo))
	for _, p := range []uop.Wide{a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi)} {
		s = hull(s, at(p))
	}
	return s
}

// within tells whether a lies in b.
func within(a, b uop.Span) bool { return !a.Lo.Less(b.Lo) && !b.Hi.Less(a.Hi) }

func hull(a, b uop.Span) uop.Span { return uop.Span{Lo: least(a.Lo, b.Lo), Hi: most(a.Hi, b.Hi)} }

// meet is the intersection; it is empty when Hi is below Lo.
func meet(a, b uop.Span) uop.Span { return uop.Span{Lo: most(a.Lo, b.Lo), Hi: least(a.Hi, b.Hi)} }

func empty(s uop.Span) bool { return s.Hi.Less(s.Lo) }

// narrower tells whether a is shorter than b.
func narrower(a, b uop.Span) bool { return a.Hi.Sub(a.Lo).Less(b.Hi.Sub(b.Lo)) }

func full(d uop.DType) uop.Span {
	lo, hi := uop.DTypeRange(d)
	return uop.Span{Lo: lo, Hi: hi}
}

func least(a, b uop.Wide) uop.Wide {
	if b.Less(a) {
		return b
	}
	return a
}

func most(a, b uop.Wide) uop.Wide {
	if a.Less(b) {
		return b
	}
	return a
}

func absolute(a uop.Wide) uop.Wide {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// wideOf gives the number behind the bits of an integer or bool.
func wideOf(d uop.DType, b uint64) uop.Wide {
	if d == uop.U64 {
		return uop.WideU64(b)
	}
	return uop.Wide64(int64(b))
}

// floorDiv is total, as the op is: x//0 is 0.
func floorDiv(a, b uop.Wide) uop.Wide {
	if b.Sign() == 0 {
		return b
	}
	return a.FloorDiv(b)
}

func floorMod(a, b uop.Wide) uop.Wide { return a.Sub(floorDiv(a, b).Mul(b)) }

func gcd(a, b uop.Wide) uop.Wide {
	if a.IsInf() || b.IsInf() {
		return uop.Wide64(1)
	}
	a, b = absolute(a), absolute(b)
	for b.Sign() != 0 {
		a, b = b, floorMod(a, b)
	}
	return a
}

// powerOfTwo tells whether a is a positive power of two.
func powerOfTwo(a uop.Wide) bool {
	lo := a.Bits()
	if a == uop.WideU64(lo) {
		return bits.OnesCount64(lo) == 1
	}
	return a.Sign() > 0 && !a.IsInf() && lo == 0 && bits.OnesCount64(a.FloorDiv(uop.WideU64(1<<63)).Bits()) == 1
}

// fits tells whether a is a value of d. Floats have all whole numbers up to 2^24 or 2^53.
func fits(d uop.DType, a uop.Wide) bool {
	if d.IsFloat() {
		return !uop.Wide64(1 << mantissa(d)).Less(absolute(a))
	}
	return within(at(a), full(d))
}

func mantissa(d uop.DType) int {
	if d == uop.F64 {
		return 53
	}
	return 24
}

// exact tells whether every value of dtype a is one of b.
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
	return within(full(a), full(b))
}
