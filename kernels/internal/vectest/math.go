package vectest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// Function is an elementwise kernel of one or two slices, and what it should be near to: a formula in
// f64 that shares nothing with it. Ref2 is for those of two.
type Function[T vecref.Float] struct {
	Name  string
	Do    func(dst, x []T)
	Do2   func(dst, x, y []T)
	Ref   func(x float64) float64
	Ref2  func(x, y float64) float64
	Loose float64 // the relative error of the formula itself in ulps of f64, beside that of the kernel
}

// kernel is the function in the form that suits all. What it wants is the kernel's own result on
// copies; how good that is is for testNear.
func (f Function[T]) kernel() kernel[T] {
	reads, do := readNames(f.Name), f.Do2
	if f.Do != nil {
		reads, do = reads[:1], func(dst, x, _ []T) { f.Do(dst, x) }
	}
	return kernel[T]{f.Name, "dst", reads,
		func(o operands[T]) T { do(o.dst, o.x, o.y); return 0 },
		func(o operands[T]) T {
			dst := make([]T, len(o.dst))
			do(dst, slices.Clone(o.x), slices.Clone(o.y))
			copy(o.dst, dst)
			return 0
		}}
}

// testNear compares a function with its formula: on special values, all exponents, and common values.
func testNear[T vecref.Float](t *testing.T, f Function[T]) {
	src := newSource[T](t)
	const n = 4000
	x, y := make([]T, n), make([]T, n)
	for i := range x {
		x[i], y[i] = near(src, i), near(src, rand.Int())
	}
	dst := make([]T, n)
	f.kernel().got(operands[T]{dst: dst, x: x, y: y})
	allowed, worst := 4+f.Loose, 0.0
	if is32[T]() {
		allowed = 0.75 + f.Loose*0x1p-29
	}
	for i, got := range dst {
		want := 0.0
		if f.Do != nil {
			want = f.Ref(float64(x[i]))
		} else {
			want = f.Ref2(float64(x[i]), float64(y[i]))
		}
		e := ulps(got, want)
		if e > allowed {
			t.Fatalf("%s(%v, %v) = %v, want %v: %.3g ulp", f.Name, x[i], y[i], got, want, e)
		}
		worst = max(worst, e)
	}
	t.Logf("%s: at most %.3g ulp from the formula on %d inputs", f.Name, worst, n)
}

func near[T vecref.Float](src *source[T], i int) T {
	switch i % 4 {
	case 0:
		return src.value(special)
	case 1:
		return src.value(wild)
	case 2:
		return src.value(smooth)
	}
	return T(src.Float64()*20 - 10)
}

func is32[T vecref.Float]() bool { var v T; _, ok := any(v).(float32); return ok }

// ulps gives the distance of got from want in units in the last place of T; infinite where one is a
// NaN or an infinity that the other is not.
func ulps[T vecref.Float](got T, want float64) float64 {
	g := float64(got)
	if g != g || want != want || math.IsInf(g, 0) || math.IsInf(float64(T(want)), 0) {
		if g != g && want != want || g == float64(T(want)) {
			return 0
		}
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	unit := math.Ldexp(1, max(e, -1021)-53)
	if is32[T]() {
		unit = math.Ldexp(1, max(e, -125)-24)
	}
	return math.Abs(g-want) / unit
}
