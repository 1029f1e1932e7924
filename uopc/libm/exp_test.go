package libm

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// expInputs gives n inputs where exponentials do something: near zero, where results are subnormal
// or overflow, near the places where the power of two changes, and of any other kind.
func expInputs(d uop.DType, n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	top := 90.0
	if d == uop.F64 {
		top = 750
	}
	all := edgy(d, n/8, int64(seed))
	for len(all) < n {
		x := (2*r.Float64() - 1) * top
		switch r.IntN(6) {
		case 0:
			x = (2*r.Float64() - 1) * 1.5
		case 1:
			x = math.Ldexp(2*r.Float64()-1, -r.IntN(60))
		case 2:
			x = -1100 + 80*r.Float64()
		case 3:
			x = (math.Round(x) + 0.5) * math.Ln2 * (1 + (r.Float64()-0.5)*0x1p-30)
		case 4:
			x = math.Round(x*8)/8 + (r.Float64()-0.5)*0x1p-40
		}
		if d == uop.F32 {
			x = float64(float32(x))
		}
		all = append(all, x)
	}
	return all
}

// closeTo tells whether got is within err units in the last place of want. The results of the math
// package, which want is made of, are off by one or two themselves in f64, and not in f32.
func closeTo(d uop.DType, got, want, err float64) bool {
	if d == uop.F32 {
		w := float64(float32(want))
		return same(got, w) || math.Abs(got-want) <= 0.501*gap(d, want)
	}
	return same(got, want) || math.Abs(got-want) <= err*gap(d, want)
}

func agree(t *testing.T, name string, err float64, want func(x float64) float64) {
	t.Helper()
	for _, d := range floats {
		in := expInputs(d, 4000, 11)
		for i, got := range results(t, name, d, in) {
			if w := want(in[i]); !closeTo(d, got, w, err) {
				t.Errorf("%s %s(%x) = %x, want %x", d, name, in[i], got, w)
			}
		}
	}
}

func TestExponentials(t *testing.T) {
	agree(t, "Exp", 2, math.Exp)
	agree(t, "Exp2", 2, math.Exp2)
	agree(t, "Expm1", 2.5, math.Expm1)
}
