package vectest

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// guard is how many elements on each side of a slice must stay as they are.
const guard = 33

// source makes inputs.
type source[T vecref.Float] struct {
	*rand.Rand
	special []T
}

// newSource takes the seed from TEST_SEED, and logs it.
func newSource[T vecref.Float](t testing.TB) *source[T] {
	seed, err := strconv.ParseUint(os.Getenv("TEST_SEED"), 0, 64)
	if err != nil {
		seed = rand.Uint64()
	}
	t.Logf("TEST_SEED=%d", seed)
	return &source[T]{rand.New(rand.NewPCG(seed, 1)), specials[T]()}
}

func specials[T vecref.Float]() []T {
	var v T
	out := []T{0, T(math.Copysign(0, -1)), 1, -1, T(math.Inf(1)), T(math.Inf(-1)), T(math.NaN()), 1.5, -2.25}
	if _, is32 := any(v).(float32); is32 {
		tiny, big := any(float32(math.SmallestNonzeroFloat32)).(T), any(float32(math.MaxFloat32)).(T)
		return append(out, tiny, -tiny, 3*tiny, big, -big, any(float32(0x1p-126)).(T))
	}
	tiny, big := any(float64(math.SmallestNonzeroFloat64)).(T), any(float64(math.MaxFloat64)).(T)
	return append(out, tiny, -tiny, 3*tiny, big, -big, any(float64(0x1p-1022)).(T))
}

// how values are spread.
const (
	smooth  = iota // around 0
	wild           // all exponents
	special        // many special values
	kinds
)

func (s *source[T]) value(kind int) T {
	switch {
	case kind == special && s.IntN(3) == 0:
		return s.special[s.IntN(len(s.special))]
	case kind == wild:
		return T(math.Ldexp(s.NormFloat64(), s.IntN(60)-30))
	}
	return T(s.NormFloat64())
}

// guarded is a slice inside a larger one.
type guarded[T vecref.Float] struct{ whole, s []T }

// slice makes n values that start at any alignment, with guards round them.
func (s *source[T]) slice(n, kind int) guarded[T] {
	off := guard + s.IntN(9)
	g := guarded[T]{whole: make([]T, off+n+guard)}
	for i := range g.whole {
		g.whole[i] = s.value(special)
	}
	g.s = g.whole[off : off+n : off+n]
	for i := range g.s {
		g.s[i] = s.value(kind)
	}
	return g
}

func (g guarded[T]) clone() guarded[T] {
	off := len(g.whole) - guard - len(g.s)
	c := guarded[T]{whole: append([]T(nil), g.whole...)}
	c.s = c.whole[off : off+len(g.s) : off+len(g.s)]
	return c
}

// bits gives the bits of a value; all NaNs have the same.
func bits[T vecref.Float](v T) uint64 {
	if v != v {
		return math.Float64bits(math.NaN())
	}
	// Widening is exact, so equal bits here are equal bits there.
	return math.Float64bits(float64(v))
}

// differ gives the first position where two slices differ in a bit, or -1.
func differ[T vecref.Float](a, b []T) int {
	for i := range a {
		if bits(a[i]) != bits(b[i]) {
			return i
		}
	}
	return -1
}
