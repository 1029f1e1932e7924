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
	one("Softplus", softplusF32, softplusF64),
}

// sqrtHalf has the bits of sqrt(1/2), two52 those of 2^52, and bias52 is the f64 whose low bits
// hold an exponent of 0 with its bias.
const (
	sqrtHalf = 0x3fe6a09e667f3bcd
	two52    = 0x4330000000000000
	bias52   = 0x1p52 + 1023
)

// mantissa gives a normal f64 x > 0 as 2^k * m with sqrt(1/2) <= m < sqrt(2). Vectors of SSE4.2 do
// not convert 64-bit integers, so k comes as the float e = k + bias52, by an OR into 2^52; t has it
// in the exponent field.
func mantissa(x V) (t, e, m V) {
	t = x.Bits().Add(uint64(1023<<52 - sqrtHalf))
	e = t.Shr(52).Or(uint64(two52)).AsF64()
	m = t.And(uint64(1<<52 - 1)).Add(uint64(sqrtHalf)).AsF64()
	return t, e, m
}

// The functions of f32. Each is (units*k + 2*units/ln2 * atanh(s)) * c, with s = (m-1)/(m+1) and c
// the logarithm of 2 over units. The error of k*c is what decides the nearest misses, within 2^-57
// of a midpoint: a whole number of units keeps units*k exact, and each has other errors. The ones
// here were found by trial: they round right everywhere, but for two inputs of log1p.
const (
	lnUnits    = 5755
	log10Units = 9
	log1pUnits = 48769
)

// atanhPoly has the coefficients of s^2, s^4 ... in 2 atanh(s)/s - 2 for |s| <= 0.1716: fpminimax
// of Sollya, with an absolute error of 2^-51.2.
var atanhPoly = []float64{
	0x1.555555555395fp-1, 0x1.999999a294ff1p-2, 0x1.24924176a9443p-2, 0x1.c72278b47c32cp-3,
	0x1.732c105a52e88p-3, 0x1.58788c1d43d21p-3,
}

// inUnits gives units * log2(2^k * (1+s)/(1-s)).
func inUnits(k, s V, units float64) V {
	z, c := s.Mul(s), units*math.Log2E
	return k.Mul(units).Add(s.Mul(2 * c)).Add(s.Mul(z).Mul(z.pairs(times(c, atanhPoly)...)))
}

func times(c float64, p []float64) []float64 {
	q := make([]float64, len(p))
	for i, v := range p {
		q[i] = v * c
	}
	return q
}

// pairs evaluates c[0] + c[1]*x + ... by Horner's rule in x^2 on pairs of terms: one product more
// than Poly, and a chain half as long.
func (x V) pairs(c ...float64) V {
	pair := func(i int) V {
		if i+1 == len(c) {
			return x.Con(c[i])
		}
		return x.Mul(c[i+1]).Add(c[i])
	}
	x2 := x.Mul(x)
	i := (len(c) - 1) &^ 1
	p := pair(i)
	for i -= 2; i >= 0; i -= 2 {
		p = p.Mul(x2).Add(pair(i))
	}
	return p
}

// logsF32 is the logarithm of an f32, of which c is one unit; subnormals of f32 are normal in f64.
func logsF32(x V, units, c float64) V {
	_, e, m := mantissa(x.Max(0x1p-149).F64())
	y := inUnits(e.Sub(bias52), m.Sub(1).Div(m.Add(1)), units)
	return logEdges(x, y.Mul(c).F32())
}

func logF32(x V) V   { return logsF32(x, lnUnits, math.Ln2/lnUnits) }
func log2F32(x V) V  { return logsF32(x, 1, 1) }
func log10F32(x V) V { return logsF32(x, log10Units, math.Log10E/math.Log2E/log10Units) }

// log1pF32: 1+x is exact in f64 for 2^-29 <= |x| <= 2^52. Above, what the sum loses is of no
// account; below, f is x itself.
func log1pF32(x V) V {
	w := x.Max(-1.0).F64()
	_, e, m := mantissa(w.Add(1).Max(0x1p-60))
	k := e.Sub(bias52)
	f := k.Ne(0).Where(m.Sub(1), w)
	y := inUnits(k, f.Div(f.Add(2)), log1pUnits)
	z := y.Mul(math.Ln2 / log1pUnits).F32()
	for _, hard := range log1pHard {
		z = x.Eq(hard[0]).Where(hard[1], z)
	}
	return log1pEdges(x, z)
}

// log1pHard has the two f32 whose result no number of units up to 60,000,000 rounds well with all the
// others: x - x^2/2 + x^3/3 is a midpoint, and what follows is below 2^-65 of it.
var log1pHard = [][2]float64{{-0x1.7ffffap-21, -0x1.800002p-21}, {-0x1.1fffcap-17, -0x1.20001ap-17}}

