package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// The rules of bitwise ops and shifts, on integers and bool.
var bitRules = []ruleT{
	rule2("x&x", uop.OpAnd, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(x == y, x) }),
	rule2("x|x", uop.OpOr, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(x == y, x) }),
	rule2("x^x", uop.OpXor, func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		return when(x == y, like(g, u, u.DType(), 0))
	}),
	rule2("x&0", uop.OpAnd, func(_ *uop.Graph, _, _, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), y) }),
	rule2("x&-1", uop.OpAnd, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isOnes(y), x) }),
	rule2("x|0", uop.OpOr, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }),
	rule2("x|-1", uop.OpOr, func(_ *uop.Graph, _, _, y *uop.UOp) *uop.UOp { return when(isOnes(y), y) }),
	rule2("x^0", uop.OpXor, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }),
	rule2("x<<0", uop.OpShl, noShift),
	rule2("x>>0", uop.OpShr, noShift),
}

func isOnes(y *uop.UOp) bool {
	b, ok := konst(y)
	return ok && b == contract.Canon(y.DType(), ^uint64(0))
}

// noShift: a count is taken modulo the width, so 32 is 0 for 32 bits.
func noShift(_ *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
	b, ok := konst(y)
	return when(ok && b&uint64(u.DType().Bits()-1) == 0, x)
}
