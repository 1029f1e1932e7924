package prove

import (
	"context"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// ringOps are those of a ring: an identity of polynomials over the integers holds modulo any 2^w.
var ringOps = map[uop.Op]bool{uop.OpAdd: true, uop.OpMul: true, uop.OpNeg: true}

// ring proves a rule without a guard whose ops are those of a ring, for all integer dtypes.
func (p *prover) ring(ctx context.Context, r *rulelang.Rule, c *coverage) (bool, error) {
	if r.Guard != nil || len(r.Types) != 1 || !inRing(r.Find) || !inRing(r.Make) {
		return false, nil
	}
	var ints []string
	for _, d := range r.Types[0].Set.List() {
		if d.IsInt() {
			ints = append(ints, d.String())
		}
	}
	if len(ints) == 0 {
		return false, nil
	}
	whole := rep{form: asInt, d: uop.Index, signed: true}
	ans, err := p.tryCheck(ctx, r, makeAssign([]rep{whole}, [][]uop.DType{{uop.Index}}))
	if err == nil && ans == unsat {
		c.add(polynomial, ints...)
	}
	return ans == unsat, err
}

func inRing(n *rulelang.Node) bool {
	for _, op := range n.Ops {
		if !ringOps[op] {
			return false
		}
	}
	if n.Expr != nil && !ringExpr(n.Expr) {
		return false
	}
	for _, s := range n.Src {
		if !inRing(s) {
			return false
		}
	}
	return true
}

func ringExpr(x *rulelang.Expr) bool {
	switch x.Kind {
	case rulelang.ExprInt, rulelang.ExprVar:
		return true
	case rulelang.ExprOp:
		if x.Text != "-" && !ringOps[braceOps[x.Text]] {
			return false
		}
	default:
		return false
	}
	for _, a := range x.Args {
		if !ringExpr(a) {
			return false
		}
	}
	return true
}
