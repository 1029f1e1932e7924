package rewrite

import (
	"math/bits"

	"github.com/uopc/uopc/uopc/uop"
)

// WideOf gives the number that the bits of a constant of dtype d stand for; d is an integer dtype
// or bool.
func WideOf(d uop.DType, bits uint64) uop.Wide {
	if d == uop.U64 {
		return uop.WideU64(bits)
	}
	return uop.Wide64(int64(bits))
}

// Fits tells whether w is a value of dtype d. For floats it says yes only up to where all whole
// numbers are.
func Fits(d uop.DType, w uop.Wide) bool {
	if d.IsFloat() {
		v, ok := w.Int64()
		m := int64(1) << mantissa(d)
		return ok && -m <= v && v <= m
	}
	lo, hi := uop.DTypeRange(d)
	return !w.Less(lo) && !hi.Less(w)
}

// Eq tells whether a and b are one number. Two ends are not: what is beyond 128 bits is unknown.
func Eq(a, b uop.Wide) bool { return a == b && !a.IsInf() }

// Ne tells whether a and b are different numbers, where that is known.
func Ne(a, b uop.Wide) bool { return a != b }

// Le tells whether a <= b, where that is known.
func Le(a, b uop.Wide) bool { return a.Less(b) || Eq(a, b) }

// FloorDiv gives a//b, and 0 for b = 0.
func FloorDiv(a, b uop.Wide) uop.Wide {
	if b.Sign() == 0 {
		return b
	}
	if x, y := a.Bits(), b.Bits(); a == uop.WideU64(x) && b == uop.WideU64(y) {
		return uop.WideU64(x / y) // spares the large values of u64 a detour
	}
	return a.FloorDiv(b)
}

// FloorMod gives a%b, which has the sign of b, and a for b = 0.
func FloorMod(a, b uop.Wide) uop.Wide { return a.Sub(FloorDiv(a, b).Mul(b)) }

// Min gives the lesser number.
func Min(a, b uop.Wide) uop.Wide {
	if b.Less(a) {
		return b
	}
	return a
}

// Max gives the larger number.
func Max(a, b uop.Wide) uop.Wide {
	if a.Less(b) {
		return b
	}
	return a
}

// Abs gives the distance from 0.
func Abs(a uop.Wide) uop.Wide {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Gcd gives the greatest common divisor, which is never negative; of an end it is 1.
func Gcd(a, b uop.Wide) uop.Wide {
	if a.IsInf() || b.IsInf() {
		return uop.Wide64(1)
	}
	a, b = Abs(a), Abs(b)
	for b.Sign() != 0 {
		a, b = b, FloorMod(a, b)
	}
	return a
}

// Pow2 tells whether a is a positive power of two.
func Pow2(a uop.Wide) bool {
	if a.Sign() <= 0 || a.IsInf() {
		return false
	}
	lo := a.Bits()
	if a == uop.WideU64(lo) {
		return bits.OnesCount64(lo) == 1
	}
	high := a.FloorDiv(uop.WideU64(1 << 63)).Bits()
	return lo == 0 && bits.OnesCount64(high) == 1
}
