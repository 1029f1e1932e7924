package libm

import "github.com/uopc/uopc/uopc/uop"

var roundFuncs = []Func{
	one("Floor", floor, floor),
	one("Ceil", ceil, ceil),
	one("Round", round, round),
	one("RoundEven", roundEven, roundEven),
	one("Trunc", V.Trunc, V.Trunc),
	two("Mod", modF32, modF64),
	two("CopySign", copySign, copySign),
	test("IsNaN", V.IsNaN),
	test("IsInf", isInf),
}

// test makes a Func with a bool for its result.
func test(name string, f func(x V) V) Func {
	t := one(name, f, f)
	t.Bool = true
	return t
}

// byWidth gives the first constant for f32 and the second for f64.
func (x V) byWidth(f32, f64 float64) float64 {
	if x.u.DType() == uop.F32 {
		return f32
	}
	return f64
}

// magnitude gives |x| in two operations, except that a zero keeps its sign. MAX of two zeros is the
// second.
func (x V) magnitude() V { return x.Neg().Max(x) }

// floor and ceil: TRUNC goes toward zero, which is the wrong way for one sign. Zeros come from TRUNC
// alone, and keep their sign.
func floor(x V) V {
	t := x.Trunc()
	return x.Lt(t).Where(t.Sub(1), t)
}

func ceil(x V) V {
	t := x.Trunc()
	return x.Gt(t).Where(t.Add(1), t)
}

// round gives the nearest whole number, and the one further from zero of two as near. It truncates
// x plus or minus the largest number below 1/2, which no sum with a smaller fraction carries to
// the next whole number, while 1/2 itself rounds up to it. A small x adds itself, with its sign.
func round(x V) V {
	below := x.byWidth(0x1.fffffep-2, 0x1.fffffffffffffp-2)
	return x.Max(-below).Min(below).Add(x).Trunc()
}

// roundEven gives the nearest whole number, and the even one of two as near: adding 2^52 (or 2^23)
// with the sign of x rounds to it. From there on numbers are whole, and for those that go to zero
// TRUNC has the sign.
func roundEven(x V) V {
	unit := x.byWidth(0x1p23, 0x1p52)
	m := x.Lt(0).Where(x.Con(-unit), unit)
	r := x.Add(m).Sub(m)
	return x.magnitude().Lt(unit).And(r.Ne(0)).Where(r, x.Trunc())
}

// copySign gives |x| with the sign of y. All NaN are one value, whose sign bit is 0: a NaN for x
// gives NaN, and one for y gives |x|.
func copySign(x, y V) V { return x.Abs().WithSign(y.Sign()) }

func isInf(x V) V { return x.magnitude().Eq(inf) }

// Mod is C's fmod, x - n*y with n = trunc(x/y), which is a float and exact. Remainders are signed:
// q is the whole number nearest to the product of r and a rounded 1/y, and r - q*y is exact, for
// the operands are multiples of the last place of y and the result is little above y/2 (q is not
// quite the nearest to r/y, which does no harm: the next q makes up for it). At the end y is added
// to a negative r, so that 0 <= r < y.

// modF32 is long division, in f64. x and y differ by 2^277 at most; q and y have 29 and 24 bits,
// whose product is exact. So eight steps and the first, which takes what is left (46 bits less
// those that a subnormal y lacks), will do; a smaller x waits with q = 0.
func modF32(x, y V) V {
	const bits, steps = 0x1p29, 8
	a, b := x.magnitude().F64(), y.magnitude().F64()
	b = b.Con(0x1p200).Min(b) // an infinity is as good, and a NaN stays
	inverse := b.Con(1).Div(b)
	once, _ := a.Mul(inverse).Round()
	usual := a.Lt(b.Mul(0x1p28)) // then one step will do
	r := a.Mul(0x1p-232)
	q, _ := r.Mul(inverse).Round()
	r = r.Sub(q.Mul(b))
	next := inverse.Mul(bits)
	for range steps {
		q, _ = r.Mul(next).Round()
		r = r.Mul(bits).Sub(q.Mul(b))
	}
	r = usual.Where(a.Sub(once.Mul(b)), r)
	r = r.Lt(0).Where(r.Add(b), r).F32()
	return x.Lt(0).Where(r.Neg(), r) // a zero has the sign of x from the start
}

