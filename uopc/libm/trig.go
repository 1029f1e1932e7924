package libm

import "github.com/uopc/uopc/uopc/uop"

var trigFuncs = []Func{
	one("Sin", sinF32, sinF64),
	one("Cos", cosF32, cosF64),
	one("Tan", tanF32, tanF64),
}

// Sin gives the sine of a scalar x of dtype f32 or f64: what the op SIN stands for, bit for bit.
func Sin(x *uop.UOp) *uop.UOp {
	if x.DType() == uop.F32 {
		return sinF32(V{x}).u
	}
	return sinF64(V{x}).u
}

// sinPi has the coefficients of f, f^3 ... f^17 in sin(pi*f) for |f| <= 1/2 + 2^-9: the first is pi
// rounded, the others fpminimax of Sollya, with a relative error of 2^-54 that is mostly pi's
// rounding. The last bits, like the parts of 1/pi, are such that the few inputs in doubt come out
// right.
var sinPi = [9]float64{
	0x1.921fb54442d18p+1, -0x1.4abbce625be0fp+2, 0x1.466bc67757d75p+1, -0x1.32d2cce4c1863p-1,
	0x1.507833d6a9331p-4, -0x1.e306f1814f13ep-8, 0x1.e8d847ed2bac1p-12, -0x1.6b566df6de7adp-16,
	0x1.19b4e72701586p-21,
}

// sinPiTerms gives sin(pi*f)/f as the sum of two polynomials in f^2, without the first coefficient.
func sinPiTerms(f V) (odd, even V) {
	c := sinPi
	z := f.Mul(f)
	q := z.Mul(z)
	return z.Mul(q.Poly(c[1], c[3], c[5], c[7])), q.Mul(q.Poly(c[2], c[4], c[6], c[8]))
}

// flip changes the sign of an f32 if the integer that Round gave is odd.
func (x V) flip(k V) V { return x.WithSign(k.to(uop.U32).Shl(31)) }

// sinF32: x = (k + f)*pi with |f| <= 1/2, and sin x is sin(pi*f), but for the sign. One polynomial
// serves the whole of it, so that nothing need be selected.
func sinF32(x V) V {
	p := halfTurns(x.F64())
	k, bits := p[0].Add(p[1]).Round()
	f := less(p, k)
	odd, even := sinPiTerms(f)
	return f.Mul(odd.Add(even).Add(sinPi[0])).F32().flip(bits)
}

// cosF32 is the sine a quarter turn further. The sum's order differs from that in sinF32 because
// the inputs in doubt do.
func cosF32(x V) V {
	p := halfTurns(x.F64())
	k, bits := p[0].Add(p[1]).Add(0.5).Round()
	f := less(p, k.Sub(0.5))
	odd, even := sinPiTerms(f)
	return f.Mul(even.Add(sinPi[0]).Add(odd)).F32().flip(bits)
}

// tan(pi*f) = f * N(f^2) / D(f^2) for |f| <= 1/4 + 2^-9, with a relative error of 2^-52.3. The first
// coefficients are pi rounded and 1, the others come from interpolation in Chebyshev's points.
var (
	tanNum = [4]float64{0x1.921fb54442d18p+1, -0x1.fd09cb007b896p+1, 0x1.b739b0579e378p-1, -0x1.7110b5d66947cp-6}
	tanDen = [4]float64{1, -0x1.239148a79ed8ap+2, 0x1.22f0f988a7fafp+1, -0x1.99ad063b7ca51p-3}
)

// tanF32: x = (k + f)*pi with k a multiple of 1/2 and |f| <= 1/4. Where k is not whole, the result is
// -1/tan(pi*f).
func tanF32(x V) V {
	p := halfTurns(x.F64())
	k := p[0].Add(p[1]).Add(magic / 2).Sub(magic / 2)
	whole, _ := k.Round()
	half := k.Ne(whole)
	f := less(p, k)
	z := f.Mul(f)
	n, d := f.Mul(z.Poly(tanNum[:]...)), z.Poly(tanDen[:]...)
	return half.Where(d.Neg(), n).Div(half.Where(n, d)).F32()
}

