package rulegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// maxOrders limits the ways in which one pattern may take its sources.
const maxOrders = 64

// tree is a pattern whose sources have an order.
type tree struct {
	*rulelang.Node
	kids []*tree
}

// pnode is a node of one ordered pattern, with the Go variable that holds it.
type pnode struct {
	*rulelang.Node
	name  string // u, s0, s01 ...
	up    *pnode
	at    int // which source of up it is
	depth int
	kids  []*pnode
}

// konst is the variable of the CONST behind the node.
func (p *pnode) konst() string {
	if p.up == nil {
		return "k"
	}
	return "k" + p.name[1:]
}

// orders lists the ordered forms of a pattern, each once, in the order in which they are tried.
func orders(n *rulelang.Node) ([]*tree, error) {
	all, err := allOrders(n)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []*tree
	for _, t := range all {
		if s := t.signature(); !seen[s] {
			seen[s] = true
			out = append(out, t)
		}
	}
	return out, nil
}

func allOrders(n *rulelang.Node) ([]*tree, error) {
	perms := [][]int{identity(len(n.Src))}
	if n.Match == rulelang.AnyOrder {
		if len(n.Src) > 4 {
			return nil, &Error{n.Pos, fmt.Sprintf("[...] of %d sources has too many orders; use (...), or [...] of at most 4", len(n.Src))}
		}
		perms = permutations(len(n.Src))
	}
	subs := make([][]*tree, len(n.Src))
	for i, s := range n.Src {
		var err error
		if subs[i], err = allOrders(s); err != nil {
			return nil, err
		}
	}
	var out []*tree
	for _, p := range perms {
		for _, kids := range product(subs, p) {
			out = append(out, &tree{n, kids})
		}
		if len(out) > maxOrders {
			return nil, &Error{n.Pos, fmt.Sprintf("this pattern has more than %d orders; write some of its [...] as (...)", maxOrders)}
		}
	}
	return out, nil
}

// product lists every choice of one tree for each source, in the order p; the last varies fastest.
func product(subs [][]*tree, p []int) [][]*tree {
	out := [][]*tree{nil}
	for _, i := range p {
		var next [][]*tree
		for _, head := range out {
			for _, t := range subs[i] {
				next = append(next, append(head[:len(head):len(head)], t))
			}
		}
		if out = next; len(out) > maxOrders {
			return out
		}
	}
	return out
}

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// permutations lists those of 0 ... n-1 in lexical order.
func permutations(n int) (out [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for first := range n {
		for _, rest := range permutations(n - 1) {
			p := []int{first}
			for _, r := range rest {
				if r >= first {
					r++
				}
				p = append(p, r)
			}
			out = append(out, p)
		}
	}
	return out
}

// signature is equal for patterns that test and bind the same.
func (t *tree) signature() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *tree) write(b *strings.Builder) {
	fmt.Fprintf(b, "(%d", t.Kind)
	for _, v := range []*rulelang.Var{t.Var, t.Val} {
		if v != nil {
			b.WriteString(" " + v.Name)
		}
		b.WriteString(",")
	}
	fmt.Fprint(b, t.Ops, t.Match)
	for _, a := range t.Args {
		fmt.Fprint(b, " ", a.Field, a.Int, strconv.Quote(a.Text), a.Op)
	}
	if t.Lit != nil {
		fmt.Fprint(b, " ", t.Lit.Kind, strconv.Quote(t.Lit.Text))
	}
	if t.Type != nil {
		fmt.Fprint(b, " ", t.Type.Num)
	}
	for _, k := range t.kids {
		k.write(b)
	}
	b.WriteString(")")
}

// place gives the nodes of t their variables, outer nodes first.
func place(t *tree) (root *pnode, all []*pnode) {
	root = &pnode{Node: t.Node, name: "u"}
	all = []*pnode{root}
	trees := []*tree{t}
	for i := 0; i < len(all); i++ {
		p := all[i]
		for j, k := range trees[i].kids {
			q := &pnode{Node: k.Node, name: sourceName(p, j), up: p, at: j, depth: p.depth + 1}
			p.kids = append(p.kids, q)
			all = append(all, q)
			trees = append(trees, k)
		}
	}
	return root, all
}

func sourceName(p *pnode, i int) string {
	n := strconv.Itoa(i)
	if i > 9 {
		n = "_" + n
	}
	if p.up == nil {
		return "s" + n
	}
	return p.name + n
}
