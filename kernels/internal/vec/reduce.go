package vec

import "github.com/uopc/uopc/uopc"

// Def is a definition: what uopc-gen makes a function from.
type Def = func(*uopc.Kernel)

// Dot gives the sum of x[i]*y[i].
func Dot(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		x, y := pair(k, d)
		k.Return(x.Mul(y).Sum())
	}
}

// Sum gives the sum of x[i].
func Sum(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		x := k.In("x", d, k.Size("n"))
		k.Return(x.Sum())
	}
}

// SumSquares gives the sum of x[i]*x[i].
func SumSquares(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		x := k.In("x", d, k.Size("n"))
		k.Return(x.Square().Sum())
	}
}

// L2Sq gives the sum of (x[i]-y[i])*(x[i]-y[i]).
func L2Sq(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		x, y := pair(k, d)
		k.Return(x.Sub(y).Square().Sum())
	}
}

// Cosine gives Dot(x, y) / (Sqrt(SumSquares(x)) * Sqrt(SumSquares(y))), and 0 where the divisor is
// 0. The roots are taken before the product, which overflows later than the product of the sums.
func Cosine(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		x, y := pair(k, d)
		norm := x.Square().Sum().Sqrt().Mul(y.Square().Sum().Sqrt())
		k.Return(norm.Ne(0).Where(x.Mul(y).Sum().Div(norm), 0))
	}
}

// pair declares two slices of one length.
func pair(k *uopc.Kernel, d uopc.DType) (x, y *uopc.Expr) {
	n := k.Size("n")
	return k.In("x", d, n), k.In("y", d, n)
}
