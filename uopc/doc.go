// Package uopc is the front door: the builder in which kernels are defined.
//
// A definition is an exported function, or an exported variable, of type func(*uopc.Kernel):
//
//	// Axpy adds a*x to y.
//	func Axpy(k *uopc.Kernel) {
//		n := k.Size("n")
//		y := k.InOut("y", uopc.F32, n)
//		a := k.Scalar("a", uopc.F32)
//		x := k.In("x", uopc.F32, n)
//		y.Set(a.Mul(x).Add(y))
//	}
//
// uopc-gen runs it at build time and makes func Axpy(y []float32, a float32, x []float32).
//
// Operands are *Expr values, or Go numbers and bools, which take the dtype of the other operand.
// Values of different shapes broadcast: shapes are aligned at the last axis, and an axis of size
// 1 repeats. A mistake does not stop the definition: it is kept with the file and line of the
// call and reported when all definitions have run.
//
// The package builds graphs and knows nothing of how they are simplified, rendered or compiled.
package uopc
