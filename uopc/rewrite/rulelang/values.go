package rulelang

import (
	"github.com/uopc/uopc/uopc/uop"
)

// values types the expressions in braces.
func (t *typer) values(n *Node) {
	if n.Expr != nil {
		t.value(n.Expr, t.nodes[n])
	}
	for _, s := range n.Src {
		t.values(s)
	}
}

// value types a step of an expression in braces, which is computed in the dtype of v.
func (t *typer) value(e *Expr, v *tvar) {
	t.exprs[e] = v
	switch e.Kind {
	case ExprNum:
		t.narrow(v, floatTypes, e.Pos)
		return
	case ExprVar:
		t.isValue(e, v)
		return
	case ExprOp:
		op := operators[e.Text].braces
		if e.Text == "neg" {
			op = uop.OpNeg
		}
		t.narrow(v, operands([]uop.Op{op}), e.Pos)
	case ExprFn:
		switch e.Text {
		case "cast":
			t.value(e.Args[0], t.fresh(allTypes))
			return
		case "vmin", "vmax":
			t.isValue(e.Args[0], v)
			t.exact(e.Args[0])
			return
		}
	}
	for _, a := range e.Args {
		t.value(a, v)
	}
}

// isValue checks that a name has the dtype that its place needs.
func (t *typer) isValue(e *Expr, v *tvar) {
	w := t.vars[e.Var].root()
	t.exprs[e] = w
	if x := v.root(); x != w && x.find && (x.set != w.set || !w.set.single()) {
		t.fail(e.Pos, "%s may have another dtype than this place: write cast(%s), or one letter at both places of the pattern, as in x:A and y:A", e.Var.Name, e.Var.Name)
	}
	t.unify(w, v, e.Pos)
}

// determined checks that the dtype of all that is built follows from the pattern.
func (t *typer) determined(n *Node) {
	if v := t.nodes[n].root(); !v.find && !v.set.single() {
		t.fail(n.Pos, "the dtype of this does not follow from the pattern (it may be %s): write it behind, as in Cast(x):f32 or {1}:A", v.set)
	}
	for _, s := range n.Src {
		t.determined(s)
	}
	if n.Expr != nil {
		t.casts(n.Expr)
	}
}

// casts checks that what is cast in braces has a dtype.
func (t *typer) casts(e *Expr) {
	if v := t.exprs[e].root(); !v.find && !v.set.single() {
		t.fail(e.Pos, "the dtype of what is cast here does not follow from the pattern: a name of a constant must stand in it")
	}
	for _, a := range e.Args {
		t.casts(a)
	}
}
