package rewrite

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// strategy runs a set of rules in one of the three ways.
type strategy struct {
	name string
	make func(g *uop.Graph, m *Matcher[None], o *Options) *Rewriter[None]
}

var strategies = []strategy{
	{"up", func(g *uop.Graph, m *Matcher[None], o *Options) *Rewriter[None] { return New(g, m, None{}, o) }},
	{"bottom up", func(g *uop.Graph, m *Matcher[None], o *Options) *Rewriter[None] { return NewBottomUp(g, m, None{}, o) }},
	{"both", func(g *uop.Graph, m *Matcher[None], o *Options) *Rewriter[None] { return NewBoth(g, m, m, None{}, o) }},
}

// traced collects firings as "rule: before -> after".
func traced(steps *[]string) *Options {
	return &Options{Trace: func(r string, a, b *uop.UOp) { *steps = append(*steps, stepText(r, a, b)) }}
}

func pat(name string, p UPat, fn func(g *uop.Graph, m *Match) *uop.UOp) Rule[None] {
	return Pattern(name, p, func(g *uop.Graph, _ None, m *Match) *uop.UOp { return fn(g, m) })
}

var (
	foldLess = pat("fold", Op(uop.OpCmplt, Const("a"), Const("b")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Bool(int64(m.Get("a").Bits()) < int64(m.Get("b").Bits()))
	})
	deadBranch = pat("dead branch", Op(uop.OpWhere, ConstOf(uop.Bool, 1), Var("t"), Any), func(_ *uop.Graph, m *Match) *uop.UOp {
		return m.Get("t")
	})
	// double hides from fuse what it would see.
	double = pat("double", Op(uop.OpMul, Var("x"), ConstOf(uop.I32, 2)), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Add(m.Get("x"), m.Get("x"))
	})
	fuse = pat("fuse", Op(uop.OpXor, Op(uop.OpMul, Var("x"), Const("c")), Var("y")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Bin(uop.OpMax, m.Get("x"), m.Get("y"))
	})
)

// TestTwoSteps: WHERE(3 < 5, t, f) needs its condition first. Every strategy gets there, for a
// node that is rebuilt is looked at again.
func TestTwoSteps(t *testing.T) {
	for _, s := range strategies {
		g := uop.NewGraph()
		u := g.Where(g.Bin(uop.OpCmplt, g.Int(uop.I32, 3), g.Int(uop.I32, 5)), param(g, 0), param(g, 1))
		var steps []string
		v, err := s.make(g, NewMatcher(foldLess, deadBranch), traced(&steps)).Rewrite(u)
		want := "fold: cmplt(3, 5) -> true|dead branch: where(true, p0, p1) -> p0"
		if err != nil || v != param(g, 0) || strings.Join(steps, "|") != want {
			t.Error(s.name, show(v), err, steps)
		}
	}
}

// TestWhatRulesSee: on the way up the sources are finished, and hide the product that fuse looks
// for; on the way down they are as they were; with both, each rule sees its own.
func TestWhatRulesSee(t *testing.T) {
	g := uop.NewGraph()
	x, y := param(g, 0), param(g, 1)
	two := g.Int(uop.I32, 2)
	u := g.Bin(uop.OpXor, g.Mul(x, two), g.Mul(y, two))
	xx, yy := g.Add(x, x), g.Add(y, y)
	none := NewMatcher[None]()
	for _, k := range []struct {
		name    string
		up, bpm *Matcher[None]
		want    *uop.UOp
		steps   string
	}{
		{"finished sources", NewMatcher(fuse, double), nil, g.Bin(uop.OpXor, xx, yy),
			"double: mul(p0, 2) -> add(p0, p0)|double: mul(p1, 2) -> add(p1, p1)"},
		{"original sources", nil, NewMatcher(fuse, double), g.Bin(uop.OpMax, x, yy),
			"fuse: xor(mul(p0, 2), mul(p1, 2)) -> max(p0, mul(p1, 2))|double: mul(p1, 2) -> add(p1, p1)"},
		{"fuse down, double up", NewMatcher(double), NewMatcher(fuse), g.Bin(uop.OpMax, x, yy),
			"fuse: xor(mul(p0, 2), mul(p1, 2)) -> max(p0, mul(p1, 2))|double: mul(p1, 2) -> add(p1, p1)"},
		{"double down, fuse up", NewMatcher(fuse), NewMatcher(double), g.Bin(uop.OpXor, xx, yy),
			"double: mul(p0, 2) -> add(p0, p0)|double: mul(p1, 2) -> add(p1, p1)"},
		{"nothing", none, none, u, ""},
		{"no matcher at all", nil, nil, u, ""},
	} {
		var steps []string
		v, err := RewriteBoth(u, k.up, k.bpm, None{}, traced(&steps))
		if err != nil || v != k.want || strings.Join(steps, "|") != k.steps {
			t.Errorf("%s: %s, not %s (%v)\n%s", k.name, show(v), show(k.want), err, strings.Join(steps, "\n"))
		}
	}
	if v, err := RewriteBottomUp(u, NewMatcher(fuse, double), None{}, nil); err != nil || v != g.Bin(uop.OpMax, x, yy) {
		t.Error(show(v), err)
	}
}

// TestDownUntilNoneApplies: several rules in a row apply to a node before its sources are touched.
func TestDownUntilNoneApplies(t *testing.T) {
	g := uop.NewGraph()
	peel := pat("peel", Op(uop.OpNeg, Op(uop.OpNeg, Var("x"))), func(_ *uop.Graph, m *Match) *uop.UOp { return m.Get("x") })
	u := g.Mul(param(g, 0), g.Int(uop.I32, 2))
	for range 5 {
		u = g.Neg(u)
	}
	var steps []string
	v, err := RewriteBottomUp(u, NewMatcher(peel, double), None{}, traced(&steps))
	if err != nil || v != g.Neg(g.Add(param(g, 0), param(g, 0))) || len(steps) != 3 || !strings.HasPrefix(steps[2], "double") {
		t.Error(show(v), err, steps)
	}
}

