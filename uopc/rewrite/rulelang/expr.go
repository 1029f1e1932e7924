package rulelang

import (
	"math/big"

	"github.com/uopc/uopc/uopc/uop"
)

// sort is what an expression gives.
type sort uint8

const (
	sortNum  sort = iota // an integer; in braces, a value of the dtype
	sortCond             // true or false
	sortNode             // a node, which is neither
)

// operator is a row of the table of operators of two operands.
type operator struct {
	level  int // of priority, as in Go
	cond   bool
	braces uop.Op // what it is in braces; not set where it has no place there
	guard  bool
}

var operators = map[string]operator{
	"||": {level: 1, cond: true, guard: true},
	"&&": {level: 2, cond: true, guard: true},
	"==": {level: 3, cond: true, guard: true},
	"!=": {level: 3, cond: true, guard: true},
	"<":  {level: 3, cond: true, guard: true},
	"<=": {level: 3, cond: true, guard: true},
	">":  {level: 3, cond: true, guard: true},
	">=": {level: 3, cond: true, guard: true},
	"+":  {level: 4, guard: true, braces: uop.OpAdd},
	"-":  {level: 4, guard: true, braces: uop.OpAdd},
	"|":  {level: 4, braces: uop.OpOr},
	"^":  {level: 4, braces: uop.OpXor},
	"*":  {level: 5, guard: true, braces: uop.OpMul},
	"//": {level: 5, guard: true, braces: uop.OpFloordiv},
	"%":  {level: 5, guard: true, braces: uop.OpFloormod},
	"&":  {level: 5, braces: uop.OpAnd},
	"<<": {level: 5, braces: uop.OpShl},
	">>": {level: 5, braces: uop.OpShr},
}

// guard reads a condition.
func (rr *ruleReader) guard() *Expr {
	e := rr.expression()
	rr.noNodes(e)
	if e.sort() != sortCond {
		rr.src.fail(e.Pos, "a guard must be a condition: compare this with something")
		panic(stop{})
	}
	return e
}

func (rr *ruleReader) expression() *Expr { return rr.binary(1) }

// binary reads operators of at least the given level.
func (rr *ruleReader) binary(level int) *Expr {
	left := rr.unary()
	for {
		info, ok := operators[rr.tok.text]
		if rr.tok.kind != tokSign || !ok || info.level < level {
			return left
		}
		rr.place(info)
		e := &Expr{Pos: rr.pos(), Kind: ExprOp, Text: rr.next().text}
		rr.count()
		right := rr.binary(info.level + 1)
		e.Args = []*Expr{left, right}
		rr.operands(e, info)
		left = e
		if next, ok := operators[rr.tok.text]; ok && info.level == 3 && next.level == 3 {
			rr.fail("comparisons do not chain: write a < b && b < c")
		}
	}
}

// place checks that an operator may stand in a guard, or in braces.
func (rr *ruleReader) place(info operator) {
	switch {
	case rr.braces && info.braces == 0:
		rr.fail("there is no %s in braces, which make a constant with + - * // %% & | ^ << >>: say conditions in the guard", rr.tok.text)
	case !rr.braces && !info.guard:
		rr.fail("there is no %s in a guard, which has + - * // %% on exact integers", rr.tok.text)
	}
}

func (rr *ruleReader) count() {
	if rr.size++; rr.size > maxSize {
		rr.fail("this rule has more than %d parts; make several rules of it", maxSize)
	}
}

// operands checks what the two sides give.
func (rr *ruleReader) operands(e *Expr, info operator) {
	want := sortNum
	if info.level < 3 {
		want = sortCond
	}
	for _, a := range e.Args {
		rr.wantSort(a, want, e.Text)
	}
}

