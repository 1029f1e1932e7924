package prove

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// pattern writes the value of a node of the pattern and gives its name.
func (e *encoder) pattern(n *rulelang.Node) string {
	if n.Var != nil {
		if t, ok := e.vars[n.Var]; ok && n.Kind == rulelang.AnyNode {
			e.terms[n] = t
			return t
		}
	}
	t := e.patternCore(n)
	e.terms[n] = t
	e.order = append(e.order, n)
	for _, v := range []*rulelang.Var{n.Var, n.Val} {
		if v == nil {
			continue
		}
		if old, ok := e.vars[v]; ok {
			e.s.assert("(= %s %s)", old, t)
		} else {
			e.vars[v], e.nodes[v] = t, n
		}
	}
	return t
}

func (e *encoder) patternCore(n *rulelang.Node) string {
	r := e.rep(n.Type)
	switch {
	case n.Kind == rulelang.OpNode && (len(n.Src) > 0 || n.Match != rulelang.AtLeast):
		return e.patternOp(n, r)
	case n.Kind == rulelang.ConstNode && n.Lit != nil:
		return e.s.number(r, e.literal(r, n.Lit))
	}
	label := fmt.Sprintf("_%d", len(e.inputs)+1)
	if n.Val != nil {
		label = n.Val.Name
	} else if n.Var != nil {
		label = n.Var.Name
	}
	t := e.s.input("x", r)
	if e.s.hints != nil && e.wraps && n.Kind != rulelang.ConstNode && r.lo != "" {
		x := e.s.declare("X", "Int")
		e.s.assert("(= %s %s)", t, e.s.machine(r, x))
		e.s.hints.whole[t], e.s.hints.leaf[x] = x, t
	}
	e.inputs = append(e.inputs, input{label, t, r, n})
	return t
}

func (e *encoder) patternOp(n *rulelang.Node, r rep) string {
	op := n.Ops[e.choose.pick(len(n.Ops))]
	src := e.sources(n, op)
	e.ops[n], e.srcs[n] = op, src
	var args []string
	for _, s := range src {
		args = append(args, e.pattern(s))
	}
	if h := e.s.hints; h != nil {
		h.afresh = e.wraps && n != e.rule.Find
		defer func() { h.afresh = false }()
	}
	return e.op(op, r, src, args)
}

// sources gives the sources of a pattern node in the order that is looked at now, any that the
// pattern leaves out being unknowns of their own.
func (e *encoder) sources(n *rulelang.Node, op uop.Op) []*rulelang.Node {
	if !op.IsALU() {
		fail(noModelf("%s has no model here: give the rule a law smt", op))
	}
	src := append([]*rulelang.Node(nil), n.Src...)
	for len(src) < op.Arity() {
		t := n.Type
		switch {
		case len(src) > 0:
			t = src[len(src)-1].Type
		case op == uop.OpCmplt || op == uop.OpCmpne || op == uop.OpCast || op == uop.OpBitcast || op == uop.OpWhere:
			fail(noModelf("the sources of %s have no dtype", op))
		}
		src = append(src, &rulelang.Node{Pos: n.Pos, Type: t})
	}
	if n.Match == rulelang.AnyOrder && !op.Commutes(e.rep(src[0].Type).d) {
		for i := range src {
			k := i + e.choose.pick(len(src)-i)
			src[i], src[k] = src[k], src[i]
		}
	}
	return src
}

// op writes an op whose operands have the names args.
func (e *encoder) op(op uop.Op, r rep, src []*rulelang.Node, args []string) string {
	first := e.rep(src[0].Type)
	if op == uop.OpWhere {
		first = r
	}
	if !op.Takes(first.d) || op == uop.OpBitcast && r.bits != first.bits {
		fail(errNever)
	}
	term, ok := e.s.op(op, r, first, args)
	if !ok {
		fail(noModelf("%s of %s has no model as %s", op, first.d, e.as))
	}
	e.opaque = e.opaque || op == uop.OpExp2 || op == uop.OpLog2 || op == uop.OpSin
	return e.s.step(r, term)
}
