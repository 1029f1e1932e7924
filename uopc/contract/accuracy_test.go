package contract

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// function is one of EXP2, LOG2, SIN with its evaluations and a source of inputs.
type function struct {
	op   uop.Op
	fast func(float64) float64
	slow func(float64, uint) *big.Float
	most float64 // the error in ulps that a sound fast stays below
	in   func(r *rand.Rand, i int) float64
}

var functions = []function{
	{uop.OpExp2, exp2, bigExp2, 0.87, func(r *rand.Rand, i int) float64 {
		switch i % 4 {
		case 0:
			return (r.Float64() - 0.5) * 2
		case 1: // subnormal results too
			return (r.Float64() - 0.5) * 2 * 1074
		case 2:
			return (r.Float64() - 0.5) * 40
		}
		return (r.Float64() - 0.5) * math.Ldexp(1, -r.IntN(50))
	}},
	{uop.OpLog2, log2, bigLog2, 0.9, func(r *rand.Rand, i int) float64 {
		switch i % 4 {
		case 0:
			return 0.5 + 1.5*r.Float64()
		case 1: // positive and finite, subnormals included
			return f64(1 + r.Uint64N(math.Float64bits(math.Inf(1))-1))
		case 2:
			return 1 + (r.Float64()-0.5)/32
		}
		return 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(51))
	}},
	{uop.OpSin, sin, bigSin, 0.8, func(r *rand.Rand, i int) float64 {
		switch i % 5 {
		case 0:
			return (r.Float64() - 0.5) * math.Pi
		case 1:
			return (r.Float64() - 0.5) * 200
		case 2: // next to a multiple of pi/2
			return math.Round(r.Float64()*1000) * math.Pi / 2 * (1 + float64(r.IntN(9)-4)*0x1p-52)
		case 3: // any magnitude from 2^-30
			return math.Ldexp(1+r.Float64(), r.IntN(1054)-30)
		}
		return math.Ldexp(1+r.Float64(), r.IntN(30)-25)
	}},
}

// TestAccuracyF64 measures the error of the f64 algorithms; doc comments quote the figures.
func TestAccuracyF64(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	r := newRand(t)
	for _, f := range functions {
		worst, at := 0.0, 0.0
		for i := range n {
			x := f.in(r, i)
			if e := errorInUlps(f.fast(x), f.slow(x, 96)); e > worst {
				worst, at = e, x
			}
		}
		t.Logf("%v f64: at most %.4f ulp on %d inputs, at %x", f.op, worst, n, at)
		if worst >= f.most {
			t.Errorf("%v f64: %.4f ulp at %x, want less than %v", f.op, worst, at, f.most)
		}
	}
}

func errorInUlps(got float64, want *big.Float) float64 {
	near, _ := want.Float64()
	if math.IsInf(near, 0) || near == 0 && want.Sign() == 0 {
		if got == near {
			return 0
		}
		return math.Inf(1)
	}
	d := new(big.Float).Sub(want, big.NewFloat(got))
	e, _ := d.Quo(d, big.NewFloat(ulp(near))).Float64()
	return math.Abs(e)
}

// TestHardestSin tries the f64 that come nearest to a multiple of pi/2, where a reduction
// with too few bits shows at once.
func TestHardestSin(t *testing.T) {
	for _, x := range []float64{
		0x1.6ac5b262ca1ffp+849, // 6381956970095103 * 2^797, some 2^-61 from a multiple of pi/2
		0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 0x1.2d97c7f3321d2p+2,
		math.MaxFloat64, 0x1p1023, 1e22, 0x1.fffffep127,
	} {
		for _, v := range []float64{x, -x, math.Nextafter(x, 0)} {
			if e := errorInUlps(sin(v), bigSin(v, 128)); e >= 0.8 {
				t.Errorf("sin %x: %v, off by %v ulp", v, sin(v), e)
			}
		}
	}
	if y := math.Abs(sin(0x1.6ac5b262ca1ffp+849)); y < 1-1e-15 {
		t.Errorf("|sin| of the hardest f64 is %v, want 1: its cosine is some 2^-61", y)
	}
}

