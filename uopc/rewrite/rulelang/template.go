package rulelang

import "github.com/uopc/uopc/uopc/uop"

// template reads name | OP(...) [: types] | {expr} [: types] | constant [: types].
func (rr *ruleReader) template() *Node {
	defer rr.deeper()()
	n := &Node{Pos: rr.pos()}
	t := rr.tok
	switch {
	case rr.is("_"):
		rr.fail("_ has no name to make it by: bind it in the pattern, as in x")
	case t.kind == tokName && hasWord(literalWords, t.text) && rr.vars[t.text] == nil:
		rr.fail("write @%s: a bare word is a name", t.text)
	case t.kind == tokName && rr.isOp(t):
		rr.next()
		rr.built(n, t)
	case t.kind == tokName:
		rr.next()
		if rr.is("(") || rr.is("[") || rr.is("{") {
			rr.failAt(t.off, "there is no op %s%s; an op has a capital letter", t.text, nearest(t.text, opNames))
		}
		n.Var = rr.bound(t)
		if rr.is(":") {
			rr.fail("%s has its dtype from the pattern: write it there", t.text)
		}
		if n.Var.Kind == ConstVar {
			rr.mustBeALU(t)
		}
		return n
	case rr.take("{"):
		rr.mustBeALU(t)
		n.Kind = ConstNode
		rr.braces = true
		n.Expr = rr.expression()
		rr.braces = false
		rr.want("}", "after the expression")
	default:
		rr.constant(n, false)
		rr.mustBeALU(t)
	}
	rr.note(n)
	return n
}

// built reads an op of a template with its sources.
func (rr *ruleReader) built(n *Node, t lexeme) {
	op, loop := rr.op(t)
	n.Kind, n.Ops, n.Loop = OpNode, []uop.Op{op}, loop
	if !op.IsALU() {
		rr.failAt(t.off, "a template may build elementwise ops only, not %s: write a Go function, as in => f(x)", opName(op))
	}
	rr.mustBeALU(t)
	if rr.is("[") || rr.is("{") {
		rr.fail("a template has its sources in order, in (...)")
	}
	rr.want("(", "before the sources of "+t.text)
	for !rr.is(")") {
		if rr.is("...") {
			rr.fail("a template lists all sources")
		}
		n.Src = append(n.Src, rr.template())
		if !rr.take(",") {
			break
		}
	}
	rr.want(")", "after the sources of "+t.text)
	rr.arity(n, t)
}

// mustBeALU: what is built has the shape of the root, which must be elementwise for that.
func (rr *ruleReader) mustBeALU(t lexeme) {
	find := rr.rule.Find
	ok := find.Kind == OpNode
	for _, op := range find.Ops {
		ok = ok && op.IsALU()
	}
	if !ok {
		rr.failAt(t.off, "only a rule on an elementwise op may build something: here give a bound name, or write a Go function, as in => f(x)")
	}
}
