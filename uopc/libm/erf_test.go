package libm

import (
	"math"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestErf(t *testing.T) {
	agree(t, "Erf", 4, math.Erf)
	agree(t, "Erfc", 4, math.Erfc)
}

// TestGelu allows for the error of x/sqrt 2 in the reference, which grows with x^2.
func TestGelu(t *testing.T) {
	for _, d := range floats {
		in := expInputs(d, 4000, 21)
		for i, got := range results(t, "Gelu", d, in) {
			x := in[i]
			want := x / 2 * math.Erfc(-x/math.Sqrt2)
			if math.IsInf(x, -1) {
				want = math.Copysign(0, -1)
			}
			if !closeTo(d, got, want, 4+2*x*x) {
				t.Errorf("%s Gelu(%x) = %x, want %x", d, x, got, want)
			}
		}
	}
}

// TestGeluTies has odd multiples of the least subnormal: x/2 is half-way between two floats, and
// Gelu(x) above that for either sign.
func TestGeluTies(t *testing.T) {
	const least = 0x1p-149
	in := []float64{least, 3 * least, 5 * least, 0x1.000002p-126, -least, -3 * least, -5 * least, -0x1.000002p-126}
	want := []float64{least, 2 * least, 3 * least, 0x400001 * least, math.Copysign(0, -1), -least, -2 * least, -0x400000 * least}
	for i, got := range results(t, "Gelu", uop.F32, in) {
		if !same(got, want[i]) {
			t.Errorf("Gelu(%x) = %x, want %x", in[i], got, want[i])
		}
	}
}
