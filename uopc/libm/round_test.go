package libm

import (
	"math"
	"math/rand"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// results gives what the function makes of the inputs, as float64.
func results(t *testing.T, name string, d uop.DType, in ...[]float64) []float64 {
	t.Helper()
	body := Lookup(name).Body(uop.NewGraph(), d)
	to := body.DType()
	out := make([]float64, len(in[0]))
	for i := range out {
		params := map[int]*interp.Value{}
		for k := range in {
			params[k] = interp.Scalar(d, contract.FromFloat(d, in[k][i]))
		}
		v, err := interp.Eval(body, params, interp.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if to == uop.Bool {
			out[i] = float64(v.Bits[0])
		} else {
			out[i] = contract.Float(to, v.Bits[0])
		}
	}
	return out
}

// edgy gives n numbers of dtype d: half from all the exponents, half of moderate size, and in
// both cases some with few bits, near a power of two, or halfway between whole numbers.
func edgy(d uop.DType, n int, seed int64) []float64 {
	r := rand.New(rand.NewSource(seed))
	all := []float64{0, math.Copysign(0, -1), inf, -inf, nan, 0.5, 1, 1.5, 2.5, 0x1p-149, 0x1p-126, math.MaxFloat32,
		0x1p22 + 0.5, 0x1p23 - 0.5, 0x1p23 + 1, 0x1p51 + 0.5, 0x1p52 - 0.5, 0x1p52 + 1, 0x1.fffffep-2, 0x1.fffffffffffffp-2}
	if d == uop.F64 {
		all = append(all, 0x1p-1074, 0x1p-1022, 0x0.fffffffffffffp-1022, math.MaxFloat64)
	}
	for len(all) < n {
		e := r.Intn(24) - 12
		if r.Intn(2) == 0 {
			e = r.Intn(270) - 145
			if d == uop.F64 {
				e = r.Intn(2090) - 1070
			}
		}
		m := 1 + r.Float64()
		switch r.Intn(5) {
		case 0:
			m = 2 - float64(r.Intn(16))*gap(d, 1)
		case 1:
			m = 1 + float64(r.Intn(64))/64
		case 2:
			m = 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.Intn(50))
		}
		x := math.Ldexp(m, e)
		if r.Intn(8) == 0 {
			x = math.Floor(x) + 0.5
		}
		all = append(all, math.Copysign(x, r.Float64()-0.5))
	}
	for i, x := range all {
		if d == uop.F32 {
			all[i] = float64(float32(x))
		}
	}
	return all
}

var floats = []uop.DType{uop.F32, uop.F64}

func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

func TestRounding(t *testing.T) {
	truth := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	for name, want := range map[string]func(float64) float64{
		"Floor": math.Floor, "Ceil": math.Ceil, "Round": math.Round, "RoundEven": math.RoundToEven, "Trunc": math.Trunc,
		"IsNaN": func(x float64) float64 { return truth(math.IsNaN(x)) },
		"IsInf": func(x float64) float64 { return truth(math.IsInf(x, 0)) },
	} {
		for _, d := range floats {
			in := edgy(d, 2000, 1)
			for i, got := range results(t, name, d, in) {
				if w := want(in[i]); !same(got, w) {
					t.Errorf("%s %s(%v) = %v, want %v", d, name, in[i], got, w)
				}
			}
		}
	}
}

func TestCopySign(t *testing.T) {
	for _, d := range floats {
		x, y := edgy(d, 1000, 2), edgy(d, 1000, 3)
		rand.New(rand.NewSource(4)).Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		for i, got := range results(t, "CopySign", d, x, y) {
			if want := math.Copysign(x[i], y[i]); !same(got, want) && y[i] == y[i] {
				t.Errorf("%s CopySign(%v, %v) = %v, want %v", d, x[i], y[i], got, want)
			}
		}
	}
}

// TestMod has pairs from the whole range, pairs of like size, and quotients next to a whole number
// or halfway between two.
func TestMod(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for _, d := range floats {
		x, y := edgy(d, 2000, 6), edgy(d, 2000, 7)
		r.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		for i := 0; i < len(x); i += 2 {
			x[i] = y[i] * float64(r.Intn(1<<uint(r.Intn(24)))) / 2
			if d == uop.F32 {
				x[i] = float64(float32(x[i]))
			}
		}
		if d == uop.F64 { // a divisor that rounds up to 2^53 in 26 bits
			x, y = append(x, 0x1.fffffffffffffp+770, 0x1.fffffffffffffp+811), append(y, 0x1.ffffffffffffcp-763, 0x1.ffffffffffffcp-721)
		}
		for range 500 { // y next to a power of two, and x next to a multiple of its half, up to either limit of one step
			b := math.Ldexp(1-gap(d, 0.5)*float64(r.Intn(2000)), r.Intn(20)-10)
			a := b / 2 * float64(1+r.Intn(1<<uint(r.Intn(31)))) * (1 + gap(d, 1)*float64(r.Intn(9)-4))
			if d == uop.F32 {
				a, b = float64(float32(a)), float64(float32(b))
			}
			x, y = append(x, a), append(y, b)
		}
		for i, got := range results(t, "Mod", d, x, y) {
			if want := math.Mod(x[i], y[i]); !same(got, want) {
				t.Errorf("%s Mod(%v, %v) = %v, want %v", d, x[i], y[i], got, want)
			}
		}
	}
}
