package vecref

import (
	"math"
	"unsafe"
)

// Float is what the kernels work on.
type Float interface{ float32 | float64 }

// maybe is a number, or nothing.
type maybe[T Float] struct {
	v  T
	is bool
}

func plus[T Float](a, b maybe[T]) maybe[T] {
	switch {
	case !a.is:
		return b
	case !b.is:
		return a
	}
	return maybe[T]{T(a.v + b.v), true}
}

// Lanes is the number of partial results: 256 bytes' worth.
func Lanes[T Float]() int {
	var v T
	return 256 / int(unsafe.Sizeof(v))
}

// Sum adds up the terms in the order that the kernels promise.
func Sum[T Float](terms []T) T {
	n := Lanes[T]()
	dealt := make([][]T, n)
	for i, v := range terms {
		dealt[i%n] = append(dealt[i%n], v)
	}
	lanes := make([]maybe[T], n)
	for l, list := range dealt {
		for _, v := range list {
			lanes[l] = plus(lanes[l], maybe[T]{v, true})
		}
	}
	return tree(lanes).v
}

// tree joins lane i of the lower half with lane i of the upper half until one lane is left.
func tree[T Float](lanes []maybe[T]) maybe[T] {
	if len(lanes) == 1 {
		return lanes[0]
	}
	half := len(lanes) / 2
	joined := make([]maybe[T], half)
	for i := range joined {
		joined[i] = plus(lanes[i], lanes[half+i])
	}
	return tree(joined)
}

func zip[T Float](x, y []T, f func(a, b T) T) []T {
	out := make([]T, len(x))
	for i := range out {
		out[i] = f(x[i], y[i])
	}
	return out
}

func times[T Float](a, b T) T { return T(a * b) }

// Dot is the sum of products.
func Dot[T Float](x, y []T) T { return Sum(zip(x, y, times[T])) }

// SumSquares is the sum of squares.
func SumSquares[T Float](x []T) T { return Dot(x, x) }

// L2Sq is the squared distance.
func L2Sq[T Float](x, y []T) T {
	return SumSquares(zip(x, y, func(a, b T) T { return T(a - b) }))
}

// Cosine is the cosine similarity, and 0 where the divisor is.
func Cosine[T Float](x, y []T) T {
	norm := times(sqrt(SumSquares(x)), sqrt(SumSquares(y)))
	if norm == 0 {
		return 0
	}
	return T(Dot(x, y) / norm)
}

// sqrt is correctly rounded for float32 too: rounding twice does no harm there.
func sqrt[T Float](v T) T { return T(math.Sqrt(float64(v))) }
