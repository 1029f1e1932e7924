// Package rewrite is the engine that applies rules to a graph until none applies.
//
// A Rule looks at one node and gives a node of the same value, or nil. It is a Go function, or a
// pattern with a function for each match; rule files are compiled to the same. A Matcher holds
// rules in order; the first that gives another node wins.
//
//	double := rewrite.Pattern("x*2", rewrite.Op(uop.OpMul, rewrite.Var("x"), rewrite.ConstOf(uop.I32, 2)).AnyOrder(),
//		func(g *uop.Graph, _ rewrite.None, m *rewrite.Match) *uop.UOp { return g.Add(m.Get("x"), m.Get("x")) })
//	v, err := rewrite.Rewrite(u, rewrite.NewMatcher(double), rewrite.None{}, nil)
//
// There are three strategies, which tell what a rule sees below the node it looks at:
//
//   - Rewrite: sources that are finished. Rules for simplification need not ask whether what they
//     see could be simpler.
//   - RewriteBottomUp: sources as they were. Rules that look for a shape several nodes deep find
//     it before it is changed below them.
//   - RewriteBoth: one Matcher for the way down, one for the way up, in one walk.
//
// Each rewrites again what a rule gave, and visits each node once, however many users it has. All
// are iterative: a chain of a million nodes needs no deep stack.
//
// Rules that run in a circle, or make a program grow without end, end in a LimitError that names
// the busiest rules and prints the circle.
//
// The engine guards what no single rule can see: a rule may not change a dtype or a shape, may
// not drop a STORE that somebody can see, and a LOAD or STORE stays inside the loops it was in.
//
// The package knows nodes only. It must not know what an op means: that is the rules' business.
package rewrite
