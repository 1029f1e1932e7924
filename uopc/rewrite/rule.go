package rewrite

import "github.com/uopc/uopc/uopc/uop"

// None is the context of rules that need none.
type None = struct{}

// Rule is one way to replace a node by another of the same value, written in Go. Fn must be a
// pure function of the node, for its answer is remembered; c may gather facts on the way. It
// gives nil, or u itself, where it does not apply.
type Rule[C any] struct {
	Name string
	Ops  []uop.Op // the ops of the nodes it looks at; empty for all
	Fn   func(g *uop.Graph, c C, u *uop.UOp) *uop.UOp

	first opSet // the ops that source 0 may have; 0 for all, and for no source
}

// opSet is a set of ops, one bit each.
type opSet uint64

func (s opSet) has(op uop.Op) bool { return s>>op&1 != 0 }

// Compiled is a rule set that was compiled from a rule file.
type Compiled[C any] struct {
	Names []string // by rule number, in order of priority
	Ops   []uop.Op // the ops of the nodes it looks at
	// Step gives the result of the first rule, from number `from` on, that makes another node of
	// u, and its number; or nil.
	Step func(g *uop.Graph, c C, u *uop.UOp, from int) (*uop.UOp, int)
}

// Matcher is an ordered list of rules, indexed by op. It is never changed after it was made, so
// any number of goroutines may use one.
type Matcher[C any] struct {
	names []string
	byOp  [uop.NumOps][]part[C]
}

// part is a run of rules that one function tries, or with fn a single rule.
type part[C any] struct {
	base  int // number of its first rule
	first opSet
	fn    func(g *uop.Graph, c C, u *uop.UOp) *uop.UOp
	step  func(g *uop.Graph, c C, u *uop.UOp, from int) (*uop.UOp, int)
}

// NewMatcher makes a Matcher that tries the rules in the order given.
func NewMatcher[C any](rules ...Rule[C]) *Matcher[C] {
	m := &Matcher[C]{}
	for _, r := range rules {
		m.add([]string{r.Name}, r.Ops, part[C]{first: r.first, fn: r.Fn})
	}
	return m
}

// FromCompiled makes a Matcher of compiled sets, the first one first.
func FromCompiled[C any](sets ...Compiled[C]) *Matcher[C] {
	m := &Matcher[C]{}
	for _, s := range sets {
		m.add(s.Names, s.Ops, part[C]{step: s.Step})
	}
	return m
}

func (m *Matcher[C]) add(names []string, ops []uop.Op, p part[C]) {
	p.base = len(m.names)
	m.names = append(m.names, names...)
	if len(ops) == 0 {
		ops = nil
		for op := range uop.NumOps {
			ops = append(ops, op)
		}
	}
	var seen [uop.NumOps]bool
	for _, op := range ops {
		if !seen[op] {
			seen[op] = true
			m.byOp[op] = append(m.byOp[op], p)
		}
	}
}

// Add makes a Matcher that tries the rules of m first and those of others after them.
func (m *Matcher[C]) Add(others ...*Matcher[C]) *Matcher[C] {
	out := &Matcher[C]{}
	for _, n := range append([]*Matcher[C]{m}, others...) {
		base := len(out.names)
		out.names = append(out.names, n.names...)
		for op, ps := range n.byOp {
			for _, p := range ps {
				p.base += base
				out.byOp[op] = append(out.byOp[op], p)
			}
		}
	}
	return out
}

// Lift makes a Matcher on context A of one on context B, given how to find B in A.
func Lift[A, B any](m *Matcher[B], f func(A) B) *Matcher[A] {
	out := &Matcher[A]{names: m.names}
	for op, ps := range m.byOp {
		for _, p := range ps {
			out.byOp[op] = append(out.byOp[op], liftPart(p, f))
		}
	}
	return out
}

func liftPart[A, B any](p part[B], f func(A) B) part[A] {
	out := part[A]{base: p.base, first: p.first}
	if fn := p.fn; fn != nil {
		out.fn = func(g *uop.Graph, c A, u *uop.UOp) *uop.UOp { return fn(g, f(c), u) }
		return out
	}
	step := p.step
	out.step = func(g *uop.Graph, c A, u *uop.UOp, from int) (*uop.UOp, int) { return step(g, f(c), u, from) }
	return out
}

// With makes a Matcher on any context of one that needs none.
func With[C any](m *Matcher[None]) *Matcher[C] { return Lift(m, func(C) None { return None{} }) }

// Names lists the rules in order of priority.
func (m *Matcher[C]) Names() []string { return append([]string(nil), m.names...) }

// Match gives the result of the first rule, from number `from` on, that makes another node of u,
// and the rule's number; or nil.
func (m *Matcher[C]) Match(g *uop.Graph, c C, u *uop.UOp, from int) (*uop.UOp, int) {
	parts := m.byOp[u.Op()]
	for k := range parts {
		p := &parts[k]
		if p.first != 0 && (len(u.Src()) == 0 || !p.first.has(u.Src()[0].Op())) {
			continue
		}
		if p.fn == nil {
			if v, i := p.step(g, c, u, from-p.base); v != nil && v != u {
				return v, p.base + i
			}
			continue
		}
		if p.base >= from {
			if v := p.fn(g, c, u); v != nil && v != u {
				return v, p.base
			}
		}
	}
	return nil, 0
}

// Plain makes a rule that needs no context.
func Plain(name string, ops []uop.Op, fn func(g *uop.Graph, u *uop.UOp) *uop.UOp) Rule[None] {
	return Rule[None]{Name: name, Ops: ops, Fn: func(g *uop.Graph, _ None, u *uop.UOp) *uop.UOp { return fn(g, u) }}
}
