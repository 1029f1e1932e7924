package contract

import (
	"math"
	"math/big"
	"sync"
)

// margin bounds the relative error of exp2, log2 and sin in f64 from above. They are all
// below one ulp, 2^-52; four times that costs one slow evaluation in some 2^24.
const margin = 0x1p-50

// rounded gives the f32 nearest to a function's value. fast has a relative error below
// margin; when all that it could stand for rounds to one f32, that is the answer. Otherwise
// slow is asked for more and more bits until the same holds for it (Ziv's loop). The loop
// ends because no value is itself a midpoint between two f32: the exact cases are decided by
// fast, and elsewhere these functions are transcendental.
func rounded(fast func(float64) float64, slow func(float64, uint) *big.Float, x float32) float32 {
	v := float64(x)
	y := fast(v)
	lo, hi := float32(mul(y, 1-margin)), float32(mul(y, 1+margin))
	if lo == hi {
		return lo
	}
	if y != y {
		return float32(y)
	}
	for prec := uint(128); ; prec *= 2 {
		if r, ok := roundBig(slow(v, prec), prec); ok {
			return r
		}
	}
}

// roundBig rounds y, known to a relative error of 2^-prec, if one f32 is nearest to all that
// y could stand for.
func roundBig(y *big.Float, prec uint) (float32, bool) {
	e := new(big.Float).SetMantExp(y, -int(prec))
	lo, _ := new(big.Float).Sub(y, e).Float32()
	hi, _ := new(big.Float).Add(y, e).Float32()
	return lo, lo == hi
}

// The functions below work in fixed point: an integer v stands for v * 2^-w. guard is how
// many more bits w has than the result needs: it covers the rounding of a few hundred steps
// and the leading zeros of a small result (some 2^-53 for log2 next to 1, 2^-61 for sin next
// to a multiple of pi). Arguments are finite and at least 2^-60 in magnitude where the result
// goes to zero with them; smaller ones never get here.
const guard = 144

// bigExp2 gives 2^x to a relative error of 2^-prec.
func bigExp2(x float64, prec uint) *big.Float {
	w := prec + guard
	n := math.RoundToEven(x)
	t := fixed(x-n, w) // exact: |x| < 2^11
	t.Rsh(t.Mul(t, ln2(w)), w)

	sum := new(big.Int).Lsh(big.NewInt(1), w)
	term := new(big.Int).Set(sum)
	for k := int64(1); term.BitLen() > 1; k++ {
		term.Rsh(term.Mul(term, t), w)
		term.Quo(term, big.NewInt(k))
		sum.Add(sum, term)
	}
	return float(sum, int(w)-int(n), prec)
}

// bigLog2 gives the base-2 logarithm of x > 0 to a relative error of 2^-prec, by
// ln m = 2 atanh((m-1)/(m+1)).
func bigLog2(x float64, prec uint) *big.Float {
	w := prec + guard
	m, e := math.Frexp(x)
	if m < 0.75 {
		m, e = 2*m, e-1
	}
	one := new(big.Int).Lsh(big.NewInt(1), w)
	f := fixed(m, w)
	num := new(big.Int).Sub(f, one)
	s := num.Quo(num.Lsh(num, w), f.Add(f, one))

	sq := new(big.Int).Mul(s, s)
	sq.Rsh(sq, w)
	sum := oddSeries(s, func(p *big.Int) { p.Rsh(p.Mul(p, sq), w) })
	sum.Lsh(sum, w+1)
	sum.Quo(sum, ln2(w))
	sum.Add(sum, one.Mul(one, big.NewInt(int64(e))))
	return float(sum, int(w), prec)
}

