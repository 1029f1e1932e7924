package simptest

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// planted is a wrong rule, put after the simplifier to see that the tests notice.
type planted struct {
	name string
	rule func(g *uop.Graph, u *uop.UOp) *uop.UOp
}

// op2 makes a rule of a binary op whose second source is a constant.
func op2(op uop.Op, f func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp) func(*uop.Graph, *uop.UOp) *uop.UOp {
	return func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if u.Op() != op || !u.Src()[1].IsConst() || !u.Src()[0].DType().IsInt() {
			return nil
		}
		return f(g, u, u.Src()[0], int64(u.Src()[1].Bits()))
	}
}

// inner gives x and c of x op c.
func inner(u *uop.UOp, op uop.Op) (x *uop.UOp, c int64, ok bool) {
	if u.Op() != op || !u.Src()[1].IsConst() {
		return nil, 0, false
	}
	return u.Src()[0], int64(u.Src()[1].Bits()), true
}

var plantedRules = []planted{
	{"(a*k*c+b)//c without a look at wraps", op2(uop.OpFloordiv, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if x.Op() != uop.OpAdd || c <= 0 {
			return nil
		}
		for i, t := range x.Src() {
			if a, k, ok := inner(t, uop.OpMul); ok && k%c == 0 {
				return g.Add(g.Mul(a, g.Int(u.DType(), k/c)), g.Bin(uop.OpFloordiv, x.Src()[1-i], u.Src()[1]))
			}
		}
		return nil
	})},
	{"(x//a)//b is x//(a*b) for b < 0", op2(uop.OpFloordiv, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if a, k, ok := inner(x, uop.OpFloordiv); ok && c < 0 && u.DType().IsSigned() {
			return g.Bin(uop.OpFloordiv, a, g.Int(u.DType(), k*c))
		}
		return nil
	})},
	{"(x//-1)//c is x//-c", op2(uop.OpFloordiv, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if x.Op() == uop.OpNeg && c > 0 && u.DType().IsSigned() {
			return g.Bin(uop.OpFloordiv, x.Src()[0], g.Int(u.DType(), -c))
		}
		return nil
	})},
	{"(x%a)%b is x%b for all a", op2(uop.OpFloormod, func(g *uop.Graph, u, x *uop.UOp, _ int64) *uop.UOp {
		if a, _, ok := inner(x, uop.OpFloormod); ok {
			return g.Bin(uop.OpFloormod, a, u.Src()[1])
		}
		return nil
	})},
	{"x%c is x where |x| < |c|, whatever the signs", op2(uop.OpFloormod, func(_ *uop.Graph, _, x *uop.UOp, c int64) *uop.UOp {
		w := uop.Wide64(max(c, -c))
		if x.Vmax().Less(w) && w.Neg().Less(x.Vmin()) {
			return x
		}
		return nil
	})},
	{"x+a < b is x < b-a without a look at wraps", op2(uop.OpCmplt, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if a, k, ok := inner(x, uop.OpAdd); ok {
			return g.Bin(uop.OpCmplt, a, g.Int(x.DType(), c-k))
		}
		return nil
	})},
	{"x < c is true where x <= c", op2(uop.OpCmplt, func(g *uop.Graph, _, x *uop.UOp, c int64) *uop.UOp {
		if x.Vmax() == uop.Wide64(c) {
			return g.Bool(true)
		}
		return nil
	})},
	{"(x<<c)>>c is x", op2(uop.OpShr, func(_ *uop.Graph, _, x *uop.UOp, c int64) *uop.UOp {
		if a, k, ok := inner(x, uop.OpShl); ok && k == c {
			return a
		}
		return nil
	})},
	{"x<<c is 0 for c of the width and more", op2(uop.OpShl, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if c >= int64(x.DType().Bits()) {
			return g.Int(u.DType(), 0)
		}
		return nil
	})},
	{"x%-c is x%c", op2(uop.OpFloormod, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		if c < 0 && x.DType().IsSigned() {
			return g.Bin(uop.OpFloormod, x, g.Int(x.DType(), -c))
		}
		return nil
	})},
	{"cast of cast is one cast", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpCast && s[0].Op() == uop.OpCast && u.DType().IsInt() && s[0].DType().IsInt() {
			return g.Cast(s[0].Src()[0], u.DType())
		}
		return nil
	}},
	{"i32 through f32 is i32", func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpCast && s[0].Op() == uop.OpCast && u.DType() == uop.I32 &&
			s[0].DType() == uop.F32 && s[0].Src()[0].DType() == uop.I32 {
			return s[0].Src()[0]
		}
		return nil
	}},
	{"where in where takes the wrong branch", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if u.Op() != uop.OpWhere || u.Src()[2].Op() != uop.OpWhere {
			return nil
		}
		c, in := u.Src()[0], u.Src()[2].Src()
		if in[0].Op() != uop.OpCmplt || c.Op() != uop.OpCmplt || in[0].Src()[0] != c.Src()[0] {
			return nil
		}
		return g.Where(c, u.Src()[1], in[2])
	}},
	{"x+0.0 is x", func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpAdd && u.DType().IsFloat() && s[1].IsConst() && s[1].Bits() == 0 {
			return s[0]
		}
		return nil
	}},
	{"x*0.0 is 0.0", func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpMul && u.DType().IsFloat() && s[1].IsConst() && s[1].Bits() == 0 {
			return s[1]
		}
		return nil
	}},
	{"x+(-x) is 0.0", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpAdd && u.DType().IsFloat() {
			for i, y := range s {
				if y.Op() == uop.OpNeg && y.Src()[0] == s[1-i] {
					return g.Const(u.DType(), 0)
				}
			}
		}
		return nil
	}},
	{"(x*a)*b is x*(a*b) on floats", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		d := u.DType()
		if u.Op() != uop.OpMul || !d.IsFloat() || !u.Src()[1].IsConst() {
			return nil
		}
		x, k, ok := inner(u.Src()[0], uop.OpMul)
		if !ok {
			return nil
		}
		return g.Mul(x, g.Const(d, contract.Eval(uop.OpMul, d, d, uint64(k), u.Src()[1].Bits(), 0)))
	}},
	{"float max commutes", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpMax && u.DType().IsFloat() && uop.Compare(s[0], s[1]) > 0 {
			return g.Bin(uop.OpMax, s[1], s[0])
		}
		return nil
	}},
	{"x != x is false on floats", func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpCmpne && s[0] == s[1] {
			return g.Bool(false)
		}
		return nil
	}},
}
