package vectest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// Bench measures kernels and plain Go loops in turns, so that both see the same machine, and
// reports the time of each and their ratio. The plain loops are what one would write by hand; their
// sums run in another order.
func Bench[T vecref.Float](b *testing.B, k Kernels[T]) {
	var sink T
	for _, c := range []struct {
		name        string
		ours, plain func(x, y []T)
	}{
		{"Dot", func(x, y []T) { sink += k.Dot(x, y) }, func(x, y []T) { sink += plainDot(x, y) }},
		{"L2Sq", func(x, y []T) { sink += k.L2Sq(x, y) }, func(x, y []T) { sink += plainL2Sq(x, y) }},
		{"Cosine", func(x, y []T) { sink += k.Cosine(x, y) }, func(x, y []T) { sink += plainCosine(x, y) }},
		{"Sum", func(x, _ []T) { sink += k.Sum(x) }, func(x, _ []T) { sink += plainSum(x) }},
		{"Axpy", func(x, y []T) { k.Axpy(y, 1e-9, x) }, func(x, y []T) { plainAxpy(y, 1e-9, x) }},
	} {
		for _, n := range []int{16, 128, 384, 1024, 65536} {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				x, y := make([]T, n), make([]T, n)
				for i := range x {
					x[i], y[i] = T(i%7)-3, T(i%5)-2
				}
				inTurns(b, func() { c.ours(x, y) }, func() { c.plain(x, y) })
			})
		}
	}
}

// BenchFunctions measures functions against a loop over their formulas: for those of package math that
// is what one would write, with conversions for f32.
func BenchFunctions[T vecref.Float](b *testing.B, fs []Function[T]) {
	for _, f := range fs {
		for _, n := range []int{1024, 65536} {
			b.Run(fmt.Sprintf("%s/n=%d", f.Name, n), func(b *testing.B) {
				x, y, dst := make([]T, n), make([]T, n), make([]T, n)
				for i := range x {
					x[i] = T(float64(i%1000)+0.5) / 250 // (0, 4)
					y[i] = T(float64(i%313)+0.5) / 100
					if f.Name == "Asin" || f.Name == "Acos" {
						x[i] = x[i]/2 - 1
					}
				}
				o := operands[T]{dst: dst, x: x, y: y}
				do := f.kernel().got
				inTurns(b, func() { do(o) }, func() { f.plain(o) })
			})
		}
	}
}

// plain is the loop over the formula.
func (f Function[T]) plain(o operands[T]) {
	if f.Do == nil {
		for i, v := range o.x {
			o.dst[i] = T(f.Ref2(float64(v), float64(o.y[i])))
		}
		return
	}
	for i, v := range o.x {
		o.dst[i] = T(f.Ref(float64(v)))
	}
}

// turns is how often the two take turns; the best turn of each counts.
const turns = 8

func inTurns(b *testing.B, ours, plain func()) {
	per := max(1, b.N/turns)
	best := [2]float64{math.Inf(1), math.Inf(1)}
	for range turns {
		for i, f := range []func(){ours, plain} {
			start := time.Now()
			for range per {
				f()
			}
			best[i] = min(best[i], float64(time.Since(start).Nanoseconds())/float64(per))
		}
	}
	b.ReportMetric(best[0], "ns/op")
	b.ReportMetric(best[1], "plain-ns/op")
	b.ReportMetric(best[1]/best[0], "times-faster")
}

func plainDot[T vecref.Float](x, y []T) (s T) {
	y = y[:len(x)]
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

func plainL2Sq[T vecref.Float](x, y []T) (s T) {
	y = y[:len(x)]
	for i, v := range x {
		d := v - y[i]
		s += d * d
	}
	return s
}

func plainCosine[T vecref.Float](x, y []T) T {
	y = y[:len(x)]
	var xy, xx, yy T
	for i, v := range x {
		w := y[i]
		xy += v * w
		xx += v * v
		yy += w * w
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / T(math.Sqrt(float64(xx))*math.Sqrt(float64(yy)))
}

func plainSum[T vecref.Float](x []T) (s T) {
	for _, v := range x {
		s += v
	}
	return s
}

func plainAxpy[T vecref.Float](y []T, a T, x []T) {
	x = x[:len(y)]
	for i, v := range x {
		y[i] += a * v
	}
}
