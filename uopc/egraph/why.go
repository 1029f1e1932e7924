package egraph

import (
	"fmt"
	"strings"
)

// explain says in one line why two nodes are equal.
func (g *graph) explain(x, y nodeID) string {
	names := g.between(x, y)
	if len(names) == 0 {
		return "equal as written, but for the order of operands"
	}
	return fmt.Sprintf("equal by %s", strings.Join(names, ", "))
}

// between names the rules on the shortest way from node x to node y. It is a hint where to look
// and not a proof: that a rule applied at all may rest on merges that it does not show.
func (g *graph) between(x, y nodeID) (names []string) {
	seen := map[string]bool{}
	note := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	type pair struct{ x, y nodeID }
	asked := map[pair]bool{}
	for todo := []pair{{x, y}}; len(todo) > 0; todo = todo[1:] {
		p := todo[0]
		if p.x == p.y || asked[p] {
			continue
		}
		asked[p] = true
		for _, s := range g.path(p.x, p.y) {
			switch {
			case s.rule >= 0:
				note(g.names(s.rule))
			case s.rule == byValue:
				note("known values")
			default:
				a, b := &g.nodes[s.from], &g.nodes[s.to]
				for i := range a.key.n {
					todo = append(todo, pair{g.classes[a.made[i]].first, g.classes[b.made[i]].first})
				}
			}
		}
	}
	return names
}

type step struct {
	from, to nodeID
	rule     int32
}

// path finds the shortest way from x to y along merges.
func (g *graph) path(x, y nodeID) []step {
	from := map[nodeID]step{x: {}}
	for queue := []nodeID{x}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n == y {
			break
		}
		for _, e := range g.edges[n] {
			if _, ok := from[e.to]; !ok {
				from[e.to] = step{n, e.to, e.rule}
				queue = append(queue, e.to)
			}
		}
	}
	var out []step
	for n := y; n != x; {
		s, ok := from[n]
		if !ok {
			return nil
		}
		out = append(out, s)
		n = s.from
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
