package libm

import (
	"math"
	"testing"
)

// over1 gives w / (1 + e^-u) so that a small result is not lost.
func over1(w, u float64) float64 {
	if u < 0 {
		h := math.Exp(0.5 * u)
		return w * h / (1 + h*h) * h
	}
	return w / (1 + math.Exp(-u))
}

func TestActivations(t *testing.T) {
	agree(t, "Sigmoid", 5, func(x float64) float64 { return over1(1, x) })
	agree(t, "Silu", 6, func(x float64) float64 { return over1(math.Max(x, -1500), x) })
	agree(t, "Mish", 8, func(x float64) float64 {
		if x > 40 {
			return x
		}
		h := math.Exp(0.5 * x)
		e := h * h
		return math.Max(x, -1500) * h * (e + 2) / (e*(e+2) + 2) * h
	})
	// The argument below has an error of some ulps of up to 700, and is the worse part in f64.
	agree(t, "GeluTanh", 3000, func(x float64) float64 {
		x = math.Max(x, -30)
		return over1(x, math.Sqrt(8/math.Pi)*(x+0.044715*x*x*x))
	})
}
