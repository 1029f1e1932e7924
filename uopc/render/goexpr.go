package render

import (
	"fmt"
	"math"
	"strconv"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// goDialect writes expressions in Go. Every expression has the Go type of its dtype; an index is
// an int64, whatever the machine, and only parameters and results are int.
type goDialect struct {
	names   *nameTable
	need    map[string]bool
	imports map[string]bool
	consts  map[*uop.UOp]uint64
	floats  *ranges
}

func (g *goDialect) helper(name string, args ...expr) expr {
	g.need[name] = true
	return call(name, args...)
}

func (g *goDialect) math(f string, args ...expr) expr {
	g.imports["math"] = true
	return call("math."+f, args...)
}

func (g *goDialect) slot(u *uop.UOp) expr {
	e := atom(g.names.slots[u.X().Slot])
	if u.DType() == uop.Index {
		return call("int64", e)
	}
	return e
}

func (g *goDialect) position(u *uop.UOp, e expr) expr {
	if u.DType() == uop.Index || u.DType() == uop.I64 {
		return e
	}
	return call("int64", e)
}

// literal writes a constant. Beside it stands an operand that is no constant, whose type it
// takes; but a shift takes no type from its count.
func (g *goDialect) literal(d uop.DType, bits uint64, user *uop.UOp) expr {
	e := g.untyped(d, bits)
	if user != nil && (user.Op() == uop.OpShl || user.Op() == uop.OpShr) {
		return call(d.GoName(), e)
	}
	return e
}

func (g *goDialect) untyped(d uop.DType, bits uint64) expr {
	if !d.IsFloat() {
		return signed(contract.FormatValue(d, bits))
	}
	v := contract.Float(d, bits)
	least := 0x1p-1022
	if d == uop.F32 {
		least = 0x1p-126
	}
	// A Go constant has no -0, NaN or infinity, and small ones are no place for trust.
	if v != v || math.IsInf(v, 0) || math.Abs(v) < least && bits != 0 {
		return g.math(fmt.Sprintf("Float%dfrombits", d.Bits()), atom("0x"+strconv.FormatUint(bits, 16)))
	}
	return signed(contract.FormatValue(d, bits))
}

func (g *goDialect) alu(u *uop.UOp, a []expr) expr { return goOps[u.Op()](g, u, a) }

type goOp func(g *goDialect, u *uop.UOp, a []expr) expr

var goOps [uop.NumOps]goOp

func init() {
	goOps = [uop.NumOps]goOp{
		uop.OpNeg:     func(_ *goDialect, _ *uop.UOp, a []expr) expr { return prefix("-", a[0]) },
		uop.OpRecip:   func(g *goDialect, u *uop.UOp, a []expr) expr { return rounded(u, infix(atom("1"), "/", a[0])) },
		uop.OpSqrt:    goViaF64("Sqrt"),
		uop.OpTrunc:   goViaF64("Trunc"),
		uop.OpCast:    goCast,
		uop.OpBitcast: goBitcast,

		uop.OpAdd:   goRing("+"),
		uop.OpMul:   goLogic("*", "&&"),
		uop.OpFdiv:  goRing("/"),
		uop.OpMax:   goMax,
		uop.OpCmplt: goLess,
		uop.OpCmpne: goLogic("!=", "!="),
		uop.OpAnd:   goLogic("&", "&&"),
		uop.OpOr:    goLogic("|", "||"),
		uop.OpXor:   goLogic("^", "!="),
		uop.OpShl:   goShift("<<"),
		uop.OpShr:   goShift(">>"),

		uop.OpFloordiv: goDivision("/", "FloorDiv"),
		uop.OpFloormod: goDivision("%", "FloorMod"),

		uop.OpWhere: func(g *goDialect, u *uop.UOp, a []expr) expr { return g.helper(goName("Where", u.DType()), a...) },
		uop.OpFma:   goFma,
	}
}

// goName is the name of a helper for one dtype, such as uopMaxF32.
func goName(what string, d uop.DType) string {
	return "uop" + what + goTitle(d)
}

func goTitle(d uop.DType) string {
	s := d.String()
	return string(s[0]-'a'+'A') + s[1:]
}

// rounded wraps a float sum or product in a conversion, which the language promises rounds: no
// compiler may fuse across it.
func rounded(u *uop.UOp, e expr) expr {
	if u.DType().IsFloat() {
		return call(u.DType().GoName(), e)
	}
	return e
}

func goRing(op string) goOp {
	return func(_ *goDialect, u *uop.UOp, a []expr) expr { return rounded(u, infix(a[0], op, a[1])) }
}

// goLogic has another operator for bools.
func goLogic(op, onBool string) goOp {
	return func(_ *goDialect, u *uop.UOp, a []expr) expr {
		if u.Src()[0].DType() == uop.Bool {
			return logic(a[0], onBool, a[1])
		}
		e := infix(a[0], op, a[1])
		if u.DType() == uop.Bool {
			return e
		}
		return rounded(u, e)
	}
}

// logic joins bools. x && x and x || x are x, and go vet objects to them.
func logic(a expr, op string, b expr) expr {
	if a.s == b.s && op != "!=" {
		return a
	}
	return infix(a, op, b)
}

func goLess(_ *goDialect, u *uop.UOp, a []expr) expr {
	if u.Src()[0].DType() == uop.Bool {
		return infix(prefix("!", a[0]), "&&", a[1])
	}
	return infix(a[0], "<", a[1])
}

func goMax(g *goDialect, u *uop.UOp, a []expr) expr {
	if u.DType() == uop.Bool {
		return logic(a[0], "||", a[1])
	}
	return g.helper(goName("Max", u.DType()), a...)
}

// goViaF64 is for functions that package math has in f64 only. For an f32 the result is the same:
// TRUNC is exact, and 53 bits are enough for a root to round twice.
func goViaF64(f string) goOp {
	return func(g *goDialect, u *uop.UOp, a []expr) expr {
		if u.DType() == uop.F64 {
			return g.math(f, a[0])
		}
		return call("float32", g.math(f, call("float64", a[0])))
	}
}

func goFma(g *goDialect, u *uop.UOp, a []expr) expr {
	if u.DType() == uop.F64 {
		return g.math("FMA", a...)
	}
	return g.helper("uopFMAF32", a...)
}

func goDivision(op, helper string) goOp {
	return func(g *goDialect, u *uop.UOp, a []expr) expr {
		if plainDivision(u) {
			return infix(a[0], op, a[1])
		}
		return g.helper(goName(helper, u.DType()), a...)
	}
}

// goShift masks the count, as unsigned: a negative count would panic.
func goShift(op string) goOp {
	return func(g *goDialect, u *uop.UOp, a []expr) expr {
		mask := u.DType().Bits() - 1
		if bits, ok := g.consts[u.Src()[1]]; ok {
			return infix(a[0], op, atom(fmt.Sprint(bits&uint64(mask))))
		}
		return infix(a[0], op, expr{"(" + call("uint64", a[1]).s + " & " + fmt.Sprint(mask) + ")", levelAtom})
	}
}

func goCast(g *goDialect, u *uop.UOp, a []expr) expr {
	from, to := u.Src()[0].DType(), u.DType()
	switch {
	case from == to || from.GoName() == to.GoName():
		return a[0]
	case from == uop.Bool:
		return g.helper(goName("Where", to), a[0], atom("1"), atom("0"))
	case to == uop.Bool:
		return infix(a[0], "!=", atom("0"))
	case from.IsFloat() && to.IsInt() && fits(g.floats.at(u.Src()[0]), to):
		return call(to.GoName(), a[0])
	case from.IsFloat() && to.IsInt():
		return g.helper("uop"+goTitle(from)+"To"+goTitle(to), a[0])
	case to == uop.F32 && from.IsInt() && from.Bits() == 64:
		d := uop.I64
		if !from.IsSigned() {
			d = uop.U64
		}
		return g.helper("uop"+goTitle(d)+"ToF32", a[0])
	}
	return call(to.GoName(), a[0])
}

func goBitcast(g *goDialect, u *uop.UOp, a []expr) expr {
	from, to := u.Src()[0].DType(), u.DType()
	e := a[0]
	word := fmt.Sprintf("uint%d", to.Bits())
	switch {
	case from == to || from.GoName() == to.GoName():
		return e
	case from.IsFloat() && !g.floats.at(u.Src()[0]).nan:
		e = g.math(fmt.Sprintf("Float%dbits", from.Bits()), e)
		if to.GoName() == word {
			return e
		}
	case from.IsFloat():
		e = g.helper("uopBits"+goTitle(from), e)
		if to.GoName() == word {
			return e
		}
	case to.IsFloat():
		if from.GoName() != word {
			e = call(word, e)
		}
		return g.math(fmt.Sprintf("Float%dfrombits", to.Bits()), e)
	}
	return call(to.GoName(), e)
}
