package rewrite_test

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

func ExamplePattern() {
	double := rewrite.Pattern("x*2", rewrite.Op(uop.OpMul, rewrite.Var("x"), rewrite.ConstOf(uop.I32, 2)).AnyOrder(),
		func(g *uop.Graph, _ rewrite.None, m *rewrite.Match) *uop.UOp { return g.Add(m.Get("x"), m.Get("x")) })

	g := uop.NewGraph()
	x := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, ""))
	v, err := rewrite.Rewrite(g.Mul(g.Int(uop.I32, 2), x), rewrite.NewMatcher(double), rewrite.None{}, nil)
	fmt.Println(v == g.Add(x, x), err)
	// Output: true <nil>
}

func ExampleLimitError() {
	swap := rewrite.Pattern("swap", rewrite.Op(uop.OpAdd, rewrite.Var("x"), rewrite.Var("y")),
		func(g *uop.Graph, _ rewrite.None, m *rewrite.Match) *uop.UOp { return g.Add(m.Get("y"), m.Get("x")) })

	g := uop.NewGraph()
	x, y := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "")), g.Make(uop.OpParam, uop.ParamArg(uop.I32, 1, ""))
	_, err := rewrite.Rewrite(g.Add(x, y), rewrite.NewMatcher(swap), rewrite.None{}, nil)
	fmt.Println(err)
	// Output:
	// rewriting does not end: the rules run in a circle; busiest rules: "swap" (2); the cycle:
	// 	swap: add(p0, p1) -> add(p1, p0)
	// 	swap: add(p1, p0) -> add(p0, p1)
}
