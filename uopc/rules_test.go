package uopc_test

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// shift is a compiled rule set as uopc-gen rules writes it: x*4 becomes x<<2.
func shift(amount int64) rewrite.Compiled[rewrite.None] {
	return rewrite.Compiled[rewrite.None]{Names: []string{"x*4"}, Ops: []uop.Op{uop.OpMul},
		Step: func(g *uop.Graph, _ rewrite.None, u *uop.UOp, from int) (*uop.UOp, int) {
			if k := u.Src()[1].Konst(); from == 0 && k != nil && k.Bits() == 4 {
				return g.Bin(uop.OpShl, u.Src()[0], g.Int(u.DType(), amount)), 0
			}
			return nil, 0
		}}
}

// TestOwnRules: a definition's own rules change what is built, the first added first.
func TestOwnRules(t *testing.T) {
	k := uopc.NewKernel()
	k.Rules(shift(2))
	k.Rules(shift(3))
	k.Return(k.Scalar("a", uopc.U32).Mul(4))
	call, err := k.Build("F")
	if err != nil {
		t.Fatal(err)
	}
	if s := uir.FormatNode(call); !strings.Contains(s, "shl") || strings.Contains(s, "mul") || strings.Contains(s, "value=3") {
		t.Error(s)
	}
}

// TestBadOwnRules: rules without an end are a mistake of the definition, with their names.
func TestBadOwnRules(t *testing.T) {
	k := uopc.NewKernel()
	k.Rules(rewrite.Compiled[rewrite.None]{Names: []string{"swap"}, Ops: []uop.Op{uop.OpAdd},
		Step: func(g *uop.Graph, _ rewrite.None, u *uop.UOp, _ int) (*uop.UOp, int) {
			return g.Add(u.Src()[1], u.Src()[0]), 0
		}})
	k.Return(k.Scalar("a", uopc.U32).Add(k.Scalar("b", uopc.U32)))
	if _, err := k.Build("F"); err == nil || !strings.Contains(err.Error(), `"swap"`) {
		t.Error(err)
	}
}

// TestEmptyOwnRules: a set that nobody wrote is a mistake, with its line.
func TestEmptyOwnRules(t *testing.T) {
	k := uopc.NewKernel()
	k.Rules(rewrite.Compiled[rewrite.None]{})
	k.Return(k.Scalar("a", uopc.U32))
	if _, err := k.Build("F"); err == nil || !strings.Contains(err.Error(), "a set of rules is empty") {
		t.Error(err)
	}
}

// TestOwnRulesLeaveFunctions: the fast-math rules of a definition change what it wrote, and not the
// functions that it calls.
func TestOwnRulesLeaveFunctions(t *testing.T) {
	for i := range libm.Table {
		f := &libm.Table[i]
		var texts [3]string
		for j := range texts {
			k := uopc.NewKernel()
			var more []any
			if f.Arity == 2 {
				more = []any{k.Scalar("y", uopc.F64)}
			}
			x := k.Scalar("x", uopc.F64)
			if j < 2 {
				k.Rules(rules.FastRules)
			}
			if j == 0 {
				x = x.Add(0.5).Add(0.25)
			} else {
				x = x.Add(0.75)
			}
			k.Return(call(t, f.Name, x, more...))
			u, err := k.Build("F")
			if err != nil {
				t.Fatal(err)
			}
			texts[j] = uir.FormatNode(u)
		}
		if texts[0] != texts[2] || texts[1] != texts[2] {
			t.Errorf("%s: with fast-math rules\n%s\nwithout\n%s", f.Name, texts[0], texts[2])
		}
	}
}
