package rewrite

import (
	"fmt"
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// A set of ops is one word. This does not compile once there are too many.
const _ = uint(64 - uop.NumOps)

// check finds what keeps p, without its sources, from ever fitting a node.
func check(p *UPat) *PatternError {
	for _, f := range []func(*UPat) string{checkOps, checkDTypes, checkBroadcast, checkSources, checkArg} {
		if msg := f(p); msg != "" {
			return &PatternError{Msg: msg}
		}
	}
	return nil
}

func checkOps(p *UPat) string {
	for _, op := range p.Ops {
		if op == uop.OpInvalid || op >= uop.NumOps {
			return fmt.Sprintf("%v is no op of a node", op)
		}
	}
	return ""
}

func checkDTypes(p *UPat) string {
	for _, d := range p.DTypes {
		if d != uop.Void && !d.IsValue() {
			return fmt.Sprintf("%v is no dtype", d)
		}
	}
	return ""
}

func checkBroadcast(p *UPat) string {
	if p.Broadcast && (p.Src != nil || !slices.Equal(p.Ops, []uop.Op{uop.OpConst})) {
		return "only the pattern of a CONST can fit one that is repeated"
	}
	return ""
}

// checkSources wants some op of p to have as many sources as p lists.
func checkSources(p *UPat) string {
	if p.Match > AtLeast {
		return fmt.Sprintf("%d is no order of sources; take Ordered, AnyOrder or AtLeast", p.Match)
	}
	n := len(p.Src)
	if p.Src == nil || len(p.Ops) == 0 {
		return ""
	}
	for _, op := range p.Ops {
		if a := op.Arity(); a < 0 || n == a || p.Match == AtLeast && n < a {
			return ""
		}
	}
	return fmt.Sprintf("%v never has %d sources, but %d", p.Ops[0], n, p.Ops[0].Arity())
}

// checkArg wants some op of p to have what is in the arg.
func checkArg(p *UPat) string {
	if p.Arg == nil || len(p.Ops) == 0 {
		return ""
	}
	has := func(in map[uop.Op]bool) bool {
		return slices.ContainsFunc(p.Ops, func(op uop.Op) bool { return in[op] })
	}
	switch {
	case p.Arg.Bits != 0 && !has(opsWithBits):
		return fmt.Sprintf("%v holds no value; only a CONST does", p.Ops[0])
	case p.Arg.DType != uop.Void && !has(opsWithDType):
		return fmt.Sprintf("the arg of %v holds no dtype; use Of for the dtype of the node", p.Ops[0])
	case p.Arg.DType == uop.Void && len(p.Ops) == 1 && p.Ops[0] == uop.OpConst:
		return "the arg of a CONST needs a dtype; ConstOf makes such a pattern"
	}
	return ""
}

var (
	opsWithBits  = map[uop.Op]bool{uop.OpConst: true}
	opsWithDType = map[uop.Op]bool{
		uop.OpConst: true, uop.OpParam: true, uop.OpBuffer: true, uop.OpAlloc: true, uop.OpRange: true,
		uop.OpCast: true, uop.OpBitcast: true,
	}
)

// canonArg gives the arg as a node holds it: an integer wrapped to its width, the one NaN.
func canonArg(a uop.Arg) uop.Arg {
	if c, err := uop.NewGraph().New(uop.OpConst, uop.ConstArg(a.DType, a.Bits)); err == nil {
		a.Bits = c.Bits()
	}
	return a
}

// sameArg tells whether u holds a.
func sameArg(u *uop.UOp, a *uop.Arg) bool {
	b := u.Arg()
	if a.DType != b.DType || a.Bits != b.Bits {
		return false
	}
	if a.X == b.X {
		return true
	}
	var none uop.Ext
	x, y := a.X, b.X
	if x == nil {
		x = &none
	}
	if y == nil {
		y = &none
	}
	return sameExt(x, y)
}

func sameExt(x, y *uop.Ext) bool {
	return x.Slot == y.Slot && x.Name == y.Name && x.Mem == y.Mem && x.Role == y.Role &&
		x.HasMin == y.HasMin && x.HasMax == y.HasMax && x.Min == y.Min && x.Max == y.Max &&
		x.Axis == y.Axis && x.RedOp == y.RedOp && x.Pop == y.Pop && x.Lanes == y.Lanes &&
		x.Schedule == y.Schedule && slices.Equal(x.Dims, y.Dims)
}
