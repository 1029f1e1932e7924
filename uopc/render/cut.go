package render

import "github.com/uopc/uopc/uopc/uop"

// cutLoop is a top-level loop that a call may leave and a later call go on with.
type cutLoop struct {
	phase  int
	stmt   *Stmt
	cost   string // of one iteration
	values []*uop.UOp
	arrays []*uop.UOp
}

// findCuts picks the loops that may run long, and what must survive a cut in each of them.
func findCuts(p *Program, k *costs) []*cutLoop {
	var cuts []*cutLoop
	var at []int
	for i := range p.Body {
		s := &p.Body[i]
		if s.Kind != Loop {
			continue
		}
		inner := k.body(s.Body)
		inner.known++
		if _, n, known := k.trips(s.Node); known && inner.static() && n*inner.known <= smallWork {
			continue
		}
		cuts = append(cuts, &cutLoop{phase: len(cuts) + 1, stmt: s, cost: inner.String()})
		at = append(at, i)
	}
	if len(cuts) == 0 {
		return nil
	}
	f := lifetimes(p)
	for i, c := range cuts {
		for _, u := range f.order {
			sp := f.spans[u]
			switch {
			case u.Op() == uop.OpAlloc:
				if isLocal(u) && sp.first <= at[i] && sp.last >= at[i] {
					c.arrays = append(c.arrays, u)
				}
			case sp.first < at[i] && sp.last >= at[i]:
				c.values = append(c.values, u)
			}
		}
	}
	return cuts
}

// span is the top-level statements from the definition, or first mention, to the last mention.
type span struct{ first, last int }

type lifetime struct {
	order []*uop.UOp
	spans map[*uop.UOp]span
}

// lifetimes finds for each value that is named at top level, and each scratch place, where it
// lives.
func lifetimes(p *Program) *lifetime {
	f := &lifetime{spans: map[*uop.UOp]span{}}
	top := map[*uop.UOp]bool{}
	for i := range p.Body {
		s := &p.Body[i]
		if s.Kind == Let && !p.inline[s.Node] {
			top[s.Node] = true
		}
		walkStmts(p.Body[i:i+1], func(s *Stmt, _ int) { f.mentions(p, s, i, top) })
	}
	f.touch(p, p.Ret, len(p.Body), top)
	return f
}

func (f *lifetime) mentions(p *Program, s *Stmt, i int, top map[*uop.UOp]bool) {
	switch s.Kind {
	case Loop:
		f.touch(p, s.Node.Src()[0], i, top)
		return
	case Let:
		f.touch(p, s.Node, i, top)
	}
	if op := s.Node.Op(); op == uop.OpLoad || op == uop.OpStore {
		if b := s.Node.Src()[0].Base(); b.Op() == uop.OpAlloc {
			f.note(b, i)
		}
	}
	for _, o := range operands(s.Node) {
		f.touch(p, o, i, top)
	}
}

// touch notes that u is mentioned. An inlined value's own operands were mentioned by its own
// statement, which may come earlier than its user: they are followed, to the user.
func (f *lifetime) touch(p *Program, u *uop.UOp, i int, top map[*uop.UOp]bool) {
	if u == nil {
		return
	}
	if top[u] {
		f.note(u, i)
	}
	if p.inline[u] {
		for _, o := range operands(u) {
			f.touch(p, o, i, top)
		}
	}
}

func (f *lifetime) note(u *uop.UOp, i int) {
	sp, ok := f.spans[u]
	if !ok {
		sp = span{first: i, last: i}
		f.order = append(f.order, u)
	}
	sp.last = max(sp.last, i)
	f.spans[u] = sp
}

// crossing gives the values that some cut keeps: the ones that must be declared before the
// labels.
func crossing(cuts []*cutLoop) map[*uop.UOp]bool {
	m := map[*uop.UOp]bool{}
	for _, c := range cuts {
		for _, u := range c.values {
			m[u] = true
		}
	}
	return m
}
