package libm

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

var expFuncs = []Func{
	one("Exp", expF32, expF64),
	one("Exp2", exp2F32, exp2F64),
	one("Expm1", expm1F32, expm1F64),
}

// Exp2 gives 2^x for a scalar of dtype f32 or f64, as the op EXP2 does, bit for bit.
func Exp2(x *uop.UOp) *uop.UOp {
	if x.DType() == uop.F32 {
		return exp2F32(V{x}).u
	}
	return exp2F64(V{x}).u
}

// power is 2^y as s * (R+r) / (R-r): s is 2^n for the integer n nearest to y, r = y - n, and
// R = r*coth(r*ln2/2) is even in r. Sums and quotients of powers so take one division, and
// terms that cancel do so before anything has been rounded.
type power struct{ r, R, s V }

// r*coth(r*ln2/2) as a polynomial in r^2, for |r| <= 1/2, by fpminimax of Sollya.
//
//	f = x*x/tanh(x*log(2)/2);
//	fpminimax(f, [|1,3,5,7,9|], [|D...|], [0x1p-40;0.5], absolute); // for f/x
//	fpminimax(f, [|1,3,5,7,9,11|], [|D...|], [0x1p-40;0.5], relative);
//
// The first gives 2^r to 2^-51.8; the second R itself to 2^-55.9, for where 2^y - 1 is wanted.
var (
	cothShort = []float64{
		0x1.71547652b8322p1, 0x1.d9303fea18fbap-4, -0x1.e50095e19a22cp-11, 0x1.63120d7b499fp-17,
		-0x1.0eb1c86f7a125p-23,
	}
	cothLong = []float64{
		0x1.71547652b82fep1, 0x1.d9303fea2f8b4p-4, -0x1.e50096de98041p-11, 0x1.6314502813ac8p-17,
		-0x1.10f4ba1545dc4p-23, 0x1.a53086074a5c7p-30,
	}
)

// magicPower is such that y + magicPower has n + 1023, the exponent field of 2^n, in its last bits.
const magicPower = magic + 1023

// powerOf gives 2^y for an f64 -1022 <= y <= 1023 that is no NaN.
func powerOf(y V, coth []float64) power {
	m := y.Add(magicPower)
	r := y.Sub(m.Sub(magicPower))
	return power{r, r.Mul(r).Poly(coth...), m.Bits().Shl(52).AsF64()}
}

// over and under give the two sides of the quotient: 2^y = over/under.
func (p power) over() V  { return p.R.Add(p.r).Mul(p.s) }
func (p power) under() V { return p.R.Sub(p.r) }

// less1 and plus1 give over - under and over + under. The first keeps its relative accuracy where
// s is 1, and the sign of r where r is zero.
func (p power) less1() V {
	return p.s.Add(1).Mul(p.r).Sub(p.s.Con(1.0).Sub(p.s).Mul(p.R))
}
func (p power) plus1() V {
	return p.s.Add(1).Mul(p.R).Sub(p.s.Con(1.0).Sub(p.s).Mul(p.r))
}

// clamp gives the f64 of an f32, with low for a NaN.
func clamp(x V, low, high float64) V { return x.Max(low).Min(high).F64() }

// orNaN gives y, and a NaN where x is one.
func (y V) orNaN(x V) V { return x.IsNaN().Where(x, y) }

// thrice gives x*log2(e) by way of 3x, which is exact for an f32 x. Its rounding errors are not those of
// x.Mul(math.Log2E), and suit the hardest cases of some functions.
func thrice(x V) V { return x.Mul(3.0).Mul(math.Log2E / 3) }

// expF32 and exp2F32 clamp where the result is certain to be 0 or infinity.
func expF32(x V) V {
	p := powerOf(thrice(clamp(x, -104, 89)), cothShort)
	return p.over().Div(p.under()).F32().orNaN(x)
}

// exp2F32 has one input whose value lies 2^-53.2 above the middle between two f32. Rounded to f64 it is
// that middle, so it takes an error on the right side to come out right, and none is at hand.
func exp2F32(x V) V {
	p := powerOf(clamp(x, -151, 129), cothShort)
	y := p.over().Div(p.under()).F32().orNaN(x)
	return x.Eq(0x1.853a6ep-9).Where(0x1.00870ap0, y)
}

// expm1F32 clamps where the result is certain to be -1 or infinity.
func expm1F32(x V) V {
	p := powerOf(clamp(x, -18, 89).Mul(math.Log2E), cothLong)
	return p.less1().Div(p.under()).F32().orNaN(x)
}

