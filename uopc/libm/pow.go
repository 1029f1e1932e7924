package libm

import "math"

var powFuncs = []Func{
	two("Pow", powF32, powF64),
}

// powF32 gives |x|^y = 2^(y*log2|x|) with log2 in two parts, th + tl. th is a multiple of 2^-20, so
// that y*th is exact. The error before the last rounding is below half an ulp of f64 where |y| is
// moderate: a power that is a float, or a midpoint, comes out exactly.
func powF32(x, y V) V {
	a := x.Max(x.Neg()).Max(0x1p-149) // 0 and NaN become the least
	th, tl := log2Parts(a.F64())
	w := y.Max(-0x1p32).Min(0x1p32).F64() // past this all is 0, 1 or infinity
	p, q := w.Mul(th), w.Mul(tl)
	n, _ := p.Add(q).Round()
	r := exp2Fraction(p.Sub(n), q)
	_, k := n.Max(-200).Min(200).Round()
	return powEdges(x, y, r.Mul(k.Pow2()).F32())
}

// log2Parts gives log2 of an f64 that holds an f32 > 0, with an absolute error of 2^-60, and a
// relative one of 2^-52. s = (m-1)/(m+1) is sh + sl, where sh is a multiple of 2^-28: sh*(m+1) is exact,
// and so is sh*log2High.
func log2Parts(a V) (th, tl V) {
	_, e, m := mantissa(a)
	k, f, d := e.Sub(bias52), m.Sub(1), m.Add(1)
	inv := d.Con(1.0).Div(d)
	s := f.Mul(inv)
	sh := s.Add(magic * 0x1p-28).Sub(magic * 0x1p-28)
	sl := f.Sub(sh.Mul(d)).Mul(inv)
	z := s.Mul(s)
	cubic := s.Mul(z).Mul(z.pairs(times(math.Log2E, atanhLong)...))
	head := sh.Mul(log2High)
	tail := sl.Mul(log2High).Add(s.Mul(log2Low).Add(cubic))
	th = k.Add(head).Add(magic * 0x1p-20).Sub(magic * 0x1p-20)
	return th, k.Sub(th).Add(head).Add(tail)
}

// 2/ln 2 in two parts, of which the first has 27 bits.
const (
	log2High = 0x1.7154764p+1
	log2Low  = 0x1.2b82fe1777d10p-27
)

// atanhLong is logPoly with one more term, and a relative error of 2^-54.
var atanhLong = []float64{
	0x1.5555555555555p-1, 0x1.9999999999d59p-2, 0x1.249249242ee17p-2, 0x1.c71c725c5fa68p-3,
	0x1.745cdb74b9b1p-3, 0x1.3b21594da75c5p-3, 0x1.0f4a12423ba6ap-3, 0x1.1023da68554cbp-3,
}

// exp2Fraction gives 2^(hi+lo) for |hi+lo| <= 1/2. The product with ln 2 is kept in two parts as well.
func exp2Fraction(hi, lo V) V {
	r := hi.Add(lo)
	c := hi.Sub(r).Add(lo)
	rh := r.Add(magic * 0x1p-26).Sub(magic * 0x1p-26)
	u := rh.Mul(ln2Upper)
	v := r.Sub(rh).Add(c).Mul(math.Ln2).Add(rh.Mul(ln2Rest))
	w := u.Add(v)
	return growth(w, u.Sub(w).Add(v))
}

// ln 2 in two parts, of which the first has 21 bits.
const (
	ln2Upper = 0x1.62e43p-1
	ln2Rest  = -0x1.05c610ca86c39p-29
)

// powF64 follows fdlibm's e_pow.c: log2|x| in two parts to some 2^-66 of itself, where upper makes
// products exact, but with one interval for the mantissa, so that nothing is chosen.
func powF64(x, y V) V {
	th, tl := log2Wide(x.Max(x.Neg()))
	w := y.Max(-0x1p64).Min(0x1p64)
	yh := upper(w)
	p, q := yh.Mul(th), w.Sub(yh).Mul(th).Add(w.Mul(tl))
	z := p.Add(q)
	in := z.Max(-1100).Min(1100)
	out := in.Ne(z)
	p, q = out.Where(in, p), out.Where(p.Con(0.0), q)
	n, k := in.Round()
	return powEdges(x, y, scale(exp2Fraction(p.Sub(n), q), k))
}

// log2Wide has s = sh + sl as log2Parts has, and log2 m = 2/(3 ln2) * s * (3 + s^2 + ...).
func log2Wide(a V) (th, tl V) {
	k, f := normal(a)
	m := f.Add(1)
	d := m.Add(1)
	inv := d.Con(1.0).Div(d)
	s := f.Mul(inv)
	sh, dh := upper(s), upper(d)
	dl := m.Sub(dh.Sub(1))
	sl := f.Sub(sh.Mul(dh)).Sub(sh.Mul(dl)).Mul(inv)

	z, zh := s.Mul(s), sh.Mul(sh)
	r := z.Mul(z).Mul(z.pairs(cubicPoly...)).Add(s.Add(sh).Mul(sl))
	ch := upper(zh.Add(3).Add(r))
	cl := r.Sub(ch.Sub(3).Sub(zh))

	u, v := sh.Mul(ch), sl.Mul(ch).Add(cl.Mul(s))
	ph := upper(u.Add(v))
	pl := v.Sub(ph.Sub(u))
	head := ph.Mul(thirdHigh)
	tail := ph.Mul(thirdLow).Add(pl.Mul(thirdHigh + thirdLow))
	th = upper(head.Add(tail).Add(k))
	return th, tail.Sub(th.Sub(k).Sub(head))
}

// 2/(3 ln 2) in two parts, of which the first has 21 bits.
const (
	thirdHigh = 0x1.ec70ap-1
	thirdLow  = -0x1.1e2fe0145b01fp-24
)

// cubicPoly has 3 (atanh(s)/s - 1 - s^2/3) over s^4 in s^2 for |s| <= 0.1716: fpminimax of Sollya, with
// a relative error of 2^-54.
var cubicPoly = []float64{
	0x1.3333333333333p-1, 0x1.b6db6db6db97p-2, 0x1.5555555507f58p-2, 0x1.1745d1b5439f2p-2,
	0x1.d89d5047d59eep-3, 0x1.99a8082ad2cb6p-3, 0x1.675cbf607f18cp-3, 0x1.6a6ea0b61327ep-3,
}

// powEdges makes x^y of r = |x|^y for any x and y, as C's Annex F has it.
func powEdges(x, y, r V) V {
	zero := x.Eq(0)
	ends := zero.Or(x.Eq(inf)).Or(x.Eq(-inf))
	r = ends.Where(zero.Ne(y.Lt(0)).Where(x.Con(0.0), inf), r)

	whole := y.Trunc().Eq(y)
	half := y.Mul(0.5)
	odd := whole.And(half.Trunc().Ne(half))
	r = r.WithSign(odd.Where(x.Sign(), x.Sign().Con(0)))

	lost := x.Lt(0).And(x.Gt(-inf)).And(whole.Not()).Or(x.IsNaN()).Or(y.IsNaN())
	r = lost.Where(x.Con(nan), r)
	return x.Eq(1).Or(y.Eq(0)).Where(x.Con(1.0), r)
}
