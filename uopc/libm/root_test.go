package libm

import (
	"math"
	"math/big"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// gap gives the distance from |x| to the next float of dtype d: an ulp.
func gap(d uop.DType, x float64) float64 {
	x = math.Abs(x)
	if d == uop.F32 {
		return float64(math.Nextafter32(float32(x), float32(inf))) - float64(float32(x))
	}
	return math.Nextafter(x, inf) - x
}

func wide(x float64) *big.Float { return new(big.Float).SetPrec(2400).SetFloat64(x) }

// near tells if got is within err ulp of a finite positive exact value.
func near(d uop.DType, got float64, exact *big.Float, err float64) bool {
	e, _ := exact.Float64()
	bound := new(big.Float).Mul(wide(gap(d, e)), wide(err))
	diff := new(big.Float).Sub(wide(got), exact)
	return diff.Abs(diff).Cmp(bound) <= 0
}

func finite(x float64) bool { return x-x == 0 }

// positive has the finite numbers above 0 of edgy.
func positive(d uop.DType, n int, seed int64) (in []float64) {
	for _, x := range edgy(d, n, seed) {
		if x = math.Abs(x); finite(x) && x > 0 {
			in = append(in, x)
		}
	}
	return in
}

// worst is the error allowed, in ulp.
func worst(d uop.DType, f32, f64 float64) float64 {
	if d == uop.F32 {
		return f32
	}
	return f64
}

func TestRsqrt(t *testing.T) {
	for _, d := range floats {
		in := positive(d, 300, 11)
		for i, got := range results(t, "Rsqrt", d, in) {
			root := new(big.Float).SetPrec(200).Sqrt(wide(in[i]).SetPrec(200))
			if exact := root.Quo(wide(1).SetPrec(200), root); !near(d, got, exact, worst(d, 0.5, 0.86)) {
				t.Errorf("%s Rsqrt(%v) = %v", d, in[i], got)
			}
		}
	}
}

// TestCbrt looks on which side of x the cubes of r + err and r - err are.
func TestCbrt(t *testing.T) {
	for _, d := range floats {
		in := positive(d, 500, 12)
		for i, got := range results(t, "Cbrt", d, in) {
			e := new(big.Float).Mul(wide(gap(d, got)), wide(worst(d, 0.5, 0.501)))
			low, high := new(big.Float).Sub(wide(got), e), new(big.Float).Add(wide(got), e)
			if cube(low).Cmp(wide(in[i])) > 0 || cube(high).Cmp(wide(in[i])) < 0 {
				t.Errorf("%s Cbrt(%v) = %v", d, in[i], got)
			}
			in[i] = -in[i]
			if minus := results(t, "Cbrt", d, in[i:i+1])[0]; minus != -got {
				t.Errorf("%s Cbrt(%v) = %v, and that of its negative %v", d, in[i], minus, got)
			}
		}
	}
}

func cube(x *big.Float) *big.Float {
	s := new(big.Float).Mul(x, x)
	return s.Mul(s, x)
}

func TestHypot(t *testing.T) {
	for _, d := range floats {
		x, y := positive(d, 500, 13), positive(d, 500, 14)
		n := min(len(x), len(y))
		x, y = x[:n], y[:n]
		for i := range x {
			if i%2 == 0 { // like sizes are where both matter
				y[i] = float64(float32(x[i]*(0.5+y[i]/(y[i]+x[i])))) + 0*x[i]
			}
			if !finite(y[i]) {
				y[i] = 1
			}
		}
		for i, got := range results(t, "Hypot", d, x, y) {
			a, b := wide(x[i]), wide(y[i])
			s := new(big.Float).SetPrec(5000).Mul(a, a)
			s.Add(s, new(big.Float).SetPrec(5000).Mul(b, b))
			exact := new(big.Float).SetPrec(200).Sqrt(s.SetPrec(400))
			if over, _ := exact.Float64(); d == uop.F32 && over >= 0x1.ffffffp127 || over > math.MaxFloat64 {
				exact = nil
			}
			if exact == nil && got != inf || exact != nil && !near(d, got, exact, worst(d, 0.5001, 0.86)) {
				t.Errorf("%s Hypot(%v, %v) = %v", d, x[i], y[i], got)
			}
		}
	}
}
