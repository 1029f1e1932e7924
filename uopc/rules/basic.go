package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite"
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

// fold computes an op on constants. The contract is the one place that knows what an op means.
func fold(g *uop.Graph, u *uop.UOp) *uop.UOp {
	src := u.Src()
	last := src[len(src)-1].Konst() // constants stand last: most nodes are done here
	if last == nil {
		return nil
	}
	var v [3]uint64
	v[len(src)-1] = last.Bits()
	for i, s := range src[:len(src)-1] {
		k := s.Konst()
		if k == nil {
			return nil
		}
		v[i] = k.Bits()
	}
	return rewrite.Like(g, u, u.DType(), evalNode(u, v))
}

// evalNode computes an elementwise node from the values of its sources.
func evalNode(u *uop.UOp, v [3]uint64) uint64 {
	d := u.Src()[0].DType()
	if u.Op() == uop.OpWhere {
		d = u.DType()
	}
	return contract.Eval(u.Op(), u.DType(), d, v[0], v[1], v[2])
}

// outOfOrder tells whether x and y, the operands of a commutative op, stand in the wrong order.
func outOfOrder(_ *uop.Graph, _, x, y *uop.UOp) bool {
	kx, ky := x.Konst() != nil, y.Konst() != nil
	return kx && !ky || kx == ky && uop.Compare(x, y) > 0
}

func notConst(_ *uop.Graph, _, x *uop.UOp) bool { return x.Konst() == nil }

// point: see "range is a point". PARAM and RANGE are left alone, for a promise is not a value and
// an END needs its RANGE; an INDEX that may fail fails still.
func point(g *uop.Graph, u *uop.UOp) *uop.UOp {
	lo := u.Vmin()
	if u.Space() != uop.ALU || lo != u.Vmax() || lo.IsInf() || !inRange(u) {
		return nil
	}
	return rewrite.Like(g, u, u.DType(), lo.Bits())
}
