// Package testrules holds compiled rules for the tests of the rule compiler.
package testrules

import "github.com/uopc/uopc/uopc/uop"

//go:generate go run github.com/uopc/uopc/internal/rulegen test.rules context.rules

func even(_ *uop.Graph, _ *uop.UOp, a uint64) bool { return a%2 == 0 }

func looped(g *uop.Graph, _, x *uop.UOp, op uop.Op) *uop.UOp { return g.Make(op, uop.Arg{}, x) }

func dropLast(g *uop.Graph, u, x, i *uop.UOp) *uop.UOp {
	if x.Op() != uop.OpCast {
		return nil
	}
	return g.Cast(g.Make(uop.OpIndex, uop.Arg{}, x.Src()[0], i, i), u.DType())
}

func negated(g *uop.Graph, u, _ *uop.UOp) *uop.UOp { return g.Neg(u) }

func reduced(g *uop.Graph, u, x *uop.UOp) *uop.UOp {
	return g.Make(uop.OpReduce, uop.ReduceArg(uop.OpMax, u.X().Pop, u.X().Lanes), x)
}

func keep(g *uop.Graph, _, x *uop.UOp, a uint64) *uop.UOp { return g.Add(x, g.Const(x.DType(), a)) }

func decline(_ *uop.Graph, _, _, _ *uop.UOp) *uop.UOp { return nil }

func same(_ *uop.Graph, u, _, _ *uop.UOp) *uop.UOp { return u }

// Seen is a context: it counts.
type Seen struct{ Nodes int }

func counted(_ *uop.Graph, s *Seen, _, x *uop.UOp) *uop.UOp {
	s.Nodes++
	return x
}

func guarded(g *uop.Graph, s *Seen, _, x *uop.UOp, a uint64) *uop.UOp {
	s.Nodes += int(a)
	return g.Mul(x, g.Int(x.DType(), 1))
}
