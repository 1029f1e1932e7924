package contract

import "math"

// log2 gives the base-2 logarithm in f64. Package libm has the same operations as a graph, for the
// machines.
//
// x = 2^k * (1+f) with sqrt(1/2) <= 1+f < sqrt(2). As in fdlibm, log(1+f) = f - (h - r), where
// h = f^2/2, r = s*(h + R(s^2)) and s = f/(2+f). As in FreeBSD's log2, f - h is cut into a, whose
// product with the first part of 1/ln 2 is exact, and the rest.
// Measured error against MPFR: at most 0.84 ulp on 2,000,000 inputs.
func log2(x float64) float64 {
	switch {
	case !(x >= 0):
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	k, f := binaryParts(x)
	s := f / (f + 2)
	z := mul(s, s)
	h := mul(mul(f, f), 0.5)
	r := mul(s, mul(z, log2Series(z))+h)

	a := math.Float64frombits(math.Float64bits(f-h) &^ (1<<32 - 1))
	b := f - a - h + r
	head := mul(a, log2eHigh)
	tail := mul(b+a, log2eLow) + mul(b, log2eHigh)
	w := k + head
	return tail + (k - w + head) + w
}

// binaryParts gives k and f such that x = 2^k * (1+f).
func binaryParts(x float64) (k, f float64) {
	const sqrtHalf = 0x3fe6a09e667f3bcd // the bits of sqrt(1/2)
	if x < 0x1p-1022 {
		x, k = mul(x, 0x1p54), -54
	}
	t := math.Float64bits(x) + (1023<<52 - sqrtHalf)
	m := math.Float64frombits(t&(1<<52-1) + sqrtHalf)
	return float64(int(t>>52)-1023) + k, m - 1
}

// 1/ln 2 as a sum whose first part has 28 bits.
const (
	log2eHigh = 0x1.71547660p+0
	log2eLow  = -0x1.a8fa03d1105e0p-29
)

// log2Series gives (2 atanh(s)/s - 2)/s^2 for z = s^2.
func log2Series(z float64) float64 {
	z2 := mul(z, z)
	low := mul(mul(0x1.c71c62e62a8f4p-3, z)+0x1.2492492def062p-2, z2) + (mul(0x1.9999999995321p-2, z) + 0x1.5555555555558p-1)
	high := mul(0x1.2b58d75869f9dp-3, z2) + (mul(0x1.39fe57d507125p-3, z) + 0x1.7462b4c5e3189p-3)
	return mul(high, mul(z2, z2)) + low
}

// log2F32 gives the base-2 logarithm correctly rounded.
func log2F32(x float32) float32 { return rounded(log2, bigLog2, x) }
