package rulelang

import (
	"go/token"
	"slices"
)

// param is what an argument of a function must be.
type param uint8

const (
	parNum   param = iota // an expression
	parNode               // the name of a node
	parRing               // an expression of + - * in which nodes may stand
	parDType              // a type variable, a dtype, or a name, which stands for its dtype
	parSet                // a set of dtypes, or a type variable
)

// function is a row of the table of functions.
type function struct {
	params []param
	least  int // of the arguments that must be there
	cond   bool
	guard  bool // may stand in a guard
	braces bool // may stand in braces
	usage  string
}

var functions = map[string]function{
	"vmin":   {[]param{parNode}, 1, false, true, true, "vmin(x)"},
	"vmax":   {[]param{parNode}, 1, false, true, true, "vmax(x)"},
	"min":    {[]param{parNum, parNum}, 2, false, true, true, "min(a, b)"},
	"max":    {[]param{parNum, parNum}, 2, false, true, true, "max(a, b)"},
	"abs":    {[]param{parNum}, 1, false, true, false, "abs(a)"},
	"gcd":    {[]param{parNum, parNum}, 2, false, true, false, "gcd(a, b)"},
	"width":  {[]param{parDType}, 0, false, true, false, "width or width(A)"},
	"pow2":   {[]param{parNum}, 1, true, true, false, "pow2(a)"},
	"fits":   {[]param{parNum, parDType}, 1, true, true, false, "fits(a) or fits(a, A)"},
	"safe":   {[]param{parNode}, 1, true, true, false, "safe(x)"},
	"nowrap": {[]param{parRing}, 1, true, true, false, "nowrap(x) or nowrap(x + a)"},
	"exact":  {[]param{parDType, parDType}, 2, true, true, false, "exact(A, B)"},
	"is":     {[]param{parDType, parSet}, 2, true, true, false, "is(A, int)"},
	"cast":   {[]param{parNum}, 1, false, false, true, "cast(a)"},
}

var functionNames = func() (out []string) {
	for name := range functions {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}()

// function reads the arguments of a function of the language, or of a Go predicate.
func (rr *ruleReader) function(e *Expr, t lexeme) *Expr {
	f, ok := functions[t.text]
	switch {
	case !ok:
		return rr.predicate(e, t)
	case rr.braces && !f.braces:
		rr.failAt(t.off, "%s has no place in braces, which make a constant: there are max, min, cast, vmin and vmax", t.text)
	case !rr.braces && !f.guard:
		rr.failAt(t.off, "%s has no place in a guard, whose integers are exact", t.text)
	}
	e.Kind = ExprFn
	if !rr.take("(") {
		return e
	}
	for !rr.is(")") {
		if len(e.Args) == len(f.params) {
			rr.fail("%s takes no more than in %s", t.text, f.usage)
		}
		e.Args = append(e.Args, rr.argument(f.params[len(e.Args)], t.text))
		if !rr.take(",") {
			break
		}
	}
	if len(e.Args) < max(1, f.least) {
		rr.fail("%s needs more arguments: write %s", t.text, f.usage)
	}
	rr.want(")", "after the arguments of "+t.text)
	return e
}

// argument reads one argument.
func (rr *ruleReader) argument(p param, fn string) *Expr {
	e := &Expr{Pos: rr.pos(), Kind: ExprTypes}
	switch p {
	case parNode:
		t := rr.next()
		if t.kind != tokName {
			rr.failAt(t.off, "got %s, want the name of a node: %s", t.describe(), functions[fn].usage)
		}
		e.Kind, e.Var = ExprVar, rr.bound(t)
		if e.Var.Kind == ConstVar {
			rr.failAt(t.off, "%s is the value of a constant: %s takes the name of a node", t.text, fn)
		}
	case parDType:
		rr.dtypeArg(e)
	case parSet:
		n := rr.types()
		e.Text, e.Set = n.text, n.set
	default:
		e = rr.expression()
		rr.wantSort(e, sortNum, fn)
		if p == parRing {
			rr.ring(e)
		} else {
			rr.noNodes(e)
		}
	}
	return e
}

// dtypeArg reads what stands for one dtype.
func (rr *ruleReader) dtypeArg(e *Expr) {
	t := rr.tok
	if t.kind != tokName {
		rr.fail("got %s, want a type variable, a dtype such as i32, or a name", t.describe())
	}
	rr.next()
	e.Text = t.text
	if isLetterVar(t.text) {
		return
	}
	if s, ok := typeByName(t.text); ok && rr.vars[t.text] == nil {
		if !s.single() {
			rr.failAt(t.off, "%s is a set of dtypes, and this must be one: a type variable, a dtype such as i32, or a name", t.text)
		}
		e.Set = s
		return
	}
	e.Var = rr.bound(t)
}

// ring checks the argument of nowrap: nodes under + - * only, and one name at least.
func (rr *ruleReader) ring(e *Expr) {
	names := false
	var walk func(e *Expr) (node bool)
	walk = func(e *Expr) (node bool) {
		if e.Kind == ExprVar {
			names = true
			return e.Var.Kind == NodeVar
		}
		for _, a := range e.Args {
			node = walk(a) || node
		}
		if ok := e.Kind == ExprOp && hasWord([]string{"+", "-", "*", "neg"}, e.Text); node && !ok {
			rr.src.fail(e.Pos, "nowrap takes + - * of nodes; what else is in it must be of constants")
			panic(stop{})
		}
		return node
	}
	walk(e)
	if !names {
		rr.src.fail(e.Pos, "nowrap needs a name, whose dtype is the one to fit in")
		panic(stop{})
	}
}

// predicate reads a call of a Go predicate.
func (rr *ruleReader) predicate(e *Expr, t lexeme) *Expr {
	switch near := closest(t.text, functionNames); {
	case rr.braces:
		rr.failAt(t.off, "there is no function %s in braces%s; there are max, min, cast, vmin and vmax", t.text, nearest(t.text, functionNames))
	case near != "":
		rr.failAt(t.off, "there is no condition %s (did you mean %s?); a Go predicate needs a name that differs more", t.text, near)
	case !token.IsIdentifier(t.text) || t.text == "_":
		rr.failAt(t.off, "%s is no name for a Go function", t.text)
	}
	rr.want("(", "after the predicate")
	e.Kind, e.GoArgs = ExprGo, rr.callArgs()
	return e
}

// closest gives the long name that a word is one slip away from.
func closest(word string, names []string) string {
	for _, n := range names {
		if len(n) > 3 && distance(word, n) == 1 {
			return n
		}
	}
	return ""
}
