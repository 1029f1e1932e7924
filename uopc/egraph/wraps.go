package egraph

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// nowrap tells whether the value of e in unbounded integers fits the dtype, for the unbounded
// values that useU chooses for the leaves of the pattern.
func (m *matcher) nowrap(e *rulelang.Expr) bool {
	s, d, ok := m.span(e)
	if d == uop.Void {
		d = m.g.at(m.class[0]).dtype
	}
	if d == uop.Index {
		return true
	}
	return ok && d.IsInt() && within(s, full(d))
}

// span computes the span of an expression of nowrap, and finds its dtype from the first node in it.
func (m *matcher) span(e *rulelang.Expr) (uop.Span, uop.DType, bool) {
	if e.Kind == rulelang.ExprVar && e.Var.Kind == rulelang.NodeVar {
		for i, p := range m.r.pats {
			if p.n.Var == e.Var {
				return m.patSpan(i), m.g.at(m.class[i]).dtype, true
			}
		}
		return uop.Span{}, uop.Void, false
	}
	if e.Kind != rulelang.ExprOp || e.Text != "+" && e.Text != "-" && e.Text != "*" && e.Text != "neg" {
		w, ok := m.wide(e)
		return at(w), uop.Void, ok
	}
	a, d, ok := m.span(e.Args[0])
	if e.Text == "neg" || !ok {
		return negSpan(a), d, ok
	}
	b, d2, ok := m.span(e.Args[1])
	if d == uop.Void {
		d = d2
	}
	switch e.Text {
	case "-":
		return addSpan(a, negSpan(b)), d, ok
	case "*":
		return mulSpan(a, b), d, ok
	}
	return addSpan(a, b), d, ok
}

// patSpan gives the span of a pattern node's unbounded value, which follows from its leaves.
func (m *matcher) patSpan(i int) uop.Span {
	p := &m.r.pats[i]
	cl := m.g.at(m.class[i])
	if p.n.Kind != rulelang.OpNode {
		if m.useU[p.owner] && cl.hasU {
			return cl.u
		}
		return cl.v
	}
	k := &m.g.nodes[m.node[i]].key
	switch {
	case k.op == uop.OpNeg && len(p.kids) == 1:
		return negSpan(m.patSpan(p.kids[0]))
	case k.op == uop.OpAdd && len(p.kids) == 2:
		return addSpan(m.patSpan(p.kids[0]), m.patSpan(p.kids[1]))
	case k.op == uop.OpMul && len(p.kids) == 2:
		return mulSpan(m.patSpan(p.kids[0]), m.patSpan(p.kids[1]))
	case k.op == uop.OpShl && len(p.kids) == 2 && m.g.at(k.src[1]).known:
		// A shift is a product in unbounded integers, or a machine value: the rule may mean either.
		n := m.g.at(k.src[1]).bits & uint64(k.dtype.Bits()-1)
		return hull(mulSpan(m.patSpan(p.kids[0]), at(uop.WideU64(1<<n))), cl.v)
	case k.op == uop.OpAdd || k.op == uop.OpMul:
		return uop.Span{Lo: uop.NegInf, Hi: uop.PosInf} // a source that the pattern does not show
	}
	return cl.v
}

// safe tells that no op of x wraps, as far as x is written in the pattern, and that there is a
// way to write its leaves of which this holds too.
func (m *matcher) safe(e *rulelang.Expr) bool {
	if e.Var == nil {
		return false
	}
	for i, p := range m.r.pats {
		if p.n.Var == e.Var {
			return m.patSafe(i)
		}
	}
	return false
}

func (m *matcher) patSafe(i int) bool {
	p := &m.r.pats[i]
	if m.useU[p.owner] {
		return false // safe means the machine values
	}
	if p.n.Kind != rulelang.OpNode {
		return m.g.at(m.class[i]).safe
	}
	k := m.g.nodes[m.node[i]].key
	var src [3]*class
	for j, s := range k.src[:k.n] {
		src[j] = m.g.at(s)
	}
	if !m.g.scratch.node(k, src[:k.n]).Safe() || len(p.kids) != int(k.n) {
		return false
	}
	if barrier(k) {
		return true
	}
	for _, kid := range p.kids {
		if !m.patSafe(kid) {
			return false
		}
	}
	return true
}
