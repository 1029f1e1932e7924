package libm

import "math"

var hyperFuncs = []Func{
	one("Sinh", sinhF32, sinhF64),
	one("Cosh", coshF32, coshF64),
	one("Tanh", tanhF32, tanhF64),
}

// cothSinh is cothLong with its first coefficient one place up, which rounds the hard case
// 0x1.250bfep-11 of Sinh well.
var cothSinh = append([]float64{0x1.71547652b82ffp1}, cothLong[1:]...)

// With e^x = over/under, sinh x = (over-under)(over+under) / (2 over under).
func sinhF32(x V) V {
	p := powerOf(thrice(clamp(x, -90, 90)), cothSinh)
	d := p.over().Mul(p.under())
	return p.less1().Mul(p.plus1()).Div(d.Add(d)).F32().orNaN(x)
}

func coshF32(x V) V {
	p := powerOf(clamp(x, -90, 90).Mul(math.Log2E), cothShort)
	a, b := p.over(), p.under()
	d := a.Mul(b)
	return a.Mul(a).Add(b.Mul(b)).Div(d.Add(d)).F32().orNaN(x)
}

// tanhF32 has tanh x = (e^2x - 1) / (e^2x + 1), and is 1 from some 9 on.
func tanhF32(x V) V {
	p := powerOf(clamp(x, -10, 10).Mul(2*math.Log2E), cothLong)
	return p.less1().Div(p.plus1()).F32().orNaN(x)
}

// halves gives sinh r and cosh r - 1 for |r| <= ln2/2, with one division: with R = r*coth(r/2) = 2 + e
// they are 2rR/D and 2r^2/D for D = R^2 - r^2. The part of sinh r beyond r stands apart.
func halves(r V) (bend, cosh1 V) {
	z := r.Mul(r)
	e := z.Poly(expEven...).Mul(z)
	d := z.Con(4.0).Sub(z.Sub(e.Add(4).Mul(e)))
	inv := d.Con(1.0).Div(d)
	return z.Sub(e.Add(2).Mul(e)).Mul(r).Mul(inv), z.Add(z).Mul(inv)
}

// hyperF64 gives sinh |x| = s + (s*(cosh r - 1) + c*sinh r) and cosh x = c + (c*(cosh r - 1) + s*sinh r),
// where |x| = n*ln2 + r, and s and c are sinh and cosh of n*ln2. All is halved until the end, as 2^n may
// be out of range. The error of both is at most 1.9 ulp, measured.
func hyperF64(x V) (sinh, cosh V) {
	r, lost, n, k := reduce(x.Abs().Min(710.8))
	h := k.Add(1021).Shl(52).AsF64()
	t := n.Con(magic + 1021.0).Sub(n.Min(1000)).Bits().Shl(52).AsF64()
	s, c := h.Sub(t), h.Add(t)
	bend, cosh1 := halves(r)
	sr := r.Add(bend.Add(lost))
	sinh = s.Add(s.Mul(cosh1).Add(c.Mul(sr)))
	cosh = c.Add(c.Mul(cosh1).Add(s.Mul(sr)))
	return sinh.Add(sinh), cosh.Add(cosh)
}

func sinhF64(x V) V {
	y, _ := hyperF64(x)
	return y.WithSign(x.Sign()).unlessSmall(x)
}

func coshF64(x V) V {
	_, y := hyperF64(x)
	return y.orNaN(x)
}

// tanhF64 has the quotient of tanhF32 for |x|, with R = 2 + e and what is whole in it added last. What
// those sums lost comes back, over a denominator near 2(s+1) for s = 1, 2, 4. From 5/4 ln2 on it is
// 1 - 2/(e^2x+1), where the quotient is small. The error is at most 2.3 ulp, measured.
func tanhF64(x V) V {
	z := x.Abs().Min(20)
	r, c, _, k := reduce(z.Add(z))
	s := k.Add(1023).Shl(52).AsF64()
	e := r.Mul(r)
	e = e.Poly(expEven...).Mul(e)
	plus, minus := s.Add(1), s.Sub(1)
	num, nlow := addTo(minus.Add(minus), plus.Mul(r).Add(minus.Mul(e).Add(plus.Mul(c))))
	den, dlow := addTo(plus.Add(plus), plus.Mul(e).Add(minus.Mul(r)))
	big := s.Gt(4)
	under := r.Sub(e).Sub(2)
	y := big.Where(under.Add(under), num).Div(den)
	back := nlow.Sub(dlow.Mul(y)).Mul(s.Mul(-1.0 / 12).Add(1.0 / 3).Max(0.1))
	return y.Add(big.Where(1.0, back)).WithSign(x.Sign()).unlessSmall(x)
}

// addTo gives whole + part and what rounding took from it, for |whole| >= |part|, or whole = 0: Fast2Sum.
func addTo(whole, part V) (sum, low V) {
	sum = part.Add(whole)
	return sum, part.Sub(sum.Sub(whole))
}
