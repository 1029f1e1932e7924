package rulegen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// dispatched is how many sources a match function switches on; the rest are tests.
const dispatched = 2

// matcher writes the match function of one root op.
type matcher struct {
	strings.Builder
	arity int               // of the op; below 0 when it varies
	known [dispatched]class // what the place in the code says of each source
}

// scope is the Go variables that exist at a place of the function.
type scope map[string]bool

func (m *matcher) linef(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

// view is a candidate with the conditions that are still open.
type view struct {
	*cand
	open []*cond
}

// dispatch switches on source i, first on its being a constant, then on its op.
func (m *matcher) dispatch(vs []view, i int, in scope) {
	name := fmt.Sprintf("s%d", i)
	vs = m.possible(vs)
	if i >= dispatched || i >= m.arity || len(vs) < 2 {
		m.leaf(vs, in)
		return
	}
	konst, ops := classes(vs, name)
	if !konst && len(ops) == 0 {
		m.dispatch(vs, i+1, in)
		return
	}
	if !in[name] {
		m.linef("%s := u.Src()[%d]", name, i)
		in[name] = true
	}
	was := m.known[i]
	defer func() { m.known[i] = was }()
	rest := atOp(vs, name, uop.OpInvalid)
	if konst {
		m.known[i] = class{konst: yes}
		k := fmt.Sprintf("k%d", i)
		m.linef("if %s := %s.Konst(); %s != nil {", k, name, k)
		m.branch(atKonst(vs, name), i, in, len(ops)+len(rest) == 0, k)
		m.linef("}")
	}
	m.known[i].konst = maybe
	if konst {
		m.known[i].konst = no
	}
	m.switchOps(vs, ops, i, in, len(rest) == 0)
	m.known[i].not = ops
	m.dispatch(rest, i+1, in)
}

// branch is the code for one class of a source. It falls through only if it is the last one,
// after which there is nothing to try.
func (m *matcher) branch(vs []view, i int, in scope, last bool, more ...string) {
	sub := maps.Clone(in)
	for _, n := range more {
		sub[n] = true
	}
	m.dispatch(vs, i+1, sub)
	if !last {
		m.linef("return nil, 0")
	}
}

// switchOps writes a case for each op that some candidate asks for, equal ones together.
func (m *matcher) switchOps(vs []view, ops []uop.Op, i int, in scope, last bool) {
	name := fmt.Sprintf("s%d", i)
	var groups [][]uop.Op
next:
	for _, op := range ops {
		for j, g := range groups {
			if sameViews(atOp(vs, name, op), atOp(vs, name, g[0])) {
				groups[j] = append(g, op)
				continue next
			}
		}
		groups = append(groups, []uop.Op{op})
	}
	if len(groups) == 0 {
		return
	}
	if len(groups) == 1 {
		m.linef("if %s {", opTest(name, groups[0]))
		m.known[i].ops = groups[0]
		m.branch(atOp(vs, name, groups[0][0]), i, in, last)
		m.known[i].ops = nil
		m.linef("}")
		return
	}
	m.linef("switch %s.Op() {", name)
	for _, g := range groups {
		var texts []string
		for _, op := range g {
			texts = append(texts, opText(op))
		}
		m.linef("case %s:", strings.Join(texts, ", "))
		m.known[i].ops = g
		m.branch(atOp(vs, name, g[0]), i, in, last)
	}
	m.known[i].ops = nil
	m.linef("}")
}

// classes tells what candidates ask of a source: to be a constant, and which ops.
func classes(vs []view, name string) (konst bool, ops []uop.Op) {
	for _, v := range vs {
		for _, c := range v.open {
			if c.class != name {
				continue
			}
			if c.konst != nil {
				konst = true
			}
			for _, op := range c.ops {
				if !slices.Contains(ops, op) {
					ops = append(ops, op)
				}
			}
		}
	}
	return konst, ops
}

// atKonst keeps what may fit a constant, which may be a broadcast one, of any of these ops.
func atKonst(vs []view, name string) []view {
	broadcast := []uop.Op{uop.OpConst, uop.OpExpand, uop.OpReshape}
	return keep(vs, name, func(c *cond) (fits, settled bool) {
		if c.konst != nil {
			return true, true
		}
		return slices.ContainsFunc(c.ops, func(op uop.Op) bool { return slices.Contains(broadcast, op) }), false
	})
}

// atOp keeps what may fit a node of an op that is no constant; OpInvalid stands for an op that
// no candidate asks for.
func atOp(vs []view, name string, op uop.Op) []view {
	return keep(vs, name, func(c *cond) (fits, settled bool) { return slices.Contains(c.ops, op), true })
}

func keep(vs []view, name string, judge func(*cond) (fits, settled bool)) (out []view) {
	for _, v := range vs {
		ok := true
		var open []*cond
		for _, c := range v.open {
			fits, settled := true, false
			if c.class == name {
				fits, settled = judge(c)
			}
			ok = ok && fits
			if !settled {
				open = append(open, c)
			}
		}
		if ok {
			out = append(out, view{v.cand, open})
		}
	}
	return out
}

func sameViews(a, b []view) bool {
	return slices.EqualFunc(a, b, func(x, y view) bool { return x.cand == y.cand && slices.Equal(x.open, y.open) })
}