// ln 2 in two parts. The first has 42 bits, so that its product with an integer of 11 bits is exact.
const (
	ln2High = 0x1.62e42fefa38p-1
	ln2Low  = 0x1.ef35793c7673p-45
)

// reduce gives x = n*ln2 + r + c for an f64 |x| < 2^10, by Cody and Waite's method: c is what rounding
// took from r. The integer nearest to x/ln2 comes as a float n and as the integer that Round gives.
func reduce(x V) (r, c, n, k V) {
	n, k = x.Mul(math.Log2E).Round()
	t, u := x.Sub(n.Mul(ln2High)), n.Mul(ln2Low)
	r = t.Sub(u)
	return r, t.Sub(r).Sub(u), n, k
}

// expEven has r*coth(r/2) - 2 over r^2 as a polynomial in r^2, for |r| <= ln2/2; e^r has a relative
// error of 2^-62 from it. By fpminimax of Sollya:
//
//	fpminimax((x/tanh(x/2)-2)*x, [|3,5,7,9,11|], [|D...|], [0x1p-40;0.3466], absolute);
var expEven = []float64{
	0x1.555555555552dp-3, -0x1.6c16c16bd9e5cp-9, 0x1.1566aac044bep-14, -0x1.bbd3aa2a269c6p-20,
	0x1.6348bfb6fbbd7p-25,
}

// bend gives e^r - 1 - r = r*w / (2-w) with w = r + 2 - r*coth(r/2), as fdlibm does. It is
// small beside r, and so are its rounding errors.
func bend(r V) V {
	z := r.Mul(r)
	w := r.Sub(z.Poly(expEven...).Mul(z))
	return r.Mul(w).Div(r.Con(2.0).Sub(w))
}

// growth gives e^(r+c): the sum 1 + r is kept whole by Fast2Sum.
func growth(r, c V) V {
	s := r.Add(1)
	low := s.Con(1.0).Sub(s).Add(r)
	return s.Add(bend(r).Add(c.Mul(s)).Add(low))
}

// expCore gives e^x = p * 2^n for an f64 |x| < 2^10: p is near 1, with an error below 1 ulp; n comes as
// reduce gives it.
func expCore(x V) (p, n, k V) {
	r, _, n, k := reduce(x)
	return r.Add(bend(r)).Add(1), n, k
}

// factors gives 2^n as a product of two powers, for -2046 <= n <= 2049, since 2^n alone may be out of range;
// k is the integer that Round gives. Of two products with them only the last one rounds,
// and only when the result is subnormal.
func factors(k V) (s, t V) {
	e := k.Add(2046)
	h := e.Shr(1)
	return h.Shl(52).AsF64(), e.Sub(h).Shl(52).AsF64()
}

func scale(p, k V) V {
	s, t := factors(k)
	return p.Mul(s).Mul(t)
}

// expF64 has an error of at most 0.62 ulp, and of 0.76 where the result is subnormal, measured.
func expF64(x V) V {
	r, c, _, k := reduce(x.Max(-746).Min(710))
	return scale(growth(r, c), k).orNaN(x)
}

// exp2F64 is what package contract does for EXP2; its error is at most 0.85 ulp, measured.
func exp2F64(x V) V {
	z := x.Max(-1076).Min(1025)
	n, k := z.Round()
	r := z.Sub(n).Mul(math.Ln2)
	s := r.Add(1)
	low := s.Con(1.0).Sub(s).Add(r)
	return scale(s.Add(bend(r).Add(low)), k).orNaN(x)
}

// expm1F64 has 2^n*(1+r+q) - 1 = (2^n-1) + 2^n*r + 2^n*q, halved as 2^n alone may be out of range.
// The error is at most 1.2 ulp, measured.
func expm1F64(x V) V {
	r, c, _, k := reduce(x.Max(-40).Min(710))
	s := k.Add(1022).Shl(52).AsF64()
	a, b := s.Sub(0.5), s.Mul(r)
	h := a.Add(b)
	low := a.Sub(h).Add(b)
	y := h.Add(bend(r).Add(c).Mul(s).Add(low))
	return y.Add(y).unlessSmall(x)
}

// unlessSmall gives y, and x where |x| is so small that a function next to x rounds to x. That holds
// the sign of a zero, and a NaN.
func (y V) unlessSmall(x V) V { return x.Abs().Gt(0x1p-60).Where(y, x) }
