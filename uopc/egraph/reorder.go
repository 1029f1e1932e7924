package egraph

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// reorder begins the names of the rules below.
const reorder = "reorder "

// reorderRules are (x+y)+z ~> x+(y+z), and the same for products, on integers. A greedy rewriter
// cannot have them, for they never end. Sums and products modulo 2^w are a ring, so they need
// no guard; with the order of operands free, one direction of each gives all.
func reorderRules() (out []*rulelang.Rule) {
	ints := rulelang.DTypes(0)
	for _, d := range uop.ValueDTypes() {
		if d.IsInt() {
			ints |= 1 << d
		}
	}
	for _, op := range []uop.Op{uop.OpAdd, uop.OpMul} {
		t := &rulelang.Type{Set: ints}
		leaf := func(name string) *rulelang.Node {
			return &rulelang.Node{Kind: rulelang.AnyNode, Var: &rulelang.Var{Name: name, Type: t}, Type: t}
		}
		node := func(a, b *rulelang.Node) *rulelang.Node {
			return &rulelang.Node{Kind: rulelang.OpNode, Ops: []uop.Op{op}, Src: []*rulelang.Node{a, b}, Type: t}
		}
		x, y, z := leaf("x"), leaf("y"), leaf("z")
		out = append(out, &rulelang.Rule{
			Name:  fmt.Sprint(reorder, op),
			Find:  node(node(x, y), z),
			Make:  node(x, node(y, z)),
			Vars:  []*rulelang.Var{x.Var, y.Var, z.Var},
			Types: []*rulelang.Type{t},
		})
	}
	return out
}
