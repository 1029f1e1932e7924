package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// The fast-math rules: each changes some result, which its comment names.
var fastRules = []ruleT{
	// the sign of zero
	rule2("fast: x+0.0", uop.OpAdd, func(_ *uop.Graph, _, x, y *uop.UOp) *uop.UOp { return when(isInt(y, 0), x) }, floats),
	// NaN, the infinities, the sign of zero
	rule2("fast: x*0.0", uop.OpMul, func(g *uop.Graph, u, _, y *uop.UOp) *uop.UOp {
		return when(isInt(y, 0) || isNegZero(y), likeInt(g, u, 0))
	}, floats),
	// the last bit
	rule2("fast: (x*c1)*c2", uop.OpMul, joinConsts(uop.OpMul), floats),
	// NaN, zero, the infinities, the last bit
	rule2("fast: x*recip(x)", uop.OpMul, either(func(g *uop.Graph, u, x, y *uop.UOp) *uop.UOp {
		if y.Op() != uop.OpRecip || y.Src()[0] != x {
			return nil
		}
		return like(g, u, u.DType(), contract.FromInt(u.DType(), 1))
	}), floats),
	// NaN and the infinities
	rule2("fast: x+(-x)", uop.OpAdd, either(plusMinus), floats),
}
