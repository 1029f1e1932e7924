package libm

var arcFuncs = []Func{
	one("Asin", asinF32, asinF64),
	one("Acos", acosF32, acosF64),
	one("Atan", atanF32, atanF64),
	two("Atan2", atan2F32, atan2F64),
}

// pi/2 and pi/4, each in two parts. The first of pi/4 has 50 bits, and 3 times it is exact.
const (
	halfPi       = 0x1.921fb54442d18p+0
	halfPiLow    = 0x1.1a62633145c07p-54
	quarterPi    = halfPi / 2
	quarterPiLow = halfPiLow / 2
)

// asinPoly has the coefficients of z^0, z^1 ... in (asin(s)/s - 1)/z with z = s^2 for 0 <= z <= 1/4:
// fpminimax of Sollya, with an error of 2^-58 relative to asin(s).
var asinPoly = []float64{
	0x1.5555555555556p-3, 0x1.3333333332dcdp-4, 0x1.6db6db6e4397cp-5, 0x1.f1c71c14da081p-6,
	0x1.6e8bb2fe23bfcp-6, 0x1.1c4d1bf9bd31bp-6, 0x1.c9d1ced28269dp-7, 0x1.780cd7d25657dp-7,
	0x1.52df0e55dd0a8p-7, 0x1.60a471eded28bp-8, 0x1.205dfea3c2a4cp-6, -0x1.f07da2f8953f8p-7,
	0x1.da673b39ee935p-6,
}

// arc is what asin and acos have in common. For a = |x| <= 1/2, s = a; beyond that s =
// sqrt((1-a)/2), and asin(a) = pi/2 - 2*asin(s). In both cases asin(s) = s + rest.
type arc struct{ far, z, s, rest V }

func arcOf(a V) arc {
	far := a.Gt(0.5)
	z := far.Where(a.Con(1).Sub(a).Mul(0.5), a.Mul(a))
	s := far.Where(z.Sqrt(), a)
	return arc{far, z, s, z.Estrin(asinPoly...).Mul(z).Mul(s)}
}

// asinF32: a zero keeps its sign all the way.
func asinF32(x V) V {
	c := arcOf(x.magnitude().F64())
	p := c.s.Add(c.rest)
	r := c.far.Where(p.Con(halfPi).Sub(p.Add(p)), p).F32()
	return x.Lt(0).Where(r.Neg(), r)
}

// acosHalfPi is pi/2 and a bit more, which is what rounds all results for f32 rightly.
const acosHalfPi = 0x1.921fb54442d19p+0

// acosF32 gives 2*asin(s) for x > 1/2, pi less that for x < -1/2, and else pi/2 - asin(x).
func acosF32(x V) V {
	w := x.F64()
	c := arcOf(w.magnitude())
	base, factor := c.quadrant(w)
	return c.s.Add(c.rest).Mul(factor).Add(base.Mul(acosHalfPi)).F32()
}

// quadrant gives acos(x) = base * pi/2 + factor * asin(s).
func (c arc) quadrant(x V) (base, factor V) {
	negative := x.Lt(0)
	base = c.far.Where(negative.Where(x.Con(2), 0.0), 1.0)
	factor = c.far.Where(x.Con(2), -1.0)
	return base, negative.Where(factor.Neg(), factor)
}

// exact adds to rest what the root s has lost, (z - s^2)/2s: an idea of fdlibm. The tiny number
// is for s = 0. Where s is no root, -0 is added.
func (c arc) exact() arc {
	h, l := c.s.split()
	lost := c.z.Sub(h.Mul(h)).Sub(h.Add(h).Mul(l)).Sub(l.Mul(l))
	c.rest = c.rest.Add(lost.Div(c.far.Where(c.s.Add(c.s).Add(0x1p-200), -inf)))
	return c
}

// asinF64 and acosF64: no error above 0.72 ulp was seen.
func asinF64(x V) V {
	c := arcOf(x.magnitude()).exact()
	r := c.far.Where(compensated(x.Con(halfPi), c.s.Mul(-2.0), c.rest.Mul(-2.0).Add(halfPiLow)), c.s.Add(c.rest))
	return x.Lt(0).Where(r.Neg(), r)
}

func acosF64(x V) V {
	c := arcOf(x.magnitude()).exact()
	base, factor := c.quadrant(x)
	return compensated(base.Mul(halfPi), c.s.Mul(factor), c.rest.Mul(factor).Add(base.Mul(halfPiLow)))
}

// compensated gives a + b + low, with the rounding of a + b made good; |a| >= |b|, or a is 0.
func compensated(a, b, low V) V {
	s := a.Add(b)
	return b.Sub(s.Sub(a)).Add(low).Add(s)
}

