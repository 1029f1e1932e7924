package prove

import (
	"fmt"
	"math/big"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// value writes an integer of a guard. Nodes may stand in it where their unbounded values are meant.
func (e *encoder) value(x *rulelang.Expr, unbounded bool) gval {
	switch x.Kind {
	case rulelang.ExprInt:
		return e.lit(wideBig(x.Int))
	case rulelang.ExprVar:
		if x.Var.Kind == rulelang.ConstVar {
			return e.exact(e.rep(x.Var.Type), e.vars[x.Var])
		}
		if unbounded && e.nodes[x.Var] != nil {
			return e.unbounded(e.nodes[x.Var])
		}
	case rulelang.ExprOp, rulelang.ExprFn:
		if len(x.Args) > 0 && (x.Text == "vmin" || x.Text == "vmax") {
			v := x.Args[0].Var
			lows := e.ends(v)
			return e.exact(e.rep(v.Type), map[string]string{"vmin": lows[0], "vmax": lows[1]}[x.Text])
		}
		if x.Text == "width" {
			return e.width(x)
		}
		return e.arith(x, unbounded)
	}
	fail(noModelf("%s in a guard has no model", x.Text))
	return gval{}
}

func (e *encoder) arith(x *rulelang.Expr, unbounded bool) gval {
	var a []gval
	for _, s := range x.Args {
		a = append(a, e.value(s, unbounded))
	}
	switch text := x.Text; {
	case len(a) == 1 && (text == "neg" || text == "-"):
		return e.negG(a[0])
	case len(a) == 1 && text == "abs":
		return e.ite(e.compare("<", a[0], e.lit(new(big.Int))), e.negG(a[0]), a[0])
	case len(a) != 2:
	case text == "+":
		return e.addG(a[0], a[1])
	case text == "-":
		return e.addG(a[0], e.negG(a[1]))
	case text == "*":
		return e.mulG(a[0], a[1])
	case text == "//":
		return e.divG(a[0], a[1])
	case text == "%":
		return e.modG(a[0], a[1])
	case text == "min":
		return e.ite(e.compare("<", a[0], a[1]), a[0], a[1])
	case text == "max":
		return e.ite(e.compare(">", a[0], a[1]), a[0], a[1])
	case text == "gcd":
		return e.gcdG(a[0], a[1])
	}
	fail(noModelf("%s in a guard has no model", x.Text))
	return gval{}
}

func (e *encoder) width(x *rulelang.Expr) gval {
	t := e.rule.Find.Type
	if len(x.Args) > 0 {
		t = typeOf(x.Args[0])
	}
	r := e.rep(t)
	if r.lo != "" {
		fail(noModelf("the guard depends on the width"))
	}
	bits := r.bits
	if r.real {
		bits = r.d.Bits()
	}
	return e.lit(big.NewInt(int64(bits)))
}

// ends gives what vmin and vmax of a node may be: any values around its own.
func (e *encoder) ends(v *rulelang.Var) [2]string {
	if l, ok := e.lows[v]; ok {
		return l
	}
	r, x := e.rep(v.Type), e.vars[v]
	if r.form == asFP || x == "" {
		fail(noModelf("vmin and vmax are of integers"))
	}
	if e.s.hints != nil {
		e.s.hints.ranges = true
	}
	lo, hi := e.s.input("lo", r), e.s.input("hi", r)
	e.s.assert("%s", e.compare("<=", e.exact(r, lo), e.exact(r, x)))
	e.s.assert("%s", e.compare("<=", e.exact(r, x), e.exact(r, hi)))
	for i, t := range []string{lo, hi} {
		e.inputs = append(e.inputs, input{label: []string{"vmin", "vmax"}[i] + "(" + v.Name + ")", term: t, rep: r})
	}
	e.lows[v] = [2]string{lo, hi}
	return e.lows[v]
}

// unbounded gives the value of a pattern node in unbounded integers. That of a leaf is any
// integer that wraps to the leaf's value; +, -, * and shifts to the left by a constant follow
// from their sources; whatever else starts afresh from its machine value.
func (e *encoder) unbounded(n *rulelang.Node) gval {
	if n.Var != nil && e.nodes[n.Var] != nil {
		n = e.nodes[n.Var]
	}
	if v, ok := e.xs[n]; ok {
		return v
	}
	v := e.unboundedOf(n)
	e.xs[n] = v
	return v
}

func (e *encoder) unboundedOf(n *rulelang.Node) gval {
	r, t := e.rep(n.Type), e.terms[n]
	src := e.srcs[n]
	leaf := n.Kind != rulelang.ConstNode && src == nil
	switch {
	case r.form == asBool || r.form == asFP || r.form == asInt && r.lo == "",
		n.Kind == rulelang.ConstNode, leaf && r.d == uop.Index:
		return e.exact(r, t)
	case e.s.hints != nil && leaf:
		return gval{e.s.hints.unwrapped(t), 0}
	case leaf && r.form == asBV:
		h := e.s.declare("h", fmt.Sprintf("(_ BitVec %d)", r.bits+2))
		return e.named(2*r.bits+2, fmt.Sprintf("(concat %s %s)", h, t))
	case leaf:
		h := e.s.declare("h", "Int")
		return e.named(0, fmt.Sprintf("(+ %s (* %s %s))", t, r.mod, h))
	}
	switch e.ops[n] {
	case uop.OpNeg:
		return e.negG(e.unbounded(src[0]))
	case uop.OpAdd:
		return e.addG(e.unbounded(src[0]), e.unbounded(src[1]))
	case uop.OpMul:
		return e.mulG(e.unbounded(src[0]), e.unbounded(src[1]))
	case uop.OpShl:
		if src[1].Kind == rulelang.ConstNode && e.bits {
			a, b := e.unbounded(src[0]), e.terms[src[1]]
			n := a.bits + r.bits
			return e.named(n, fmt.Sprintf("(bvshl %s %s)", a.to(n), resize(count(r, b), r.bits, n, false)))
		}
	}
	return e.exact(r, t)
}

// indexNeverWraps: where index is modelled in 64 bits, no op of the pattern leaves them, for that
// the caller has proved.
func (e *encoder) indexNeverWraps() {
	for _, n := range e.order {
		if r := e.rep(n.Type); r.form == asBV && r.d == uop.Index && n.Kind != rulelang.ConstNode {
			v := e.unbounded(n)
			e.s.assert("%s", e.within(v, r))
		}
	}
}
