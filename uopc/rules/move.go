package rules

import (
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// The Go sides of the rules of movement, and of INDEX on values.

func still(_ *uop.Graph, u, x *uop.UOp) *uop.UOp {
	if x.Shape().Equal(u.Shape()) && movesNothing(u) {
		return x
	}
	return nil
}

func reshapeAgain(g *uop.Graph, u, m *uop.UOp) *uop.UOp {
	return g.Make(uop.OpReshape, u.Arg(), append([]*uop.UOp{m.Src()[0]}, u.Src()[1:]...)...)
}

func indexNothing(_ *uop.Graph, u, x *uop.UOp) *uop.UOp {
	if u.Space() == uop.ALU {
		return x
	}
	return nil
}

func indexAgain(g *uop.Graph, u, m *uop.UOp) *uop.UOp {
	if u.Space() != uop.ALU {
		return nil
	}
	return g.Make(uop.OpIndex, uop.Arg{}, append(m.Src()[:len(m.Src()):len(m.Src())], u.Src()[1:]...)...)
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
func moveConst(g *uop.Graph, u, x *uop.UOp) *uop.UOp {
	if u.Space() != uop.ALU || !inRange(u) {
		return nil
	}
	k := x.Konst()
	if k == nil || u.Op() == uop.OpPad && k.Bits() != 0 {
		return nil
	}
	return rewrite.Like(g, u, u.DType(), k.Bits())
}

func indexStack(g *uop.Graph, u, s *uop.UOp) *uop.UOp {
	if !u.Src()[1].IsConst() {
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
