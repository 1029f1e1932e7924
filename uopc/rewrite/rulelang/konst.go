package rulelang

import (
	"go/token"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// constants are the words behind @, but for const itself.
var constants = map[string]LitKind{
	"zero": LitZero, "one": LitOne, "ones": LitOnes, "negzero": LitNegZero, "true": LitTrue, "false": LitFalse,
}

var constantNames = []string{"const", "zero", "one", "ones", "true", "false", "negzero"}

// constant reads @const, @zero and the like, or a number.
func (rr *ruleReader) constant(n *Node, pattern bool) {
	n.Kind = ConstNode
	if !rr.take("@") {
		n.Lit = &Lit{LitText, rr.number(pattern)}
		return
	}
	k, ok := constants[rr.tok.text]
	switch {
	case rr.is("const") && !pattern:
		rr.fail("@const binds a constant in a pattern; to make one write its name, or an expression in braces such as {a+1}")
	case rr.take("const"):
		if rr.take("(") {
			if rr.tok.kind != tokName || rr.is("_") {
				rr.fail("got %s, want a name for the value of the constant", rr.tok.describe())
			}
			n.Val = rr.bind(rr.next(), ConstVar)
			rr.want(")", "after the name")
		}
	case !ok || rr.tok.kind != tokName:
		rr.fail("there is no constant @%s%s; there are @%s", rr.tok.describe(), nearest(rr.tok.text, constantNames), strings.Join(constantNames, ", @"))
	default:
		rr.next()
		n.Lit = &Lit{Kind: k}
	}
}

// number reads a literal with its sign.
func (rr *ruleReader) number(pattern bool) string {
	sign := ""
	if rr.take("-") {
		sign = "-"
	}
	if rr.tok.kind != tokInt && rr.tok.kind != tokFloat {
		what := "a template: a name, an op, a constant, or an expression in braces"
		if pattern {
			what = "a pattern: a name, _, an op, or a constant"
		}
		rr.fail("got %s, want %s", rr.tok.describe(), what)
	}
	return sign + rr.literal()
}

// literal checks a number and gives its text.
func (rr *ruleReader) literal() string {
	t := rr.tok
	if t.kind == tokInt {
		v, ok := new(big.Int).SetString(t.text, 0)
		if !ok || strings.Contains(t.text, "_") || len(t.text) > 1 && t.text[0] == '0' && isDigit(t.text[1]) {
			rr.fail("%s is no number: want digits such as 7, or 0x10", t.text)
		}
		if !v.IsUint64() {
			rr.fail("%s is more than 64 bits hold", t.text)
		}
	} else if _, err := strconv.ParseFloat(t.text, 64); err != nil || strings.Contains(t.text, "_") {
		rr.fail("%s is no number: want such as 1.5 or 1e8", t.text)
	}
	return rr.next().text
}

// domain is the dtypes that have the constant. A whole number narrows nothing: in a dtype that
// has no such value, nothing matches. literals refuses what no dtype has.
func (l *Lit) domain() DTypes {
	switch l.Kind {
	case LitTrue, LitFalse:
		return boolType
	case LitNegZero:
		return floatTypes
	case LitOnes:
		return intTypes | boolType
	case LitText:
		if strings.ContainsAny(l.Text, ".eE") && !strings.Contains(l.Text, "0x") && !strings.Contains(l.Text, "0X") {
			return floatTypes
		}
	}
	return allTypes
}

// Bits gives the constant as a value of d; not ok when d has no such value.
func (l *Lit) Bits(d uop.DType) (bits uint64, ok bool) {
	switch l.Kind {
	case LitZero:
		return 0, true
	case LitOne:
		return contract.FromInt(d, 1), true
	case LitOnes:
		return contract.Canon(d, math.MaxUint64), !d.IsFloat()
	case LitNegZero:
		return contract.Eval(uop.OpNeg, d, d, 0, 0, 0), d.IsFloat()
	case LitTrue:
		return 1, d == uop.Bool
	case LitFalse:
		return 0, d == uop.Bool
	}
	if v, ok := new(big.Int).SetString(l.Text, 0); ok {
		return wholeBits(v, d)
	}
	f, err := strconv.ParseFloat(l.Text, 64)
	if err != nil || !d.IsFloat() || d == uop.F32 && float64(float32(f)) != f {
		return 0, false
	}
	return contract.FromFloat(d, f), true
}

func wholeBits(v *big.Int, d uop.DType) (uint64, bool) {
	if d.IsFloat() {
		f, acc := new(big.Float).SetInt(v).Float64()
		if acc != big.Exact || d == uop.F32 && float64(float32(f)) != f {
			return 0, false
		}
		return contract.FromFloat(d, f), true
	}
	bits := contract.Canon(d, new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
	back := new(big.Int).SetUint64(bits)
	if d.IsSigned() {
		back.SetInt64(int64(bits))
	}
	return bits, back.Cmp(v) == 0
}

// call reads a Go function with its arguments.
func (rr *ruleReader) call() *Call {
	c := &Call{Pos: rr.pos(), Func: rr.tok.text}
	if rr.tok.kind != tokName || !token.IsIdentifier(c.Func) || c.Func == "_" {
		rr.fail("got %s, want the name of a Go function, as in fold(a, b)", rr.tok.describe())
	}
	rr.next()
	rr.want("(", "after the Go function")
	c.Args = rr.callArgs()
	return c
}

// callArgs reads names up to the closing parenthesis.
func (rr *ruleReader) callArgs() (out []CallArg) {
	for !rr.is(")") {
		t := rr.tok
		a := CallArg{Pos: rr.pos()}
		switch {
		case t.kind != tokName:
			rr.fail("got %s, want a name that the pattern binds", t.describe())
		case rr.rule.OpVar != "" && t.text == rr.rule.OpVar:
			a.Op = rr.rule.Op
		default:
			a.Var = rr.bound(t)
		}
		rr.next()
		out = append(out, a)
		if !rr.take(",") {
			break
		}
	}
	rr.want(")", "after the arguments")
	return out
}

// bound gives the variable of a name that is used outside the pattern.
func (rr *ruleReader) bound(t lexeme) *Var {
	v := rr.vars[t.text]
	if v == nil {
		var names []string
		for _, v := range rr.rule.Vars {
			names = append(names, v.Name)
		}
		rr.failAt(t.off, "%s is not bound: no part of the pattern has this name%s", t.text, nearest(t.text, names))
	}
	return v
}
