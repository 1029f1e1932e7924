package libm

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// logInputs gives n inputs of logarithms: specials, all exponents, and most of them near 1 or near the
// ends of the interval of mantissas.
func logInputs(d uop.DType, n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 2))
	all := edgy(d, n/4, int64(seed))
	for len(all) < n {
		x := 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(52))
		switch r.IntN(4) {
		case 0:
			x = math.Sqrt2 * (1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(52)))
		case 1:
			x = 0.5 + 1.5*r.Float64()
		}
		x = math.Ldexp(x, r.IntN(3)*r.IntN(3)-2)
		if d == uop.F32 {
			x = float64(float32(x))
		}
		all = append(all, x)
	}
	return all
}

// aboveMinus1 gives logInputs less 1, and some that are small.
func aboveMinus1(d uop.DType, n int, seed uint64) []float64 {
	all := logInputs(d, n, seed)
	for i, x := range all {
		if i%3 > 0 && math.Abs(x) < 0x1p20 {
			x--
		}
		all[i] = x
		if d == uop.F32 {
			all[i] = float64(float32(x))
		}
	}
	return all
}

// logarithm goes round math.Log for subnormals, which some machines have wrong.
func logarithm(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

func TestLogarithms(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs func(uop.DType, int, uint64) []float64
		err    float64 // in f64, and most of it is the reference's
		want   func(x float64) float64
	}{
		{"Log", logInputs, 2, logarithm},
		{"Log2", logInputs, 4, func(x float64) float64 { return logarithm(x) / math.Ln2 }}, // math.Log2 cancels near 1
		{"Log10", logInputs, 4, func(x float64) float64 { return logarithm(x) / math.Ln10 }},
		{"Log1p", aboveMinus1, 2, math.Log1p},
		{"Softplus", expInputs, 4, func(x float64) float64 {
			return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x)))
		}},
	} {
		for _, d := range floats {
			in := c.inputs(d, 4000, 21)
			for i, got := range results(t, c.name, d, in) {
				if w := c.want(in[i]); !closeTo(d, got, w, c.err) {
					t.Errorf("%s %s(%x) = %x, want %x", d, c.name, in[i], got, w)
				}
			}
		}
	}
}

// TestExactLogarithms tries every power of two and of ten.
func TestExactLogarithms(t *testing.T) {
	for _, d := range floats {
		var in, want []float64
		low, high, tens := -149, 127, 10
		if d == uop.F64 {
			low, high, tens = -1074, 1023, 22
		}
		for k := low; k <= high; k++ {
			in, want = append(in, math.Ldexp(1, k)), append(want, float64(k))
		}
		for i, got := range results(t, "Log2", d, in) {
			if got != want[i] {
				t.Errorf("%s Log2(%x) = %v", d, in[i], got)
			}
		}
		for k, x := 0, 1.0; k <= tens; k, x = k+1, x*10 {
			if got := results(t, "Log10", d, []float64{x})[0]; got != float64(k) {
				t.Errorf("%s Log10(%v) = %v", d, x, got)
			}
		}
	}
}
