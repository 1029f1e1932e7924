package rulegen

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// truth is a Go condition and its opposite, both ready to stand in a conjunction.
type truth struct{ yes, no string }

func (t truth) not() truth { return truth{t.no, t.yes} }

// What the types alone settle.
var always, never = truth{"true", "false"}, truth{"false", "true"}

// both joins conditions with &&; a.not() and b.not() joined so are the opposite of a || b.
func both(a, b truth) truth {
	switch {
	case a == always:
		return b
	case b == always:
		return a
	case a == never || b == never:
		return never
	}
	return truth{"(" + a.yes + " && " + b.yes + ")", "(" + a.no + " || " + b.no + ")"}
}

// fact is a condition with no shorter opposite.
func fact(format string, args ...any) truth {
	s := fmt.Sprintf(format, args...)
	return truth{s, "!" + s}
}

// guard writes a statement that returns nil where the guard does not hold, one for each part of
// a conjunction.
func (t *tail) guard(e *rulelang.Expr) {
	if e.Kind == rulelang.ExprOp && e.Text == "&&" {
		t.guard(e.Args[0])
		t.guard(e.Args[1])
		return
	}
	c := t.cond(e, false)
	if c == always {
		return
	}
	no := c.no
	if strings.HasPrefix(no, "(") && balanced(no) {
		no = no[1 : len(no)-1]
	}
	t.lines = append(t.lines, fmt.Sprintf("if %s {\nreturn nil\n}", no))
}

// balanced tells that the first parenthesis of s closes at its end.
func balanced(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// cond translates a guard. With not it is the guard's opposite: pushed down to the comparisons,
// so that what is beyond 128 bits fails both ways.
func (t *tail) cond(e *rulelang.Expr, not bool) truth {
	switch {
	case e.Kind == rulelang.ExprOp && e.Text == "!":
		return t.cond(e.Args[0], !not)
	case e.Kind == rulelang.ExprOp && (e.Text == "&&" || e.Text == "||"):
		a, b := t.cond(e.Args[0], not), t.cond(e.Args[1], not)
		if (e.Text == "&&") != not {
			return both(a, b)
		}
		return both(a.not(), b.not()).not()
	case e.Kind == rulelang.ExprOp && opposite[e.Text] != "":
		op := e.Text
		if not {
			op = opposite[op]
		}
		return t.compare(op, e.Args[0], e.Args[1])
	}
	c := t.atom(e)
	if not {
		if e.Kind == rulelang.ExprFn && (e.Text == "fits" || e.Text == "pow2") {
			t.known(e.Args[0], !sizeOf(e.Args[0]).large())
		}
		return c.not()
	}
	return c
}

var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

func (t *tail) compare(op string, x, y *rulelang.Expr) truth {
	t.known(x, !sizeOf(x).doubt)
	t.known(y, !sizeOf(y).doubt)
	a, b := t.wide(x), t.wide(y)
	sure := a.finite || b.finite
	switch {
	case y.Kind == rulelang.ExprInt && y.Int.Sign() == 0:
		return truth{a.text + ".Sign() " + op + " 0", a.text + ".Sign() " + opposite[op] + " 0"}
	case op == "==" && sure, op == "!=":
		return truth{a.text + " " + op + " " + b.text, a.text + " " + opposite[op] + " " + b.text}
	case op == "==":
		return fact("rewrite.Eq(%s, %s)", a.text, b.text)
	case op == "<":
		return fact("%s.Less(%s)", a.text, b.text)
	case op == ">":
		return fact("%s.Less(%s)", b.text, a.text)
	}
	if op == ">=" {
		a, b = b, a
	}
	if sure {
		return fact("%s.Less(%s)", b.text, a.text).not()
	}
	return fact("rewrite.Le(%s, %s)", a.text, b.text)
}

// atom translates a predicate.
func (t *tail) atom(e *rulelang.Expr) truth {
	if e.Kind == rulelang.ExprGo {
		args := []string{"g", "u"}
		for _, a := range e.GoArgs {
			args = append(args, argText(a, t.name))
		}
		return fact("%s(%s)", e.Text, strings.Join(args, ", "))
	}
	if e.Kind != rulelang.ExprFn {
		t.fail(e.Pos, "this is a number, not a condition; compare it with something")
		return truth{}
	}
	switch e.Text {
	case "pow2":
		return fact("rewrite.Pow2(%s)", t.wide(e.Args[0]).text)
	case "safe":
		return fact("%s.Safe()", t.node(e.Args[0]))
	case "nowrap":
		return t.nowrap(e.Args[0])
	case "fits":
		d := t.dtype(t.rule.Find.Type)
		if len(e.Args) > 1 {
			d = t.dtypeOf(e.Args[1])
		}
		return fact("rewrite.Fits(%s, %s)", d, t.wide(e.Args[0]).text)
	case "is":
		return t.is(e.Args[0], e.Args[1])
	case "exact":
		return fact("rewrite.Exact(%s, %s)", t.dtypeOf(e.Args[0]), t.dtypeOf(e.Args[1]))
	}
	t.fail(e.Pos, "%s gives no condition; compare it with something", e.Text)
	return truth{}
}

func (t *tail) is(x, y *rulelang.Expr) truth {
	if x.Type != nil && y.Type == nil {
		switch x.Type.Set & y.Set {
		case x.Type.Set:
			return always // the pattern has tested it
		case 0:
			return never
		}
	}
	d := t.dtypeOf(x)
	if y.Type != nil {
		return truth{d + " == " + t.dtype(y.Type), d + " != " + t.dtype(y.Type)}
	}
	s := hasText(d, y.Set)
	if strings.Contains(s, " == ") {
		return truth{s, strings.Replace(s, " == ", " != ", 1)}
	}
	return fact("%s", s)
}

// node gives the Go name of an expression that must be a bound node.
func (t *tail) node(e *rulelang.Expr) string {
	if e.Kind != rulelang.ExprVar || e.Var.Kind != rulelang.NodeVar {
		t.fail(e.Pos, "this must be the name of a node of the pattern")
		return ""
	}
	return t.name(e.Var)
}

// dtypeOf gives the dtype that an operand of is, exact, fits or width stands for.
func (t *tail) dtypeOf(e *rulelang.Expr) string {
	switch {
	case e.Kind == rulelang.ExprVar && e.Var.Type != nil:
		return t.dtype(e.Var.Type)
	case e.Kind == rulelang.ExprTypes && e.Type != nil:
		return t.dtype(e.Type)
	case e.Kind == rulelang.ExprTypes && len(e.Set.List()) == 1:
		return dtypeText(e.Set.List()[0])
	}
	t.fail(e.Pos, "this must be one dtype: a type variable, a name or a dtype such as i32")
	return ""
}