// atanPoly has the coefficients of z^0, z^1 ... in (atan(t)/t - 1)/z with z = t^2 for |t| <= tan(1/2):
// fpminimax of Sollya, with an error of 2^-57 relative to atan(t).
var atanPoly = []float64{
	-0x1.5555555555555p-2, 0x1.9999999999581p-3, -0x1.249249245f247p-3, 0x1.c71c71a8a4374p-4,
	-0x1.745d1296c076ap-4, 0x1.3b13438f778eep-4, -0x1.110a9b1ae19bcp-4, 0x1.e15e62bc2df8ap-5,
	-0x1.ab898589fb515p-5, 0x1.7436f9ffc3699p-5, -0x1.2657afc2c7178p-5, 0x1.66ce3172d1e66p-6,
	-0x1.da57a459200aap-8,
}

// direction gives the angle of the point (b, a), a and b >= 0, as k * pi/4 + atan(num/den), with
// a quotient between -tan(pi/8) and tan(1/2). k comes less 2. It is 1 for angles from 1/2 on, and not
// from pi/8, where an ulp of the angle is half as large and the errors of num and den count double.
func direction(a, b V) (num, den, k V) {
	const low, high = 0x1.17b4f5bf3474ap-1, 0x1.3504f333f9de6p+1
	mid, up := a.Gt(b.Mul(low)), a.Gt(b.Mul(high))
	num = up.Where(b.Neg(), mid.Where(a.Sub(b), a))
	den = up.Where(a, mid.Where(a.Add(b), b))
	return num, den, up.Where(a.Con(0), mid.Where(a.Con(-1), -2.0))
}

// atanRest gives atan(t) - t.
func atanRest(t V) V {
	z := t.Mul(t)
	return z.Estrin(atanPoly...).Mul(z).Mul(t)
}

// atanOne is 1 less half an ulp, by which all results for f32 round rightly: the true values are on
// the other side of halfway than the best ones in f64.
const atanOne = 0x1.fffffffffffffp-1

func atanF32(x V) V {
	a := x.magnitude().F64()
	num, den, k := direction(a, a.Con(atanOne))
	t := num.Div(den)
	return likeSign(x, t.Add(atanRest(t)).Add(k.Add(2).Mul(quarterPi)).F32())
}

// atanF64: no error above 0.91 ulp was seen.
func atanF64(x V) V {
	a := x.magnitude()
	num, den, k := direction(a, a.Con(1))
	t, k := num.Div(den), k.Add(2)
	return likeSign(x, compensated(k.Mul(quarterPi), t, atanRest(t).Add(k.Mul(quarterPiLow))))
}

// likeSign gives 0 <= r <= |x| the sign of x: x is the least or the greatest of x, r and -r, and
// what is in the middle is wanted. Of equal numbers it is x, for the sign of zero, and for a NaN.
func likeSign(x, r V) V { return r.Neg().Max(r.Min(x)) }

// turned gives the quotient and the multiple of pi/4 for an x of either sign: pi less the angle
// for a negative one, even if it is -0.
func turned(x, num, den, k V) (t, base V) {
	sign := x.Sign().Or(x.Con(1).Bits()).bits(x.u.DType())
	den = den.Con(0x1p-1074).Max(den) // 0/0 comes to 0; a NaN stays
	return num.Div(den).Mul(sign), k.Mul(sign).Add(2)
}

// atan2F32 takes a number for infinity that no f32 can be compared to. x is made greater by an ulp of
// f64, as the angle is less than a quotient y/x that lies halfway between two floats.
func atan2F32(y, x V) V {
	v, w := y.magnitude().F64(), x.magnitude().F64().Mul(1+0x1p-52)
	v, w = v.Con(0x1p400).Min(v), w.Con(0x1p400).Min(w)
	num, den, k := direction(v, w)
	t, base := turned(x.F64(), num, den, k)
	return t.Add(atanRest(t)).Add(base.Mul(quarterPi)).F32().WithSign(y.Sign())
}

// atan2F64 scales large numbers down, so that their sum is in range, and others up, for the products
// in direction would round too much of a subnormal. Two infinities are as good as two ones.
func atan2F64(y, x V) V {
	v, w := y.magnitude(), x.magnitude()
	both := v.Eq(inf).And(w.Eq(inf))
	to := v.Max(w).Gt(0x1p900).Where(v.Con(0x1p-60), 0x1p60)
	num, den, k := direction(both.Where(v.Con(1), v.Mul(to)), both.Where(v.Con(1), w.Mul(to)))
	t, base := turned(x, num, den, k)
	r := compensated(base.Mul(quarterPi), t, atanRest(t).Add(base.Mul(quarterPiLow)))
	return r.WithSign(y.Sign())
}
