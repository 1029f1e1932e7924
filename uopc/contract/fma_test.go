package contract

import (
	"math"
	"math/big"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// exactFMA gives x*y + z as a big.Float without rounding, for finite operands.
func exactFMA(x, y, z float64) *big.Float {
	p := new(big.Float).SetPrec(5000).SetFloat64(x)
	p.Mul(p, new(big.Float).SetPrec(5000).SetFloat64(y))
	return p.Add(p, new(big.Float).SetPrec(5000).SetFloat64(z))
}

func checkFMA32(t *testing.T, x, y, z float32) {
	t.Helper()
	exact := exactFMA(float64(x), float64(y), float64(z))
	got := fma32(x, y, z)
	want, _ := exact.Float32()
	// big.Float loses the sign of an exact zero, which C and IEEE define: TestAgainstC has it.
	if exact.Sign() == 0 && got == 0 {
		return
	}
	if math.Float32bits(got) != math.Float32bits(want) {
		t.Errorf("fma %x %x %x: %x, want %x", x, y, z, got, want)
	}
}

// TestFMA32Traps has sums that rounding through f64 gets wrong: the f64 sum is a midpoint
// between two f32, and the true sum lies a little beside it.
func TestFMA32Traps(t *testing.T) {
	trapped := 0
	for _, x := range []float32{1, 0x1.000002p0, 0x1.fffffep0, 0x1.8p0} {
		for _, ulps := range []int{-3, -2, -1, 0, 1, 2, 3} {
			for scale := -60; scale <= 60; scale++ {
				// x*y is a midpoint of the f32 at x, and z nudges it.
				y := float32(1 + math.Ldexp(1, -23)*float64(ulps))
				z := float32(math.Ldexp(1, scale-24))
				for _, s := range []float32{z, -z, z * 0x1p-60, -z * 0x1p-60, 0x1p-149, -0x1p-149} {
					checkFMA32(t, x, y, s)
					checkFMA32(t, x*0x1p-70, y*0x1p-72, s)
					checkFMA32(t, x*0x1p-75, y*0x1p-75, s*0x1p-40)
					if float32(float64(x)*float64(y)+float64(s)) != fma32(x, y, s) {
						trapped++
					}
				}
			}
		}
	}
	// Midpoints by the dozen: 2^24+1 halves, plus something too small for f64 to see.
	for i := range 2000 {
		m := float32(0x1p23) + float32(i)
		for _, tiny := range []float32{0x1p-40, -0x1p-40, 0x1p-149, -0x1p-149} {
			x, y := float32(0x1p12+1), float32(0x1p12-1) // 2^24 - 1, which is odd
			checkFMA32(t, x, y, tiny)
			checkFMA32(t, m*0x1p-10, 0x1.000002p0, tiny)
			checkFMA32(t, 0x1.000002p0*0x1p-1, m+m+1, tiny)
			if v := float32(float64(0x1.000002p0*m) + float64(tiny)); v != fma32(0x1.000002p0, m, tiny) {
				trapped++
			}
		}
	}
	if trapped == 0 {
		t.Error("no case tells a single rounding from a double one")
	}
	t.Logf("in %d cases rounding twice is wrong", trapped)
}

// TestFMARandom compares both widths with math/big on random and nearly cancelling sums.
func TestFMARandom(t *testing.T) {
	r := newRand(t)
	x := crossing{uop.OpFma, uop.F32, uop.F32}
	n := 20_000
	for _, c := range x.calls(r, n) {
		a, b, z := f32(c.a), f32(c.b), f32(c.c)
		if finite(float64(a)) && finite(float64(b)) && finite(float64(z)) {
			checkFMA32(t, a, b, z)
		}
	}
	for range n / 4 {
		a, b := f64(random(r, uop.F64)), f64(random(r, uop.F64))
		z := f64(random(r, uop.F64))
		if r.IntN(2) == 0 {
			z = -a * b * (1 + float64(r.IntN(3)-1)*0x1p-52)
		}
		if !finite(a) || !finite(b) || !finite(z) {
			continue
		}
		exact := exactFMA(a, b, z)
		want, _ := exact.Float64()
		got := f64(Eval(uop.OpFma, uop.F64, uop.F64, from64(a), from64(b), from64(z)))
		if got != want {
			t.Errorf("f64 fma %x %x %x: %x, want %x", a, b, z, got, want)
		}
	}
}

func finite(x float64) bool { return x-x == 0 }
