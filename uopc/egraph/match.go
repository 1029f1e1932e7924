package egraph

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// value is what a name stands for: a class or, of @const(v), the bits too.
type value struct {
	set   bool
	class classID
	bits  uint64
	dtype uop.DType
}

// match is a place where a rule applies.
type match struct {
	rule  int32
	root  nodeID
	vals  []value
	types []uop.DType // of the rule's type variables; Void for those not met
}

// matcher finds where one rule applies, by trying all ways to lay its pattern on the e-graph.
// Its depth is that of the pattern.
type matcher struct {
	g     *graph
	r     *rule
	num   int32
	o     *order
	node  []nodeID // of the pattern's op nodes
	class []classID
	vals  []value
	types []uop.DType
	useU  []bool // by pattern node: which unbounded value the guard is tested with
	out   []match
	limit int
	tries int
}

// maxTries bounds the steps of one search of one rule.
const maxTries = 1 << 20

// search lists the matches of a rule, at most limit and one; it is not ok when there are more.
func (g *graph) search(r *rule, num int32, limit int) ([]match, bool) {
	m := &matcher{g: g, r: r, num: num, limit: limit,
		node: make([]nodeID, len(r.pats)), class: make([]classID, len(r.pats)), useU: make([]bool, len(r.pats)),
		vals: make([]value, len(r.vars)), types: make([]uop.DType, len(r.src.Types))}
	for _, op := range r.src.Find.Ops {
		for _, id := range g.byOp[op] {
			n := &g.nodes[id]
			c := g.find(n.class)
			if n.dead || g.at(c).known {
				continue
			}
			for i := range r.orders {
				m.o = &r.orders[i]
				m.class[0] = c
				m.onNode(0, id)
			}
			if len(m.out) > limit || m.tries > maxTries {
				return m.out, false
			}
		}
	}
	return m.out, true
}

// next matches pattern node i and all after it.
func (m *matcher) next(i int) {
	if i == len(m.r.pats) {
		m.found()
		return
	}
	if m.tries++; len(m.out) > m.limit || m.tries > maxTries {
		return
	}
	p := &m.r.pats[i]
	parent := &m.g.nodes[m.node[p.parent]].key
	at := m.o.pos[i]
	if at >= int(parent.n) || m.o.swap[i] && !parent.op.Commutes(m.g.at(parent.src[0]).dtype) {
		return
	}
	c := m.g.find(parent.src[at])
	m.class[i] = c
	switch p.n.Kind {
	case rulelang.AnyNode:
		m.onClass(i)
	case rulelang.ConstNode:
		cl := m.g.at(c)
		if !cl.known {
			return
		}
		if p.n.Lit != nil {
			if b, ok := litBits(p.n.Lit, cl.dtype); !ok || b != cl.bits {
				return
			}
		}
		m.onClass(i)
	case rulelang.OpNode:
		if m.g.at(c).known {
			return
		}
		for _, id := range m.g.at(c).nodes {
			if !m.g.nodes[id].dead && hasOp(p.n.Ops, m.g.nodes[id].key.op) {
				m.onNode(i, id)
			}
		}
	}
}

func hasOp(list []uop.Op, op uop.Op) bool {
	for _, o := range list {
		if o == op {
			return true
		}
	}
	return false
}

func (m *matcher) onNode(i int, id nodeID) {
	n := m.r.pats[i].n
	k := &m.g.nodes[id].key
	if int(k.n) < len(n.Src) || n.Match != rulelang.AtLeast && int(k.n) != len(n.Src) {
		return
	}
	m.node[i] = id
	m.onClass(i)
}

// onClass binds the names and the type of pattern node i, goes on, and takes it all back.
func (m *matcher) onClass(i int) {
	p := &m.r.pats[i]
	cl := m.g.at(m.class[i])
	newType := false
	if t := p.n.Type; t != nil {
		old := m.types[t.Num]
		if !t.Set.Has(cl.dtype) || old != uop.Void && old != cl.dtype {
			return
		}
		newType = old == uop.Void
		m.types[t.Num] = cl.dtype
	}
	v := value{set: true, class: m.class[i], bits: cl.bits, dtype: cl.dtype}
	name, ok1 := m.bind(p.name, v)
	val, ok2 := m.bind(p.val, v)
	if ok1 && ok2 {
		m.next(i + 1)
	}
	if name {
		m.vals[p.name] = value{}
	}
	if val {
		m.vals[p.val] = value{}
	}
	if newType {
		m.types[p.n.Type.Num] = uop.Void
	}
}

// bind gives a name its value, and tells whether it had none and whether it may have this one.
func (m *matcher) bind(name int, v value) (fresh, ok bool) {
	if name < 0 {
		return false, true
	}
	old := &m.vals[name]
	if old.set {
		return false, old.class == v.class
	}
	*old = v
	return true, true
}

// found keeps a match when the guard holds.
func (m *matcher) found() {
	if m.r.src.Guard != nil && !m.guard() {
		return
	}
	m.out = append(m.out, match{
		rule: m.num, root: m.node[0],
		vals:  append([]value(nil), m.vals...),
		types: append([]uop.DType(nil), m.types...),
	})
}

// maxChoices bounds how many leaves are tried with either unbounded value.
const maxChoices = 3

// guard tests the guard with each choice of unbounded values for the leaves.
func (m *matcher) guard() bool {
	clear(m.useU)
	if m.truth(m.r.src.Guard, false) {
		return true
	}
	if !m.r.wrapsM {
		return false
	}
	var open []int
	for i, p := range m.r.pats {
		if p.n.Kind == rulelang.AnyNode && p.owner == i && m.g.at(m.class[i]).hasU {
			open = append(open, i)
		}
	}
	open = open[:min(len(open), maxChoices)]
	for mask := 1; mask < 1<<len(open); mask++ {
		for b, i := range open {
			m.useU[i] = mask>>b&1 != 0
		}
		if m.truth(m.r.src.Guard, false) {
			return true
		}
	}
	return false
}
