package render

import "github.com/uopc/uopc/uopc/uop"

// cutLoop is a loop that a call may leave and a later call go on with.
type cutLoop struct {
	phase  int
	stmt   *Stmt
	nested bool   // inside another loop
	cost   string // of one iteration
	values []*uop.UOp
	arrays []*uop.UOp
}

// maxStep is the cost from which an iteration is too long to be run in one piece.
const maxStep = 50_000

// cutting is how a kernel is cut: where, and which loops around those places run through.
type cutting struct {
	loops   []*cutLoop
	through map[*Stmt]float64 // loops that hold a cut, and what an iteration costs beside it
	at      map[*cutLoop]int  // the top-level statement that a cut which is not nested is
}

// findCuts picks the loops that may run long, and what must survive a cut in each of them. A loop
// whose single iteration may run long is not cut itself: the loops in it are.
func findCuts(p *Program, k *costs) *cutting {
	c := &cutting{through: map[*Stmt]float64{}, at: map[*cutLoop]int{}}
	var before []*uop.UOp
	for i := range p.Body {
		before = c.find(p, k, &p.Body[i], nil, before, i)
	}
	if len(c.loops) == 0 {
		return c
	}
	f := lifetimes(p)
	for _, l := range c.loops {
		if l.nested {
			l.arrays = localArrays(p)
			continue
		}
		at := c.at[l]
		for _, u := range f.order {
			sp := f.spans[u]
			switch {
			case u.Op() == uop.OpAlloc:
				if isLocal(u) && sp.first <= at && sp.last >= at {
					l.arrays = append(l.arrays, u)
				}
			case sp.first < at && sp.last >= at:
				l.values = append(l.values, u)
			}
		}
	}
	return c
}

// find looks at one statement. around are the loops that it is in, before the values that are
// named by then, counters of those loops included; it gives before with what s names.
func (c *cutting) find(p *Program, k *costs, s *Stmt, around []*Stmt, before []*uop.UOp, at int) []*uop.UOp {
	switch {
	case s.Kind == Let && !p.inline[s.Node]:
		return append(before[:len(before):len(before)], s.Node)
	case s.Kind != Loop:
		return before
	}
	inner := k.body(s.Body)
	inner.known++
	_, n, known := k.trips(s.Node)
	if known && inner.static() && n*inner.known <= smallWork {
		return before
	}
	if !inner.static() || inner.known > maxStep {
		had := len(c.loops)
		inside := append(before[:len(before):len(before)], s.Node)
		for i := range s.Body {
			inside = c.find(p, k, &s.Body[i], append(around[:len(around):len(around)], s), inside, at)
		}
		if len(c.loops) > had {
			c.through[s] = inner.known
			return before
		}
	}
	l := &cutLoop{phase: len(c.loops) + 1, stmt: s, nested: len(around) > 0, cost: inner.String()}
	if l.nested {
		l.values = before
	}
	c.at[l] = at
	c.loops = append(c.loops, l)
	return before
}

func localArrays(p *Program) (out []*uop.UOp) {
	for _, a := range p.Allocs {
		if isLocal(a) {
			out = append(out, a)
		}
	}
	return out
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
