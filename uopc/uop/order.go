package uop

import (
	"cmp"
	"slices"
	"strings"
)

// Compare is the canonical order of operands: PARAMs by slot, then everything else by structure,
// constants last. It uses contents only, so the same program built in any order, in any process,
// comes out the same. It gives 0 for one node only.
func Compare(a, b *UOp) int {
	if a == b {
		return 0
	}
	if c := cmp.Compare(orderClass(a), orderClass(b)); c != 0 {
		return c
	}
	if a.op == OpParam && b.op == OpParam {
		if c := cmp.Compare(a.X().Slot, b.X().Slot); c != 0 {
			return c
		}
	}
	if a.op == OpConst {
		if c := cmp.Compare(a.dtype, b.dtype); c != 0 {
			return c
		}
		return cmp.Compare(a.Bits(), b.Bits())
	}
	if c := cmp.Compare(a.hash, b.hash); c != 0 {
		return c
	}
	return deepCompare(a, b)
}

func orderClass(u *UOp) int {
	switch u.op {
	case OpParam:
		return 0
	case OpConst:
		return 2
	}
	return 1
}

// deepCompare orders different nodes whose hashes collide. It is iterative, and looks at each
// pair of nodes once.
func deepCompare(a, b *UOp) int {
	type pair struct{ a, b *UOp }
	seen := map[pair]bool{}
	stack := []pair{{a, b}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.a == p.b || seen[p] {
			continue
		}
		seen[p] = true
		if c := shallowCompare(p.a, p.b); c != 0 {
			return c
		}
		for i := len(p.a.src) - 1; i >= 0; i-- {
			stack = append(stack, pair{p.a.src[i], p.b.src[i]})
		}
	}
	return 0
}

func shallowCompare(a, b *UOp) int {
	x, y := a.X(), b.X()
	return cmp.Or(
		cmp.Compare(a.op, b.op),
		cmp.Compare(a.dtype, b.dtype),
		cmp.Compare(len(a.src), len(b.src)),
		cmp.Compare(a.Arg().DType, b.Arg().DType),
		cmp.Compare(a.Bits(), b.Bits()),
		cmp.Compare(x.Slot, y.Slot),
		strings.Compare(x.Name, y.Name),
		cmp.Compare(flag(x.Mem), flag(y.Mem)),
		cmp.Compare(x.Role, y.Role),
		slices.Compare(x.Dims, y.Dims),
		cmp.Compare(flag(x.HasMin), flag(y.HasMin)),
		cmp.Compare(flag(x.HasMax), flag(y.HasMax)),
		cmp.Compare(x.Min, y.Min),
		cmp.Compare(x.Max, y.Max),
		cmp.Compare(x.Axis, y.Axis),
		cmp.Compare(x.RedOp, y.RedOp),
		cmp.Compare(x.Pop, y.Pop),
		cmp.Compare(x.Lanes, y.Lanes),
		strings.Compare(x.Schedule, y.Schedule),
	)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
