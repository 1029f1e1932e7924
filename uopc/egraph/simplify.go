package egraph

import (
	"fmt"
	"strings"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// Options are the choices of a Saturator; the zero value is the usual one.
type Options struct {
	Budget  Budget
	NoAssoc bool // without the rules that reorder sums and products of integers
}

// Saturator holds rules that are ready for use. It is never changed, so any number of goroutines
// may use one on graphs of their own.
type Saturator struct {
	rules []*rule
	o     Options
}

// New takes the rules, and the laws of those with a right side in Go, that are about scalar
// arithmetic. The others are left out: see Rules for what is there.
func New(rules []*rulelang.Rule, o Options) *Saturator {
	s := &Saturator{o: o}
	for _, r := range rules {
		s.take(r.Name, r)
		for i, law := range r.Laws {
			s.take(fmt.Sprintf("%s, law %d", r.Name, i+1), law)
		}
	}
	if !o.NoAssoc {
		for _, r := range reorderRules() {
			s.take(r.Name, r)
		}
	}
	return s
}

func (s *Saturator) take(name string, r *rulelang.Rule) {
	if c, ok := compile(name, r); ok {
		s.rules = append(s.rules, c)
	}
}

// Rules lists the names of the rules and laws in use.
func (s *Saturator) Rules() (names []string) {
	for _, r := range s.rules {
		names = append(names, r.name)
	}
	return names
}

func (s *Saturator) graph() *graph { return newGraph(s.nameOf) }

func (s *Saturator) nameOf(rule int32) string { return s.rules[rule].name }

// Equal tells whether the rules prove a and b equal for all inputs, and in one line why, or why
// not. The two may be in different graphs. No proof within the budget says nothing about whether
// they are equal, except that what is proved equal is so, if the rules are.
func (s *Saturator) Equal(a, b *uop.UOp) (proved bool, why string) {
	if a.DType() != b.DType() || !a.Shape().Equal(b.Shape()) {
		return false, fmt.Sprintf("%v and %v are of different types", a.DType(), b.DType())
	}
	g := s.graph()
	x, y := g.ingest(a), g.ingest(b)
	same := func() bool { return g.classOf(x) == g.classOf(y) }
	stop, rounds := s.saturate(g, same)
	switch {
	case g.conflict != nil:
		return false, g.conflict.Error()
	case same():
		return true, g.explain(x, y)
	}
	return false, fmt.Sprintf("no proof found: %s after %d rounds and %d nodes", stop, rounds, len(g.nodes))
}

// Simplify gives the cheapest program that the rules prove equal to root within the budget: root
// itself when there is none. Of a program with more than scalar arithmetic the parts that are
// scalar arithmetic are simplified, each on its own; the body of a CALL is left alone. The error
// is a *Conflict.
func (s *Saturator) Simplify(root *uop.UOp) (*uop.UOp, Stats, error) {
	start := time.Now()
	st := Stats{Before: Cost(root), Stop: Saturated}
	needed := islands(root)
	done := map[*uop.UOp]*uop.UOp{}
	var fail error
	uop.Walk([]*uop.UOp{root}, uop.ScopeSrc, func(u *uop.UOp) bool {
		switch {
		case !inside(u):
			done[u], fail = remake(u, done)
		case needed[u]:
			done[u], fail = s.island(u, done, &st)
		}
		return fail == nil
	})
	st.Time = time.Since(start)
	if fail != nil {
		return nil, st, fail
	}
	out := done[root]
	if st.After = Cost(out); st.After >= st.Before {
		out, st.After = root, st.Before
	}
	return out, st, nil
}

// islands finds the nodes of scalar arithmetic that something else uses.
func islands(root *uop.UOp) map[*uop.UOp]bool {
	needed := map[*uop.UOp]bool{root: true}
	uop.Walk([]*uop.UOp{root}, uop.ScopeSrc, func(u *uop.UOp) bool {
		if !inside(u) {
			for _, v := range uop.ScopeSrc(u) {
				needed[v] = true
			}
		}
		return true
	})
	return needed
}

// remake gives u with its sources as they are now.
func remake(u *uop.UOp, done map[*uop.UOp]*uop.UOp) (*uop.UOp, error) {
	src := append([]*uop.UOp(nil), u.Src()...)
	changed := false
	for i, v := range src {
		if w := done[v]; w != nil && w != v {
			src[i], changed = w, true
		}
	}
	if !changed {
		return u, nil
	}
	return u.Graph().New(u.Op(), u.Arg(), src...)
}

// island simplifies one part.
func (s *Saturator) island(u *uop.UOp, done map[*uop.UOp]*uop.UOp, st *Stats) (*uop.UOp, error) {
	g := s.graph()
	id := g.ingest(u)
	origin := choice{g, nil}
	for i := range g.nodes {
		origin.node = append(origin.node, nodeID(i))
	}
	stop, rounds := s.saturate(g, nil)
	st.count(g, stop, rounds)
	if g.conflict != nil {
		return nil, g.conflict
	}
	root := g.classOf(id)
	best := g.cheapest()
	cost := best.climb(root)
	// The other way up starts from the program as it was.
	if first := best.like(origin); first.climb(root) < cost {
		best = first
	}
	return best.build(u.Graph(), root, func(l *uop.UOp) *uop.UOp {
		if v := done[l]; v != nil {
			return v
		}
		return l
	})
}

// like gives ch with the nodes of the program as it was, where they are still there.
func (ch choice) like(origin choice) choice {
	out := choice{ch.g, append([]nodeID(nil), ch.node...)}
	for i := len(origin.node) - 1; i >= 0; i-- {
		if n := &ch.g.nodes[i]; !n.dead {
			c := ch.g.find(n.class)
			if !ch.g.at(c).known {
				out.node[c] = nodeID(i)
			}
		}
	}
	return out
}

func (st *Stats) count(g *graph, stop Stop, rounds int) {
	st.Nodes += len(g.nodes)
	st.Merges += g.merges
	st.Iterations += rounds
	for c := range g.classes {
		if g.up[c] == classID(c) {
			st.Classes++
		}
	}
	if stop != Saturated {
		st.Stop = stop
	}
}

// String gives the figures in one line.
func (st Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cost %d -> %d; %d nodes in %d classes, %d rounds, %d merges; %s", st.Before, st.After, st.Nodes, st.Classes, st.Iterations, st.Merges, st.Stop)
	return b.String()
}
