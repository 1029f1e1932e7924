package prove

import (
	"math/big"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// braceOps has the ops that the operators in braces stand for.
var braceOps = map[string]uop.Op{
	"+": uop.OpAdd, "*": uop.OpMul, "//": uop.OpFloordiv, "%": uop.OpFloormod, "&": uop.OpAnd,
	"|": uop.OpOr, "^": uop.OpXor, "<<": uop.OpShl, ">>": uop.OpShr, "neg": uop.OpNeg, "max": uop.OpMax,
}

// brace writes a constant that is computed in the arithmetic of its dtype, and gives its name.
func (e *encoder) brace(x *rulelang.Expr) string {
	r := e.rep(x.Type)
	if x.Kind == rulelang.ExprInt && r.form == asInt {
		return e.s.number(r, e.braceTerm(x, r))
	}
	return e.s.step(r, e.braceTerm(x, r))
}

func (e *encoder) braceTerm(x *rulelang.Expr, r rep) string {
	switch x.Kind {
	case rulelang.ExprInt:
		return e.wrapped(r, wideBig(x.Int))
	case rulelang.ExprNum:
		return rawText(r, x.Text)
	case rulelang.ExprVar:
		if t, ok := e.vars[x.Var]; ok {
			return t
		}
	case rulelang.ExprOp, rulelang.ExprFn:
		return e.braceOp(x, r)
	}
	fail(noModelf("%s in braces has no model", x.Text))
	return ""
}

// wrapped writes an integer in the dtype, wrapped or rounded.
func (e *encoder) wrapped(r rep, v *big.Int) string {
	switch {
	case r.form == asBV:
		return bv(v, r.bits)
	case r.form == asInt:
		return e.s.wrapInt(r, integer(v))
	case r.form == asFP && v.Sign() != 0:
		return r.fp("RNE " + decimal(new(big.Rat).SetInt(v)))
	}
	return r.whole(int64(v.Sign()))
}

func (e *encoder) braceOp(x *rulelang.Expr, r rep) string {
	switch x.Text {
	case "vmin", "vmax":
		v := x.Args[0].Var
		lows := e.ends(v)
		i := 0
		if x.Text == "vmax" {
			i = 1
		}
		return e.mustOp(uop.OpCast, r, e.rep(v.Type), lows[i])
	case "cast":
		return e.mustOp(uop.OpCast, r, e.rep(x.Args[0].Type), e.brace(x.Args[0]))
	}
	var args []string
	for _, a := range x.Args {
		args = append(args, e.brace(a))
	}
	switch {
	case x.Text == "-" && len(args) == 1:
		return e.mustOp(uop.OpNeg, r, r, args...)
	case x.Text == "-":
		neg := e.s.step(r, e.mustOp(uop.OpNeg, r, r, args[1]))
		return e.mustOp(uop.OpAdd, r, r, args[0], neg)
	case x.Text == "min":
		return "(ite " + e.mustOp(uop.OpCmplt, r, r, args...) + " " + args[0] + " " + args[1] + ")"
	}
	op, ok := braceOps[x.Text]
	if !ok {
		fail(noModelf("%s in braces has no model", x.Text))
	}
	return e.mustOp(op, r, r, args...)
}

func (e *encoder) mustOp(op uop.Op, dst, src rep, args ...string) string {
	if !op.Takes(src.d) {
		fail(errNever)
	}
	t, ok := e.s.op(op, dst, src, args)
	if !ok {
		fail(noModelf("%s of %s has no model as %s", op, src.d, e.as))
	}
	return t
}

func wideBig(w uop.Wide) *big.Int {
	v, ok := new(big.Int).SetString(w.String(), 10)
	if !ok {
		fail(noModelf("an integer of the rule is out of range"))
	}
	return v
}