func (rr *ruleReader) wantSort(a *Expr, want sort, op string) {
	got := a.sort()
	if got == want || got == sortNode && want == sortNum {
		return // of names of nodes, see nodesIn
	}
	msg := op + " takes conditions, and this is a number: compare it with something"
	if want == sortNum {
		msg = op + " takes numbers, and this is a condition"
	} else if got == sortNode {
		msg = op + " takes conditions, and this is a node"
	}
	rr.src.fail(a.Pos, "%s", msg)
	panic(stop{})
}

// sort gives what an expression gives.
func (e *Expr) sort() sort {
	switch e.Kind {
	case ExprVar:
		if e.Var.Kind == NodeVar {
			return sortNode
		}
	case ExprGo:
		return sortCond
	case ExprOp:
		if e.Text == "!" || operators[e.Text].cond {
			return sortCond
		}
	case ExprFn:
		if functions[e.Text].cond {
			return sortCond
		}
	}
	return sortNum
}

func (rr *ruleReader) unary() *Expr {
	defer rr.deeper()()
	e := &Expr{Pos: rr.pos()}
	switch t := rr.tok; {
	case rr.take("("):
		e = rr.expression()
		rr.want(")", "after the expression")
		return e
	case rr.take("-"):
		e.Kind, e.Text, e.Args = ExprOp, "neg", []*Expr{rr.unary()}
		rr.wantSort(e.Args[0], sortNum, "-")
	case rr.is("!"):
		if rr.braces {
			rr.fail("there is no ! in braces: say conditions in the guard")
		}
		rr.next()
		e.Kind, e.Text, e.Args = ExprOp, "!", []*Expr{rr.unary()}
		rr.wantSort(e.Args[0], sortCond, "!")
	case t.kind == tokInt:
		v, _ := new(big.Int).SetString(rr.literal(), 0)
		e.Kind, e.Int = ExprInt, uop.WideU64(v.Uint64())
	case t.kind == tokFloat:
		if !rr.braces {
			rr.fail("a guard is about exact integers: %s has no place in it", t.text)
		}
		e.Kind, e.Text = ExprNum, rr.literal()
	case t.kind == tokName:
		return rr.word()
	default:
		rr.fail("got %s, want a number, a name or a function", t.describe())
	}
	return e
}

// word reads a name, or a function with its arguments.
func (rr *ruleReader) word() *Expr {
	t := rr.next()
	e := &Expr{Pos: rr.src.pos(t.off), Text: t.text}
	if rr.is("(") || t.text == "width" && rr.vars["width"] == nil {
		return rr.function(e, t)
	}
	if isLetterVar(t.text) {
		rr.failAt(t.off, "%s is a dtype, not a value: it stands in is, exact, fits and width only", t.text)
	}
	if t.text == rr.rule.OpVar && t.text != "" {
		rr.failAt(t.off, "%s is the op of the loop, not a value", t.text)
	}
	e.Kind, e.Var, e.Text = ExprVar, rr.bound(t), ""
	if rr.braces && e.Var.Kind == NodeVar {
		rr.failAt(t.off, "%s is a node, and in braces stand constants: bind its value in the pattern, as in @const(c)", t.text)
	}
	return e
}

// nodesIn finds the first name of a node that stands as a number in e, but for what nowrap holds.
func nodesIn(e *Expr) *Expr {
	if e.Kind == ExprVar && e.Var.Kind == NodeVar {
		return e
	}
	if e.Kind == ExprFn {
		return nil // its arguments were checked when it was read
	}
	for _, a := range e.Args {
		if n := nodesIn(a); n != nil {
			return n
		}
	}
	return nil
}

// noNodes checks that no node stands as a number.
func (rr *ruleReader) noNodes(e *Expr) {
	if n := nodesIn(e); n != nil {
		rr.src.fail(n.Pos, "%s is a node, not a number: write vmin(%s) or vmax(%s), or bind its value in the pattern, as in @const(%s)", n.Var.Name, n.Var.Name, n.Var.Name, n.Var.Name)
		panic(stop{})
	}
}
