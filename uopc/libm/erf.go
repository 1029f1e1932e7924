package libm

import "math"

var erfFuncs = []Func{
	one("Erf", erfF32, erfF64),
	one("Erfc", erfcF32, erfcF64),
	one("Gelu", geluF32, geluF64),
}

// erfF32 is x*R(x^2), R a quotient of two polynomials with positive coefficients only: nothing
// cancels. From 3.92 on the result rounds to 1.
func erfF32(x V) V {
	z := x.Con(-erfEnd).Max(x) // MAX gives its second operand for a NaN
	z = z.Con(erfEnd).Min(z)
	y := z.F64()
	u := y.Mul(y)
	return y.Mul(u.Estrin(erfNum...)).Div(u.Estrin(erfDen...)).F32()
}

// erfF64 has two formulas of one shape: x + x*p(x^2-1) up to 1.3125, and 1 - p(x-1)^16 above. The
// root of degree 16 of erfc is smooth enough for a polynomial (Hastings' idea), and its error, which
// grows sixteenfold, is one of erfc, that is to say small beside 1. Measured: 1.7 ulp.
func erfF64(x V) V {
	a := x.Con(6.0).Min(x.magnitude())
	near := a.Lt(1.3125)
	p := either(near, near.Where(a.Mul(a), a).Sub(1), erfNear, erfFar)
	p2 := p.Mul(p)
	p4 := p2.Mul(p2)
	p8 := p4.Mul(p4)
	far := p8.Mul(p8).Neg()
	y := near.Where(a, 1.0).Add(near.Where(a.Mul(p), far))
	return x.Lt(0.0).Where(y.Neg(), y)
}

// either evaluates p or q, of the same length, whose coefficients it selects. Pairs of terms make a
// polynomial in x^2, pairs of those one in x^4; from there on it goes by Horner's rule. So it does
// for the first two terms, which make the error.
func either(first, x V, p, q []float64) V {
	terms := make([]V, len(p))
	for i := range p {
		terms[i] = first.Where(p[i], x.Con(q[i]))
	}
	c0, c1, terms := terms[0], terms[1], terms[2:]
	v := x
	for range 2 {
		var next []V
		for i := 0; i < len(terms); i += 2 {
			next = append(next, terms[i])
			if i+1 < len(terms) {
				next[i/2] = terms[i+1].Mul(v).Add(terms[i])
			}
		}
		terms, v = next, v.Mul(v)
	}
	sum := terms[len(terms)-1]
	for i := len(terms) - 2; i >= 0; i-- {
		sum = sum.Mul(v).Add(terms[i])
	}
	return sum.Mul(x).Add(c1).Mul(x).Add(c0)
}

// erfcF32 is e^(-x^2)*R(|x|) and 2 less that for a negative x. Both factors are quotients, so that
// one division serves them.
func erfcF32(x V) V {
	y := x.Con(10.0625).Min(x.magnitude()).F64()
	e := quotient(y, expMinus(y.Mul(y), 1), erfcNum, erfcDen)
	return x.F64().Lt(0.0).Where(e.Con(2.0).Sub(e), e).F32()
}

// fraction is num/den * pow2.
type fraction struct{ num, den, pow2 V }

// quotient multiplies a fraction by num(y)/den(y).
func quotient(y V, f fraction, num, den []float64) V {
	return f.num.Mul(y.Estrin(num...)).Mul(f.pow2).Div(f.den.Mul(y.Estrin(den...)))
}

// expMinus gives e^(-h*z) for an f64 z >= 0 of at most 48 bits, h*z < 700, h a power of 2. With
// h*z = -n*ln2 + s, e^-s = (1-T)/(1+T) for T = tanh(s/2), and tanh(s/2) = s*a(s^2)/b(s^2). All is
// done with r = s/h, for h only scales the constants.
func expMinus(z V, h float64) fraction {
	const bias = magic + 1023
	m := z.Mul(-math.Log2E * h).Add(bias)
	n := m.Sub(bias)
	r := z.Add(n.Mul(ln2High / h)).Add(n.Mul(ln2Low / h))
	t := r.Mul(r)
	odd := r.Mul(t.Poly(powers(tanhNum, h, h*h)...))
	even := t.Poly(powers(tanhDen, 1, h*h)...)
	return fraction{even.Sub(odd), even.Add(odd), m.Bits().Shl(52).AsF64()}
}

// powers scales the coefficients of p: first*p(ratio*x).
func powers(p []float64, first, ratio float64) []float64 {
	q := make([]float64, len(p))
	for i, c := range p {
		q[i] = c * first
		first *= ratio
	}
	return q
}

