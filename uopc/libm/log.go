package libm

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

var logFuncs = []Func{
	one("Log", logF32, logF64),
	one("Log2", log2F32, log2F64),
	one("Log10", log10F32, log10F64),
	one("Log1p", log1pF32, log1pF64),
}

// sqrtHalf has the bits of sqrt(1/2), and bias52 is the f64 whose low bits hold a biased exponent
// of 0.
const (
	sqrtHalf = 0x3fe6a09e667f3bcd
	two52    = 0x4330000000000000
	bias52   = 0x1p52 + 1023
)

// mantissa gives a normal f64 x > 0 as 2^k * m with sqrt(1/2) <= m < sqrt(2). k is found in units
// of the last place of 2^52, since vectors of SSE4.2 do not convert 64-bit integers: it is the
// float e less bias52.
func mantissa(x V) (e, m V) {
	t := x.Bits().Add(uint64(1023<<52 - sqrtHalf))
	e = t.Shr(52).Or(uint64(two52)).AsF64()
	m = t.And(uint64(1<<52 - 1)).Add(uint64(sqrtHalf)).AsF64()
	return e, m
}

// normal gives k and f = m-1 for any f64 x > 0, subnormal or not.
func normal(x V) (k, f V) {
	x = x.Max(0x1p-1074)
	small := x.Lt(0x1p-1022)
	e, m := mantissa(small.Where(x.Mul(0x1p54), x))
	return e.Sub(small.Where(x.Con(bias52+54), bias52)), m.Sub(1)
}

// normalF32 does the same for an f32, all of which are normal in f64.
func normalF32(x V) (k, f V) {
	e, m := mantissa(x.Max(0x1p-149).F64())
	return e.Sub(bias52), m.Sub(1)
}

// logPoly has the coefficients of s^2, s^4 ... in 2 atanh(s)/s - 2 for |s| <= 0.1716: fpminimax of
// Sollya on Q = (2 atanh(sqrt z)/sqrt z - 2)/z, with a relative error of 2^-51 of Q, which is 2^-57
// of the logarithm.
var logPoly = []float64{
	0x1.5555555555558p-1, 0x1.9999999995321p-2, 0x1.2492492def062p-2, 0x1.c71c62e62a8f4p-3,
	0x1.7462b4c5e3189p-3, 0x1.39fe57d507125p-3, 0x1.2b58d75869f9dp-3,
}

// logRest gives log(1+f) = f - (h - r), where h = f^2/2. As in fdlibm, r = s*(h + R(s^2)) with
// s = f/(2+f), so that the larger terms are the better known ones.
func logRest(f V) (h, r V) {
	s := f.Div(f.Add(2))
	z := s.Mul(s)
	h = f.Mul(f).Mul(0.5)
	return h, s.Mul(z.Mul(z.Estrin(logPoly...)).Add(h))
}

// logEdges gives y, but for what is no logarithm of a finite x > 0.
func logEdges(x, y V) V {
	y = x.Gt(0).Where(y, x.Lt(0).Where(x.Con(nan), -inf))
	return x.Lt(inf).Where(y, x)
}

// lnOf gives k*ln2 + log(1+f).
func lnOf(k, f V) V {
	h, r := logRest(f)
	return k.Mul(ln2High).Sub(h.Sub(r.Add(k.Mul(ln2Low))).Sub(f))
}

func logF64(x V) V { return logEdges(x, lnOf(normal(x))) }

// logF32 gives log x = (5755*k + 2*5755/ln2 * atanh(s)) * ln2/5755. Three inputs have a logarithm
// within 2^-57 of a midpoint of f32, where the error of k*ln2 decides; any whole number in place of
// 5755 keeps 5755*k exact and lets chance decide anew, and this is the least one that has all right.
func logF32(x V) V {
	e, m := mantissa(x.Max(0x1p-149).F64())
	s := m.Sub(1).Div(m.Add(1))
	z := s.Mul(s)
	y := e.Sub(bias52).Mul(lnUnits).Add(s.Mul(2 * lnUnits / math.Ln2)).Add(s.Mul(z).Mul(z.Estrin(scaled(logPoly, lnUnits/math.Ln2)...)))
	return logEdges(x, y.Mul(math.Ln2/lnUnits).F32())
}

const lnUnits = 5755

func scaled(c []float64, by float64) (p []float64) {
	for _, v := range c {
		p = append(p, v*by)
	}
	return p
}