// sinTail has the coefficients of r^3, r^5 ... in sin r, and cosTail those of r^4, r^6 ... in cos r,
// for |r| <= pi/4 + 2^-20: fpminimax of Sollya, with relative errors below 2^-60.
var (
	sinTail = [7]float64{
		-0x1.5555555555555p-3, 0x1.111111111101ep-7, -0x1.a01a019fe8844p-13, 0x1.71de3a1031278p-19,
		-0x1.ae63f7f221bedp-26, 0x1.60e5c00024acp-33, -0x1.8d49f2579d9f8p-41,
	}
	cosTail = [7]float64{
		0x1.5555555555555p-5, -0x1.6c16c16c16a32p-10, 0x1.a01a019fb7a86p-16, -0x1.27e4faeea9ba7p-22,
		0x1.1eecd59f57799p-29, -0x1.92a5b236c9d18p-37, 0x1.343bf3d3b97a2p-45,
	}
)

// sinOrCos gives sin(r+low), or where cos is true cos(r+low), for |r| <= pi/4 and a low of half an
// ulp of r. It adds the tail of the series last: r + (low + tail), or 1 - r^2/2 + (low + tail). In
// the latter r^2/2 is large enough for its rounding to show: the square of r's first half is exact.
func sinOrCos(cos, r, low V) V {
	z := r.Mul(r)
	q := z.Mul(z)
	var c [7]V
	for i := range c {
		c[i] = cos.Where(z.Con(cosTail[i]), sinTail[i])
	}
	even := c[6].Mul(q).Add(c[4]).Mul(q).Add(c[2]).Mul(q).Add(c[0])
	odd := c[5].Mul(q).Add(c[3]).Mul(q).Add(c[1])
	tail := cos.Where(z, r).Mul(z).Mul(odd.Mul(z).Add(even))

	a, b := r.split()
	h := a.Mul(a).Mul(0.5)
	w := z.Con(1).Sub(h)
	rest := b.Mul(r.Add(a)).Mul(0.5).Add(r.Mul(low))
	cosLow := z.Con(1).Sub(w).Sub(h).Sub(rest)
	sinLow := low.Sub(low.Mul(z.Mul(0.5)))
	return cos.Where(w, r).Add(cos.Where(cosLow, sinLow).Add(tail))
}

// tiny is where x^3/6 and x^3/3 are below an eighth of an ulp of x.
const tiny = 0x1p-27

// sinF64 has an error of at most 0.80 ulp, measured.
func sinF64(x V) V {
	a := x.magnitude()
	r, low, q := quadrant(a)
	s := sinOrCos(q.And(1).Ne(0), r, low)
	return a.Lt(tiny).Where(x, s.WithSign(x.Sign().Xor(q.And(2).Shl(62))))
}

// cosF64 has an error of at most 0.79 ulp, measured.
func cosF64(x V) V {
	r, low, q := quadrant(x.magnitude())
	q = q.Add(1)
	return sinOrCos(q.And(1).Ne(0), r, low).WithSign(q.And(2).Shl(62))
}

// tanTail has the coefficients of r^3, r^5 ... in tan r for |r| <= pi/4 + 2^-20: fpminimax of Sollya,
// with a relative error of 2^-58.
var tanTail = [15]float64{
	0x1.5555555555555p-2, 0x1.111111111114bp-3, 0x1.ba1ba1ba1eae4p-5, 0x1.664f488018d7fp-6,
	0x1.226e360ae345fp-7, 0x1.d6d3a2f51147fp-9, 0x1.7da72834980f6p-10, 0x1.3523add9f8084p-11,
	0x1.f96feaab96a1ap-13, 0x1.7bb3008795f45p-14, 0x1.ca2cea07e5f07p-15, -0x1.4949d9d8b8398p-17,
	0x1.2a1b99ad3e177p-15, -0x1.2b577f66bd03ep-16, 0x1.19359a21ad038p-17,
}

// tanF64 has an error of at most 1.36 ulp, measured.
func tanF64(x V) V {
	a := x.magnitude()
	r, low, q := quadrant(a)
	z := r.Mul(r)
	tail := r.Mul(z).Mul(z.Estrin(tanTail[:]...))
	t := r.Add(tail)
	t, low = r.fastTwoSum(tail.Add(low.Add(low.Mul(t.Mul(t))))) // the slope of tan is 1 + tan^2
	t = q.And(1).Ne(0).Where(inverse(t, low).Neg(), t)
	return a.Lt(tiny).Where(x, t.WithSign(x.Sign()))
}

// inverse gives 1/(t+low): the quotient and, from what is left, a correction.
func inverse(t, low V) V {
	v := t.Con(1).Div(t)
	a, b := v.split()
	c, d := t.split()
	left := t.Con(1).Sub(a.Mul(c)).Sub(a.Mul(d)).Sub(b.Mul(c)).Sub(b.Mul(d)).Sub(v.Mul(low))
	return v.Add(v.Mul(left))
}
