package interp

import (
	"cmp"
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// walker holds the marks of the walks over one graph, so that a walk of a small scope in a
// large graph costs what the scope costs.
type walker struct {
	seen  []uint32 // by id: the last walk that met the node
	epoch uint32
	stack []step
}

type step struct {
	u    *uop.UOp
	next int
}

// walk goes depth first from the roots through the nodes that in accepts. Each is handed to
// post after its sources; the nodes at the border, which in refuses, go to edge when met.
func (w *walker) walk(roots []*uop.UOp, srcs func(*uop.UOp) []*uop.UOp, in func(*uop.UOp) bool, post, edge func(*uop.UOp)) {
	if w.epoch++; w.epoch == 0 { // after 2^32 walks the numbers start again
		clear(w.seen)
		w.epoch = 1
	}
	stack := w.stack[:0]
	for _, r := range roots {
		for s := r; ; {
			if s != nil && w.seen[s.ID()] != w.epoch {
				w.seen[s.ID()] = w.epoch
				if in(s) {
					stack = append(stack, step{u: s})
				} else {
					edge(s)
				}
			}
			if len(stack) == 0 {
				break
			}
			s = nil
			top := &stack[len(stack)-1]
			if ss := srcs(top.u); top.next < len(ss) {
				s = ss[top.next]
				top.next++
				continue
			}
			post(top.u)
			stack = stack[:len(stack)-1]
		}
	}
	w.stack = stack
}

func ignore(*uop.UOp) {}

func always(*uop.UOp) bool { return true }

// scope is what is known of the body of one CALL, or of a root outside any CALL.
type scope struct {
	w     *walker
	order Order

	// nodes are those of the outermost block, depth first, when there is no END.
	nodes []*uop.UOp

	// needs has for each END, and each of its loops from the outermost, the nodes that must
	// have run before that loop starts.
	needs map[*uop.UOp][][]*uop.UOp
}

func newScope(w *walker, root *uop.UOp, order Order) *scope {
	s := &scope{w: w, order: order, needs: map[*uop.UOp][][]*uop.UOp{}}
	var ends []*uop.UOp
	w.walk([]*uop.UOp{root}, uop.ScopeSrc, always, func(u *uop.UOp) {
		s.nodes = append(s.nodes, u)
		if u.Op() == uop.OpEnd {
			ends = append(ends, u)
		}
	}, ignore)
	// An END inside another was made before it, so its needs are there when they are asked for.
	slices.SortFunc(ends, byID)
	for _, e := range ends {
		ranges := e.Src()[1:]
		levels := make([][]*uop.UOp, len(ranges))
		for i := range ranges {
			levels[i] = s.needsOf(e, ranges[i:])
		}
		s.needs[e] = levels
	}
	return s
}

func byID(a, b *uop.UOp) int { return cmp.Compare(a.ID(), b.ID()) }

// srcs gives the sources of a node within one block: an END is one step, whose sources are what
// its loops need from outside.
func (s *scope) srcs(u *uop.UOp) []*uop.UOp {
	if u.Op() == uop.OpEnd {
		return s.needs[u][0]
	}
	return uop.ScopeSrc(u)
}

// needsOf lists, in depth-first order, the border of the part of e's effect that depends on the
// ranges.
func (s *scope) needsOf(e *uop.UOp, ranges []*uop.UOp) (out []*uop.UOp) {
	effect := e.Src()[0]
	roots := append([]*uop.UOp{effect}, ranges...)
	s.w.walk(roots, s.srcs, func(u *uop.UOp) bool {
		return u == effect || dependsOn(u, ranges)
	}, ignore, func(u *uop.UOp) { out = append(out, u) })
	return out
}

func dependsOn(u *uop.UOp, ranges []*uop.UOp) bool {
	for _, r := range u.Open() {
		if slices.Contains(ranges, r) {
			return true
		}
	}
	return false
}

// top lists the nodes of the outermost block in the order in which they run.
func (s *scope) top(root *uop.UOp) []*uop.UOp {
	if len(s.needs) == 0 {
		return s.sort(s.nodes)
	}
	return s.block([]*uop.UOp{root}, always)
}

// loop lists the nodes that each iteration of e's loop number level runs itself; those of the
// loops inside it are not among them.
func (s *scope) loop(e *uop.UOp, level int) []*uop.UOp {
	counter := e.Src()[1+level : 2+level]
	if level+2 < len(e.Src()) {
		return s.block(s.needs[e][level+1], func(u *uop.UOp) bool { return dependsOn(u, counter) })
	}
	effect := e.Src()[0]
	return s.block([]*uop.UOp{effect}, func(u *uop.UOp) bool {
		return u == effect || dependsOn(u, counter)
	})
}

func (s *scope) block(roots []*uop.UOp, in func(*uop.UOp) bool) (out []*uop.UOp) {
	s.w.walk(roots, s.srcs, in, func(u *uop.UOp) { out = append(out, u) }, ignore)
	return s.sort(out)
}

// sort puts nodes that are in depth-first order in the order asked for.
func (s *scope) sort(nodes []*uop.UOp) []*uop.UOp {
	if s.order == ByID {
		slices.SortFunc(nodes, byID)
	}
	return nodes
}
