// Package rewrite is the engine that applies rules to a graph until none applies.
//
// A Rule looks at one node whose sources are finished and gives a node of the same value, or
// nil. A Matcher holds rules in order; the first that gives another node wins. Rewrite works
// from the leaves up, rewrites what a rule gave again, and visits each node once, however many
// users it has. It is iterative: a chain of a million nodes needs no deep stack.
//
//	one := rewrite.Rule{Name: "x*1", Ops: []uop.Op{uop.OpMul}, Fn: func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
//		if c := u.Src()[1]; c.IsConst() && c.DType() == uop.I32 && c.Bits() == 1 {
//			return u.Src()[0]
//		}
//		return nil
//	}}
//	v, err := rewrite.Rewrite(u, rewrite.NewMatcher(one), nil)
//
// The engine guards what no single rule can see: a rule may not change a dtype or a shape, may
// not drop a STORE that somebody can see, and a LOAD or STORE stays inside the loops it was in.
//
// The package knows nodes only. It must not know what an op means: that is the rules' business.
package rewrite