// modF64 would need 42 steps of 50 bits. It takes the power of two apart instead: x = a * 2^n in
// units of the last place of y = b, with n = 32*g + k, is a * (2^g)^32 * 2^k, and every product is
// reduced modulo b.
func modF64(x, y V) V {
	u, v := x.Abs(), y.magnitude()
	usual := u.Lt(v.Mul(0x1p20)).And(v.Lt(0x1p900)).And(v.Gt(0x1p-900))
	aBits, ea := u.mantissa()
	bBits, eb := v.mantissa()
	a, b := aBits.AsF64(), bBits.AsF64()
	n := ea.Sub(eb)
	g, gBits := n.Mul(1.0 / 32).Sub(31.0 / 64).Round()
	_, k := n.Sub(g.Mul(32)).Round()
	m := modulusOf(bBits)
	r := m.reduce(gBits.Pow2(), nil)
	for range 5 {
		r = m.reduce(product(r, r))
	}
	r = m.reduce(product(r, a.Sub(b))) // a-b is as good as a, and smaller
	r = m.reduce(r.Mul(k.Pow2()), nil)
	r = shifted(r.Lt(0).Where(r.Add(b), r), eb)
	r = n.Lt(0).Where(u, r).Add(u.Sub(u)) // NaN for an infinity
	r = v.Gt(0).Where(r, nan)             // and for y = 0 or NaN
	return usual.Where(oneStep(u, v), r).WithSign(x.Sign())
}

// oneStep gives the remainder for u < 2^20 * v. The products of q with the halves of v have no more
// than 46 bits. For u >= v all are multiples of v's last place, and the differences below 2^53 of
// those, so they are exact.
func oneStep(u, v V) V {
	q, _ := u.Div(v).Round()
	high, low := v.split()
	r := u.Sub(q.Mul(high)).Sub(q.Mul(low))
	return u.Lt(v).Where(u, r.Lt(0).Where(r.Add(v), r))
}

// mantissa gives the bits of m, and e, with x = m * 2^e, 2^52 <= m < 2^53, for finite x > 0. For
// zero e is less than that of any number, and for an infinity it is greater.
func (x V) mantissa() (m, e V) {
	const unit, fraction = uint64(0x433) << 52, uint64(1)<<52 - 1
	small := x.Lt(0x1p-1022)
	b := x.Mul(small.Where(x.Con(0x1p54), 1.0)).Bits()
	m = b.And(fraction).Or(unit)
	e = b.Shr(52).Or(unit).AsF64() // 2^52 and the biased exponent
	return m, e.Sub(small.Where(x.Con(0x1p52+1075+54), 0x1p52+1075))
}

// shifted gives x * 2^n, exact if it is a float, for a whole number n, -2044 <= n <= 2046: half of
// it twice, since 2^n alone may be out of range.
func shifted(x, n V) V {
	h, half := n.Mul(0.5).Round()
	_, rest := n.Sub(h).Round()
	return x.Mul(half.Pow2()).Mul(rest.Pow2())
}

// split gives x in two parts of 26 bits, the second with a sign, by the method of Veltkamp and
// Dekker.
func (x V) split() (high, low V) {
	c := x.Mul(0x1p27 + 1)
	high = c.Sub(c.Sub(x))
	return high, x.Sub(high)
}

// product gives x*y as a sum, exactly (Dekker).
func product(x, y V) (high V, low *V) {
	p := x.Mul(y)
	xh, xl := x.split()
	yh, yl := y.split()
	l := xh.Mul(yh).Sub(p).Add(xh.Mul(yl).Add(xl.Mul(yh))).Add(xl.Mul(yl))
	return p, &l
}

// modulus is a whole number b, 2^52 <= b < 2^53, in two parts of 26 and 27 bits, and its inverse.
// Neither part is negative: with a first part rounded up to 2^53, the first difference of reduce
// might need 54 bits.
type modulus struct{ high, low, inverse V }

func modulusOf(bits V) modulus {
	b, high := bits.AsF64(), bits.And(^(uint64(1)<<27 - 1)).AsF64()
	return modulus{high, b.Sub(high), b.Con(1).Div(b)}
}

// reduce gives r = p + low modulo b, |r| < (1/2 + 2^-25)*b, for whole numbers |p| < (2^51 + 2^28)*b and
// |low|, at most half the last place of p. The quotient is taken in two parts: qh, 26 bits with a
// multiple of 2^26, and q. So the products are exact, and so are the differences:
//
//	p - qh*high            below 2^78 and a multiple of 2^25, or below 2^53 times the last place of p
//	p - qh*b               as well, for |p/b - qh| is about 2^25 at most
//	p - qh*b - q*high      below 2^54, and below 2^53 if odd
//	low - q*low            below 2^53
func (m modulus) reduce(p V, low *V) V {
	const coarse = magic * 0x1p26
	qh := p.Mul(m.inverse).Add(coarse).Sub(coarse)
	p = p.Sub(qh.Mul(m.high)).Sub(qh.Mul(m.low))
	if low == nil {
		q, _ := p.Mul(m.inverse).Round()
		return p.Sub(q.Mul(m.high)).Sub(q.Mul(m.low))
	}
	q, _ := p.Add(*low).Mul(m.inverse).Round()
	return p.Sub(q.Mul(m.high)).Add(low.Sub(q.Mul(m.low)))
}
