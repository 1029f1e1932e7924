// Package def holds the definitions that the tests of gen generate from, outside this module.
package def

import "github.com/uopc/uopc/uopc"

// Axpy adds a*x to y.
func Axpy(k *uopc.Kernel) {
	n := k.Size("n")
	y := k.InOut("y", uopc.F32, n)
	a := k.Scalar("a", uopc.F32)
	x := k.In("x", uopc.F32, n)
	y.Set(a.Mul(x).Add(y))
}

// Dot is a variable, made by a function that is not a definition itself.
var Dot = dot(uopc.F32)

// Dot64 is the same for float64.
var Dot64 = dot(uopc.F64)

func dot(d uopc.DType) func(*uopc.Kernel) {
	return func(k *uopc.Kernel) {
		n := k.Size("n")
		k.Return(k.In("x", d, n).Mul(k.In("y", d, n)).Sum())
	}
}

// Rows subtracts the largest of each row and divides by the sum.
func Rows(k *uopc.Kernel) {
	rows, cols := k.Size("rows"), k.Size("cols")
	dst := k.Out("dst", uopc.F32, rows, cols)
	x := k.In("x", uopc.F32, rows, cols)
	e := x.Sub(x.MaxOver(-1))
	dst.Set(e.Div(e.SumOver(-1)))
}

// Norm divides by the norm, in place.
func Norm(k *uopc.Kernel) {
	x := k.InOut("x", uopc.F64, k.Size("n"))
	x.Set(x.Div(x.Square().Sum().Sqrt()))
}

// Stats gives sum, maximum, mean and the number of elements below zero.
func Stats(k *uopc.Kernel) {
	x := k.In("x", uopc.F32, k.Size("n"))
	k.Return(x.Sum(), x.MaxAll(), x.Mean(), x.Lt(0).Cast(uopc.I64).Sum())
}

// Hyp is the length of (a, b).
func Hyp(k *uopc.Kernel) {
	a, b := k.Scalar("a", uopc.F64), k.Scalar("b", uopc.F64)
	k.Return(a.Mul(a).Add(b.Mul(b)).Sqrt())
}
