package simptest

import (
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

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
	for i, p := range plantedRules {
		if testing.Short() && i%4 > 0 {
			continue
		}
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
