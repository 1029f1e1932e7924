package vecref

// Axpy adds a*x to y.
func Axpy[T Float](y []T, a T, x []T) {
	copy(y, zip(y, x, func(v, w T) T { return T(times(a, w) + v) }))
}

// Scale sets dst to a*x.
func Scale[T Float](dst []T, a T, x []T) {
	copy(dst, zip(x, x, func(v, _ T) T { return times(a, v) }))
}

// Add sets dst to x+y.
func Add[T Float](dst, x, y []T) {
	copy(dst, zip(x, y, func(a, b T) T { return T(a + b) }))
}

// Mul sets dst to x*y.
func Mul[T Float](dst, x, y []T) { copy(dst, zip(x, y, times[T])) }

// Min sets dst to x where it is less than y, else to y.
func Min[T Float](dst, x, y []T) { copy(dst, zip(x, y, less[T])) }

// Max sets dst to x where it is greater than y, else to y.
func Max[T Float](dst, x, y []T) { copy(dst, zip(x, y, greater[T])) }

func less[T Float](a, b T) T {
	if a < b {
		return a
	}
	return b
}

func greater[T Float](a, b T) T {
	if b < a {
		return a
	}
	return b
}

// Relu sets dst to x where it is positive, else to 0.
func Relu[T Float](dst, x []T) {
	copy(dst, zip(x, x, func(v, _ T) T { return greater(v, 0) }))
}

// Clamp sets dst to x, kept between lo and hi.
func Clamp[T Float](dst, x []T, lo, hi T) {
	copy(dst, zip(x, x, func(v, _ T) T { return less(greater(v, lo), hi) }))
}
