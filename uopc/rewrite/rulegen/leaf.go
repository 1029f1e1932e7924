package rulegen

import (
	"fmt"
	"maps"
	"slices"
)

// block is a test with what depends on it; neighbours share their common tests.
type block struct {
	cond *cond
	kids []*block
	cand *cand
}

func (m *matcher) leaf(vs []view, in scope) {
	root := &block{}
	for _, v := range vs {
		b := root
		for _, c := range v.open {
			if n := len(b.kids); n > 0 && b.kids[n-1].cond != nil && b.kids[n-1].cond.text == c.text {
				b = b.kids[n-1]
				continue
			}
			k := &block{cond: c}
			b.kids = append(b.kids, k)
			b = k
		}
		b.kids = append(b.kids, &block{cand: v.cand})
	}
	m.blocks(root.kids, in)
}

func (m *matcher) blocks(bs []*block, in scope) {
	for _, b := range bs {
		if b.cand != nil {
			m.result(b.cand, in, "")
			continue
		}
		m.test(b, in)
	}
}

// test writes an if, and joins tests that only lead to one another.
func (m *matcher) test(b *block, in scope) {
	m.declare(b.cond.needs, in)
	sub := maps.Clone(in)
	head, text := "", b.cond.text
	if p := b.cond.konst; p != nil {
		head = fmt.Sprintf("%s := %s.Konst(); ", p.konst(), m.access(p, in))
		sub[p.konst()] = true
	}
	for len(b.kids) == 1 && b.kids[0].cond != nil && b.kids[0].cond.konst == nil && declared(b.kids[0].cond.needs, sub) {
		b = b.kids[0]
		text += " && " + b.cond.text
	}
	if len(b.kids) == 1 && b.kids[0].cand != nil {
		m.result(b.kids[0].cand, sub, head+text+" && ")
		return
	}
	m.linef("if %s%s {", head, text)
	m.blocks(b.kids, sub)
	m.linef("}")
}

// result writes the use of a candidate whose pattern fits, under the last conditions on it.
func (m *matcher) result(c *cand, in scope, conds string) {
	m.linef("if %sfrom <= %d { // %s", conds, c.num, oneLine(c.rule.Name))
	text := c.leaf(func(p *pnode) string { return m.access(p, in) })
	if c.must {
		m.linef("return %s, %d", text, c.num)
	} else {
		m.linef("if v := %s; v != nil && v != u {\nreturn v, %d\n}", text, c.num)
	}
	m.linef("}")
}

// declare makes the variables of nodes exist.
func (m *matcher) declare(ps []*pnode, in scope) {
	for _, p := range ps {
		if p.up == nil || in[p.name] {
			continue
		}
		m.declare([]*pnode{p.up}, in)
		m.linef("%s := %s", p.name, m.access(p, in))
		in[p.name] = true
	}
}

// access is the shortest Go expression for a node.
func (m *matcher) access(p *pnode, in scope) string {
	if p.up == nil || in[p.name] {
		return p.name
	}
	return fmt.Sprintf("%s.Src()[%d]", m.access(p.up, in), p.at)
}

func declared(ps []*pnode, in scope) bool {
	return !slices.ContainsFunc(ps, func(p *pnode) bool { return p.up != nil && !in[p.name] })
}
