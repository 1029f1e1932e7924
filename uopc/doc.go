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
// # Elementary functions
//
// The methods Exp to Mod are functions of f32 and f64, element by element. They are arithmetic like
// the rest of the kernel, call no library, and give the same bits on every machine. In f32, those of
// one argument are correctly rounded: each of the 2^32 inputs gives the float that is nearest to the
// exact value. Those of two arguments, and f64, have errors of about one unit in the last place;
// VERIFICATION.md has the largest that was seen of each. Zeros, infinities and NaN give what C and
// IEEE 754 say: uopc/libm/specials lists it.
//
// # Scalars
//
// A kernel of scalars that returns one value makes two functions: func Logit(p float32) float32, and
// func LogitEach(dst, p []float32), which applies it to each element.
//
// The package builds graphs and knows nothing of how they are simplified, rendered or compiled.
package uopc
