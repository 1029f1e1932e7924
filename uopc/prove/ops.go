package prove

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// opEnc writes an ALU op on operands of one model; a are names.
type opEnc func(s *script, r rep, a []string) string

// call makes an encoding that is one SMT-LIB function.
func call(fn string) opEnc {
	return func(_ *script, _ rep, a []string) string { return "(" + fn + " " + strings.Join(a, " ") + ")" }
}

// bySign makes an encoding with one function for signed operands and one for unsigned ones.
func bySign(signed, unsigned string) opEnc {
	return func(s *script, r rep, a []string) string {
		if r.signed {
			return call(signed)(s, r, a)
		}
		return call(unsigned)(s, r, a)
	}
}

type opEncs [uop.NumOps]opEnc

// encs has the ops of each form; WHERE, CAST and BITCAST are in op.
var encs = [...]*opEncs{asBool: &boolEncs, asBV: &bvEncs, asInt: &intEncs, asFP: &fpEncs}

var boolEncs = opEncs{
	uop.OpMul:   call("and"),
	uop.OpMax:   call("or"),
	uop.OpCmplt: func(_ *script, _ rep, a []string) string { return "(and (not " + a[0] + ") " + a[1] + ")" },
	uop.OpCmpne: call("xor"),
	uop.OpAnd:   call("and"),
	uop.OpOr:    call("or"),
	uop.OpXor:   call("xor"),
}

var bvEncs = opEncs{
	uop.OpNeg:   call("bvneg"),
	uop.OpAdd:   call("bvadd"),
	uop.OpMul:   call("bvmul"),
	uop.OpMax:   pick(bySign("bvsgt", "bvugt")),
	uop.OpCmplt: bySign("bvslt", "bvult"),
	uop.OpCmpne: call("distinct"),
	uop.OpAnd:   call("bvand"),
	uop.OpOr:    call("bvor"),
	uop.OpXor:   call("bvxor"),

	uop.OpFloordiv: bvDiv,
	uop.OpFloormod: bvMod,
	uop.OpShl:      func(_ *script, r rep, a []string) string { return "(bvshl " + a[0] + " " + count(r, a[1]) + ")" },
	uop.OpShr: func(s *script, r rep, a []string) string {
		return bySign("bvashr", "bvlshr")(s, r, []string{a[0], count(r, a[1])})
	},
}

// pick is MAX: a > b ? a : b.
func pick(greater opEnc) opEnc {
	return func(s *script, r rep, a []string) string {
		return fmt.Sprintf("(ite %s %s %s)", greater(s, r, a), a[0], a[1])
	}
}

// count takes a shift count modulo the width.
func count(r rep, c string) string { return fmt.Sprintf("(bvurem %s (_ bv%d %d))", c, r.bits, r.bits) }

// bvDiv: bvsdiv truncates, and gives MIN for MIN / -1.
func bvDiv(s *script, r rep, a []string) string {
	zero, one := r.whole(0), r.whole(1)
	if !r.signed {
		return fmt.Sprintf("(ite (= %s %s) %s (bvudiv %s %s))", a[1], zero, zero, a[0], a[1])
	}
	q := s.define("q", r.sort(), fmt.Sprintf("(bvsdiv %s %s)", a[0], a[1]))
	m := s.define("m", r.sort(), fmt.Sprintf("(bvsrem %s %s)", a[0], a[1]))
	return fmt.Sprintf("(ite (= %s %s) %s (ite (and (distinct %s %s) (xor (bvslt %s %s) (bvslt %s %s))) (bvsub %s %s) %s))",
		a[1], zero, zero, m, zero, m, zero, a[1], zero, q, one, q)
}

func bvMod(_ *script, r rep, a []string) string {
	fn := "bvurem"
	if r.signed {
		fn = "bvsmod" // the sign of the divisor
	}
	return fmt.Sprintf("(ite (= %s %s) %s (%s %s %s))", a[1], r.whole(0), a[0], fn, a[0], a[1])
}

// wrapped wraps the result of a function on integers.
func wrapped(fn string, op uop.Op) opEnc {
	return func(s *script, r rep, a []string) string {
		if s.hints != nil {
			return s.ringOp(fn, op, r, a)
		}
		return s.wrapInt(r, call(fn)(s, r, a))
	}
}

var intEncs = opEncs{
	uop.OpNeg:   wrapped("-", uop.OpNeg),
	uop.OpAdd:   wrapped("+", uop.OpAdd),
	uop.OpMul:   wrapped("*", uop.OpMul),
	uop.OpMax:   pick(call(">")),
	uop.OpCmplt: call("<"),
	uop.OpCmpne: call("distinct"),

	uop.OpFloordiv: func(s *script, r rep, a []string) string {
		q := s.floorDiv(a[0], a[1])
		if s.hints != nil && !s.hints.afresh {
			return s.machine(r, q)
		}
		if r.signed && r.lo != "" {
			return fmt.Sprintf("(ite (and (= %s %s) (= %s (- 1))) %s %s)", a[0], r.lo, a[1], r.lo, q)
		}
		return q
	},
	uop.OpFloormod: func(s *script, _ rep, a []string) string { return s.floorMod(a[0], a[1]) },
}

// floorDiv is total floor division: div of the solver leaves a remainder that is never negative.
func floorDiv(x, y string) string {
	return fmt.Sprintf("(ite (= %s 0) 0 (ite (> %s 0) (div %s %s) (div (- %s) (- %s))))", y, y, x, y, x, y)
}

func floorMod(x, y string) string {
	return fmt.Sprintf("(ite (= %s 0) %s (ite (> %s 0) (mod %s %s) (- (mod (- %s) (- %s)))))", y, x, y, x, y, x, y)
}

// rounded makes a float op that rounds to nearest, ties to even.
func rounded(fn string) opEnc { return call(fn + " RNE") }

// opaque makes an op that is a function and nothing more is known of it.
func opaque(name string) opEnc {
	return func(s *script, r rep, a []string) string { return "(" + s.function(name, r) + " " + a[0] + ")" }
}

var fpEncs = opEncs{
	uop.OpNeg: call("fp.neg"),
	uop.OpRecip: func(_ *script, r rep, a []string) string {
		return "(fp.div RNE " + r.whole(1) + " " + a[0] + ")"
	},
	uop.OpSqrt:  rounded("fp.sqrt"),
	uop.OpExp2:  opaque("exp2"),
	uop.OpLog2:  opaque("log2"),
	uop.OpSin:   opaque("sin"),
	uop.OpTrunc: call("fp.roundToIntegral RTZ"),
	uop.OpAdd:   rounded("fp.add"),
	uop.OpMul:   rounded("fp.mul"),
	uop.OpFdiv:  rounded("fp.div"),
	uop.OpMax:   pick(call("fp.gt")),
	uop.OpCmplt: call("fp.lt"),
	uop.OpCmpne: func(_ *script, _ rep, a []string) string { return "(not (fp.eq " + a[0] + " " + a[1] + "))" },
	uop.OpFma:   rounded("fp.fma"),
}

// op writes an ALU op; src is the model of the first operand, or for WHERE of the branches. It
// gives false for what has no model.
func (s *script) op(op uop.Op, dst, src rep, a []string) (string, bool) {
	switch op {
	case uop.OpWhere:
		return "(ite " + strings.Join(a, " ") + ")", true
	case uop.OpCast:
		return s.cast(dst, src, a[0])
	case uop.OpBitcast:
		return s.bitcast(dst, src, a[0])
	}
	if enc := encs[src.form][op]; enc != nil {
		return enc(s, src, a), true
	}
	return "", false
}
