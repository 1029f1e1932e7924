package libm

import "math"

var activationFuncs = []Func{
	one("Sigmoid", sigmoidF32, sigmoidF64),
	one("Silu", siluF32, siluF64),
	one("Mish", mishF32, mishF64),
	one("GeluTanh", geluTanhF32, geluTanhF64),
}

// sigmoidF32 has under / (under + over) of e^-x. Near zero it is 1/2 + x/4 - x^3/48, where the first two
// terms often make a tie between two f32; so the exponent is moved towards zero by its own rounding error.
func sigmoidF32(x V) V {
	z := clamp(x, -104, 18)
	pull := z.Bits().And(uint64(1) << 63).Or(math.Float64bits(0x1.4p-51)).AsF64()
	p := powerOf(pull.Sub(thrice(z)), cothShort)
	b := p.under()
	return b.Div(p.over().Add(b)).F32().orNaN(x)
}

// cothSwish is cothShort with its first coefficient three places up, which rounds hard cases of Silu, Mish and
// GeluTanh well.
var cothSwish = append([]float64{0x1.71547652b8325p1}, cothShort[1:]...)

// swish gives x / (1 + 2^-y) for y of the sign of x. For the least x this is x/2 + x^2*c with c > 0, where
// x/2 may be a tie; 2^-178, which is lost in larger numbers, decides that.
func swish(x, y V) V {
	p := powerOf(y.Neg(), cothSwish)
	b := p.under()
	return x.Mul(b).Div(p.over().Add(b)).Add(0x1p-178)
}

// unlessZero gives y, and x where that is a zero or a NaN.
func (y V) unlessZero(x V) V { return x.Abs().Gt(0).Where(y, x) }

// by21 gives x*log2(e) as thrice does, with other rounding errors.
func by21(x V) V { return x.Mul(math.Log2E / 21).Mul(21.0) }

// siluF32 is -0 below -109. At -2^-24 its value is next to a tie that no order of evaluation gets right.
func siluF32(x V) V {
	w := x.Max(-110)
	y := by21(w.Min(18).F64())
	s := x.Ne(-0x1p-24).Where(swish(w.F64(), y).F32(), -0x1p-25)
	return s.unlessZero(x)
}

// geluTanhF32 has (1 + tanh u)/2 = 1 / (1 + e^-2u).
func geluTanhF32(x V) V {
	w := x.Max(-11)
	z := w.Min(11).F64()
	y := z.Mul(z).Mul(geluCube).Add(geluLine).Mul(z)
	return swish(w.F64(), y).F32().unlessZero(x)
}

// 2*sqrt(2/pi)*log2(e), and that times 0.044715.
const (
	geluLine = 0x1.26aec21bce759p+1
	geluCube = 0x1.a5a7cf7572a98p-4
)

// mishF32 has tanh(log(1+e)) = w/(w+2) for w = e^2 + 2e, times the square of under.
func mishF32(x V) V {
	w := x.Max(-110)
	p := powerOf(by21(w.Min(40).F64()), cothSwish)
	a, b := p.over(), p.under()
	n := a.Add(b.Add(b)).Mul(a)
	return w.F64().Mul(n).Div(b.Mul(b).Mul(2.0).Add(n)).F32().orNaN(x)
}

// logistic gives w / (1 + e^-u), where -|u| = n*ln2 + r; k has n as reduce gives it. With R = 2 + e and
// e^-|u| = 2^n*(R+r)/(R-r) let y = (R+r) / (R-r + 2^n*(R+r)): that is w*2^n*y for u < 0, and
// w*(1 - 2^n*y) otherwise. What rounding took from the two sides of the quotient y comes back by its
// derivatives, where R+r near 2 counts as 2.
func logistic(w, u, r, k V) V {
	s, t := factors(k)
	power := s.Mul(t) // or zero, where that makes no difference
	e := r.Mul(r)
	e = e.Poly(expEven...).Mul(e)
	over, a := addTo(r.Con(2.0), r.Add(e))
	under, b := addTo(r.Con(2.0), e.Sub(r).Add(over.Mul(power)))
	y := over.Div(under)
	b = b.Add(a.Mul(power))
	y = a.Sub(b.Mul(y)).Mul(y.Mul(0.5)).Add(y)
	neg := u.Lt(0)
	y = neg.Where(y, y.Con(1.0).Sub(y.Mul(power)))
	return y.Mul(neg.Where(s, 1.0)).Mul(w).Mul(neg.Where(t, 1.0))
}

