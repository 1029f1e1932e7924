package libm

import "math"

// The reduction of an f64 of any size: Payne and Hanek's method in floating point. The unit is the
// turn, whole turns do not matter, and the fraction of a turn is wanted to some 2^-119, for an f64
// may come as near as 2^-61 to a multiple of pi/2.

// turnWords has 1/(2*pi) as the sum of turnWords[i] * 2^(-50*i). Each is a multiple of 2^-50, and at
// most 1/2 in magnitude.
var turnWords = [24]float64{
	0x1.45f306dc9c880p-3, 0x1.529fc2757d200p-4, -0x1.596447e493ae0p-3, 0x1.664f10e410800p-2,
	-0x1.ae9c5421443b0p-2, 0x1.86dc91b8e9090p-2, 0x1.ba5c00c925de0p-3, -0x1.7d8b9b78c0790p-2,
	0x1.eb1cb129a73f0p-2, -0x1.77dca0ad144c0p-4, 0x1.213a671c09ac0p-4, 0x1.17df904e64760p-2,
	-0x1.c67cacc60b630p-2, -0x1.ee81d1081b5f0p-2, -0x1.3801da0008800p-4, 0x1.6603fbcbc4630p-2,
	-0x1.4beb25c125940p-3, 0x1.fb3c9f2c26dd0p-2, 0x1.e8c7ecd3cbfe0p-3, -0x1.74a2b6114e050p-2,
	-0x1.a0e84c2f8c600p-6, -0x1.0eb5ada2b2800p-5, -0x1.2813b81ca8bc0p-4, -0x1.ea7f33ee40e10p-2,
}

// The five words that matter for a >= 0 are those from number j on, where a is below
// 2^(102 + 50*j): a is a multiple of 2^(50*j) then, and its product with the words before them whole.
// window gives those words, and y = a * 2^(-50*j) < 2^102. It finds j bit by bit, shifting the words
// by 16, 8, 4, 2 and 1 as it goes; only words that can still be wanted take part.
func window(a V) (y V, w []V) {
	for _, v := range turnWords {
		w = append(w, a.Con(v))
	}
	y = a
	for shift := 16; shift > 0; shift /= 2 {
		below := y.Lt(math.Ldexp(1, 52+50*shift))
		for i := 0; i < 4+shift && i+shift < len(w); i++ {
			w[i] = below.Where(w[i], w[i+shift])
		}
		y = below.Where(y, y.Mul(math.Ldexp(1, -50*shift)))
	}
	return y, w[:5]
}

// fastTwoSum gives a+b as the rounded sum and its error. Either |a| >= |b|, or a is a multiple of
// b's last bit.
func (a V) fastTwoSum(b V) (sum, err V) {
	sum = a.Add(b)
	return sum, b.Sub(sum.Sub(a))
}

// turns gives a/(2*pi) modulo 1 as a sum in order of magnitude, each term 2^-25 of the one before.
// Half words have 25 bits and a sign, so that a half of y times a half word is exact, and so is the
// sum of the two products of one magnitude. Terms that may be huge lose their whole turns.
func turns(a V) (g [8]V) {
	y, w := window(a)
	var p [7]V
	for i := range 4 {
		m := math.Ldexp(1.5, 27-50*i) // rounds to 25 bits
		v := w[i].Mul(math.Ldexp(1, -50*i))
		p[2*i] = v.Add(m).Sub(m)
		if w[i] = v.Sub(p[2*i]); i < 3 {
			p[2*i+1] = w[i]
		}
	}
	high, low := y.split()
	g[0] = high.Mul(p[0])
	for i := 1; i < 7; i++ {
		g[i] = high.Mul(p[i]).Add(low.Mul(p[i-1]))
	}
	g[7] = low.Mul(p[6]).Add(y.Mul(w[3].Add(w[4].Mul(0x1p-200))))
	for i := range 3 {
		g[i] = g[i].Sub(g[i].Trunc())
	}
	return g
}

// quadrant gives a = q*pi/2 + (r+low) for a >= 0, |r| <= pi/4: q is the low two bits of an integer,
// and low at most half an ulp of r. A NaN or an infinity makes r NaN.
//
// Both ways are computed for every a. But they meet in one condition, and back ends leave out the
// long one where no a needs it.
func quadrant(a V) (r, low, q V) {
	usual := a.Lt(0x1p20)
	r, low, q = usualQuadrant(a)
	r2, low2, q2 := anyQuadrant(a)
	return usual.Where(r, r2), usual.Where(low, low2), usual.Where(q, q2)
}

// halfPiParts has pi/2 as a sum. The first three have 33 bits, so that a product with a number of 20 bits
// is exact.
var halfPiParts = [4]float64{0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104}

// usualQuadrant is Cody and Waite's reduction, for a < 2^20. a - k*halfPiParts[0] is exact. So are the sums
// of a difference and its error that follow, for a difference is a multiple of the last bit of the
// product that is taken from it. What is left out is below 2^-131, and r above 2^-62.
func usualQuadrant(a V) (r, low, q V) {
	k, q := a.Mul(0x1.45f306dc9c883p-1).Round()
	r, e1 := a.Sub(k.Mul(halfPiParts[0])).fastTwoSum(k.Mul(-halfPiParts[1]))
	r, e2 := r.fastTwoSum(k.Mul(-halfPiParts[2]))
	r, low = r.fastTwoSum(e1.Add(e2).Sub(k.Mul(halfPiParts[3])))
	return r, low, q
}

// anyQuadrant is the reduction for a of any size.
func anyQuadrant(a V) (r, low, q V) {
	g := turns(a)
	const m = magic / 4 // rounds to quarters
	near := g[0].Add(g[1]).Add(g[2]).Add(g[3]).Add(g[4]).Add(m)

	// As in less, a sum is exact or so large that no later term cancels it; the errors are kept. The
	// sum so far is a multiple of the next term's last bit, or larger than that term.
	f := g[0].Sub(near.Sub(m))
	var e [7]V
	for i := 1; i < 7; i++ {
		f, e[i] = f.fastTwoSum(g[i])
	}
	rest := g[7]
	for i := 6; i > 0; i-- {
		rest = rest.Add(e[i])
	}
	r, low = timesTwoPi(f, rest)
	return r, low, near.Bits()
}

// 2*pi in two parts. The first has 26 bits.
const (
	twoPiHigh = 0x1.921fb54p+2
	twoPiLow  = 0x1.10b4611a62633p-28
)

// timesTwoPi multiplies f+rest by 2*pi.
func timesTwoPi(f, rest V) (r, low V) {
	a, b := f.split()
	return a.Mul(twoPiHigh).fastTwoSum(b.Mul(twoPiHigh).Add(f.Mul(twoPiLow).Add(rest.Mul(2 * math.Pi))))
}