// erfcUp is the scale of an f64 result before its last operation, which may make it subnormal.
const erfcUp = 1000

// erfcF64 has (y+d)*erfcx(y), which is near d, as d+s; see tail. Measured: 2.3 ulp, near x = 0.5.
func erfcF64(x V) V {
	y := x.Con(27.5).Min(x.magnitude())
	den, lost := tailDen(y, 0.625)
	num, pow2 := tail{h: 1, c: 4.25, at0: 0.625, poly: erfcPoly}.on(y, lost.Div(den))
	e := num.Div(den).Mul(pow2).Mul(math.Ldexp(1, -erfcUp))
	return x.Lt(0.0).Where(e.Con(2.0).Sub(e), e)
}

// tailDen gives y+d and what its rounding lost, for y >= 0 and a d with few bits.
func tailDen(y V, d float64) (sum, lost V) {
	sum = y.Add(d)
	return sum, y.Sub(sum.Sub(d))
}

// tail is a function e^(-h*y^2)*g(y) for y >= 0, where (y+d)*g(y) = at0 + s and s is
// w*poly(w-1/2), w = y/(y+c): w maps all y to 0 <= w < 1, g is smooth in w (Shepherd and
// Laframboise, 1981), and s is accurate for a small y.
type tail struct {
	h, c, at0 float64
	poly      []float64
}

// on gives num*pow2, which is the function of y, times y+d, times 2^erfcUp, and times e^-small: a
// relative error known from elsewhere is cured there.
func (f tail) on(y, small V) (num, pow2 V) {
	q, pow2 := expm1Minus(y, f.h, small)
	w := y.Div(y.Add(f.c))
	s := w.Mul(w.Sub(0.5).Estrin(f.poly...))
	return s.Add(q.Mul(s.Add(f.at0))).Add(f.at0), pow2
}

// expm1Minus gives q and pow2 with e^(-h*y^2-small) = (1+q) * pow2 * 2^-erfcUp, for 0 <= y < 64. y
// is cut in two: the square of the first part, of 26 bits, is exact. Then with s = -h*y^2 + n*ln2,
// q = s + s*c/(2-c), c = s - s^2*p(s^2), as in fdlibm; r is s/h, which only scales the constants.
func expm1Minus(y V, h float64, small V) (q, pow2 V) {
	const cut, bias = 0x1.8p32, magic + 1023 + erfcUp
	high := y.Add(cut).Sub(cut)
	square, rest := high.Mul(high), y.Sub(high).Mul(y.Add(high))
	m := square.Mul(-math.Log2E * h).Add(bias)
	n := m.Sub(bias)
	low := n.Mul(ln2Low / h).Add(rest).Add(small.Mul(1 / h))
	r := n.Mul(-ln2High / h).Sub(square).Sub(low)
	t := r.Mul(r)
	c := r.Sub(t.Mul(t.Poly(powers(expm1Poly, h, h*h)...)))
	q = r.Add(r.Mul(c).Div(c.Neg().Add(2 / h)))
	return q.Mul(h), m.Bits().Shl(52).AsF64()
}

// The coefficients are those of best approximations, by Remez's exchange in 113 bits, rounded; each
// comment has the relative error before rounding, and the interval.

// erfEnd: from here on erf rounds to 1 in f32.
const erfEnd = 3.9375

// erf(sqrt u)/sqrt u for u <= erfEnd^2: 2^-54.3.
var erfNum = []float64{
	0x1.85587f9f55534p+41, 0x1.18be21a5a16cdp+39, 0x1.53f2282e0f547p+37, 0x1.f51ce958efd58p+33,
	0x1.e305ede20bf0dp+30, 0x1.aa5dcd83a834fp+26, 0x1.9f573e1b3dc62p+22, 0x1.972b9b612c558p+17,
	0x1.6b7ed8679ed41p+12, 0x1.30641c25257a9p+5,
}

var erfDen = []float64{
	0x1.590c73b1074b6p+41, 0x1.626eec90e882dp+40, 0x1.5b2c6624e7394p+38, 0x1.ac6c30d649a36p+35,
	0x1.7207967e967adp+32, 0x1.d4da3b6637ce7p+28, 0x1.b9fad92f17604p+24, 0x1.311d44bd216ddp+20,
	0x1.218bf4075b9e5p+15, 0x1.371c6e344e538p+9, 0x1p+0,
}

