package rules

import "github.com/uopc/uopc/uopc/uop"

var moveOps = []uop.Op{uop.OpReshape, uop.OpExpand, uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip}

// The rules of movement and of INDEX on values.
var moveRules = []ruleT{
	{Name: "move nothing", Ops: moveOps, Fn: func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		x := u.Src()[0]
		return when(x.Shape().Equal(u.Shape()) && movesNothing(u), x)
	}},
	{Name: "move of const", Ops: append([]uop.Op{uop.OpIndex}, moveOps...), Fn: moveConst},
	rule1("reshape of reshape", uop.OpReshape, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		m := u.Src()[0]
		if m.Op() != uop.OpReshape {
			return nil
		}
		return g.Make(uop.OpReshape, u.Arg(), append([]*uop.UOp{m.Src()[0]}, u.Src()[1:]...)...)
	}),
	rule1("index of stack", uop.OpIndex, indexStack),
	rule1("index of nothing", uop.OpIndex, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		return when(u.Space() == uop.ALU && len(u.Src()) == 1, u.Src()[0])
	}),
	rule1("index of index", uop.OpIndex, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		m := u.Src()[0]
		if u.Space() != uop.ALU || m.Op() != uop.OpIndex {
			return nil
		}
		return g.Make(uop.OpIndex, uop.Arg{}, append(m.Src()[:len(m.Src()):len(m.Src())], u.Src()[1:]...)...)
	}),
}

// movesNothing tells whether an op that keeps the shape keeps the elements too.
func movesNothing(u *uop.UOp) bool {
	for i, d := range u.X().Dims {
		switch {
		case u.Op() == uop.OpPermute && d != int64(i):
			return false
		case u.Op() == uop.OpFlip && d != 0 && u.Shape()[i] != uop.Static(1):
			return false
		}
	}
	return true
}

// moveConst: a broadcast constant looks the same wherever its elements go. PAD brings zeros.
func moveConst(g *uop.Graph, u *uop.UOp) *uop.UOp {
	if u.Space() != uop.ALU || !inRange(u) {
		return nil
	}
	b, ok := konst(u.Src()[0])
	if !ok || u.Op() == uop.OpPad && b != 0 {
		return nil
	}
	return like(g, u, u.DType(), b)
}

func indexStack(g *uop.Graph, u *uop.UOp) *uop.UOp {
	s := u.Src()[0]
	if s.Op() != uop.OpStack || len(u.Src()) == 1 || !u.Src()[1].IsConst() {
		return nil
	}
	i := u.Src()[1].Bits() // in range, or the INDEX could not have been made
	if rest := u.Src()[2:]; len(rest) > 0 {
		return g.Make(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{s.Src()[i]}, rest...)...)
	}
	return s.Src()[i]
}

// inRange tells that an INDEX cannot fail; other nodes never do.
func inRange(u *uop.UOp) bool {
	if u.Op() != uop.OpIndex {
		return true
	}
	for i, s := range u.Src()[1:] {
		d := u.Src()[0].Shape()[i]
		if d.U != nil || s.Vmin().Sign() < 0 || !s.Vmax().Less(uop.Wide64(d.N)) {
			return false
		}
	}
	return true
}