// TestRoundedF32 checks the f32 functions, and their slow path by itself, against 200 bits.
func TestRoundedF32(t *testing.T) {
	r := newRand(t)
	n := 60_000
	if testing.Short() {
		n = 6_000
	}
	eval := map[uop.Op]func(float32) float32{uop.OpExp2: exp2F32, uop.OpLog2: log2F32, uop.OpSin: sinF32}
	for _, f := range functions {
		slow := 0
		always := func(x float64, prec uint) *big.Float { slow++; return f.slow(x, prec) }
		for i := range n {
			x := float32(f.in(r, i))
			if !forSlow(x) {
				continue
			}
			want, _ := f.slow(float64(x), 200).Float32()
			if got := eval[f.op](x); got != want {
				t.Fatalf("%v of %x: %x, want %x", f.op, x, got, want)
			}
		}
		// An estimate of no use at all sends every input down the slow path.
		for i := range n / 100 {
			x := float32(f.in(r, i))
			if !forSlow(x) || x == float32(math.Trunc(float64(x))) { // no exact cases
				continue
			}
			want := eval[f.op](x)
			mid := func(float64) float64 { return 1 + 0x1p-24 }
			if got := rounded(mid, always, x); got != want {
				t.Fatalf("slow path, %v of %x: %x, want %x", f.op, x, got, want)
			}
		}
		if slow < n/200 {
			t.Errorf("%v: the slow path was taken %d times only", f.op, slow)
		}
		t.Logf("%v f32: %d inputs against 200 bits, slow path %d times", f.op, n, slow)
	}
}

// forSlow tells whether the functions in math/big take x.
func forSlow(x float32) bool {
	a := math.Abs(float64(x))
	return a >= 0x1p-60 && a <= math.MaxFloat32 && x > -150
}

// TestFunctionSpecials checks where the functions are exact or leave the reals.
func TestFunctionSpecials(t *testing.T) {
	for _, c := range []struct {
		op       uop.Op
		in, want string
	}{
		{uop.OpExp2, "-inf", "0.0"}, {uop.OpExp2, "inf", "inf"}, {uop.OpExp2, "nan", "nan"},
		{uop.OpExp2, "0.0", "1.0"}, {uop.OpExp2, "-0.0", "1.0"}, {uop.OpExp2, "10", "1024.0"}, {uop.OpExp2, "-1", "0.5"},
		{uop.OpExp2, "1e30", "inf"}, {uop.OpExp2, "-1e30", "0.0"}, {uop.OpExp2, "1e-30", "1.0"},
		{uop.OpLog2, "0.0", "-inf"}, {uop.OpLog2, "-0.0", "-inf"}, {uop.OpLog2, "-1", "nan"}, {uop.OpLog2, "-inf", "nan"},
		{uop.OpLog2, "inf", "inf"}, {uop.OpLog2, "nan", "nan"}, {uop.OpLog2, "1", "0.0"}, {uop.OpLog2, "0.125", "-3.0"},
		{uop.OpSin, "inf", "nan"}, {uop.OpSin, "-inf", "nan"}, {uop.OpSin, "nan", "nan"},
		{uop.OpSin, "-0.0", "-0.0"}, {uop.OpSin, "0.0", "0.0"}, {uop.OpSin, "-1e-30", "-1e-30"},
	} {
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			in, err := ParseValue(d, c.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := FormatValue(d, Eval(c.op, d, d, in, 0, 0)); got != c.want {
				t.Errorf("%v %v of %s: %s, want %s", c.op, d, c.in, got, c.want)
			}
		}
	}
	for n := -149; n < 128; n++ {
		p := float32(math.Ldexp(1, n))
		if got := exp2F32(float32(n)); got != p {
			t.Errorf("exp2 %d: %x, want %x", n, got, p)
		}
		if got := log2F32(p); got != float32(n) {
			t.Errorf("log2 %x: %v, want %d", p, got, n)
		}
	}
	for n := -1074; n < 1024; n++ {
		if p := math.Ldexp(1, n); exp2(float64(n)) != p || log2(p) != float64(n) {
			t.Errorf("f64, n = %d: exp2 %x, log2 %v", n, exp2(float64(n)), log2(p))
		}
	}
	for x, want := range map[float32]float32{
		128: float32(math.Inf(1)), 127.99999: 0x1.ffff4ep127, -149.5: 0x1p-149, -150: 0, -149.99998: 0x1p-149, -150.00002: 0,
	} {
		if got := exp2F32(x); got != want {
			t.Errorf("exp2 %v: %x, want %x", x, got, want)
		}
	}
}
