package rulelang

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// maxDepth and maxSize limit a rule, so that whatever reads it may recurse.
const (
	maxDepth = 100
	maxSize  = 2000
)

// ruleReader reads one rule, or one law.
type ruleReader struct {
	*lexer
	r      *reader
	rule   *Rule
	vars   map[string]*Var
	notes  map[*Node]note
	depth  int
	size   int
	braces bool // in {...}
	isLaw  bool
	typer  *typer
}

// head reads a pattern, its guard and its right side.
func (rr *ruleReader) head(p part, law bool) {
	rr.vars, rr.notes = map[string]*Var{}, map[*Node]note{}
	rr.lexer, rr.isLaw = rr.r.lex(p.off, p.end), law
	rule := rr.rule
	rule.Find = rr.pattern()
	rr.typer = newTyper(rr)
	rr.typer.pattern()
	if rr.take("&&") {
		rule.Guard = rr.guard()
	}
	switch {
	case rr.is("=>") && law:
		rr.fail("a law has ~> and a template: what is proved is that both sides are equal")
	case rr.take("=>"):
		rule.Call = rr.call()
	case rr.take("~>"):
		rule.Make = rr.template()
	default:
		rr.fail("got %s, want && and a condition, ~> and a template, or => and a Go function", rr.tok.describe())
	}
	if rr.tok.kind != tokEnd {
		rr.fail("%s is too much here: the rule ended", rr.tok.describe())
	}
	rr.typer.rest()
}

// deeper limits the nesting; its result undoes it.
func (rr *ruleReader) deeper() func() {
	if rr.depth++; rr.depth > maxDepth {
		rr.fail("this is nested more than %d deep; make rules of its parts", maxDepth)
	}
	if rr.size++; rr.size > maxSize {
		rr.fail("this rule has more than %d parts; make several rules of it", maxSize)
	}
	return func() { rr.depth-- }
}

// pattern reads [name @] core [: types].
func (rr *ruleReader) pattern() *Node {
	defer rr.deeper()()
	n := &Node{Pos: rr.pos()}
	switch {
	case rr.is("("):
		rr.alternatives(n)
	case rr.tok.kind == tokName:
		rr.named(n)
	default:
		rr.constant(n, true)
	}
	rr.note(n)
	return n
}

// note reads the dtypes behind a node.
func (rr *ruleReader) note(n *Node) {
	if rr.take(":") {
		t := rr.types()
		rr.notes[n] = t
		n.Note = t.text
	}
}

// named reads what starts with a word: a name, _, an op, or name@core.
func (rr *ruleReader) named(n *Node) {
	t := rr.next()
	op := rr.isOp(t)
	switch {
	case op:
		rr.opNode(n, t)
		return
	case rr.is("("), rr.is("["), rr.is("{"):
		rr.failAt(t.off, "there is no op %s%s; an op has a capital letter", t.text, nearest(t.text, opNames))
	case hasWord(literalWords, t.text):
		rr.failAt(t.off, "write @%s: a bare word is the name of a node", map[string]string{"true": "true", "false": "false"}[t.text])
	case t.text == "_":
		return
	}
	n.Var = rr.bind(t, NodeVar)
	if !rr.take("@") {
		return
	}
	n.Pos = rr.pos()
	switch {
	case rr.is("("):
		rr.alternatives(n)
	case rr.tok.kind != tokName:
		rr.constant(n, true)
	case rr.isOp(rr.tok):
		rr.opNode(n, rr.next())
	case rr.is("_"):
		rr.next() // x@_ is x
	default:
		hint := ""
		if _, ok := constants[rr.tok.text]; ok {
			hint = ", and a constant has an @ of its own: " + t.text + "@@" + rr.tok.text
		}
		rr.fail("a node has one name; behind %s@ comes an op%s", t.text, hint)
	}
}

var literalWords = []string{"true", "false"}

func hasWord(words []string, w string) bool { return slices.Contains(words, w) }

// isOp tells whether a word stands for an op.
func (rr *ruleReader) isOp(t lexeme) bool {
	return isUpper(t.text[0]) || rr.rule.OpVar != "" && t.text == rr.rule.OpVar
}

// op gives the op that a word stands for.
func (rr *ruleReader) op(t lexeme) (op uop.Op, loop bool) {
	if t.text == rr.rule.OpVar {
		return rr.rule.Op, true
	}
	return rr.opNamed(t), false
}

// bind gives the variable of a name in a pattern, where it may appear again.
func (rr *ruleReader) bind(t lexeme, k VarKind) *Var {
	v := rr.vars[t.text]
	switch {
	case t.text == rr.rule.OpVar:
		rr.failAt(t.off, "%s is the op of the loop: take another name", t.text)
	case isUpper(t.text[0]):
		rr.failAt(t.off, "%s has a capital letter, as ops and type variables have: take another name", t.text)
	case v == nil:
		v = &Var{Pos: rr.src.pos(t.off), Name: t.text, Kind: k}
		rr.vars[t.text] = v
		rr.rule.Vars = append(rr.rule.Vars, v)
	case v.Kind != k:
		rr.failAt(t.off, "%s is both a node and the value of a constant: take two names, as in k@@const(c)", t.text)
	}
	return v
}

// alternatives reads (Add | Mul) and sources.
func (rr *ruleReader) alternatives(n *Node) {
	rr.next()
	first := rr.tok
	for {
		if rr.tok.kind != tokName {
			rr.fail("got %s, want an op, as in (Add | Mul)(x, y)", rr.tok.describe())
		}
		at := rr.tok.off
		op, _ := rr.op(rr.next())
		if hasOp(n.Ops, op) {
			rr.failAt(at, "%s stands here twice", opName(op))
		}
		n.Ops = append(n.Ops, op)
		if !rr.take("|") {
			break
		}
	}
	rr.want(")", "after the ops")
	rr.opRest(n, first)
}

func (rr *ruleReader) opNode(n *Node, t lexeme) {
	op, loop := rr.op(t)
	n.Ops, n.Loop = []uop.Op{op}, loop
	rr.opRest(n, t)
}

// opRest reads the braces and the sources of an op.
func (rr *ruleReader) opRest(n *Node, t lexeme) {
	n.Kind = OpNode
	if rr.take("{") {
		rr.args(n)
	}
	switch {
	case rr.take("("):
		rr.sources(n, ")")
	case rr.take("["):
		n.Match = AnyOrder
		rr.sources(n, "]")
	case leaf(n.Ops):
		n.Match = AtLeast
	default:
		rr.fail("got %s, want the sources of %s: (...) in order, [...] in any order", rr.tok.describe(), t.text)
	}
	rr.arity(n, t)
}

// leaf tells whether the ops may stand without sources.
func leaf(ops []uop.Op) bool {
	for _, op := range ops {
		if op.Class() != uop.ClassLeaf || op.Arity() > 0 {
			return false
		}
	}
	return true
}

func (rr *ruleReader) sources(n *Node, closing string) {
	for !rr.is(closing) {
		if rr.is("...") {
			if n.Match == AnyOrder {
				rr.fail("sources in any order have a fixed number: use (...)")
			}
			rr.next()
			n.Match = AtLeast
			break
		}
		n.Src = append(n.Src, rr.pattern())
		if !rr.take(",") {
			break
		}
	}
	if n.Match == AnyOrder && (len(n.Src) == 0 || len(n.Src) > 4) {
		rr.fail("[...] takes 1 to 4 sources, got %d", len(n.Src))
	}
	rr.want(closing, "after the sources")
}