// sigmoidF64 has an error of at most 1.4 ulp, siluF64 of 2.5, geluTanhF64 of 2.5, mishF64 of 2.8, measured.
func sigmoidF64(x V) V {
	z := x.Max(-760).Min(760)
	r, _, _, k := reduce(z.Abs().Neg())
	return logistic(z.Con(1.0), z, r, k).orNaN(x)
}

func siluF64(x V) V {
	z := x.Max(-760)
	r, _, _, k := reduce(z.Abs().Min(760).Neg())
	return logistic(z, z, r, k).orNaN(x)
}

func geluTanhF64(x V) V {
	z := x.Max(-30)
	u, lo := geluArg(z.Abs().Min(30).Neg())
	r, c, _, k := reduce(u.Max(-760))
	return logistic(z, z, r.Add(c.Add(lo)), k).orNaN(x)
}

// mishF64 has tanh(log(1+e)) = 1 - 2/d for e = e^x and d = e^2 + 2e + 2, which is e*(1 - (e^2+e)/d). The
// second is for x < -0.3, where e = p*2^n, and 2^n comes last. What rounding took from d comes back, most
// of all where it counts, near x = 0.
func mishF64(x V) V {
	z := x.Max(-760)
	r, c, _, k := reduce(z.Min(40))
	p := growth(r, c)
	s, t := factors(k)
	e := p.Mul(s).Mul(t)
	sq, neg := e.Mul(e), z.Lt(-0.3)
	d, low := addTo(e.Con(2.0), e.Add(e))
	d, more := addTo(d, sq)
	y := neg.Where(sq.Add(e), 2.0).Div(d)
	y = y.Sub(low.Add(more).Mul(y.Mul(y).Mul(0.5)))
	y = y.Con(1.0).Sub(y).Mul(neg.Where(p, 1.0))
	return y.Mul(neg.Where(s, 1.0)).Mul(z).Mul(neg.Where(t, 1.0)).orNaN(x)
}

// half26 gives x with its last 27 bits cleared, so that products of two such are exact.
func (x V) half26() V { return x.Bits().And(^uint64(1<<27 - 1)).AsF64() }

// 2*sqrt(2/pi) and that times 0.044715, in two parts: the first of geluB has 26 bits.
const (
	geluA, geluALow = 0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54
	geluB, geluBLow = 0x1.2444f28000000p-4, 0x1.26c5a57a4def1p-31
)

// geluArg gives u = x*(A + B*x^2) in two parts, for |x| <= 30; Dekker's products with halves.
func geluArg(x V) (hi, lo V) {
	xh := x.half26()
	xl := x.Sub(xh)
	top, rest := xh.Mul(xh), x.Add(xh).Mul(xl)
	zh := top.Add(rest).half26()
	zl := top.Sub(zh).Add(rest)

	b := zh.Mul(geluB)
	v := b.Add(geluA)
	part := v.Sub(geluA)
	low := v.Con(geluA).Sub(v.Sub(part)).Add(b.Sub(part)) // 2Sum of Knuth
	low = zl.Mul(geluB + geluBLow).Add(zh.Mul(geluBLow)).Add(geluALow).Add(low)

	f := v.Add(low)
	fh := f.half26()
	fl := v.Sub(fh).Add(low)
	top, rest = xh.Mul(fh), xh.Mul(fl).Add(xl.Mul(f))
	hi = top.Add(rest)
	return hi, top.Sub(hi).Add(rest)
}
