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

// roundEven gives the nearest whole number, and the even one of two as near: adding 1.5 * 2^52 (or
// 2^23) rounds to it. Larger numbers are whole, and for those that go to zero TRUNC has the sign.
func roundEven(x V) V {
	m, limit := x.byWidth(0x1.8p23, magic), x.byWidth(0x1p22, 0x1p51)
	r := x.Add(m).Sub(m)
	return x.magnitude().Lt(limit).And(r.Ne(0)).Where(r, x.Trunc())
}

// copySign gives |x| with the sign of y. All NaN are one value, whose sign bit is 0: a NaN for x
// gives NaN, and one for y gives |x|.
func copySign(x, y V) V { return x.Abs().WithSign(y.Sign()) }

func isInf(x V) V { return x.magnitude().Eq(inf) }

// Mod is C's fmod, x - n*y with n = trunc(x/y), which is a float and exact. It is long division
// with signed remainders. A step multiplies the remainder r by 2^k, and subtracts q*y with q the
// whole number nearest to the product of r and a rounded 1/y. As q is not quite the nearest to r/y,
// |r| may come out a little above y/2, which does no harm: the next q makes up for it. The
// differences are exact, since the operands are multiples of the last place of y and the result is
// not above y. At the end y is added to a negative r, so that 0 <= r < y.

// modF32 divides in f64. x and y differ by 2^277 at most, and q and y have 29 and 24 bits, whose
// product is exact. So eight steps and the first, which takes what is left (46 bits less those
// that a subnormal y lacks), will do; whoever is smaller waits with q = 0.
func modF32(x, y V) V {
	const bits, steps = 0x1p29, 8
	a, b := x.magnitude().F64(), y.magnitude().F64()
	b = b.Con(0x1p200).Min(b) // an infinity is as good, and a NaN stays
	inverse := b.Con(1).Div(b)
	r := a.Mul(0x1p-232)
	q, _ := r.Mul(inverse).Round()
	r = r.Sub(q.Mul(b))
	next := inverse.Mul(bits)
	for range steps {
		q, _ = r.Mul(next).Round()
		r = r.Mul(bits).Sub(q.Mul(b))
	}
	r = r.Lt(0).Where(r.Add(b), r).F32()
	return x.Lt(0).Where(r.Neg(), r) // a zero has the sign of x from the start
}

// modF64 divides the mantissas 1 <= m < 2, with the difference n of the exponents, 0 <= n <= 2098,
// for the number of bits. There are always 41 steps of 50 bits: r starts at x's mantissa times
// 2^(n-2050), and waits with q = 0 until its turn comes. That may be below the range of f64: then
// n < 1050, and the first 21 steps multiply by 1.
func modF64(x, y V) V {
	a, b := x.Abs(), y.magnitude()
	ma, ea := a.mantissa()
	mb, eb := b.mantissa()
	n := ea.Sub(eb)
	far := n.Gt(1049.5)
	_, start := n.Sub(far.Where(n.Con(2050), 1000.0)).Round()
	d := divisorOf(mb)
	r := d.step(ma.Mul(start.Pow2()), mb.Con(1))
	factor := far.Where(mb.Con(0x1p50), 1.0)
	for range 21 {
		r = d.step(r, factor)
	}
	for range 20 {
		r = d.step(r, mb.Con(0x1p50))
	}
	r = scale(r.Lt(0).Where(r.Add(mb), r), eb)
	r = n.Lt(0).Where(a, r).Add(a.Sub(a)) // NaN for an infinity
	r = b.Gt(0).Where(r, nan)             // and for y = 0 or NaN
	return r.WithSign(x.Sign())
}

// mantissa gives m and e with x = m * 2^e, 1 <= m < 2, for finite x > 0. For zero e is less than
// that of any number, and for an infinity it is greater.
func (x V) mantissa() (m, e V) {
	const one, fraction = 0x3ff << 52, 1<<52 - 1
	small := x.Lt(0x1p-1022)
	b := x.Mul(small.Where(x.Con(0x1p54), 1.0)).Bits()
	m = b.And(uint64(fraction)).Or(uint64(one)).AsF64()
	// An integer below 2^52 under the exponent of 2^52 is 2^52 and that integer.
	e = b.Shr(52).Or(uint64(0x433) << 52).AsF64()
	return m, e.Sub(small.Where(x.Con(0x1p52+1023+54), 0x1p52+1023))
}

// divisor is a mantissa, in two parts of 26 bits and a sign, and its inverse.
type divisor struct{ high, low, inverse V }

func divisorOf(m V) divisor {
	h, l := m.split()
	return divisor{h, l, m.Con(1).Div(m)}
}

// split gives x in two parts of 26 bits at most, by the method of Veltkamp and Dekker.
func (x V) split() (high, low V) {
	c := x.Mul(0x1p27 + 1)
	high = c.Sub(c.Sub(x))
	return high, x.Sub(high)
}

// step gives r*factor - q*y. q has 51 bits at most, and is taken in two parts as well, of which the
// first has a multiple of 2^24: the four products are exact, and so are the differences in this
// order, where the numbers lose as much above as they gain below.
func (d divisor) step(r, factor V) V {
	const coarse = magic * 0x1p24
	t := r.Mul(d.inverse.Mul(factor))
	q, _ := t.Round()
	qh := t.Add(coarse).Sub(coarse)
	ql := q.Sub(qh)
	return r.Mul(factor).Sub(qh.Mul(d.high)).Sub(ql.Mul(d.high)).Sub(qh.Mul(d.low)).Sub(ql.Mul(d.low))
}