// bigSin gives the sine of x to a relative error of 2^-prec.
func bigSin(x float64, prec uint) *big.Float {
	w := prec + guard
	_, e := math.Frexp(x)
	wide := w + uint(max(e, 0)) // the quotient has e bits, and multiplies pi's error
	half := new(big.Int).Rsh(pi(wide), 1)
	t := fixed(x, wide)
	q := new(big.Int).Add(t, new(big.Int).Rsh(half, 1))
	q.Div(q, half) // floor, so this is the nearest multiple
	t.Sub(t, new(big.Int).Mul(q, half))
	t.Rsh(t, wide-w)

	// sin t or cos t, by the series that starts with t^k, k = 0 or 1.
	quad := new(big.Int).And(q, big.NewInt(3)).Int64()
	sum, k := t, int64(1)
	if quad&1 != 0 {
		sum, k = new(big.Int).Lsh(big.NewInt(1), w), 0
	}
	sq := new(big.Int).Mul(t, t)
	sq.Rsh(sq, w)
	term := new(big.Int).Set(sum)
	sum = new(big.Int).Set(sum)
	for ; term.BitLen() > 1; k += 2 {
		term.Rsh(term.Mul(term, sq), w)
		term.Quo(term.Neg(term), big.NewInt((k+1)*(k+2)))
		sum.Add(sum, term)
	}
	if quad&2 != 0 {
		sum.Neg(sum)
	}
	return float(sum, int(w), prec)
}

// fixed gives x * 2^w, cut toward -inf.
func fixed(x float64, w uint) *big.Int {
	m, e := math.Frexp(x)
	v := big.NewInt(int64(math.Ldexp(m, 53)))
	s := e - 53 + int(w)
	if s < 0 {
		return v.Rsh(v, uint(-s))
	}
	return v.Lsh(v, uint(s))
}

// float gives v * 2^-w with some bits to spare over prec.
func float(v *big.Int, w int, prec uint) *big.Float {
	f := new(big.Float).SetPrec(prec + guard).SetInt(v)
	return f.SetMantExp(f, -w)
}

// oddSeries gives p + p'/3 + p”/5 ..., where next turns each power into the one after it.
func oddSeries(first *big.Int, next func(*big.Int)) *big.Int {
	sum, p, q := new(big.Int), new(big.Int).Set(first), new(big.Int)
	for k := int64(1); p.BitLen() > 1; k += 2 {
		sum.Add(sum, q.Quo(p, big.NewInt(k)))
		next(p)
	}
	return sum
}

// constant is a number known to as many bits as were ever asked for.
type constant struct {
	mu    sync.Mutex
	w     uint
	value *big.Int
	find  func(w uint) *big.Int
}

// to gives the number in fixed point with w bits. The result is not to be changed.
func (c *constant) to(w uint) *big.Int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.w < w || c.value == nil {
		c.value, c.w = c.find(w+32), w+32
	}
	return new(big.Int).Rsh(c.value, c.w-w)
}

var (
	ln2Constant = constant{find: findLn2}
	piConstant  = constant{find: findPi}
)

func ln2(w uint) *big.Int { return ln2Constant.to(w) }
func pi(w uint) *big.Int  { return piConstant.to(w) }

// findLn2 uses ln 2 = 2 atanh(1/3).
func findLn2(w uint) *big.Int {
	s := inverseSeries(3, w+33, 1)
	return s.Rsh(s, 32)
}

// findPi uses Machin's formula, pi = 16 atan(1/5) - 4 atan(1/239).
func findPi(w uint) *big.Int {
	a := inverseSeries(5, w+36, -1)
	b := inverseSeries(239, w+34, -1)
	return a.Rsh(a.Sub(a, b), 32)
}

// inverseSeries gives atanh(1/n), or atan(1/n) when sign is -1, with w bits.
func inverseSeries(n int64, w uint, sign int64) *big.Int {
	first := new(big.Int).Lsh(big.NewInt(1), w)
	first.Quo(first, big.NewInt(n))
	sq := big.NewInt(sign * n * n)
	return oddSeries(first, func(p *big.Int) { p.Quo(p, sq) })
}
