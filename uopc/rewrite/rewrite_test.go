package rewrite

import (
	"errors"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func param(g *uop.Graph, slot int) *uop.UOp {
	return g.Make(uop.OpParam, uop.ParamArg(uop.I32, slot, ""))
}

func isC(u *uop.UOp, v uint64) bool { return u.IsConst() && u.Bits() == v }

var (
	timesOne = Plain("x*1", []uop.Op{uop.OpMul}, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		if isC(u.Src()[1], 1) {
			return u.Src()[0]
		}
		return nil
	})
	distribute = Plain("distribute", []uop.Op{uop.OpMul}, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		if a, s := u.Src()[0], u.Src()[1]; s.Op() == uop.OpAdd {
			return g.Add(g.Mul(a, s.Src()[0]), g.Mul(a, s.Src()[1]))
		}
		return nil
	})
	factor = Plain("factor", []uop.Op{uop.OpAdd}, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		p, q := u.Src()[0], u.Src()[1]
		if p.Op() == uop.OpMul && q.Op() == uop.OpMul && p.Src()[0] == q.Src()[0] {
			return g.Mul(p.Src()[0], g.Add(p.Src()[1], q.Src()[1]))
		}
		return nil
	})
)

func TestBottomUpToAFixedPoint(t *testing.T) {
	g := uop.NewGraph()
	x, one := param(g, 0), g.Int(uop.I32, 1)
	u := g.Mul(g.Mul(x, g.Mul(one, one)), one)
	counts := map[string]int{}
	var steps []string
	v, err := Rewrite(u, NewMatcher(timesOne), None{}, &Options{Counts: counts, Trace: func(r string, a, b *uop.UOp) {
		steps = append(steps, r+": "+show(a)+" -> "+show(b))
	}})
	if err != nil || v != x || counts["x*1"] != 2 {
		t.Fatal(show(v), err, counts)
	}
	// The outer product becomes a node that was rewritten already: the memo answers.
	if s := strings.Join(steps, "|"); s != "x*1: mul(1, 1) -> 1|x*1: mul(p0, 1) -> p0" {
		t.Error(s)
	}
	v, err = Rewrite(g.Mul(x, g.Add(param(g, 1), param(g, 2))), NewMatcher(distribute), None{}, nil)
	if err != nil || v.Op() != uop.OpAdd {
		t.Error(show(v), err)
	}
}

func TestOrderIsPriority(t *testing.T) {
	to := func(name string, v int64) *Matcher[None] {
		return NewMatcher(Plain(name, []uop.Op{uop.OpNeg}, func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Int(uop.I32, v) }))
	}
	same := NewMatcher(Plain("same", nil, func(_ *uop.Graph, u *uop.UOp) *uop.UOp { return u }))
	g := uop.NewGraph()
	u := g.Neg(param(g, 0))
	for want, m := range map[int64]*Matcher[None]{1: same.Add(to("a", 1)).Add(to("b", 2)), 2: to("b", 2).Add(to("a", 1))} {
		if v, err := Rewrite(u, m, None{}, nil); err != nil || v != g.Int(uop.I32, want) {
			t.Error(show(v), err, want)
		}
	}
	if n := to("a", 1).Add(to("b", 2)).Names(); n[0] != "a" || n[1] != "b" {
		t.Error(n)
	}
}

func TestCircleIsReported(t *testing.T) {
	g := uop.NewGraph()
	u := g.Mul(param(g, 0), g.Add(param(g, 1), param(g, 2)))
	_, err := Rewrite(u, NewMatcher(distribute, factor), None{}, nil)
	var e *LimitError
	if !errors.As(err, &e) || len(e.Busiest) != 2 || len(e.Last) != 2 {
		t.Fatal(err)
	}
	for _, want := range []string{"rewriting does not end", `"distribute" (1)`, "factor: add(mul(p0, p1), mul(p0, p2)) -> mul(p0, add(p1, p2))"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	swap := Plain("swap", []uop.Op{uop.OpAdd}, func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Add(u.Src()[1], u.Src()[0]) })
	if _, err := Rewrite(u, NewMatcher(swap), None{}, nil); !errors.As(err, &e) {
		t.Error(err)
	}
}

