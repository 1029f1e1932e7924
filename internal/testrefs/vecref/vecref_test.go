package vecref

import (
	"math"
	"testing"
)

// TestOrder checks the order of summation by a sum that only one order gives: big and small numbers
// that cancel exactly when they meet in the right lanes.
func TestOrder(t *testing.T) {
	const big = 1 << 30 // adding 1 to it changes nothing in float32
	n := Lanes[float32]()
	x := make([]float32, 2*n)
	x[0], x[n] = big, 1 // one lane: big + 1 = big
	x[n/2] = -big       // joined first
	x[1] = 1            // joined last
	if got := Sum(x); got != 1 {
		t.Errorf("got %v, want 1", got)
	}
	x[1], x[n/2], x[n/4] = 0, 0, -big
	x[n/2+n/4] = 3 // joins -big before -big meets big: lost
	if got := Sum(x); got != 0 {
		t.Errorf("got %v, want 0", got)
	}
	if got := Lanes[float64](); got != 32 {
		t.Errorf("got %d lanes of float64, want 32", got)
	}
}

func TestEdges(t *testing.T) {
	negZero := math.Copysign(0, -1)
	if got := Sum([]float64{}); math.Signbit(got) || got != 0 {
		t.Errorf("empty sum: got %v, want +0", got)
	}
	if got := Sum([]float64{negZero, negZero}); !math.Signbit(got) {
		t.Errorf("sum of -0 and -0: got %v, want -0", got)
	}
	if got := Cosine([]float64{0, 0}, []float64{1, 2}); got != 0 {
		t.Errorf("cosine with a zero vector: got %v, want 0", got)
	}
	if got := Cosine([]float32{3, 4}, []float32{6, 8}); got != 1 {
		t.Errorf("cosine of parallel vectors: got %v, want 1", got)
	}
	dst := make([]float64, 2)
	Clamp(dst, []float64{math.NaN(), 7}, 1, 3)
	if dst[0] != 1 || dst[1] != 3 {
		t.Errorf("clamp: got %v, want [1 3]", dst)
	}
}
