package egraph

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// rule is a rule or a law, ready to be matched.
type rule struct {
	name   string
	src    *rulelang.Rule
	pats   []pat // the nodes of the pattern, each before its sources
	orders []order
	vars   []*rulelang.Var
	wrapsM bool // the guard asks about wraps
}

// pat is a node of a pattern.
type pat struct {
	n      *rulelang.Node
	parent int
	kids   []int
	name   int // position of its name in rule.vars, or -1
	val    int // that of v in @const(v), or -1
	owner  int // the first node of this name, or itself: it decides the unbounded value
}

// order is one way to lay a pattern on the sources of nodes.
type order struct {
	pos  []int  // the source that each node of the pattern is
	swap []bool // holds only where the parent's op commutes
}

// maxOrders bounds the ways to match one rule; a rule with more is left out.
const maxOrders = 256

// compile prepares a rule. It is not ok where the rule looks at more than scalar arithmetic.
func compile(name string, src *rulelang.Rule) (*rule, bool) {
	r := &rule{name: name, src: src}
	if src.Make == nil || src.Find.Kind != rulelang.OpNode || !r.flatten(src.Find, -1) || !scalar(src.Make) {
		return nil, false
	}
	r.orders = []order{{make([]int, len(r.pats)), make([]bool, len(r.pats))}}
	for i := range r.pats {
		r.expand(i)
		if len(r.orders) > maxOrders {
			return nil, false
		}
	}
	r.wrapsM = asksWrap(src.Guard)
	return r, true
}

// asksWrap tells whether a guard has a nowrap.
func asksWrap(e *rulelang.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == rulelang.ExprFn && e.Text == "nowrap" {
		return true
	}
	for _, a := range e.Args {
		if asksWrap(a) {
			return true
		}
	}
	return false
}

// scalar tells whether a template builds nothing but arithmetic.
func scalar(n *rulelang.Node) bool {
	if n.Kind != rulelang.OpNode {
		return true
	}
	if len(n.Ops) != 1 || !n.Ops[0].IsALU() || n.Ops[0].Arity() != len(n.Src) {
		return false
	}
	for _, s := range n.Src {
		if !scalar(s) {
			return false
		}
	}
	return true
}

func (r *rule) nameOf(v *rulelang.Var) int {
	if v == nil {
		return -1
	}
	for i, w := range r.vars {
		if w == v {
			return i
		}
	}
	r.vars = append(r.vars, v)
	return len(r.vars) - 1
}

// flatten lists the nodes of a pattern.
func (r *rule) flatten(n *rulelang.Node, parent int) bool {
	i := len(r.pats)
	r.pats = append(r.pats, pat{n: n, parent: parent, name: r.nameOf(n.Var), val: r.nameOf(n.Val), owner: i})
	for j, p := range r.pats[:i] {
		if n.Var != nil && p.n.Var == n.Var {
			r.pats[i].owner = j
			break
		}
	}
	if parent >= 0 {
		r.pats[parent].kids = append(r.pats[parent].kids, i)
	}
	if n.Kind != rulelang.OpNode {
		return true
	}
	if len(n.Args) > 0 || len(n.Ops) == 0 {
		return false
	}
	for _, op := range n.Ops {
		if !op.IsALU() {
			return false
		}
	}
	for _, s := range n.Src {
		if !r.flatten(s, i) {
			return false
		}
	}
	return true
}

// expand multiplies the orders by those of one node's sources.
func (r *rule) expand(i int) {
	p := &r.pats[i]
	if p.n.Kind != rulelang.OpNode || len(p.kids) == 0 {
		return
	}
	var out []order
	for _, o := range r.orders {
		for k, seats := range r.seats(p) {
			c := order{append([]int(nil), o.pos...), append([]bool(nil), o.swap...)}
			for j, kid := range p.kids {
				c.pos[kid] = seats[j]
				c.swap[kid] = k > 0 && p.n.Match != rulelang.AnyOrder
			}
			out = append(out, c)
		}
	}
	r.orders = out
}

// seats lists the ways to seat the sources of a pattern node: as written, in the other order
// where the op commutes, or in any.
func (r *rule) seats(p *pat) [][]int {
	n := len(p.kids)
	first := make([]int, n)
	for i := range first {
		first[i] = i
	}
	out := [][]int{first}
	arity, comm := 0, false
	for _, op := range p.n.Ops {
		arity = max(arity, op.Arity())
		comm = comm || op.Commutes(uop.I32) // float MAX is looked at when it comes
	}
	switch {
	case n > 1 && p.n.Match != rulelang.AnyOrder && comm && r.alike(p):
		return out
	case p.n.Match == rulelang.AnyOrder:
		return permutations(first)
	case comm && arity == 2 && n == 2:
		return append(out, []int{1, 0})
	case comm && arity == 2 && n == 1:
		return append(out, []int{1})
	}
	return out
}

// alike tells that both sources are unnamed or used nowhere else, so that order does not matter
// for whether and how often a rule applies. Being cautious, it says so of two wildcards only.
func (r *rule) alike(p *pat) bool {
	for _, k := range p.kids {
		if n := r.pats[k].n; n.Kind != rulelang.AnyNode || n.Var != nil {
			return false
		}
	}
	return true
}

func permutations(list []int) [][]int {
	if len(list) == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for i, first := range list {
		rest := append(append([]int(nil), list[:i]...), list[i+1:]...)
		for _, p := range permutations(rest) {
			out = append(out, append([]int{first}, p...))
		}
	}
	return out
}
