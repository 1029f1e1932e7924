package contract

import "math"

// fma32 gives x*y + z rounded once.
//
// The product of two f32 is exact in f64. Their sum with z is rounded to odd there: when it
// is inexact, of the two neighbours the one with an odd last bit is taken. That bit then
// remembers on which side of every f32 and of every midpoint the true sum lies, so that the
// second rounding sees what a single one would. Rounding to nearest twice would not do: it
// can land on a midpoint that the true sum only comes near.
func fma32(x, y, z float32) float32 {
	p := mul(float64(x), float64(y))
	c := float64(z)
	s, e := twoSum(p, c)
	if math.IsInf(s, 0) || s != s || e == 0 {
		return float32(s)
	}
	bits := math.Float64bits(s)
	if bits&1 == 0 {
		// A step away from zero is the next pattern, whatever the sign.
		if (e > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
	}
	return float32(math.Float64frombits(bits))
}

// twoSum gives s = a+b rounded, and the exact error e = (a+b) - s for finite a, b, s.
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}
