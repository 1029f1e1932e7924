package libm

var rootFuncs = []Func{
	one("Cbrt", cbrtF32, cbrtF64),
	one("Rsqrt", rsqrtF32, rsqrtF64),
	two("Hypot", hypotF32, hypotF64),
}

// cbrtPoly is (1-e)^(-2/3) for |e| < 0.1059 with a relative error of 2^-17: fpminimax of Sollya.
var cbrtPoly = []float64{0x1.ffff0ep-1, 0x1.5553b2p-1, 0x1.1f1178p-1, 0x1.ff4796p-2}

// cbrtCore gives the cube root of a normal f64 a > 0, with an error of 0.501 ulp.
//
// A third of the exponent and of the fraction, taken as one integer, gives y near 1/cbrt(a): |e| <
// 0.1059 for e = 1 - a*y^3. Then cbrt(a) = a*y^2 * (1-e)^(-2/3). That is rounded to 17 bits, z, so
// that z^3 is exact, and a - z^3 with it; and cbrt(a) = z * (1+d)^(1/3) with d = (a-z^3)/z^3, which
// is below 2^-14, by its series.
func cbrtCore(a V) V {
	// The high word h makes the float 2^52 + h. Two more float operations make the high word of y,
	// 0x553ef000 - h/3, and leave it in the low bits. A NaN may have any y: as MAX gives a number,
	// no test for a NaN's pattern is needed.
	h := a.Max(0.0).Bits().Shr(32).Or(uint64(0x433) << 52).AsF64()
	y := h.Mul(-1.0 / 3).Add(0x1.55555aa944555p+52).Bits().Shl(32).AsF64()
	w := a.Mul(y).Mul(y)
	z := w.Con(1).Sub(w.Mul(y)).Poly(cbrtPoly...).Mul(w)
	c := z.Mul(0x1p36 + 1) // Veltkamp's splitting
	z = c.Sub(c.Sub(z))
	cube := z.Mul(z).Mul(z)
	d := a.Sub(cube).Div(cube)
	return d.Poly(1.0/3, -1.0/9, 5.0/81).Mul(d).Mul(z).Add(z)
}

// oddRoot gives the cube root r of |x| the sign of x. Zeros and infinities, which are their own
// roots, are those numbers that are their own double.
func oddRoot(x, r V) V {
	return x.Add(x).Eq(x).Where(x, x.Lt(0).Where(r.Neg(), r))
}

func cbrtF32(x V) V { return oddRoot(x, cbrtCore(x.magnitude().F64()).F32()) }

func cbrtF64(x V) V {
	a := x.magnitude()
	small := a.Lt(0x1p-1022)
	r := cbrtCore(a.Mul(small.Where(a.Con(0x1p54), 1.0)))
	return oddRoot(x, r.Mul(small.Where(a.Con(0x1p-18), 1.0)))
}

// rsqrtF32 computes y in f32, where roots and quotients are several times as fast as in f64, and
// corrects it: with e = 1 - x*y^2, which is below 2^-22, 1/sqrt(x) = y * (1-e)^(-1/2), of whose
// series two terms leave 2^-67. At zeros, infinities, NaN and below 0, y is the result.
func rsqrtF32(x V) V {
	y := x.Con(1).Div(x.Sqrt())
	w := y.F64()
	e := w.Con(1).Sub(w.Mul(w).Mul(x.F64()))
	r := e.Poly(0.5, 0.375).Mul(e).Mul(w).Add(w)
	return x.Gt(0).And(x.Lt(inf)).Where(r.F32(), y)
}

// rsqrtF64 takes the root of the inverse, which has a smaller error than the inverse of the root:
// the root halves that of the quotient, and the sum is below 0.86 ulp. x is scaled, so that 1/x is normal. 1/-0 is an infinity,
// which stays.
func rsqrtF64(x V) V {
	x = x.Con(-1).Max(x) // for -inf, whose inverse is -0
	low := x.Lt(1)
	q := x.Con(1).Div(x.Mul(low.Where(x.Con(0x1p100), 0x1p-100)))
	r := q.Sqrt().Mul(low.Where(x.Con(0x1p50), 0x1p-50))
	return q.Eq(-inf).Where(q, r)
}

// hypotF32: the squares are exact, and their sum and its root have errors of 2^-53 and less. An
// infinity prevails over a NaN.
func hypotF32(x, y V) V {
	a, b := x.F64(), y.F64()
	return anyInf(x, y).Where(x.Con(inf), a.Mul(a).Add(b.Mul(b)).Sqrt().F32())
}

func anyInf(x, y V) V { return x.magnitude().Eq(inf).Or(y.magnitude().Eq(inf)) }

// hypotF64 scales by a power of two, so that the square of the greater number is in range; if
// the lesser is lost in that, it does not matter. The squares and their sum have two parts, and the
// error is below 0.86 ulp, or below 0.93 ulp for a subnormal result, which rounds once more.
func hypotF64(x, y V) V {
	a, b := x.magnitude(), y.magnitude()
	a, b = a.Max(b), b.Min(a) // both second operands, if there is a NaN
	large, small := a.Gt(0x1p500), a.Lt(0x1p-450)
	to := large.Where(a.Con(0x1p-600), small.Where(a.Con(0x1p600), 1.0))
	from := large.Where(a.Con(0x1p600), small.Where(a.Con(0x1p-600), 1.0))
	a2, aLow := a.Mul(to).square()
	b2, bLow := b.Mul(to).square()
	s := a2.Add(b2)
	low := b2.Sub(s.Sub(a2)).Add(aLow.Add(bLow))
	return anyInf(x, y).Where(x.Con(inf), s.Add(low).Sqrt().Mul(from))
}

// square gives x^2 as a sum: the square of the high part, and the rest, rounded.
func (x V) square() (high, low V) {
	h, l := x.split()
	return h.Mul(h), x.Add(h).Mul(l)
}
