package libm

import (
	"math"
	"testing"
)

func TestHyperbolic(t *testing.T) {
	agree(t, "Sinh", 4, func(x float64) float64 {
		if e := math.Expm1(math.Abs(x)); !math.IsInf(e, 0) { // math.Sinh is off by more
			return math.Copysign(0.5*(e+e/(e+1)), x)
		}
		h := math.Exp(0.5 * math.Abs(x))
		return math.Copysign(0.5*h*h, x)
	})
	agree(t, "Cosh", 4, func(x float64) float64 {
		h := math.Exp(0.5 * math.Abs(x)) // e^x may be out of range
		return 0.5*h*h + 0.5/h/h
	})
	agree(t, "Tanh", 5, func(x float64) float64 {
		if math.Abs(x) > 22 {
			return math.Copysign(1, x)
		}
		e := math.Expm1(2 * x) // math.Tanh is off by more
		return e / (e + 2)
	})
}
