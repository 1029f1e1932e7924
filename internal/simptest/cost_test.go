package simptest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// weights say what an op costs; the others cost 1. They are about the cycles of a machine, where
// a division by a constant is a product and a shift.
var weights = map[uop.Op]float64{
	uop.OpConst: 0, uop.OpParam: 0, uop.OpMul: 3,
	uop.OpFloordiv: 25, uop.OpFloormod: 25, uop.OpFdiv: 12, uop.OpRecip: 12, uop.OpSqrt: 15,
	uop.OpExp2: 40, uop.OpLog2: 40, uop.OpSin: 60, uop.OpFma: 3,
}

// weight gives the cost of one node: ops by a constant are cheaper.
func weight(u *uop.UOp) float64 {
	w, ok := weights[u.Op()]
	if !ok {
		return 1
	}
	if n := len(u.Src()); n == 2 && u.DType().IsInt() {
		for i, s := range u.Src() {
			if s.IsConst() && (i == 1 || u.Op() == uop.OpMul) {
				return byConst(u.Op(), s.Bits(), w)
			}
		}
	}
	return w
}

func byConst(op uop.Op, c uint64, w float64) float64 {
	switch power := bits.OnesCount64(c) <= 1; {
	case op == uop.OpMul:
		return 1 // shifts and sums, mostly
	case power:
		return 2
	case op == uop.OpFloordiv || op == uop.OpFloormod:
		return 6
	}
	return w
}

// costs gives the cost of a program with every node once, and with every node as often as it is
// written out.
func costs(root *uop.UOp) (dag, tree float64) {
	trees := map[*uop.UOp]float64{}
	for _, u := range uop.Topo(root) {
		w := weight(u)
		dag += w
		for _, s := range u.Src() {
			w += trees[s]
		}
		trees[u] = w
	}
	return dag, trees[root]
}

// costlier tells where a program, written out, costs more than before.
func costlier(u *uop.UOp, simplify simplifier) *failure {
	v, fired, err := simplify(u)
	if err != nil {
		return &failure{before: u, kind: "error", what: err.Error(), fired: fired}
	}
	_, before := costs(u)
	if _, after := costs(v); after > before {
		return &failure{before: u, after: v, kind: "cost", what: fmt.Sprintf("it cost %v and costs %v", before, after), fired: fired}
	}
	return nil
}

// TestCost: no program, written out, costs more than before. One whose parts are shared may: a
// part that is made better in one place is no longer that of the other place.
func TestCost(t *testing.T) {
	rises, before, after := 0, 0.0, 0.0
	n := formTest(t, 3000, func(u *uop.UOp, _ *rand.Rand) *failure {
		if f := costlier(u, strict); f != nil {
			return f
		}
		v, _, _ := strict(u)
		a, _ := costs(u)
		b, _ := costs(v)
		before, after = before+a, after+b
		if b > a {
			rises++
		}
		return nil
	})
	t.Logf("%d programs: cost %.0f before, %.0f after; with sharing %d (%.2f%%) cost more than before", n, before, after, rises, 100*float64(rises)/float64(n))
}