// TestBothInOneWalk: the way up may make what the way down looks for, in a node rebuilt.
func TestBothInOneWalk(t *testing.T) {
	g := uop.NewGraph()
	x, y := param(g, 0), param(g, 1)
	unneg := pat("unneg", Op(uop.OpNeg, Var("x")), func(g *uop.Graph, m *Match) *uop.UOp { return g.Mul(m.Get("x"), g.Int(uop.I32, 3)) })
	var steps []string
	v, err := RewriteBoth(g.Bin(uop.OpXor, g.Neg(x), y), NewMatcher(unneg), NewMatcher(fuse), None{}, traced(&steps))
	want := "unneg: neg(p0) -> mul(p0, 3)|fuse: xor(mul(p0, 3), p1) -> max(p0, p1)"
	if err != nil || v != g.Bin(uop.OpMax, x, y) || strings.Join(steps, "|") != want {
		t.Error(show(v), err, steps)
	}
}

// TestManyRoots: a Rewriter of any strategy remembers.
func TestManyRoots(t *testing.T) {
	for _, s := range strategies {
		g := uop.NewGraph()
		counts := map[string]int{}
		r := s.make(g, NewMatcher(timesOne), &Options{Counts: counts})
		u := g.Mul(param(g, 0), g.Int(uop.I32, 1))
		for i := range 50 {
			v, err := r.Rewrite(g.Add(u, g.Int(uop.I32, int64(i))))
			if err != nil || v != g.Add(param(g, 0), g.Int(uop.I32, int64(i))) {
				t.Fatal(s.name, show(v), err)
			}
		}
		if counts["x*1"] != 1 {
			t.Error(s.name, counts)
		}
	}
}

// TestEachNodeOnce: however tangled the graph, no node is looked at more often than once in each
// direction. Nor is one that others wait for.
func TestEachNodeOnce(t *testing.T) {
	for i, s := range strategies {
		g := uop.NewGraph()
		u := tangle(g, 20_000)
		looks := 0
		look := Plain("look", nil, func(*uop.Graph, *uop.UOp) *uop.UOp { looks++; return nil })
		if _, err := s.make(g, NewMatcher(look), nil).Rewrite(u); err != nil {
			t.Fatal(err)
		}
		if n, want := looks, len(uop.Topo(u))*[]int{1, 1, 2}[i]; n != want {
			t.Errorf("%s: %d looks, not %d", s.name, n, want)
		}
	}
}

// TestMillionDeep: a chain of a million nodes, changed at its very end, in each strategy.
func TestMillionDeep(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	g := uop.NewGraph()
	u, want := g.Mul(param(g, 0), g.Int(uop.I32, 1)), param(g, 0)
	for i := range n {
		p := param(g, i%3)
		u, want = g.Add(u, p), g.Add(want, p)
	}
	for _, s := range strategies {
		if v, err := s.make(g, NewMatcher(timesOne), nil).Rewrite(u); err != nil || v != want {
			t.Error(s.name, err)
		}
	}
}

func TestRootsThatCannotBe(t *testing.T) {
	g := uop.NewGraph()
	m := NewMatcher(timesOne)
	for _, err := range []error{
		func() error { _, err := Rewrite(nil, m, None{}, nil); return err }(),
		func() error { _, err := New(g, m, None{}, nil).Rewrite(nil); return err }(),
		func() error { _, err := New(g, m, None{}, nil).Rewrite(param(uop.NewGraph(), 0)); return err }(),
	} {
		if err == nil || !strings.Contains(err.Error(), "root") {
			t.Error(err)
		}
	}
	other := uop.NewGraph()
	stray := Plain("stray", []uop.Op{uop.OpNeg}, func(*uop.Graph, *uop.UOp) *uop.UOp { return param(other, 0) })
	if _, err := Rewrite(g.Neg(param(g, 0)), NewMatcher(stray), None{}, nil); err == nil || !strings.Contains(err.Error(), `"stray"`) {
		t.Error(err)
	}
}

// TestClosedCalls: the body of a closed CALL stays as it is, and all else changes: its arguments, the
// bodies of other CALLs, and a node that is in the body and outside of it too.
func TestClosedCalls(t *testing.T) {
	for _, s := range strategies {
		for _, closed := range []bool{false, true} {
			g := uop.NewGraph()
			twice := g.Mul(param(g, 0), g.Int(uop.I32, 2))
			sum := g.Add(param(g, 0), param(g, 0))
			call := func(name string, body, arg *uop.UOp) *uop.UOp {
				return g.Make(uop.OpCall, uop.NameArg(name), body, arg)
			}
			o := &Options{}
			kept := sum
			if closed {
				o.Closed = func(u *uop.UOp) bool { return u.X().Name == "closed" }
				kept = twice
			}
			got, err := s.make(g, NewMatcher(double), o).Rewrite(g.Bin(uop.OpXor, g.Bin(uop.OpXor, twice, call("open", twice, twice)), call("closed", twice, twice)))
			want := g.Bin(uop.OpXor, g.Bin(uop.OpXor, sum, call("open", sum, sum)), call("closed", kept, sum))
			if err != nil || got != want {
				t.Errorf("%s, closed %t: got %s, want %s (%v)", s.name, closed, show(got), show(want), err)
			}
		}
	}
}
