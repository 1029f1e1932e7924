// Package contract says in Go what every elementwise op means, for every dtype and every
// input. The interpreter, constant folding and the generated code are all tested against it.
//
// A value travels as a raw 64-bit pattern, so nothing is boxed:
//
//	bool                 0 or 1
//	signed ints, index   the int64 value, sign-extended
//	unsigned ints        zero-extended
//	f32, f64             the IEEE bits, f32 in the low half
//
// All NaNs of a dtype are one value, and a result that is NaN always has the canonical bits
// (0x7fc00000 or 0x7ff8000000000000). Nothing is flushed to zero and nothing is fused.
//
// For instance, 7 // -2 on i32, and the sum 0.1 + 0.2 in f32:
//
//	m2 := contract.FromInt(uop.I32, -2)
//	q := contract.Eval(uop.OpFloordiv, uop.I32, uop.I32, 7, m2, 0)
//	fmt.Println(contract.FormatValue(uop.I32, q)) // -4
//
//	x, y := contract.FromFloat(uop.F32, 0.1), contract.FromFloat(uop.F32, 0.2)
//	s := contract.Eval(uop.OpAdd, uop.F32, uop.F32, x, y, 0)
//	fmt.Println(contract.FormatValue(uop.F32, s)) // 0.3
//
// The package knows ops and dtypes only: no graph, no shapes, no memory, no back end.
package contract