// grow never meets a node twice, so only the limits end it.
func TestLimits(t *testing.T) {
	grow := NewMatcher(Plain("grow", []uop.Op{uop.OpAdd}, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		return g.Add(u.Src()[0], g.Int(uop.I32, int64(u.Src()[1].Bits()+1)))
	}))
	deep := NewMatcher(Plain("deep", []uop.Op{uop.OpNeg}, func(g *uop.Graph, u *uop.UOp) *uop.UOp {
		return g.Mul(g.Neg(g.Add(u.Src()[0], g.Int(uop.I32, 3))), g.Int(uop.I32, 2))
	}))
	g := uop.NewGraph()
	x := param(g, 0)
	for _, c := range []struct {
		u    *uop.UOp
		m    *Matcher[None]
		o    Options
		want string
	}{
		{g.Add(x, g.Int(uop.I32, 0)), grow, Options{}, "more than 1000 rewrites of one node"},
		{g.Add(x, g.Int(uop.I32, 0)), grow, Options{PerNode: 10}, "more than 10 rewrites of one node"},
		{g.Add(x, g.Int(uop.I32, 0)), grow, Options{Total: 50}, "more than 50 rewrites"},
		{g.Neg(x), deep, Options{}, "more than 1000 rewrites of one node"},
	} {
		_, err := Rewrite(c.u, c.m, None{}, &c.o)
		var e *LimitError
		if !errors.As(err, &e) || !strings.Contains(e.Reason, c.want) || len(e.Last) != lastSteps {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestResultsAreChecked(t *testing.T) {
	g := uop.NewGraph()
	u := g.Neg(param(g, 0))
	bad := map[string]func(g *uop.Graph, u *uop.UOp) *uop.UOp{
		"dtype": func(g *uop.Graph, _ *uop.UOp) *uop.UOp { return g.Bool(true) },
		"shape": func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Broadcast(u.Src()[0], uop.Ints(3)) },
		"panic": func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Add(u, g.Bool(true)) },
	}
	for name, fn := range bad {
		r := New(g, NewMatcher(Plain("bad "+name, []uop.Op{uop.OpNeg}, fn)), None{}, nil)
		for range 2 { // and once more: an error leaves the Rewriter usable
			if _, err := r.Rewrite(u); err == nil || !strings.Contains(err.Error(), `"bad `+name+`"`) {
				t.Error(name, err)
			}
		}
	}
}

// TestSharingIsKept: a tower of 60 doublings is 61 nodes, and visited so.
func TestSharingIsKept(t *testing.T) {
	g := uop.NewGraph()
	u := g.Mul(param(g, 0), g.Int(uop.I32, 1))
	for range 60 {
		u = g.Add(u, u)
	}
	looks := 0
	look := Plain("look", nil, func(_ *uop.Graph, u *uop.UOp) *uop.UOp { looks++; return nil })
	v, err := Rewrite(u, NewMatcher(look, timesOne), None{}, nil)
	if err != nil || len(uop.Topo(v)) != 61 || looks > 70 {
		t.Fatal(err, looks)
	}
}

func TestDeepChain(t *testing.T) {
	g := uop.NewGraph()
	u := g.Mul(param(g, 0), g.Int(uop.I32, 1))
	for i := range 300_000 {
		u = g.Add(u, param(g, i%3))
	}
	counts := map[string]int{}
	r := New(g, NewMatcher(timesOne), None{}, &Options{Counts: counts})
	v, err := r.Rewrite(u)
	if err != nil || counts["x*1"] != 1 {
		t.Fatal(err)
	}
	if w, err := r.Rewrite(v); err != nil || w != v {
		t.Fatal("not a fixed point")
	}
}

// TestForget: a Rewriter outlives a rollback of its graph.
func TestForget(t *testing.T) {
	g := uop.NewGraph()
	x := param(g, 0)
	u := g.Mul(x, g.Int(uop.I32, 1))
	r := New(g, NewMatcher(timesOne), None{}, nil)
	n := g.Len()
	for i := range 3 {
		w := g.Mul(g.Add(u, g.Int(uop.I32, int64(i+5))), g.Int(uop.I32, 1))
		v, err := r.Rewrite(w)
		if err != nil || v != g.Add(x, g.Int(uop.I32, int64(i+5))) {
			t.Fatal(show(v), err)
		}
		r.Forget(n)
		g.Rollback(n)
	}
}