// e^(x^2)*erfc(x) for 0 <= x <= 10.07: 2^-52.6.
var erfcNum = []float64{
	0x1.97983ec62d427p+11, 0x1.8b6af5ad93989p+12, 0x1.7cb3a5ec1ce79p+12, 0x1.cc6e9b999db29p+11,
	0x1.79f662e5b3ef3p+10, 0x1.ad4b397e4bcb7p+8, 0x1.4999f99c91ca2p+6, 0x1.3a776677141aap+3,
	0x1.20dd750e627cfp-1,
}

var erfcDen = []float64{
	0x1.97983ec62d426p+11, 0x1.38b072ade02fbp+13, 0x1.b948c388d8d33p+13, 0x1.79021d9d7cd7fp+13,
	0x1.af4860977185fp+12, 0x1.5806a29aef793p+11, 0x1.80ce6c4753a54p+9, 0x1.251a07ca07343p+7,
	0x1.16b048143eab4p+4, 0x1p+0,
}

// tanh(sqrt(t)/2)/sqrt t for t <= (ln2/2)^2: 2^-57.5, which makes 2^-59 of e^s.
var tanhNum = []float64{
	0x1.f8273327cbf02p+8, 0x1.c01665f9661ap+3, 0x1.10f13e04036cbp-5,
}

var tanhDen = []float64{
	0x1.f8273327cbf02p+9, 0x1.c01fbb98e172fp+6, 0x1p+0,
}

// (s*coth(s/2)-2)/t, t = s^2 <= (ln2/2)^2: 2^-60 of s*coth(s/2).
var expm1Poly = []float64{
	0x1.555555555553ep-3, -0x1.6c16c16beb8cfp-9, 0x1.1566aaf14de8p-14, -0x1.bbd4196008bb7p-20,
	0x1.637527f82ee8fp-25,
}

// erf(a)/a - 1 in a^2-1 for a <= 1.3125, by fpminimax of Sollya: an absolute error of 2^-58.2.
var erfNear = []float64{
	-0x1.4226162fbddd5p-3, -0x1.b5db0451254fp-3, 0x1.cf6d2bc57869ap-5, -0x1.9b3c1054f1f91p-7,
	0x1.31cd0cec03b6bp-9, -0x1.84227ca7b870bp-12, 0x1.ac2511a231d92p-15, -0x1.a0dfbf3c7358fp-18,
	0x1.6aecc355e0a01p-21, -0x1.1d8a02b814202p-24, 0x1.99b307236eab4p-28, -0x1.0dfdbfb657327p-31,
	0x1.48ce9bce814cdp-35, -0x1.7d738d707a55dp-39, 0x1.932dd99477463p-43,
}

// erfc(a)^(1/16) in a-1 for 1.3125 <= a <= 6, each coefficient rounded before the next is found: an
// absolute error of erfc of 2^-55.7.
var erfFar = []float64{
	0x1.c81b062e5037fp-1, -0x1.2ce974f6d79ap-3, -0x1.1d48a7845124fp-5, 0x1.38180a17a343fp-8,
	0x1.9a888c4a9d055p-10, -0x1.27435aa34152dp-12, -0x1.98fda7533c7dcp-17, 0x1.e391c1ccaeddbp-18,
	-0x1.d883cd0042cbdp-20, 0x1.3c767cf3e258ap-21, -0x1.492e90bbb8d86p-23, 0x1.cce27fd751fcdp-26,
	-0x1.b4f8bc6a0ddadp-29, 0x1.055389b58732p-32, -0x1.2b6e1bf4be7f9p-37,
}

// ((x+5/8)*erfcx(x) - 5/8)/w in w-1/2, w = x/(x+4.25), x <= 27.5: 2^-57.9 of (x+5/8)*erfcx(x).
var erfcPoly = []float64{
	0x1.6c435dda3e521p-7, -0x1.b0251462d8aa3p-2, 0x1.28008c2078e81p+0, -0x1.197d39e65040cp+1,
	0x1.afd943762fb93p+1, -0x1.159b7ebb0d08bp+2, 0x1.2c571fe4eaf75p+2, -0x1.0c7f617d387a8p+2,
	0x1.7911ec244e5cp+1, -0x1.67f9c830b9f6dp+0, 0x1.59735d0b35fd2p-3, 0x1.938eedbe29125p-2,
	-0x1.5bf03f5796b3p-2, 0x1.787430561b3cp-5, 0x1.00a1b4d244744p-3, -0x1.57ef0c2216575p-4,
	-0x1.8ec34d97f36bap-6, 0x1.a81d666a5f534p-5, -0x1.960b31a99da9fp-9, -0x1.a3f192991431ep-6,
	0x1.15ecac1e39d6dp-8, 0x1.2d1ef3405e53ap-7,
}
