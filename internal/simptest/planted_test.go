package simptest

import (
	"slices"
	"testing"

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

// after gives a simplifier with a wrong rule behind it, tried once on every node.
func after(rule func(*uop.Graph, *uop.UOp) *uop.UOp) simplifier {
	return func(root *uop.UOp) (*uop.UOp, map[string]int, error) {
		v, fired, err := strict(root)
		if err != nil {
			return nil, fired, err
		}
		g, done := root.Graph(), map[*uop.UOp]*uop.UOp{}
		for _, u := range uop.Topo(v) {
			w := u
			if len(u.Src()) > 0 {
				src := make([]*uop.UOp, len(u.Src()))
				for i, s := range u.Src() {
					src[i] = done[s]
				}
				w = g.With(u, src...)
			}
			if x := rule(g, w); x != nil {
				w = x
			}
			done[u] = w
		}
		return done[v], fired, nil
	}
}

// maxShown is how large a planted bug's smallest program may be.
const maxShown = 12

// TestPlanted: each wrong rule is found by the programs of a default run, and shrinks to a small
// program.
func TestPlanted(t *testing.T) {
	seed := seedOf(t)
	for _, p := range plantedRules {
		f, in := caughtBy(seed, after(p.rule))
		if f == nil {
			t.Errorf("%s: not noticed", p.name)
			continue
		}
		n := len(uop.Topo(f.before))
		t.Logf("%-46s found by program %5d of %-5s %2d nodes: %s at %v", p.name, f.number, in, n, show(f.before), f.args)
		if n > maxShown {
			t.Errorf("%s: the smallest program has %d nodes:\n%v", p.name, n, f)
		}
	}
}

// caughtBy tries the programs of a default run, a fiftieth of every sweep at a time.
func caughtBy(seed uint64, simplify simplifier) (*failure, string) {
	const parts = 50
	for i := range parts {
		for k := range sweeps {
			s := &sweeps[k]
			n := s.programs / parts
			if f := s.find(seed, i*n, (i+1)*n, simplify, nil); f != nil {
				return f, s.name
			}
		}
	}
	return nil, ""
}

// TestPlantedForms: simplifiers of the right value and a bad form are noticed.
func TestPlantedForms(t *testing.T) {
	seed := seedOf(t)
	creep := after(op2(uop.OpAdd, func(g *uop.Graph, u, x *uop.UOp, c int64) *uop.UOp {
		return g.Add(x, g.Int(u.DType(), c+1)) // one more each time
	}))
	byAge := after(func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if s := u.Src(); u.Op() == uop.OpAdd && s[0].ID() > s[1].ID() {
			return g.Add(s[1], s[0])
		}
		return nil
	})
	dear := after(func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if u.Op() == uop.OpFloormod {
			x, c := u.Src()[0], u.Src()[1]
			return g.Add(x, g.Neg(g.Mul(g.Bin(uop.OpFloordiv, x, c), c)))
		}
		return nil
	})
	for name, f := range map[string]func(u *uop.UOp, i uint64) *failure{
		"idempotent": func(u *uop.UOp, _ uint64) *failure { return idempotent(u, creep) },
		"order":      func(u *uop.UOp, i uint64) *failure { return shuffled(u, newRand(seed, i), byAge) },
		"cost":       func(u *uop.UOp, _ uint64) *failure { return costlier(u, dear) },
	} {
		s, found := sweepOf("32"), false
		for i := 0; i < 500 && !found; i++ {
			bad := f(s.program(seed, i), uint64(i))
			found = bad != nil && bad.kind == name
		}
		if !found {
			t.Errorf("%s: not noticed in 500 programs", name)
		}
	}
}

// TestPlantedBounds: claims that say too much are noticed.
func TestPlantedBounds(t *testing.T) {
	seed := seedOf(t)
	narrowed := func(op uop.Op) func(*uop.UOp) claims {
		return func(u *uop.UOp) claims {
			c := claimsOf(u)
			if u.Op() == op && c.lo.Less(c.hi) {
				c.hi = c.hi.Sub(uop.Wide64(1))
			}
			return c
		}
	}
	lies := map[string]func(*uop.UOp) claims{
		"all safe":   func(u *uop.UOp) claims { c := claimsOf(u); c.safe = true; return c },
		"all nowrap": func(u *uop.UOp) claims { c := claimsOf(u); c.nowrap = true; return c },
		"T is V": func(u *uop.UOp) claims {
			c := claimsOf(u)
			c.tlo, c.thi = c.lo, c.hi
			return c
		},
	}
	for _, op := range []uop.Op{uop.OpAdd, uop.OpMul, uop.OpFloordiv, uop.OpFloormod, uop.OpAnd, uop.OpShr, uop.OpMax, uop.OpCast, uop.OpWhere, uop.OpNeg} {
		lies[op.String()] = narrowed(op)
	}
	var names []string
	for k := range lies {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, name := range names {
		var n boundsTally
		if f := boundsRun(t, seed, 1200, lies[name], &n); f == nil {
			t.Errorf("%s: not noticed", name)
		} else {
			t.Logf("%-9s %s", name, f.what)
		}
	}
}
