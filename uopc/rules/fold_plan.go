package rules

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// endPlan is an END seen as one step: what must have run before each of its loops starts, and
// what each loop runs an iteration. A node runs in the innermost loop whose counter it depends
// on; the effect itself runs in the innermost loop in any case.
type endPlan struct {
	needs [][]*uop.UOp // by loop, outermost first
	body  [][]*uop.UOp
}

func uses(u *uop.UOp, counters []*uop.UOp) bool {
	for _, r := range u.Open() {
		if slices.Contains(counters, r) {
			return true
		}
	}
	return false
}

// plan looks at every END of a scope, inner ones first.
func (m *machine) plan(body *uop.UOp) []*uop.UOp {
	var ends []*uop.UOp
	uop.Walk([]*uop.UOp{body}, uop.ScopeSrc, func(u *uop.UOp) bool {
		if u.Op() == uop.OpEnd && m.ends[u] == nil {
			ends = append(ends, u)
		}
		return true
	})
	for _, e := range ends {
		m.ends[e] = m.planEnd(e)
	}
	return m.block([]*uop.UOp{body}, func(*uop.UOp) bool { return true }, nil)
}

func (m *machine) planEnd(e *uop.UOp) *endPlan {
	p := &endPlan{}
	effect, counters := e.Src()[0], e.Src()[1:]
	for i := range counters {
		var edge []*uop.UOp
		m.block(append([]*uop.UOp{effect}, counters[i:]...),
			func(u *uop.UOp) bool { return u == effect || uses(u, counters[i:]) }, &edge)
		p.needs = append(p.needs, edge)
	}
	for i, r := range counters {
		roots := []*uop.UOp{effect}
		own := []*uop.UOp{r}
		last := i == len(counters)-1
		if !last {
			roots = p.needs[i+1]
		}
		p.body = append(p.body, m.block(roots, func(u *uop.UOp) bool {
			return last && u == effect || uses(u, own)
		}, nil))
	}
	return p
}

// steps gives the sources of a node within its block.
func (m *machine) steps(u *uop.UOp) []*uop.UOp {
	if u.Op() == uop.OpEnd {
		return m.ends[u].needs[0]
	}
	return uop.ScopeSrc(u)
}

// block lists the nodes that in accepts, in the order in which they run; edge gains the others
// that are met.
func (m *machine) block(roots []*uop.UOp, in func(*uop.UOp) bool, edge *[]*uop.UOp) (out []*uop.UOp) {
	type item struct {
		u    *uop.UOp
		srcs []*uop.UOp
	}
	seen := map[*uop.UOp]bool{}
	stack := []item{{srcs: roots}}
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if len(t.srcs) == 0 {
			if t.u != nil {
				out = append(out, t.u)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		s := t.srcs[0]
		t.srcs = t.srcs[1:]
		switch {
		case seen[s]:
		case in(s):
			stack = append(stack, item{s, m.steps(s)})
		case edge != nil:
			*edge = append(*edge, s)
		}
		seen[s] = true
	}
	if m.order == ByID {
		slices.SortFunc(out, func(a, b *uop.UOp) int { return a.ID() - b.ID() })
	}
	return out
}
