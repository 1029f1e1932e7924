package rulelang

import (
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// groups are the ops that a loop may name together.
var groups = map[string][]uop.Op{
	"alu":         opsWith(uop.Op.IsALU),
	"unary":       opsWith(func(op uop.Op) bool { return op.IsALU() && op.Arity() == 1 }),
	"binary":      opsWith(func(op uop.Op) bool { return op.IsALU() && op.Arity() == 2 }),
	"ternary":     opsWith(func(op uop.Op) bool { return op.IsALU() && op.Arity() == 3 }),
	"commutative": opsWith(func(op uop.Op) bool { return op.Commutes(uop.I32) || op == uop.OpMax }),
	"compare":     {uop.OpCmplt, uop.OpCmpne},
	"bitwise":     {uop.OpAnd, uop.OpOr, uop.OpXor},
	"move":        opsWith(func(op uop.Op) bool { return op.Class() == uop.ClassMove }),
}

var groupNames = []string{"alu", "unary", "binary", "ternary", "commutative", "compare", "bitwise", "move"}

func opsWith(f func(uop.Op) bool) (out []uop.Op) {
	for op := uop.OpInvalid + 1; op < uop.NumOps; op++ {
		if f(op) {
			out = append(out, op)
		}
	}
	return out
}

func hasOp(ops []uop.Op, op uop.Op) bool { return slices.Contains(ops, op) }

// opName is the op's name in a rule file: that of .uir text with a capital.
func opName(op uop.Op) string {
	s := op.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

var opNames = func() (out []string) {
	for _, op := range opsWith(func(uop.Op) bool { return true }) {
		out = append(out, opName(op))
	}
	return out
}()

// opNamed gives the op of a token such as Add.
func (l *lexer) opNamed(t lexeme) uop.Op {
	low := strings.ToLower(t.text[:1]) + t.text[1:]
	op, ok := uop.ParseOp(low)
	if !ok || low == t.text || op == uop.OpInvalid {
		l.failAt(t.off, "there is no op %s%s", t.text, nearest(t.text, opNames))
	}
	return op
}

// fields says which ops have a field of the arg that a pattern may test.
var fields = map[string][]uop.Op{
	"slot":  {uop.OpParam, uop.OpBuffer, uop.OpAlloc},
	"name":  {uop.OpParam, uop.OpBuffer, uop.OpAlloc, uop.OpCall},
	"axis":  {uop.OpRange},
	"pop":   {uop.OpReduce},
	"lanes": {uop.OpReduce},
	"op":    {uop.OpReduce},
}

var fieldNames = []string{"slot", "name", "axis", "pop", "lanes", "op"}

// flow says how the dtype of an op follows from those of its sources.
type flow uint8

const (
	flowNone  flow = iota // nothing follows
	flowSame              // one dtype
	flowBool              // the sources are of one dtype, the result is bool
	flowWhere             // a bool, then those of the result's dtype
	flowFirst             // that of source 0; the others are positions or sizes
	flowTwo               // that of source 0, and source 1 is the same
	flowStore             // no result; the sources are of one dtype
	flowIndex             // index in, index out
)

var flows = map[uop.Op]flow{
	uop.OpCmplt: flowBool, uop.OpCmpne: flowBool, uop.OpWhere: flowWhere, uop.OpCast: flowNone, uop.OpBitcast: flowNone,
	uop.OpReduce: flowTwo, uop.OpIndex: flowFirst, uop.OpLoad: flowFirst, uop.OpAfter: flowFirst, uop.OpStack: flowSame,
	uop.OpStore: flowStore, uop.OpRange: flowIndex,
}

func init() {
	for op := uop.OpInvalid + 1; op < uop.NumOps; op++ {
		if _, ok := flows[op]; ok {
			continue
		}
		switch op.Class() {
		case uop.ClassALU:
			flows[op] = flowSame
		case uop.ClassMove:
			flows[op] = flowFirst
		}
	}
}

// operands is what the sources of one of the ops may be.
func operands(ops []uop.Op) (s DTypes) {
	for _, op := range ops {
		if !op.IsALU() {
			return allTypes
		}
		for _, d := range uop.ValueDTypes() {
			if op.Takes(d) {
				s |= 1 << d
			}
		}
	}
	return s
}

// positions is what the sources after the first of a flowFirst op may be.
func positions(op uop.Op) DTypes {
	switch {
	case op == uop.OpIndex:
		return intTypes
	case op.Class() == uop.ClassMove:
		return indexType
	}
	return allTypes
}
