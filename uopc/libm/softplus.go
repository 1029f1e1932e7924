package libm

import "math"

// softplus is log(1+e^x) = max(x,0) + log1p(y) with y = e^-|x|. As 1 < 1+y <= 2, it is 2^k * (1+f)
// with k = 0 or 1, and f is y or (y-1)/2.

// softplusF32 clamps where the result is certain to be 0, or x; NaN comes back by the sum. y is a
// quotient, and s = f/(2+f) one more: y/(2+y) or (y-1)/(3+y). They make one division. log2(e) is
// multiplied as expF32 does it, for the same hard case.
func softplusF32(x V) V {
	p := powerOf(x.Min(x.Neg()).Max(-104).F64().Mul(3.0).Mul(math.Log2E/3), cothShort)
	over, under := p.over(), p.under()
	far := over.Gt(under.Mul(math.Sqrt2 - 1))
	s := over.Sub(far.Where(under, 0.0))
	s = s.Div(under.Mul(far.Where(under.Con(3.0), 2.0)).Add(over))
	z := s.Mul(s)
	base := x.Con(0).Max(x).F64().Add(far.Where(s.Con(math.Ln2), 0.0))
	return base.Add(s.Mul(z).Mul(z.pairs(atanhPoly...)).Add(s.Add(s))).F32()
}

// softplusF64 keeps y by itself, the most of the result for a negative x.
func softplusF64(x V) V {
	p, _, k := expCore(x.Min(x.Neg()).Max(-746))
	y := scale(p, k)
	far := y.Gt(math.Sqrt2 - 1)
	f := far.Where(y.Sub(1).Mul(0.5), y)
	h, r, _ := logRest(f)
	base := far.Where(x.Con(ln2High), 0)
	tail := far.Where(x.Con(ln2Low), 0).Add(r)
	return x.Con(0).Max(x).Add(base.Sub(h.Sub(tail).Sub(f)))
}