// upper clears the lower 32 bits of an f64, so that its product with a float of 32 bits is exact.
func upper(x V) V { return x.Bits().And(uint64(0xffffffff00000000)).AsF64() }

// Logarithms to another base multiply by 1/ln b in two parts, of which the first has 28 bits.
const (
	log2eHigh   = 0x1.71547660p+0
	log2eLow    = -0x1.a8fa03d1105e0p-29
	log10eHigh  = 0x1.bcb7b160p-2
	log10eLow   = -0x1.b235e39ab2a91p-31
	log10of2    = 0x1.34413509f8p-2 // 40 bits
	log10of2Low = -0x1.80433b83b532ap-44
)

// byBase gives log(1+f)*(hi+lo) as an exact product and the rest, for any f64 f, as FreeBSD does.
func byBase(f V, hi, lo float64) (head, tail V) {
	h, r := logRest(f)
	a := upper(f.Sub(h))
	b := f.Sub(a).Sub(h).Add(r)
	return a.Mul(hi), b.Add(a).Mul(lo).Add(b.Mul(hi))
}

// byBaseF32 does it for f that has 24 bits: f itself makes the exact product.
func byBaseF32(f V, hi, lo float64) (head, tail V) {
	h, r := logRest(f)
	return f.Mul(hi), f.Mul(lo).Add(r.Sub(h).Mul(hi + lo))
}

// sum3 gives a + (b + c) where |a| >= |b| or a = 0, with the error of a + b kept.
func sum3(a, b, c V) V {
	w := a.Add(b)
	return c.Add(a.Sub(w).Add(b)).Add(w)
}

func log2F64(x V) V {
	k, f := normal(x)
	head, tail := byBase(f, log2eHigh, log2eLow)
	return logEdges(x, sum3(k, head, tail))
}

func log2F32(x V) V {
	k, f := normalF32(x)
	head, tail := byBaseF32(f, log2eHigh, log2eLow)
	return logEdges(x, head.Add(tail).Add(k).F32())
}

// Log2 expands the op LOG2 on a scalar of dtype f32 or f64.
func Log2(x *uop.UOp) *uop.UOp {
	if x.DType() == uop.F32 {
		return log2F32(V{x}).u
	}
	return log2F64(V{x}).u
}

func log10F64(x V) V {
	k, f := normal(x)
	head, tail := byBase(f, log10eHigh, log10eLow)
	return logEdges(x, sum3(k.Mul(log10of2), head, tail.Add(k.Mul(log10of2Low))))
}

func log10F32(x V) V {
	k, f := normalF32(x)
	head, tail := byBaseF32(f, log10eHigh, log10eLow)
	return logEdges(x, k.Mul(log10of2).Add(head.Add(tail.Add(k.Mul(log10of2Low)))).F32())
}

// log1pF32: 1+x is exact in f64 for 2^-29 <= |x| <= 2^52; above, nothing is lost by the rounding,
// and next to 0, where k = 0, f is x itself.
func log1pF32(x V) V {
	w := x.F64()
	e, m := mantissa(w.Add(1))
	k := e.Sub(bias52)
	f := k.Eq(0).Where(w, m.Sub(1))
	y := log1pEdges(x, lnOf(k, f).F32())
	return y
}

// log1pF64 adds what the rounding of u = 1+x lost, c = 1+x - u, as c/u = (c/2^k)/(1+f). With s =
// f/(2+f), 1/(1+f) = 1 - 2(s - s^2 + ...), which is near enough.
func log1pF64(x V) V {
	u := x.Add(1)
	c := x.Lt(1).Where(x.Sub(u.Sub(1)), x.Con(1).Sub(u.Sub(x)))
	e, m := mantissa(u)
	k := e.Sub(bias52)
	one := k.Eq(0)
	f := one.Where(x, m.Sub(1))
	c = one.Where(x.Con(0), c.Mul(m.Div(u)))
	h, r := logRest(f)
	r = r.Add(k.Mul(ln2Low).Add(c.Mul(f.Mul(f).Sub(f).Add(1))))
	return log1pEdges(x, k.Mul(ln2High).Sub(h.Sub(r).Sub(f)))
}

// log1pEdges keeps the sign of a zero.
func log1pEdges(x, y V) V {
	y = x.Gt(-1).Where(y, x.Lt(-1).Where(x.Con(nan), -inf))
	y = x.Lt(inf).Where(y, x)
	return x.Eq(0).Where(x, y)
}