// logEdges gives y, but for what is no logarithm of a finite x > 0.
func logEdges(x, y V) V {
	y = x.Gt(0).Where(y, x.Lt(0).Where(x.Con(nan), -inf))
	return x.Lt(inf).Where(y, x)
}

// log1pEdges does so for 1+x, and keeps the sign of a zero.
func log1pEdges(x, y V) V {
	y = x.Gt(-1.0).Where(y, x.Lt(-1.0).Where(x.Con(nan), -inf))
	return x.Lt(inf).And(x.Ne(0)).Where(y, x)
}

// The functions of f64.

// logPoly is atanhPoly with one more term: fpminimax of Sollya on Q = (2 atanh(sqrt z)/sqrt z - 2)/z
// with a relative error of 2^-51 of Q, which is 2^-57 of the logarithm.
var logPoly = []float64{
	0x1.5555555555558p-1, 0x1.9999999995321p-2, 0x1.2492492def062p-2, 0x1.c71c62e62a8f4p-3,
	0x1.7462b4c5e3189p-3, 0x1.39fe57d507125p-3, 0x1.2b58d75869f9dp-3,
}

// logRest gives log(1+f) = f - (h - r), where h = f^2/2. As in fdlibm, r = s*(h + R(s^2)) with
// s = f/(2+f), so that the larger terms are the better known ones.
func logRest(f V) (h, r, s V) {
	s = f.Div(f.Add(2))
	z := s.Mul(s)
	h = f.Mul(f).Mul(0.5)
	return h, s.Mul(z.Mul(z.Estrin(logPoly...)).Add(h)), s
}

// normal gives k and f = m-1 for any f64 x > 0, subnormal or not.
func normal(x V) (k, f V) {
	x = x.Max(0x1p-1074)
	small := x.Lt(0x1p-1022)
	_, e, m := mantissa(small.Where(x.Mul(0x1p54), x))
	return e.Sub(small.Where(x.Con(bias52+54), bias52)), m.Sub(1)
}

func logF64(x V) V {
	k, f := normal(x)
	h, r, _ := logRest(f)
	return logEdges(x, k.Mul(ln2High).Sub(h.Sub(r.Add(k.Mul(ln2Low))).Sub(f)))
}

// log1pF64 adds what the rounding of u = 1+x lost, c: log(u + c) = log u + c/u, and c/u =
// (c/2^k)/(1+f), where 1/(1+f) = (1-s)/(1+s) = 1 - 2s + 2s^2 is near enough.
func log1pF64(x V) V {
	w := x.Max(-1.0)
	u := w.Add(1)
	c := w.Min(1).Sub(u.Sub(w.Max(1)))
	t, e, m := mantissa(u.Max(0x1p-60))
	k := e.Sub(bias52)
	far := k.Ne(0)
	f := far.Where(m.Sub(1), w)
	h, r, s := logRest(f)
	c = far.Where(c, 0).Mul(invPow2(t))
	r = r.Add(k.Mul(ln2Low).Add(c.Mul(s.Mul(s).Sub(s).Add(0.5))))
	return log1pEdges(x, k.Mul(ln2High).Sub(h.Sub(r).Sub(f)))
}

// invPow2 gives 2^(1-k) from the t of mantissa, and 0 for k = 1024.
func invPow2(t V) V {
	n := t.And(uint64(0xfff << 52)).Xor(^uint64(0)) // -1 - t
	return n.Add(uint64(2047<<52 + 1)).AsF64()
}

// upper clears the lower 32 bits of an f64, so that its product with a float of 32 bits is exact.
func upper(x V) V { return x.Bits().And(uint64(0xffffffff00000000)).AsF64() }

// 1/ln 2 and 1/ln 10 in two parts, of which the first has 28 bits, and log10(2), of which it has 40.
const (
	log2eHigh    = 0x1.71547660p+0
	log2eLow     = -0x1.a8fa03d1105e0p-29
	log10eHigh   = 0x1.bcb7b160p-2
	log10eLow    = -0x1.b235e39ab2a91p-31
	log10of2High = 0x1.34413509f8p-2
	log10of2Low  = -0x1.80433b83b532ap-44
)

// byBase gives log(1+f)*(hi+lo) as an exact product and the rest, as FreeBSD does.
func byBase(f V, hi, lo float64) (head, tail V) {
	h, r, _ := logRest(f)
	a := upper(f.Sub(h))
	b := f.Sub(a).Sub(h).Add(r)
	return a.Mul(hi), b.Add(a).Mul(lo).Add(b.Mul(hi))
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

func log10F64(x V) V {
	k, f := normal(x)
	head, tail := byBase(f, log10eHigh, log10eLow)
	return logEdges(x, sum3(k.Mul(log10of2High), head, tail.Add(k.Mul(log10of2Low))))
}

// Log2 expands the op LOG2 on a scalar of dtype f32 or f64.
func Log2(x *uop.UOp) *uop.UOp {
	if x.DType() == uop.F32 {
		return log2F32(V{x}).u
	}
	return log2F64(V{x}).u
}
