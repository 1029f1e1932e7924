package prove

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// cond writes a condition of a guard.
func (e *encoder) cond(x *rulelang.Expr) string {
	switch x.Kind {
	case rulelang.ExprGo:
		return e.s.declare("p", "Bool") // nothing is known of it
	case rulelang.ExprOp:
		return e.condOp(x)
	case rulelang.ExprFn:
		if f := condFns[x.Text]; f != nil {
			return f(e, x)
		}
	}
	return e.compare("!=", e.value(x, false), e.lit(new(big.Int)))
}

func (e *encoder) condOp(x *rulelang.Expr) string {
	var sub []string
	switch x.Text {
	case "&&", "||", "!":
		for _, a := range x.Args {
			sub = append(sub, e.cond(a))
		}
		if t, ok := decided(x.Text, sub); ok {
			return t
		}
		name := map[string]string{"&&": "and", "||": "or", "!": "not"}[x.Text]
		return "(" + name + " " + strings.Join(sub, " ") + ")"
	}
	if _, ok := compares[x.Text]; ok {
		a, b := e.value(x.Args[0], false), e.value(x.Args[1], false)
		if x.Text == "==" && e.s.hints != nil {
			e.s.hints.equal = append(e.s.hints.equal, [2]string{a.term, b.term})
		}
		return e.compare(x.Text, a, b)
	}
	return e.compare("!=", e.value(x, false), e.lit(new(big.Int)))
}

// decided gives a condition that the dtypes alone decide.
func decided(op string, sub []string) (string, bool) {
	switch {
	case op == "&&" && slices.Contains(sub, "false"):
		return "false", true
	case op == "||" && slices.Contains(sub, "true"):
		return "true", true
	case op == "!" && sub[0] == "true":
		return "false", true
	case op == "!" && sub[0] == "false":
		return "true", true
	}
	for _, s := range sub {
		if s != sub[0] || s != "true" && s != "false" {
			return "", false
		}
	}
	return sub[0], true
}

// condFns has the functions that give a truth value. A fact that the compiler may fail to see is
// a free bool that implies it.
var condFns map[string]func(e *encoder, x *rulelang.Expr) string

func init() {
	condFns = map[string]func(e *encoder, x *rulelang.Expr) string{
		"pow2": (*encoder).pow2,
		"fits": func(e *encoder, x *rulelang.Expr) string {
			t := e.rule.Find.Type
			if len(x.Args) > 1 {
				t = typeOf(x.Args[1])
			}
			return e.within(e.value(x.Args[0], false), e.rep(t))
		},
		"nowrap": func(e *encoder, x *rulelang.Expr) string {
			return e.implied(e.within(e.value(x.Args[0], true), e.rep(e.wrapType(x.Args[0]))))
		},
		"safe":  (*encoder).safe,
		"is":    (*encoder).is,
		"exact": (*encoder).isExact,
	}
}

// implied gives a free bool that implies the fact.
func (e *encoder) implied(fact string) string {
	b := e.s.declare("p", "Bool")
	e.s.assert("(=> %s %s)", b, fact)
	return b
}

// wrapType gives the dtype that an expression of nowrap is computed in: that of its nodes.
func (e *encoder) wrapType(x *rulelang.Expr) *rulelang.Type {
	if x.Kind == rulelang.ExprVar && x.Var.Kind == rulelang.NodeVar {
		return x.Var.Type
	}
	for _, a := range x.Args {
		if t := e.wrapType(a); t != nil && t != e.rule.Find.Type {
			return t
		}
	}
	return e.rule.Find.Type
}

// within tells whether an exact integer is a value of the dtype.
func (e *encoder) within(v gval, r rep) string {
	if r.lo != "" {
		return fmt.Sprintf("(<= %s %s %s)", r.lo, v.term, r.hi)
	}
	lo, hi, ok := r.ends()
	if !ok {
		return "true"
	}
	return "(and " + e.compare(">=", v, e.lit(lo)) + " " + e.compare("<=", v, e.lit(hi)) + ")"
}

