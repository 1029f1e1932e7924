package rules

import (
	"fmt"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// maxInline is the largest body that the simplifier inlines. A tower of functions that each call
// the one below twice doubles with every floor; this is where it stops growing.
const maxInline = 1 << 18

// InlineCall gives the body of a CALL with each of its PARAMs replaced by the argument of its
// slot. The bodies of CALLs inside keep their own PARAMs. A body that has scratch memory or gives
// no value is refused: there memory must stay apart from the caller's.
func InlineCall(call *uop.UOp) (*uop.UOp, error) {
	if call.Op() != uop.OpCall {
		return nil, fmt.Errorf("only a CALL can be inlined, got %s", call.Op())
	}
	if call.Space() != uop.ALU {
		return nil, fmt.Errorf("only a CALL that gives a value can be inlined, got one whose body is %s", call.Body().Op())
	}
	if call.Mapped() {
		return nil, fmt.Errorf("a CALL that maps its body over elements stays until it is lowered")
	}
	if !isPure(call, 0) {
		return nil, fmt.Errorf("only a CALL on values can be inlined, got one that uses memory")
	}
	args := call.Args()
	return uop.Substitute(call.Body(), func(u *uop.UOp) *uop.UOp {
		if u.Op() == uop.OpParam {
			return args[u.X().Slot]
		}
		return nil
	})
}

// isPure tells whether a CALL's arguments are values and its body has neither memory nor loops,
// in no more nodes than limit, when that is not 0.
func isPure(call *uop.UOp, limit int) bool {
	for _, a := range call.Args() {
		if a.Space() != uop.ALU {
			return false
		}
	}
	pure, n := true, 0
	uop.Walk([]*uop.UOp{call.Body()}, uop.AllSrc, func(u *uop.UOp) bool {
		n++
		pure = u.Space() == uop.ALU && u.Op() != uop.OpRange && (limit == 0 || n <= limit)
		return pure
	})
	return pure
}

func inline(_ *uop.Graph, u *uop.UOp) *uop.UOp {
	if u.Space() != uop.ALU || u.Mapped() || !isPure(u, maxInline) {
		return nil
	}
	// A size that does not agree with its argument makes a body that cannot be rebuilt.
	v, err := InlineCall(u)
	if err != nil || !v.Shape().Equal(u.Shape()) {
		return nil
	}
	return v
}

// inlineOthers is InlineRules for all CALLs but those of elementary functions.
var inlineOthers = rewrite.Compiled[none]{
	Names: InlineRules.Names,
	Ops:   InlineRules.Ops,
	Step: func(g *uop.Graph, c none, u *uop.UOp, from int) (*uop.UOp, int) {
		if libm.IsCall(u) {
			return nil, 0
		}
		return InlineRules.Step(g, c, u, from)
	},
}
