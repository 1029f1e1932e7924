package contract

import (
	"math"
	"math/bits"
)

// sin gives the sine of x radians in f64, for arguments of any size.
// Measured error against math/big: at most 0.73 ulp on 600,000 inputs.
func sin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= math.MaxFloat64):
		return math.NaN()
	case a < 0x1p-27: // x^3/6 is below an eighth of an ulp; keeps -0.0
		return x
	case a <= math.Pi/4:
		return sinKernel(x, 0)
	}
	q, y, yl := quadrant(a)
	s := sinKernel(y, yl)
	if q&1 != 0 {
		s = cosKernel(y, yl)
	}
	if (q&2 != 0) != (x < 0) {
		s = -s
	}
	return s
}

// quadrant reduces x >= 1/2 by Payne and Hanek's method: x = q*pi/2 + (y+yl), q modulo 4 and
// |y| at most a little over pi/4.
//
// x = m * 2^e with m an integer. In m * 2^e * (2/pi) the bits of 2/pi before number e-2 give
// multiples of 4, and those after the next 192 less than 2^-137. An f64 comes no nearer to a
// multiple of pi/2 than some 2^-61, so that leaves more than 70 good bits.
func quadrant(x float64) (q uint64, y, yl float64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	start := int(b>>52) - 1075 - 2 + 64 // the table starts with 64 zeros
	w := twoOverPi[start/64 : start/64+4]
	sh := uint(start % 64)
	w2 := w[0]<<sh | w[1]>>(64-sh)
	w1 := w[1]<<sh | w[2]>>(64-sh)
	w0 := w[2]<<sh | w[3]>>(64-sh)

	// f2:f1:f0 = the low 192 bits of m * w2:w1:w0, two of them before the point.
	h0, f0 := bits.Mul64(m, w0)
	h1, f1 := bits.Mul64(m, w1)
	f1, carry := bits.Add64(f1, h0, 0)
	f2 := m*w2 + h1 + carry
	q = f2 >> 62
	f2, f1, f0 = f2<<2|f1>>62, f1<<2|f0>>62, f0<<2

	sign := 1.0
	if f2>>63 != 0 { // nearer to the next quadrant, from below
		q, sign = q+1, -1
		var borrow uint64
		f0, borrow = bits.Sub64(0, f0, 0)
		f1, borrow = bits.Sub64(0, f1, borrow)
		f2, _ = bits.Sub64(0, f2, borrow)
	}
	y, yl = timesHalfPi(f2, f1, f0)
	return q & 3, sign * y, sign * yl
}

// pi/2 as a sum whose first part has 25 bits.
const (
	halfPiHigh = 0x1.921fb5p+0
	halfPiLow  = math.Pi/2 - halfPiHigh
)

// timesHalfPi multiplies the fraction 0.f2:f1:f0 by pi/2.
func timesHalfPi(f2, f1, f0 uint64) (y, yl float64) {
	n := 0
	if f2 == 0 {
		n, f2, f1, f0 = 64, f1, f0, 0
	}
	z := bits.LeadingZeros64(f2)
	n += z
	f2, f1 = f2<<z|f1>>(64-z), f1<<z|f0>>(64-z)

	// The first 53 bits, and the next 53.
	h := mul(float64(f2>>11), 0x1p-53)
	l := mul(float64((f2<<53|f1>>11)>>11), 0x1p-106)

	ha, hb := split(h)
	p := mul(ha, halfPiHigh)
	pl := mul(hb, halfPiHigh) + mul(h, halfPiLow) + mul(l, math.Pi/2)
	y = p + pl
	yl = pl - (y - p)
	scale := pow2(-n)
	return mul(y, scale), mul(yl, scale)
}

// sinPoly has the Taylor coefficients of y^3, y^5 ... y^17.
var sinPoly = [...]float64{
	-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
	1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000,
}

// cosPoly has the Taylor coefficients of y^4, y^6 ... y^18.
var cosPoly = [...]float64{
	1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
	-1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000,
}

// sinKernel gives sin(y+yl) for |y| <= pi/4 and a yl of at most half an ulp of y.
func sinKernel(y, yl float64) float64 {
	z := mul(y, y)
	p := mul(mul(y, z), horner(sinPoly[:], z))
	return y + (p + (yl - mul(yl, mul(z, 0.5))))
}

// cosKernel gives cos(y+yl) for the same arguments. y^2/2 is large enough beside the result
// for its rounding to show, so its leading half is exact and the rest is added last.
func cosKernel(y, yl float64) float64 {
	a, b := split(y)
	z := mul(y, y)
	h := mul(mul(a, a), 0.5)
	w := 1 - h
	rest := mul(mul(b, y+a), 0.5) + mul(y, yl)
	p := mul(mul(z, z), horner(cosPoly[:], z))
	return w + (((1 - w) - h) + (p - rest))
}

// sinF32 gives the sine correctly rounded.
func sinF32(x float32) float32 { return rounded(sin, bigSin, x) }
