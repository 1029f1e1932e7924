package vectest

import (
	"math"
	"testing"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// testSpecial checks what the documentation says of special values, spelled out, for the reference
// might be wrong as well. Each row runs on slices of one element and of 200 equal ones.
func testSpecial[T vecref.Float](t *testing.T, k Kernels[T]) {
	nan, inf, negZero := T(math.NaN()), T(math.Inf(1)), T(math.Copysign(0, -1))
	each := func(f func(dst, x, y []T)) func(x, y []T) T {
		return func(x, y []T) T {
			dst := make([]T, len(x))
			f(dst, x, y)
			for _, v := range dst {
				if bits(v) != bits(dst[0]) {
					t.Errorf("equal elements gave %v and %v", dst[0], v)
				}
			}
			return dst[0]
		}
	}
	clamp := func(lo, hi T) func(x, y []T) T {
		return each(func(dst, x, _ []T) { k.Clamp(dst, x, lo, hi) })
	}
	relu := each(func(dst, x, _ []T) { k.Relu(dst, x) })
	sum := func(x, _ []T) T { return k.Sum(x) }
	for _, c := range []struct {
		name       string
		f          func(x, y []T) T
		x, y, want T
	}{
		{"Sum of -0", sum, negZero, 0, negZero},
		{"Sum with NaN", sum, nan, 0, nan},
		{"Dot of infinity and 0", k.Dot, inf, 0, nan},
		{"L2Sq of infinities", k.L2Sq, inf, inf, nan},
		{"L2Sq of infinity and -infinity", k.L2Sq, inf, -inf, inf},
		{"Cosine with zero", k.Cosine, 0, 3, 0},
		{"Cosine of zeros", k.Cosine, 0, negZero, 0},
		{"Cosine with NaN", k.Cosine, nan, 1, nan},
		{"Cosine of zero and NaN", k.Cosine, 0, nan, nan},
		{"Min of NaN and 1", each(k.Min), nan, 1, 1},
		{"Min of 1 and NaN", each(k.Min), 1, nan, nan},
		{"Min of -0 and 0", each(k.Min), negZero, 0, 0},
		{"Min of 0 and -0", each(k.Min), 0, negZero, negZero},
		{"Max of NaN and 1", each(k.Max), nan, 1, 1},
		{"Max of 1 and NaN", each(k.Max), 1, nan, nan},
		{"Max of 0 and -0", each(k.Max), 0, negZero, negZero},
		{"Max of -0 and 0", each(k.Max), negZero, 0, 0},
		{"Relu of -0", relu, negZero, 0, 0},
		{"Relu of NaN", relu, nan, 0, 0},
		{"Relu of -infinity", relu, -inf, 0, 0},
		{"Clamp of NaN", clamp(1, 2), nan, 0, 1},
		{"Clamp of infinity", clamp(1, 2), inf, 0, 2},
		{"Clamp with lo > hi", clamp(3, 2), 2.5, 0, 2},
		{"Clamp of NaN with lo > hi", clamp(3, 2), nan, 0, 2},
	} {
		for _, n := range []int{1, 200} {
			x, y := make([]T, n), make([]T, n)
			for i := range x {
				x[i], y[i] = c.x, c.y
			}
			if got := c.f(x, y); bits(got) != bits(c.want) {
				t.Errorf("%s, n=%d: got %v, want %v", c.name, n, got, c.want)
			}
		}
	}
	for name, got := range map[string]T{
		"Sum": k.Sum(nil), "SumSquares": k.SumSquares(nil), "Dot": k.Dot(nil, nil), "L2Sq": k.L2Sq(nil, nil), "Cosine": k.Cosine(nil, nil),
	} {
		if bits(got) != 0 {
			t.Errorf("%s of nothing: got %v, want +0", name, got)
		}
	}
}
