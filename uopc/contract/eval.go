package contract

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// numDTypes is the size of a table indexed by dtype.
const numDTypes = int(uop.Index) + 1

// scalarOp computes one op on operands of dtype d. Comparisons give a bool.
type scalarOp func(d uop.DType, a, b, c uint64) uint64

// opTable has the ops of one family of dtypes; nil where the op is not defined.
type opTable [uop.NumOps]scalarOp

// tables gives each dtype its family.
var tables = [numDTypes]*opTable{
	uop.Bool:  &boolOps,
	uop.I8:    &intOps,
	uop.U8:    &intOps,
	uop.I16:   &intOps,
	uop.U16:   &intOps,
	uop.I32:   &intOps,
	uop.U32:   &intOps,
	uop.I64:   &intOps,
	uop.U64:   &intOps,
	uop.F32:   &f32Ops,
	uop.F64:   &f64Ops,
	uop.Index: &intOps,
}

// Eval gives the value of an ALU op. The operands a, b, c have dtype src, but for WHERE,
// where a is the bool condition and src is the dtype of the branches b and c. Operands that
// op does not use are ignored. dst is the dtype of the result; it matters for CAST and
// BITCAST alone.
//
// Eval is total on well-typed calls, that is where op.Takes(src) holds (and, for BITCAST,
// where dst is as wide as src). Any other call is a mistake in the caller, and panics.
func Eval(op uop.Op, dst, src uop.DType, a, b, c uint64) uint64 {
	switch op {
	case uop.OpCast:
		return cast(dst, src, a)
	case uop.OpBitcast:
		return bitcast(dst, src, a)
	case uop.OpWhere:
		if a != 0 {
			return Canon(src, b)
		}
		return Canon(src, c)
	}
	if int(src) < numDTypes && op < uop.NumOps {
		if t := tables[src]; t != nil && t[op] != nil {
			return t[op](src, a, b, c)
		}
	}
	panic(fmt.Sprintf("contract: %v is not defined on %v", op, src))
}

// boolOps: MUL is and, MAX is or, CMPNE is xor, and false < true.
var boolOps = opTable{
	uop.OpMul:   func(_ uop.DType, a, b, _ uint64) uint64 { return a & b },
	uop.OpMax:   func(_ uop.DType, a, b, _ uint64) uint64 { return a | b },
	uop.OpCmplt: func(_ uop.DType, a, b, _ uint64) uint64 { return (a ^ 1) & b },
	uop.OpCmpne: func(_ uop.DType, a, b, _ uint64) uint64 { return a ^ b },
	uop.OpAnd:   func(_ uop.DType, a, b, _ uint64) uint64 { return a & b },
	uop.OpOr:    func(_ uop.DType, a, b, _ uint64) uint64 { return a | b },
	uop.OpXor:   func(_ uop.DType, a, b, _ uint64) uint64 { return a ^ b },
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