func (e *encoder) pow2(x *rulelang.Expr) string {
	v := e.value(x.Args[0], false)
	positive := e.compare(">", v, e.lit(new(big.Int)))
	if !e.bits {
		return e.pow2Int(v, positive)
	}
	one := bv(big.NewInt(1), v.bits)
	return fmt.Sprintf("(and %s (= (bvand %s (bvsub %s %s)) %s))", positive, v.term, v.term, one, bv(new(big.Int), v.bits))
}

// pow2Int: the number of values of a dtype is a power of two, so that any other that is not
// greater divides it.
func (e *encoder) pow2Int(v gval, positive string) string {
	if h := e.s.hints; h != nil && e.as.any != nil {
		d := e.s.division("MOD", v.term)
		return e.implied(fmt.Sprintf("(and %s (=> (<= %s MOD) (and (= %s 0) (> %s 0))))", positive, v.term, d.r, d.q))
	}
	return e.implied(positive)
}

// safe: no op of the pattern at or below the node wraps.
func (e *encoder) safe(x *rulelang.Expr) string {
	facts := []string{"and", "true"}
	stack := []*rulelang.Node{e.nodes[x.Args[0].Var]}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r := e.rep(n.Type); r.form == asBV || r.form == asInt {
			facts = append(facts, e.within(e.unbounded(n), r))
		}
		switch e.ops[n] {
		case uop.OpCmplt, uop.OpCmpne, uop.OpCast, uop.OpWhere, uop.OpBitcast: // what is below may wrap
		default:
			stack = append(stack, e.srcs[n]...)
		}
	}
	return e.implied("(" + strings.Join(facts, " ") + ")")
}

// typeOf gives the type that an operand of is, exact, fits or width names.
func typeOf(x *rulelang.Expr) *rulelang.Type {
	if x.Type != nil {
		return x.Type
	}
	if x.Var != nil {
		return x.Var.Type
	}
	return nil
}

func (e *encoder) is(x *rulelang.Expr) string {
	want := x.Args[1].Set
	if x.Args[1].Kind != rulelang.ExprTypes || x.Args[1].Type != nil {
		other := e.as.dtypes(typeOf(x.Args[1]))
		return e.static(typeOf(x.Args[0]), func(d uop.DType) bool { return len(other) == 1 && d == other[0] })
	}
	return e.static(typeOf(x.Args[0]), want.Has)
}

func (e *encoder) isExact(x *rulelang.Expr) string {
	others := e.as.dtypes(typeOf(x.Args[1]))
	first := e.static(typeOf(x.Args[0]), func(d uop.DType) bool { return exact(d, others[0]) })
	for _, b := range others[1:] {
		if first != e.static(typeOf(x.Args[0]), func(d uop.DType) bool { return exact(d, b) }) {
			fail(noModelf("the guard depends on the width"))
		}
	}
	return first
}

// static decides a question on dtypes, which must have one answer for all that are looked at now.
func (e *encoder) static(t *rulelang.Type, has func(uop.DType) bool) string {
	ds := e.as.dtypes(t)
	for _, d := range ds {
		if has(d) != has(ds[0]) {
			fail(noModelf("the guard depends on the width"))
		}
	}
	return fmt.Sprint(has(ds[0]))
}

// exact tells whether every value of a is one of b.
func exact(a, b uop.DType) bool {
	switch {
	case a == b || a == uop.Bool:
		return true
	case b == uop.Bool:
		return false
	case a.IsFloat():
		return b == uop.F64
	case b.IsFloat():
		return a.Bits() <= repOf(b).sb
	}
	lo, hi := uop.DTypeRange(a)
	min, max := uop.DTypeRange(b)
	return !lo.Less(min) && !max.Less(hi)
}
