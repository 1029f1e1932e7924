package egraph

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// truth tells whether a guard holds for certain, or with not, whether it fails for certain. What
// the analysis does not know is neither.
func (m *matcher) truth(e *rulelang.Expr, not bool) bool {
	switch e.Kind {
	case rulelang.ExprOp:
		return m.truthOp(e, not)
	case rulelang.ExprGo:
		return true // a rule is proved without what its Go predicates say
	case rulelang.ExprFn:
		if test := predicates[e.Text]; test != nil {
			return test(m, e, not)
		}
	}
	return false
}

func (m *matcher) truthOp(e *rulelang.Expr, not bool) bool {
	switch op := e.Text; op {
	case "!":
		return m.truth(e.Args[0], !not)
	case "&&", "||":
		if (op == "&&") != not {
			return m.truth(e.Args[0], not) && m.truth(e.Args[1], not)
		}
		return m.truth(e.Args[0], not) || m.truth(e.Args[1], not)
	default:
		compare := comparisons[op]
		if compare == nil || len(e.Args) != 2 {
			return false
		}
		a, ok1 := m.wide(e.Args[0])
		b, ok2 := m.wide(e.Args[1])
		return ok1 && ok2 && compare(a, b) != not
	}
}

var comparisons = map[string]func(a, b uop.Wide) bool{
	"==": func(a, b uop.Wide) bool { return a == b },
	"!=": func(a, b uop.Wide) bool { return a != b },
	"<":  func(a, b uop.Wide) bool { return a.Less(b) },
	"<=": func(a, b uop.Wide) bool { return !b.Less(a) },
	">":  func(a, b uop.Wide) bool { return b.Less(a) },
	">=": func(a, b uop.Wide) bool { return !a.Less(b) },
}

// predicates are the functions that give a truth.
var predicates map[string]func(m *matcher, e *rulelang.Expr, not bool) bool

func init() {
	predicates = map[string]func(m *matcher, e *rulelang.Expr, not bool) bool{
		"pow2": func(m *matcher, e *rulelang.Expr, not bool) bool {
			a, ok := m.wide(e.Args[0])
			return ok && powerOfTwo(a) != not
		},
		"fits": func(m *matcher, e *rulelang.Expr, not bool) bool {
			a, ok := m.wide(e.Args[0])
			d := m.g.at(m.class[0]).dtype
			if len(e.Args) > 1 {
				d = m.dtypeOf(e.Args[1])
			}
			return ok && d != uop.Void && fits(d, a) != not
		},
		"is": func(m *matcher, e *rulelang.Expr, not bool) bool {
			d, t := m.dtypeOf(e.Args[0]), e.Args[1]
			if t.Type != nil {
				return d != uop.Void && (m.dtype(t.Type) == d) != not
			}
			return d != uop.Void && t.Set.Has(d) != not
		},
		"exact": func(m *matcher, e *rulelang.Expr, not bool) bool {
			a, b := m.dtypeOf(e.Args[0]), m.dtypeOf(e.Args[1])
			return a != uop.Void && b != uop.Void && exact(a, b) != not
		},
		// That a span is too wide does not show that the value wraps, so not gives no.
		"nowrap": func(m *matcher, e *rulelang.Expr, not bool) bool { return !not && m.nowrap(e.Args[0]) },
		"safe":   func(m *matcher, e *rulelang.Expr, not bool) bool { return !not && m.safe(e.Args[0]) },
	}
}

// dtype gives what a type variable stands for.
func (m *matcher) dtype(t *rulelang.Type) uop.DType { return dtypeIn(m.types, t) }

func dtypeIn(types []uop.DType, t *rulelang.Type) uop.DType {
	if t == nil {
		return uop.Void
	}
	if t.Num < len(types) && types[t.Num] != uop.Void {
		return types[t.Num]
	}
	if ds := t.Set.List(); len(ds) == 1 {
		return ds[0]
	}
	return uop.Void
}

// dtypeOf gives the dtype of an operand of is, exact, fits or width.
func (m *matcher) dtypeOf(e *rulelang.Expr) uop.DType {
	switch {
	case e.Type != nil:
		return m.dtype(e.Type)
	case e.Var != nil:
		return m.valueOf(e.Var).dtype
	}
	if ds := e.Set.List(); len(ds) == 1 {
		return ds[0]
	}
	return uop.Void
}

func (m *matcher) valueOf(v *rulelang.Var) value { return valueIn(m.r, m.vals, v) }

func valueIn(r *rule, vals []value, v *rulelang.Var) value {
	for i, w := range r.vars {
		if w == v {
			return vals[i]
		}
	}
	return value{}
}

// wide computes an exact integer. It is not ok beyond 128 bits, but for a bound that is missing.
func (m *matcher) wide(e *rulelang.Expr) (uop.Wide, bool) {
	switch e.Kind {
	case rulelang.ExprInt:
		return e.Int, true
	case rulelang.ExprVar:
		v := m.valueOf(e.Var)
		if !v.set || e.Var.Kind != rulelang.ConstVar || v.dtype.IsFloat() {
			return uop.Wide{}, false
		}
		return wideOf(v.dtype, v.bits), true
	case rulelang.ExprFn:
		switch e.Text {
		case "vmin", "vmax":
			return m.bound(e)
		case "width":
			d := m.g.at(m.class[0]).dtype
			if len(e.Args) > 0 {
				d = m.dtypeOf(e.Args[0])
			}
			return uop.Wide64(int64(d.Bits())), d != uop.Void
		}
	}
	fn := wideOps[e.Text]
	if fn == nil || len(e.Args) == 0 || len(e.Args) > 2 {
		return uop.Wide{}, false
	}
	var a [2]uop.Wide
	for i, arg := range e.Args {
		w, ok := m.wide(arg)
		if !ok || w.IsInf() {
			return uop.Wide{}, false
		}
		a[i] = w
	}
	w := fn(a[0], a[1])
	return w, !w.IsInf()
}

// bound gives vmin(x) or vmax(x). A missing one is an end: below, or above, all numbers.
func (m *matcher) bound(e *rulelang.Expr) (uop.Wide, bool) {
	if len(e.Args) != 1 || e.Args[0].Var == nil {
		return uop.Wide{}, false
	}
	v := m.valueOf(e.Args[0].Var)
	if !v.set || v.dtype.IsFloat() {
		return uop.Wide{}, false
	}
	s := m.g.at(m.g.find(v.class)).v
	if e.Text == "vmin" {
		return s.Lo, true
	}
	return s.Hi, true
}

var wideOps = map[string]func(a, b uop.Wide) uop.Wide{
	"+":   uop.Wide.Add,
	"-":   uop.Wide.Sub,
	"*":   uop.Wide.Mul,
	"//":  floorDiv,
	"%":   floorMod,
	"neg": func(a, _ uop.Wide) uop.Wide { return a.Neg() },
	"abs": func(a, _ uop.Wide) uop.Wide { return absolute(a) },
	"min": least,
	"max": most,
	"gcd": gcd,
}
