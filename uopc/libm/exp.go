package libm

import "math"

var expFuncs = []Func{
	one("Exp", expF32, expF64),
}

// ln 2 in two parts. The first has 42 bits, so that its product with an integer of 11 bits is exact.
const (
	ln2High = 0x1.62e42fefa38p-1
	ln2Low  = 0x1.ef35793c7673p-45
)

// expPoly has the coefficients of r^2, r^3 ... in e^r for |r| <= ln2/2: fpminimax of Sollya, with a
// relative error of 2^-60.
var expPoly = []float64{
	0x1.ffffffffffffcp-2, 0x1.555555555555bp-3, 0x1.555555555616dp-5, 0x1.111111110eda8p-7,
	0x1.6c16c168e83d9p-10, 0x1.a01a01b31975cp-13, 0x1.a01a0dc66c9d2p-16, 0x1.71ddf0efa9f13p-19,
	0x1.27cf6267edabap-22, 0x1.af6ab654f0fc6p-26, 0x1.3c2de859191d1p-29,
}

// expCore gives e^x = p * 2^n for an f64 |x| < 2^10: p is near 1, and n comes as a float and as the
// integer that Round gives. x = n*ln2 + r by Cody and Waite's method.
func expCore(x V) (p, n, k V) {
	n, k = x.Mul(math.Log2E).Round()
	r := x.Sub(n.Mul(ln2High)).Sub(n.Mul(ln2Low))
	q := r.Mul(r).Mul(r.Estrin(expPoly...))
	return r.Add(q).Add(1), n, k
}

// expCore2 gives e^(hi+lo) = p * 2^n for |hi| < 2^10 and lo some 2^-50 of hi or less, with a relative
// error near 2^-53. The sum 1 + r is kept whole by Fast2Sum, and what was lost of r goes with lo.
func expCore2(hi, lo V) (p, n, k V) {
	n, k = hi.Mul(math.Log2E).Round()
	t, u := hi.Sub(n.Mul(ln2High)), n.Mul(ln2Low)
	r := t.Sub(u)
	c := t.Sub(r).Sub(u).Add(lo)
	q := r.Mul(r).Mul(r.Estrin(expPoly...))
	s := r.Add(1)
	low := s.Con(1.0).Sub(s).Add(r).Add(c.Mul(s))
	return s.Add(low.Add(q)), n, k
}

// expF32 clamps where the result is certain to be 0 or infinity; a NaN passes.
func expF32(x V) V {
	z := x.Con(-104.0).Max(x) // MAX gives its second operand for a NaN
	z = z.Con(89.0).Min(z)
	p, _, k := expCore(z.F64())
	return p.Bits().Add(k.Shl(52)).AsF64().F32()
}

// expF64 scales in two steps, since 2^k alone may be out of range; only the last product rounds,
// and only when the result is subnormal.
func expF64(x V) V {
	z := x.Con(-746.0).Max(x)
	z = z.Con(710.0).Min(z)
	p, n, _ := expCore(z)
	return scale(p, n)
}

// scale gives p * 2^n for a whole number n, -2044 <= n <= 2046.
func scale(p, n V) V {
	h, half := n.Mul(0.5).Round()
	_, rest := n.Sub(h).Round()
	return p.Mul(half.Pow2()).Mul(rest.Pow2())
}
