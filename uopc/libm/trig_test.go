package libm

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// bigHalfPi has 1400 bits after the point, by Machin's formula.
var bigHalfPi = func() *big.Float {
	const bits = 1400
	arccot := func(n int64) *big.Int {
		sum, square := new(big.Int), big.NewInt(n*n)
		p := new(big.Int).Lsh(big.NewInt(1), bits+40)
		p.Quo(p, big.NewInt(n))
		for k := int64(1); p.Sign() != 0; k += 2 {
			term := new(big.Int).Quo(p, big.NewInt(k))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			p.Quo(p, square)
		}
		return sum
	}
	pi := new(big.Int).Mul(arccot(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arccot(239), big.NewInt(4)))
	v := new(big.Float).SetPrec(bits).SetInt(pi)
	return v.SetMantExp(v, -bits-40-1)
}()

// quarters gives x = q*pi/2 + r with |r| <= pi/4 and q modulo 4, for x >= 0.
func quarters(x float64) (q int64, r float64) {
	b := new(big.Float).SetPrec(1400).SetFloat64(x)
	n, _ := new(big.Float).Add(new(big.Float).Quo(b, bigHalfPi), big.NewFloat(0.5)).Int(nil)
	b.Sub(b, new(big.Float).Mul(new(big.Float).SetPrec(1400).SetInt(n), bigHalfPi))
	r, _ = b.Float64()
	return new(big.Int).And(n, big.NewInt(3)).Int64(), r
}

// trigInputs gives n inputs: small and large ones, and a third next to a multiple of pi/2.
func trigInputs(d uop.DType, n int, seed uint64) []float64 {
	all := edgy(d, n/2, int64(seed))
	if d == uop.F64 {
		all = append(all, 0x1.6ac5b262ca1ffp849) // some 2^-61 from a multiple of pi/2
	}
	r := rand.New(rand.NewPCG(seed, 3))
	top := worst(d, 127, 1023)
	for len(all) < n {
		x := (r.Float64() - 0.5) * 200
		if r.IntN(3) > 0 {
			most := top
			if r.IntN(2) == 0 {
				most = 21 // both sides of where the reduction of f64 changes
			}
			k := new(big.Float).SetPrec(1400).SetFloat64(math.Floor(math.Exp2(r.Float64() * most)))
			x, _ = k.Mul(k, bigHalfPi).Float64()
			x *= 1 + float64(r.IntN(9)-4)*gap(d, 1)/2
		}
		if d == uop.F32 {
			x = float64(float32(x))
		}
		all = append(all, math.Copysign(x, r.Float64()-0.5))
	}
	return all
}

// TestTrig compares with math's sine and cosine below pi/4, where they are good.
func TestTrig(t *testing.T) {
	for _, d := range floats {
		in := trigInputs(d, 3000, 41)
		sin, cos, tan := results(t, "Sin", d, in), results(t, "Cos", d, in), results(t, "Tan", d, in)
		for i, x := range in {
			if !finite(x) {
				continue // see specials
			}
			q, r := quarters(math.Abs(x))
			s, c := math.Sin(r), math.Cos(r)
			if q&1 != 0 {
				s, c = c, -s
			}
			if q&2 != 0 {
				s, c = -s, -c
			}
			s = s * math.Copysign(1, x)
			if !closeTo(d, sin[i], s, 2) || !closeTo(d, cos[i], c, 2) || !closeTo(d, tan[i], s/c, 3.5) {
				t.Errorf("%s %x: sin %x, cos %x, tan %x, want %x, %x, %x", d, x, sin[i], cos[i], tan[i], s, c, s/c)
			}
		}
	}
}
