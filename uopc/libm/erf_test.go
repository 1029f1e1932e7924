package libm

import (
	"math"
	"testing"
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
