package rulelang

import (
	"slices"
	"strconv"

	"github.com/uopc/uopc/uopc/uop"
)

// rest types the guard and the right side, and gives every type variable that is left a number.
func (t *typer) rest() {
	rule := t.rr.rule
	if rule.Guard != nil {
		t.limits(rule.Guard)
	}
	t.literals(rule.Find)
	t.right = true
	if rule.Guard != nil {
		t.guard(rule.Guard)
	}
	if m := rule.Make; m != nil {
		v := t.template(m)
		t.sides(t.nodes[rule.Find].root(), v.root(), m.Pos)
		t.unify(t.nodes[rule.Find], v, m.Pos)
		t.determined(m)
	}
	t.number()
}

// sides checks that both sides are sure to have one dtype.
func (t *typer) sides(left, right *tvar, p Pos) {
	if left == right || !right.find && left.set&right.set != 0 || left.set == right.set && left.set.single() {
		return
	}
	msg := "the right side may be %s, and the left side is %s"
	if left.set&right.set != 0 {
		msg += ": where they must be one, write a letter at both places, as in x:A"
	}
	t.fail(p, msg, right.set, left.set)
}

// literals refuses a constant that none of its dtypes has: the rule would never fire. Where some
// have it, the rule is for those.
func (t *typer) literals(n *Node) {
	if n.Lit != nil {
		set := t.nodes[n].root().set
		if !slices.ContainsFunc(set.List(), func(d uop.DType) bool { _, ok := n.Lit.Bits(d); return ok }) {
			if t.leavesOut() {
				panic(leftOut{})
			}
			t.fail(n.Pos, "the rule can never fire: this is %s, which has no value %s%s", set, n.Lit, near32(set, n.Lit.Text))
		}
	}
	for _, s := range n.Src {
		t.literals(s)
	}
}

// near32 names the f32 that is nearest to a number between two of them.
func near32(set DTypes, text string) string {
	f, err := strconv.ParseFloat(text, 32)
	if set&floatTypes == 0 || err != nil {
		return ""
	}
	return ": the nearest is " + strconv.FormatFloat(f, 'g', -1, 64)
}

// limits takes what the guard says of dtypes: is(A, int) narrows A, for no rule fires without it.
func (t *typer) limits(e *Expr) {
	switch {
	case e.Kind == ExprOp && e.Text == "&&":
		t.limits(e.Args[0])
		t.limits(e.Args[1])
	case e.Kind == ExprFn && e.Text == "is" && e.Args[1].Set != 0:
		t.narrow(t.operand(e.Args[0]), e.Args[1].Set, e.Args[1].Pos)
	}
}

// operand gives the type variable of an operand that stands for a dtype.
func (t *typer) operand(e *Expr) *tvar {
	if v := t.exprs[e]; v != nil {
		return v
	}
	var v *tvar
	switch {
	case e.Var != nil:
		v = t.vars[e.Var]
	case e.Set != 0:
		v = t.fresh(e.Set)
	default:
		v = t.letters[e.Text]
	}
	if v == nil {
		t.fail(e.Pos, "no node of the pattern has the dtype %s: write it there, as in x:%s", e.Text, e.Text)
	}
	t.exprs[e] = v
	return v
}

// guard checks the dtypes of a condition.
func (t *typer) guard(e *Expr) {
	switch e.Kind {
	case ExprVar:
		t.exact(e)
		return
	case ExprFn:
		if t.dtypes(e) {
			return
		}
	}
	for _, a := range e.Args {
		t.guard(a)
	}
}

// exact: a guard is about exact integers, which a float is none of.
func (t *typer) exact(e *Expr) {
	v := t.vars[e.Var].root()
	t.exprs[e] = v
	if v.set&floatTypes != 0 {
		t.fail(e.Pos, "%s may be a float here, and a guard is about exact integers: narrow the pattern, as in x:int", e.Var.Name)
	}
}

// dtypes checks the operands of a function that stand for dtypes; done when it has no others.
func (t *typer) dtypes(e *Expr) (done bool) {
	switch e.Text {
	case "safe":
		t.exprs[e.Args[0]] = t.vars[e.Args[0].Var]
		return true
	case "is", "exact", "width":
		for i, a := range e.Args {
			if i == 0 || a.Set == 0 || e.Text == "exact" {
				t.operand(a)
			}
		}
		if e.Text == "width" && len(e.Args) == 0 {
			t.exprs[e] = t.nodes[t.rr.rule.Find]
		}
		return true
	case "fits":
		v := t.nodes[t.rr.rule.Find].root()
		if len(e.Args) > 1 {
			v = t.operand(e.Args[1]).root()
		} else if v.set == boolType {
			t.fail(e.Pos, "fits(e) asks for the dtype of the root, which is bool: write fits(e, x) for the dtype of x")
		}
		if v.set&floatTypes != 0 {
			t.fail(e.Pos, "fits asks for an integer dtype, and this may be a float: narrow the pattern, as in x:int")
		}
		t.guard(e.Args[0])
		return true
	case "nowrap":
		t.oneType(e.Args[0], nil)
	}
	return false
}

// oneType checks that all nodes in a nowrap have one dtype.
func (t *typer) oneType(e *Expr, first *tvar) *tvar {
	if e.Kind == ExprVar && e.Var.Kind == NodeVar {
		v := t.vars[e.Var].root()
		if first != nil && first != v {
			t.fail(e.Pos, "%s has another dtype than the other nodes in this nowrap", e.Var.Name)
		}
		return v
	}
	for _, a := range e.Args {
		first = t.oneType(a, first)
	}
	return first
}

// template types the right side.
func (t *typer) template(n *Node) *tvar {
	v := t.node(n)
	t.values(n)
	return v
}

// number makes the Types.
func (t *typer) number() {
	rule := t.rr.rule
	for _, v := range t.order {
		r := v.root()
		if r.out == nil {
			r.out = &Type{Num: len(rule.Types), Name: r.letter, Set: r.set}
			rule.Types = append(rule.Types, r.out)
		}
	}
	for n, v := range t.nodes {
		n.Type = v.root().out
	}
	for w, v := range t.vars {
		w.Type = v.root().out
	}
	for e, v := range t.exprs {
		e.Type = v.root().out
	}
	t.sets(rule.Guard)
}

// sets gives is(A, B) the type of B.
func (t *typer) sets(e *Expr) {
	if e == nil {
		return
	}
	if e.Kind == ExprTypes && e.Type != nil {
		e.Set = 0
	}
	for _, a := range e.Args {
		t.sets(a)
	}
}
