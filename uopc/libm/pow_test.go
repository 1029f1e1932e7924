package libm

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// bigPower gives x^(n/2^k) of x > 0 by roots, squares, products and a quotient of many bits.
func bigPower(x float64, n, k int) *big.Float {
	base := wide(x)
	for ; k > 0 && n&1<<k-1 != 0; k-- {
		base.Sqrt(base)
	}
	n >>= k
	p := wide(1)
	for m := max(n, -n); m > 0; m >>= 1 {
		if m&1 != 0 {
			p.Mul(p, base)
		}
		base.Mul(base, base)
	}
	if n < 0 {
		p.Quo(wide(1), p)
	}
	return p
}

// TestPowers compares whole and half powers with exact ones. In f32 there is no error but that of the
// rounding, with ties to even: such powers are the ones that end in ties.
func TestPowers(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 3))
	for _, d := range floats {
		var x, y []float64
		for range 2000 {
			v := math.Ldexp(1+r.Float64(), r.IntN(9)-4)
			if r.IntN(2) == 0 { // of few bits
				v = float64(1+r.IntN(9000)) * math.Ldexp(1, -r.IntN(12))
			}
			x, y = append(x, float64(float32(v))), append(y, float64(r.IntN(41)-20)/2)
		}
		for i, got := range results(t, "Pow", d, x, y) {
			exactPower(t, d, x[i], y[i], got, 1)
		}
	}
}

// exactPower holds got to x^y, where y is a multiple of 2^-k.
func exactPower(t *testing.T, d uop.DType, x, y, got float64, k int) {
	t.Helper()
	want := bigPower(x, int(math.Ldexp(y, k)), k)
	w64, _ := want.Float64()
	w32, _ := want.Float32()
	if math.IsInf(w64, 0) || w64 < 0x1p-1022 {
		return
	}
	if d == uop.F32 && got != float64(w32) || d == uop.F64 && !near(d, got, want, 0.75) {
		t.Errorf("%s %x ^ %v = %x, want %x", d, x, y, got, w64)
	}
}

// TestPowersF64 has any f64 for a base, and 1/1024 for the unit of exponents.
func TestPowersF64(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 3))
	x := positive(uop.F64, 2000, 36)
	y := make([]float64, len(x))
	for i := range x {
		l := math.Abs(math.Log2(x[i]))
		y[i] = math.Round((r.Float64()-0.5)*min(2048/l, 2000)*1024) / 1024
	}
	for i, got := range results(t, "Pow", uop.F64, x, y) {
		exactPower(t, uop.F64, x[i], y[i], got, 10)
	}
}

// TestPowF32 tries powers of every size against math.Pow, which is good enough for f32.
func TestPowF32(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 3))
	d := uop.F32
	x, y := edgy(d, 6000, 33), edgy(d, 6000, 34)
	for i := range x {
		if l := math.Log2(math.Abs(x[i])); i%4 != 0 && l != 0 && finite(l) {
			x[i], y[i] = math.Abs(x[i]), float64(float32((r.Float64()*290-155)/l))
		}
	}
	for i, got := range results(t, "Pow", d, x, y) {
		if want := math.Pow(x[i], y[i]); !closeTo(d, got, want, 0) {
			t.Errorf("%x ^ %x = %x, want %x", x[i], y[i], got, want)
		}
	}
}

// TestPowOfTwo has results that are exact, down to the least of the subnormals.
func TestPowOfTwo(t *testing.T) {
	for d, low := range map[uop.DType]int{uop.F32: -149, uop.F64: -1074} {
		var x, y, want []float64
		for k := low; k < -low-30; k++ {
			x, y, want = append(x, 2), append(y, float64(k)), append(want, math.Ldexp(1, k))
			if d == uop.F32 {
				want[len(want)-1] = float64(float32(math.Ldexp(1, k)))
			}
		}
		for i, got := range results(t, "Pow", d, x, y) {
			if got != want[i] {
				t.Errorf("%s 2^%v = %x, want %x", d, y[i], got, want[i])
			}
		}
	}
}
