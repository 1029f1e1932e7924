package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// aluOps lists the elementwise ops.
var aluOps = func() (out []uop.Op) {
	for op := uop.OpInvalid; op < uop.NumOps; op++ {
		if op.IsALU() {
			out = append(out, op)
		}
	}
	return out
}()

// foldRule computes an op on constants. The contract is the one place that knows what an op means.
var foldRule = ruleT{Name: "const fold", Ops: aluOps, Fn: func(g *uop.Graph, u *uop.UOp) *uop.UOp {
	var v [3]uint64
	for i, s := range u.Src() {
		b, ok := konst(s)
		if !ok {
			return nil
		}
		v[i] = b
	}
	return like(g, u, u.DType(), evalNode(u, v))
}}

// evalNode computes an elementwise node from the values of its sources.
func evalNode(u *uop.UOp, v [3]uint64) uint64 {
	d := u.Src()[0].DType()
	if u.Op() == uop.OpWhere {
		d = u.DType()
	}
	return contract.Eval(u.Op(), u.DType(), d, v[0], v[1], v[2])
}

// orderRule puts the operands of a commutative op in the canonical order, constants last.
var orderRule = ruleT{Name: "canonical order", Ops: commutative(), Fn: func(g *uop.Graph, u *uop.UOp) *uop.UOp {
	a, b := u.Src()[0], u.Src()[1]
	if !u.Op().Commutes(a.DType()) {
		return nil
	}
	ka, kb := isKonst(a), isKonst(b)
	if ka && !kb || ka == kb && uop.Compare(a, b) > 0 {
		return g.Bin(u.Op(), b, a)
	}
	return nil
}}

func commutative() (out []uop.Op) {
	for _, op := range aluOps {
		if op.Commutes(uop.I32) {
			out = append(out, op)
		}
	}
	return out
}

// pointRule: a node that can have but one value is that value. PARAM and RANGE are left alone,
// for a promise is not a value and an END needs its RANGE.
var pointRule = ruleT{Name: "range is a point", Ops: append([]uop.Op{uop.OpIndex, uop.OpReduce}, aluOps...),
	Fn: func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if u.Space() != uop.ALU || u.DType().IsFloat() || !inRange(u) {
			return nil
		}
		if lo := u.Vmin(); lo == u.Vmax() && !lo.IsInf() {
			return like(g, u, u.DType(), lo.Bits())
		}
		return nil
	}}
