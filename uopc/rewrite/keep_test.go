package rewrite

import (
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// afterStore loads from a place that something was stored in before.
func afterStore(g *uop.Graph, place uop.Op) *uop.UOp {
	buf := g.Make(place, uop.PlaceArg(uop.I32, 0, "", 4))
	at := func(b *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, b, g.Idx(1)) }
	st := g.Make(uop.OpStore, uop.Arg{}, at(buf), g.Int(uop.I32, 7))
	return g.Make(uop.OpLoad, uop.Arg{}, at(g.Make(uop.OpAfter, uop.Arg{}, buf, st)))
}

var (
	forward = Plain("forward", []uop.Op{uop.OpLoad}, func(g *uop.Graph, _ *uop.UOp) *uop.UOp { return g.Int(uop.I32, 7) })
	zero    = Plain("zero", []uop.Op{uop.OpMul}, func(g *uop.Graph, _ *uop.UOp) *uop.UOp { return g.Int(uop.I32, 0) })
)

// TestVisibleStoreIsKept: what a LOAD had to come after stays, in every strategy, where somebody
// can see it; a later rule that keeps it still fires.
func TestVisibleStoreIsKept(t *testing.T) {
	keeps := Plain("keeps", []uop.Op{uop.OpMul}, func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Add(u.Src()[0], u.Src()[0]) })
	for _, s := range strategies {
		g := uop.NewGraph()
		seen, scratch := afterStore(g, uop.OpBuffer), afterStore(g, uop.OpAlloc)
		two := g.Int(uop.I32, 2)
		for _, k := range []struct {
			u    *uop.UOp
			m    *Matcher[None]
			o    *Options
			want *uop.UOp
		}{
			{seen, NewMatcher(forward), nil, seen},
			{g.Mul(seen, two), NewMatcher(zero), nil, g.Mul(seen, two)},
			{g.Mul(seen, two), NewMatcher(zero, keeps), nil, g.Add(seen, seen)},
			{scratch, NewMatcher(forward), nil, g.Int(uop.I32, 7)},
			{g.Mul(scratch, two), NewMatcher(zero), nil, g.Int(uop.I32, 0)},
			{seen, NewMatcher(forward), &Options{Pure: true}, g.Int(uop.I32, 7)}, // a promise not held
		} {
			if v, err := s.make(g, k.m, k.o).Rewrite(k.u); err != nil || v != k.want {
				t.Errorf("%s: %s became %s, not %s (%v)", s.name, show(k.u), show(v), show(k.want), err)
			}
		}
	}
}

// TestEffectMayBecomeAnother: a rule on an effect is about that effect.
func TestEffectMayBecomeAnother(t *testing.T) {
	eight := pat("store 8", Op(uop.OpStore, Var("at"), ConstOf(uop.I32, 7)), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Make(uop.OpStore, uop.Arg{}, m.Get("at"), g.Int(uop.I32, 8))
	})
	for _, s := range strategies {
		g := uop.NewGraph()
		u := afterStore(g, uop.OpBuffer)
		v, err := s.make(g, NewMatcher(eight), nil).Rewrite(u)
		if err != nil || v == u {
			t.Fatal(s.name, show(v), err)
		}
		if st := v.Src()[0].Src()[0].Src()[1]; st.Op() != uop.OpStore || st.Src()[1] != g.Int(uop.I32, 8) {
			t.Error(s.name, show(v))
		}
	}
}

// TestTwoLoopsStayTwo: loops whose sizes turn out to be one do not become one loop, whichever the
// engine meets first.
func TestTwoLoopsStayTwo(t *testing.T) {
	sum := pat("2+2", Op(uop.OpAdd, Const("a"), Const("b")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Idx(int64(m.Get("a").Bits() + m.Get("b").Bits()))
	})
	for _, s := range strategies {
		g := uop.NewGraph()
		a := g.Make(uop.OpRange, uop.RangeArg(0), g.Add(g.Idx(2), g.Idx(2)))
		b := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(4))
		c := g.Make(uop.OpRange, uop.RangeArg(1), g.Add(g.Idx(1), g.Idx(3)))
		for _, u := range []*uop.UOp{g.Mul(g.Mul(a, b), c), g.Mul(c, g.Mul(b, a))} {
			v, err := s.make(g, NewMatcher(sum), nil).Rewrite(u)
			if err != nil || len(v.Open()) != 3 {
				t.Error(s.name, show(v), err)
			}
			if v, err = s.make(g, NewMatcher(sum), &Options{Pure: true}).Rewrite(u); err != nil || len(v.Open()) != 2 {
				t.Error(s.name, show(v), err)
			}
		}
		// Two roots of one program.
		r := s.make(g, NewMatcher(sum), nil)
		var loops []*uop.UOp
		for _, u := range []*uop.UOp{b, a, c} {
			v, err := r.Rewrite(u)
			if err != nil || slices.Contains(loops, v) {
				t.Error(s.name, show(v), err)
			}
			loops = append(loops, v)
		}
	}
}

// TestForgetDropsAll: after a rollback ids stand for other nodes, and nothing that was found for
// the old ones may come back: no finished form, no effect and no loop.
func TestForgetDropsAll(t *testing.T) {
	sum := pat("sum", Op(uop.OpAdd, Const("a"), Const("b")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Const(m.U.DType(), m.Get("a").Bits()+m.Get("b").Bits())
	})
	for _, s := range strategies {
		g := uop.NewGraph()
		r := s.make(g, NewMatcher(sum, zero), nil)
		three := g.Add(g.Int(uop.I32, 1), g.Int(uop.I32, 2))
		loop := g.Make(uop.OpRange, uop.RangeArg(0), g.Add(g.Idx(2), g.Idx(2)))
		n := g.Len()
		for i := range 4 {
			// First other nodes each time, so that the ids move.
			for k := range i {
				param(g, 10*i+k)
			}
			get := func(u *uop.UOp) *uop.UOp {
				v, err := r.Rewrite(u)
				if err != nil {
					t.Fatal(s.name, err)
				}
				return v
			}
			if v := get(three); v != g.Int(uop.I32, 3) {
				t.Error(s.name, show(v))
			}
			if v := get(loop); v.X().Axis != 0 {
				t.Error(s.name, "the loop got a number as if there were another", show(v))
			}
			place := []uop.Op{uop.OpBuffer, uop.OpAlloc}[i%2]
			u := g.Mul(afterStore(g, place), g.Int(uop.I32, 2))
			if v := get(u); (v == u) != (place == uop.OpBuffer) {
				t.Error(s.name, i, show(v))
			}
			r.Forget(n)
			g.Rollback(n)
		}
	}
}

// TestForgottenRoots: a root that is gone does not hide, by its id, the loops of one that came after.
func TestForgottenRoots(t *testing.T) {
	sum := pat("sum", Op(uop.OpAdd, Const("a"), Const("b")), func(g *uop.Graph, m *Match) *uop.UOp { return g.Idx(4) })
	g := uop.NewGraph()
	r := New(g, NewMatcher(sum), None{}, nil)
	u := param(g, 0)
	for range 20 {
		u = g.Neg(u)
	}
	if _, err := r.Rewrite(u); err != nil {
		t.Fatal(err)
	}
	r.Forget(0)
	g.Rollback(0)
	a := g.Make(uop.OpRange, uop.RangeArg(0), g.Add(g.Idx(2), g.Idx(2)))
	b := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(4))
	if v, err := r.Rewrite(g.Mul(a, b)); err != nil || len(v.Open()) != 2 {
		t.Error(show(v), err)
	}
}
