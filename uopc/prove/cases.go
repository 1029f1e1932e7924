package prove

import "github.com/uopc/uopc/uopc/rewrite/rulelang"

// maxCases bounds the cases that a guard is split into.
const maxCases = 8

// cases splits a rule with || in its guard: it holds when it does in each case by itself, and a
// case often says much less that matters.
func cases(r *rulelang.Rule) []*rulelang.Rule {
	all := disjuncts(r.Guard)
	if len(all) <= 1 || len(all) > maxCases {
		return []*rulelang.Rule{r}
	}
	var out []*rulelang.Rule
	for _, g := range all {
		c := *r
		c.Guard = g
		out = append(out, &c)
	}
	return out
}

// disjuncts gives conditions of which one holds where x does. x is short, as users write it.
func disjuncts(x *rulelang.Expr) []*rulelang.Expr {
	if x == nil || x.Kind != rulelang.ExprOp || x.Text != "&&" && x.Text != "||" {
		return []*rulelang.Expr{x}
	}
	out := disjuncts(x.Args[0])
	for _, a := range x.Args[1:] {
		more := disjuncts(a)
		if x.Text == "||" {
			out = append(out, more...)
			continue
		}
		var both []*rulelang.Expr
		for _, l := range out {
			for _, r := range more {
				both = append(both, &rulelang.Expr{Pos: x.Pos, Kind: rulelang.ExprOp, Text: "&&", Args: []*rulelang.Expr{l, r}})
			}
		}
		if out = both; len(out) > maxCases {
			return []*rulelang.Expr{x}
		}
	}
	return out
}
