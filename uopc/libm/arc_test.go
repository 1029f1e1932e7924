package libm

import (
	"math"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// arcClose allows a result of f32 to be wrong in nearly halfway cases only, and one of f64 4 ulp, most
// of which the reference needs.
func arcClose(d uop.DType, got, want float64) bool {
	if d == uop.F32 {
		want32 := float64(float32(want))
		return same(got, want32) || math.Abs(got-want) <= 0.5001*gap(d, want)
	}
	return same(got, want) || math.Abs(got-want) <= 4*gap(d, want)
}

// inside brings numbers into the domain of asin: small ones stay, and others are taken for the
// distance from 1 or -1.
func inside(d uop.DType, n int, seed int64) []float64 {
	in := edgy(d, n, seed)
	for i, x := range in {
		if m := math.Abs(x); m > 0.75 && m < 0x1p100 {
			x = math.Copysign(1-1/(m*4), x)
		}
		in[i] = x
		if d == uop.F32 {
			in[i] = float64(float32(x))
		}
	}
	return in
}

// asin and acos by way of atan, as accurate as math.Atan where 1-x does not round.
func asinBy(x float64) float64 {
	if math.Abs(x) < 1e-8 {
		return x
	}
	return math.Atan2(x, math.Sqrt((1-x)*(1+x)))
}

func acosBy(x float64) float64 { return math.Atan2(math.Sqrt((1-x)*(1+x)), x) }

func TestArcs(t *testing.T) {
	for name, want := range map[string]func(float64) float64{"Asin": asinBy, "Acos": acosBy, "Atan": math.Atan} {
		for _, d := range floats {
			in := inside(d, 2000, 21)
			if name == "Atan" {
				in = edgy(d, 2000, 22)
			}
			for i, got := range results(t, name, d, in) {
				if w := want(in[i]); !arcClose(d, got, w) {
					t.Errorf("%s %s(%v) = %v, want %v", d, name, in[i], got, w)
				}
			}
		}
	}
}

func TestAtan2(t *testing.T) {
	for _, d := range floats {
		y, x := edgy(d, 3000, 23), edgy(d, 3000, 24)
		for i := range y {
			if i%2 == 0 {
				y[i] = x[i] * float64(i%64) / 16
			}
			if d == uop.F32 {
				y[i] = float64(float32(y[i]))
			}
		}
		for i, got := range results(t, "Atan2", d, y, x) {
			// The sign is put on here: where y/x vanishes, math.Atan2 loses it.
			if want := math.Copysign(math.Atan2(math.Abs(y[i]), x[i]), y[i]); !arcClose(d, got, want) {
				t.Errorf("%s Atan2(%v, %v) = %v, want %v", d, y[i], x[i], got, want)
			}
		}
	}
}
