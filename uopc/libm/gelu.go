package libm

import "math"

// geluF32 is relu(x) - |x|*h, h = erfc(|x|/sqrt 2)/2, for either sign. h is kept just below
// 1/2, so that a subnormal x/2 half-way between two floats goes up, as x/2 + x^2/sqrt(2*pi) does.
func geluF32(x V) V {
	a := x.Con(15.0).Min(x.Max(x.Neg())).F64() // 0 for -0
	h := quotient(a, expMinus(a.Mul(a), 0.5), geluNum, geluDen).Min(0x1.ffffffffffffep-2)
	return x.relu().F64().Sub(a.Mul(h)).F32()
}

// relu is x for x >= 0 and for a NaN, and -0 for x < 0.
func (x V) relu() V { return x.Con(math.Copysign(0, -1)).Max(x) }

// geluF64 is as geluF32. |x|*h is (3/8+s)*a/(a+3/4), and a/(a+3/4) = 1 - (3/4)/(a+3/4) is the more
// accurate for a large a, where an error of a+3/4 is harmless. The last product may make it
// subnormal, and nothing before it. Measured: 2.9 ulp, for x from -4 to -1.3.
func geluF64(x V) V {
	a := x.Con(39.0).Min(x.magnitude())
	large := a.Gt(1.5)
	den, lost := tailDen(a, 0.75)
	num, pow2 := tail{h: 0.5, c: 5.5, at0: 0.375, poly: geluPoly}.on(a, large.Where(0.0, lost.Div(den)))
	h := large.Where(-0.75, a).Mul(num.Div(den)).Add(large.Where(num, 0.0))
	return x.relu().Sub(h.Mul(pow2).Mul(math.Ldexp(1, -erfcUp)))
}

// e^(a^2/2)*erfc(a/sqrt 2)/2 for a <= 14.5: 2^-52.5; as in erf.go.
var geluNum = []float64{
	0x1.1d66105b84e0bp+15, 0x1.8800fa3b77cc8p+15, 0x1.0b22d677c792dp+15, 0x1.c95c882d76d41p+13,
	0x1.09c15873b6c97p+12, 0x1.ab5cef9a62278p+9, 0x1.d09ed92f53d2ep+6, 0x1.39e8d654f332fp+3,
	0x1.9884534aa4ab9p-2,
}

var geluDen = []float64{
	0x1.1d66105b84e0bp+16, 0x1.35dc08fd67992p+17, 0x1.3573536980d9cp+17, 0x1.76328ca8ba4bfp+16,
	0x1.2ef6b7771831bp+15, 0x1.561c5a56a16fap+13, 0x1.0ee23dfb46806p+11, 0x1.24285fb80ea84p+8,
	0x1.896d5fcff7c1ap+4, 0x1p+0,
}

// ((a+3/4)*h(a) - 3/8)/w in w-1/2, w = a/(a+5.5), a <= 39, h as above: 2^-57.8 of (a+3/4)*h(a).
var geluPoly = []float64{
	0x1.08c5e12b0bbf5p-3, -0x1.eacb50b07c4bp-2, 0x1.06af73109962ep+0, -0x1.b0451599b95e5p+0,
	0x1.221bd65c90cb7p+1, -0x1.401f25c50e1f6p+1, 0x1.1bebe2eba4772p+1, -0x1.79e6c8079eda7p+0,
	0x1.2b5b2175f40fcp-1, 0x1.157a74b8eb23fp-4, -0x1.19473d2e8189bp-2, 0x1.21f571eec39cfp-3,
	0x1.74200a4f953b5p-5, -0x1.6949c59a2f491p-4, 0x1.b2094d0c041f3p-7, 0x1.532cc51fe4698p-5,
	-0x1.33e303d0b0918p-6, -0x1.3b5ae61828362p-6, 0x1.b4d258ad6e512p-7, 0x1.48433b9e4a991p-7,
	-0x1.88923fcb5154p-8, -0x1.3b6177fc955cp-8,
}
