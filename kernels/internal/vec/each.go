package vec

import "github.com/uopc/uopc/uopc"

// Axpy adds a*x[i] to y[i].
func Axpy(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		y := k.InOut("y", d, n)
		a := k.Scalar("a", d)
		x := k.In("x", d, n)
		y.Set(a.Mul(x).Add(y))
	}
}

// Scale sets dst[i] to a*x[i].
func Scale(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		dst := k.Out("dst", d, n)
		a := k.Scalar("a", d)
		x := k.In("x", d, n)
		dst.Set(a.Mul(x))
	}
}

// Add sets dst[i] to x[i]+y[i].
func Add(d uopc.DType) Def { return binary(d, (*uopc.Expr).Add) }

// Mul sets dst[i] to x[i]*y[i].
func Mul(d uopc.DType) Def { return binary(d, (*uopc.Expr).Mul) }

// Min sets dst[i] to x[i] < y[i] ? x[i] : y[i].
func Min(d uopc.DType) Def { return binary(d, (*uopc.Expr).Min) }

// Max sets dst[i] to x[i] > y[i] ? x[i] : y[i].
func Max(d uopc.DType) Def { return binary(d, (*uopc.Expr).Max) }

func binary(d uopc.DType, op func(x *uopc.Expr, y any) *uopc.Expr) Def {
	return binaryOf(d, op, "x", "y")
}

// binaryOf is binary with names of its own for the slices that are read.
func binaryOf(d uopc.DType, op func(x *uopc.Expr, y any) *uopc.Expr, first, second string) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		dst := k.Out("dst", d, n)
		x, y := k.In(first, d, n), k.In(second, d, n)
		dst.Set(op(x, y))
	}
}

// Relu sets dst[i] to x[i] > 0 ? x[i] : 0.
func Relu(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		dst := k.Out("dst", d, n)
		x := k.In("x", d, n)
		dst.Set(x.Relu())
	}
}

// Clamp sets dst[i] to x[i], but not less than lo and not more than hi.
func Clamp(d uopc.DType) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		dst := k.Out("dst", d, n)
		x := k.In("x", d, n)
		lo, hi := k.Scalar("lo", d), k.Scalar("hi", d)
		dst.Set(x.Clamp(lo, hi))
	}
}

// Function sets dst[i] to f(x[i]).
func Function(d uopc.DType, f func(x *uopc.Expr) *uopc.Expr) Def {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		dst := k.Out("dst", d, n)
		x := k.In("x", d, n)
		dst.Set(f(x))
	}
}

// Function2 sets dst[i] to f(x[i], y[i]).
func Function2(d uopc.DType, f func(x *uopc.Expr, y any) *uopc.Expr) Def { return binary(d, f) }

// Atan2 sets dst[i] to the angle of the point (x[i], y[i]). The slice y comes first, as in math.Atan2.
func Atan2(d uopc.DType) Def { return binaryOf(d, (*uopc.Expr).Atan2, "y", "x") }

// CopySign sets dst[i] to x[i] with the sign of sign[i].
func CopySign(d uopc.DType) Def { return binaryOf(d, (*uopc.Expr).CopySign, "x", "sign") }
