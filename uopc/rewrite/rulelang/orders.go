package rulelang

// tree is a pattern whose sources have an order.
type tree struct {
	*Node
	kids []*tree
}

// maxOrders limits the ordered forms of a pattern that are looked at.
const maxOrders = 64

// orders lists the ordered forms of a pattern; none when there are too many.
func orders(n *Node) []*tree {
	perms := [][]int{identity(len(n.Src))}
	if n.Match == AnyOrder {
		perms = permutations(len(n.Src))
	}
	subs := make([][]*tree, len(n.Src))
	for i, s := range n.Src {
		if subs[i] = orders(s); subs[i] == nil {
			return nil
		}
	}
	var out []*tree
	for _, p := range perms {
		for _, kids := range product(subs, p) {
			out = append(out, &tree{n, kids})
		}
		if len(out) > maxOrders {
			return nil
		}
	}
	return out
}

// product lists every choice of one tree for each source, in the order p.
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
			break
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

// sameNode tells whether two parts of one pattern match the same node for certain.
func sameNode(a, b *tree) bool {
	if a == b || a.Var != nil && a.Var == b.Var {
		return true
	}
	if a.Kind != OpNode || b.Kind != OpNode || len(a.Ops) != 1 || len(b.Ops) != 1 || a.Ops[0] != b.Ops[0] || !a.Ops[0].IsALU() {
		return false
	}
	if a.Match == AtLeast || b.Match == AtLeast || len(a.kids) != len(b.kids) || a.Type != b.Type {
		return false
	}
	for i := range a.kids {
		if !sameNode(a.kids[i], b.kids[i]) {
			return false
		}
	}
	return true
}
