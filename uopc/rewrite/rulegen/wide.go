package rulegen

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// number is a Go expression of type uop.Wide; finite when it can be no end.
type number struct {
	text   string
	finite bool
}

// wide translates an exact integer of a guard.
func (t *tail) wide(e *rulelang.Expr) number {
	switch e.Kind {
	case rulelang.ExprInt:
		return number{wideText(e.Int), true}
	case rulelang.ExprVar:
		if e.Var.Kind == rulelang.ConstVar {
			return number{t.wideConst(e.Var), true}
		}
		t.fail(e.Pos, "%s is a node, not a number; write vmin(%s), vmax(%s), or bind a constant with @const(%s)", e.Var.Name, e.Var.Name, e.Var.Name, e.Var.Name)
		return number{}
	case rulelang.ExprOp:
		return t.wideOp(e)
	case rulelang.ExprFn:
		return t.wideFn(e)
	}
	t.fail(e.Pos, "this is not an integer")
	return number{}
}

// wideConst gives the number of a constant, converted once.
func (t *tail) wideConst(v *rulelang.Var) string {
	name := t.name(v)
	if w := t.wides[name]; w != "" {
		return w
	}
	w := t.fresh("w" + name)
	t.wides[name] = w
	conv := "uop.Wide64(int64(" + name + "))"
	if v.Type.Set.Has(uop.U64) {
		conv = "rewrite.WideOf(" + t.dtype(v.Type) + ", " + name + ")"
	}
	t.lines = append(t.lines, w+" := "+conv)
	return w
}

func wideText(w uop.Wide) string {
	if v, ok := w.Int64(); ok {
		return fmt.Sprintf("uop.Wide64(%d)", v)
	}
	if w == uop.WideU64(w.Bits()) {
		return fmt.Sprintf("uop.WideU64(%#x)", w.Bits())
	}
	high := w.FloorDiv(uop.WideU64(1 << 63))
	low := w.Sub(high.Mul(uop.WideU64(1 << 63)))
	return fmt.Sprintf("%s.Mul(uop.WideU64(1<<63)).Add(%s)", wideText(high), wideText(low))
}

func (t *tail) wideOp(e *rulelang.Expr) number {
	a := t.wide(e.Args[0]).text
	if e.Text == "neg" {
		if l := e.Args[0]; l.Kind == rulelang.ExprInt {
			return number{wideText(l.Int.Neg()), true}
		}
		return number{text: a + ".Neg()"}
	}
	if len(e.Args) < 2 || wideOps[e.Text] == "" {
		t.fail(e.Pos, "a guard has no operator %s; it has + - * // %% and comparisons", e.Text)
		return number{}
	}
	if e.Text == "//" || e.Text == "%" {
		t.known(e, !sizeOf(e.Args[0]).large() && !sizeOf(e.Args[1]).large())
	}
	return number{text: fmt.Sprintf(wideOps[e.Text], a, t.wide(e.Args[1]).text)}
}

var wideOps = map[string]string{
	"+": "%s.Add(%s)", "-": "%s.Sub(%s)", "*": "%s.Mul(%s)",
	"//": "rewrite.FloorDiv(%s, %s)", "%": "rewrite.FloorMod(%s, %s)",
}

func (t *tail) wideFn(e *rulelang.Expr) number {
	switch e.Text {
	case "vmin", "vmax":
		return t.bound(e)
	case "width":
		d := t.dtype(t.rule.Find.Type)
		if len(e.Args) > 0 {
			d = t.dtypeOf(e.Args[0])
		}
		return number{"uop.Wide64(int64(" + d + ".Bits()))", true}
	case "abs":
		a := t.wide(e.Args[0])
		return number{"rewrite.Abs(" + a.text + ")", a.finite}
	case "min", "max", "gcd":
		t.known(e, !sizeOf(e).large())
		a, b := t.wide(e.Args[0]), t.wide(e.Args[1])
		fn := map[string]string{"min": "Min", "max": "Max", "gcd": "Gcd"}[e.Text]
		return number{fmt.Sprintf("rewrite.%s(%s, %s)", fn, a.text, b.text), a.finite && b.finite}
	}
	t.fail(e.Pos, "%s gives no integer", e.Text)
	return number{}
}

// bound is vmin or vmax, of a constant its value.
func (t *tail) bound(e *rulelang.Expr) number {
	x := e.Args[0]
	if x.Kind == rulelang.ExprVar && x.Var.Kind == rulelang.ConstVar {
		return number{t.wideConst(x.Var), true}
	}
	fn := map[string]string{"vmin": "Vmin", "vmax": "Vmax"}[e.Text]
	return number{text: t.node(x) + "." + fn + "()"}
}

// nowrap translates nowrap(e): of a node what the node knows, else interval arithmetic.
func (t *tail) nowrap(e *rulelang.Expr) truth {
	if e.Kind == rulelang.ExprVar && e.Var.Kind == rulelang.NodeVar {
		return fact("rewrite.Nowrap(%s)", t.name(e.Var))
	}
	d := t.rule.Find.Type
	if v := leaf(e, rulelang.NodeVar); v != nil {
		d = v.Type
	} else if v := leaf(e, rulelang.ConstVar); v != nil {
		d = v.Type
	}
	return fact("rewrite.SpanFits(%s, %s)", t.dtype(d), t.span(e))
}

// leaf finds a name of one kind in an expression.
func leaf(e *rulelang.Expr, k rulelang.VarKind) *rulelang.Var {
	if e.Kind == rulelang.ExprVar && e.Var.Kind == k {
		return e.Var
	}
	for _, a := range e.Args {
		if v := leaf(a, k); v != nil {
			return v
		}
	}
	return nil
}

var spanOps = map[string]string{"+": "Add", "-": "Sub", "*": "Mul"}

func (t *tail) span(e *rulelang.Expr) string {
	switch {
	case leaf(e, rulelang.NodeVar) == nil:
		return "rewrite.SpanAt(" + t.wide(e).text + ")"
	case e.Kind == rulelang.ExprVar:
		return "rewrite.SpanOf(" + t.name(e.Var) + ")"
	case e.Kind == rulelang.ExprOp && e.Text == "neg":
		return "rewrite.SpanNeg(" + t.span(e.Args[0]) + ")"
	case e.Kind == rulelang.ExprOp && spanOps[e.Text] != "":
		return fmt.Sprintf("rewrite.Span%s(%s, %s)", spanOps[e.Text], t.span(e.Args[0]), t.span(e.Args[1]))
	}
	t.fail(e.Pos, "nowrap takes + - * of nodes and numbers")
	return ""
}
