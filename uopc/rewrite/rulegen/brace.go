package rulegen

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// bits translates an expression in braces: a Go expression for the bits of a constant, computed
// step by step as the ops would.
func (t *tail) bits(e *rulelang.Expr) string {
	switch e.Kind {
	case rulelang.ExprInt:
		return t.litValue(&rulelang.Lit{Kind: rulelang.LitText, Text: e.Int.String()}, e.Type)
	case rulelang.ExprNum:
		return t.litValue(&rulelang.Lit{Kind: rulelang.LitText, Text: e.Text}, e.Type)
	case rulelang.ExprVar:
		if e.Var.Kind == rulelang.ConstVar {
			return t.name(e.Var)
		}
		t.fail(e.Pos, "%s is a node; in braces stand constants: bind it with @const(%s), or write vmin(%s)", e.Var.Name, e.Var.Name, e.Var.Name)
		return ""
	case rulelang.ExprOp:
		return t.bitsOp(e)
	case rulelang.ExprFn:
		return t.bitsFn(e)
	}
	t.fail(e.Pos, "this has no place in braces")
	return ""
}

// bitOps are the ops behind the operators of two operands.
var bitOps = map[string]uop.Op{
	"+": uop.OpAdd, "*": uop.OpMul, "//": uop.OpFloordiv, "%": uop.OpFloormod, "&": uop.OpAnd, "|": uop.OpOr, "^": uop.OpXor,
	"<<": uop.OpShl, ">>": uop.OpShr, "max": uop.OpMax, "<": uop.OpCmplt, "!=": uop.OpCmpne,
}

// quick are the operators that Go has for integers, up to a wrap.
var quick = map[string]bool{"+": true, "-": true, "*": true}

func (t *tail) bitsOp(e *rulelang.Expr) string {
	a := t.bits(e.Args[0])
	if e.Text == "neg" {
		if t.whole(e.Type) {
			return t.canon(e.Type, "-"+paren(a))
		}
		return t.eval(uop.OpNeg, e.Type, a, "0")
	}
	if len(e.Args) < 2 {
		t.fail(e.Pos, "there is no operator %s in braces", e.Text)
		return ""
	}
	b := t.bits(e.Args[1])
	switch op, ok := bitOps[e.Text]; {
	case quick[e.Text] && t.whole(e.Type):
		return t.canon(e.Type, paren(a)+e.Text+paren(b))
	case e.Text == "-":
		return t.eval(uop.OpAdd, e.Type, a, t.eval(uop.OpNeg, e.Type, b, "0"))
	case ok && t.defined(op, e.Args[0]):
		return t.eval(op, e.Args[0].Type, a, b)
	}
	t.fail(e.Pos, "%s is not defined here in braces; there are + - * // %% & | ^ << >>, where the dtype has them", e.Text)
	return ""
}

// defined tells whether op is defined on every dtype that the operand may have.
func (t *tail) defined(op uop.Op, e *rulelang.Expr) bool {
	for _, d := range e.Type.Set.List() {
		if !op.Takes(d) {
			return false
		}
	}
	return true
}

// whole tells whether a type has integers only.
func (t *tail) whole(typ *rulelang.Type) bool {
	return typ.Set&^setOf("i8 u8 i16 u16 i32 u32 i64 u64 index") == 0
}

// paren makes s fit for an operand: names, numbers and calls are.
func paren(s string) string {
	i := strings.IndexAny(s, "( +-*")
	if i < 0 || s[i] == '(' && balanced(s[i:]) {
		return s
	}
	return "(" + s + ")"
}

func (t *tail) canon(typ *rulelang.Type, sum string) string {
	t.file.contract = true
	return "contract.Canon(" + t.dtype(typ) + ", " + sum + ")"
}

// eval is an op of the contract on operands of one dtype.
func (t *tail) eval(op uop.Op, typ *rulelang.Type, a, b string) string {
	t.file.contract = true
	d := t.dtype(typ)
	return fmt.Sprintf("contract.Eval(%s, %s, %s, %s, %s, 0)", opText(op), d, d, a, b)
}

func (t *tail) bitsFn(e *rulelang.Expr) string {
	switch e.Text {
	case "vmin", "vmax":
		w := t.once(t.bound(e).text)
		t.lines = append(t.lines, fmt.Sprintf("if %s.IsInf() {\nreturn nil\n}", w))
		return t.canon(e.Type, w+".Bits()")
	case "cast":
		return t.castBits(e)
	case "max":
		if t.defined(uop.OpMax, e.Args[0]) {
			return t.eval(uop.OpMax, e.Type, t.bits(e.Args[0]), t.bits(e.Args[1]))
		}
	case "min":
		// a < b ? a : b
		a, b := t.once(t.bits(e.Args[0])), t.once(t.bits(e.Args[1]))
		less := t.eval(uop.OpCmplt, e.Type, a, b)
		d := t.dtype(e.Type)
		return fmt.Sprintf("contract.Eval(uop.OpWhere, %s, %s, %s, %s, %s)", d, d, less, a, b)
	}
	t.fail(e.Pos, "there is no %s in braces; there are max min cast vmin vmax", e.Text)
	return ""
}

// castBits converts a constant to the dtype that is expected.
func (t *tail) castBits(e *rulelang.Expr) string {
	a := e.Args[0]
	if a.Type == e.Type {
		return t.bits(a)
	}
	t.file.contract = true
	return fmt.Sprintf("contract.Eval(uop.OpCast, %s, %s, %s, 0, 0)", t.dtype(e.Type), t.dtype(a.Type), t.bits(a))
}
