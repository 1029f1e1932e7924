package rewrite

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func limitOf(t *testing.T, err error) *LimitError {
	t.Helper()
	var e *LimitError
	if !errors.As(err, &e) {
		t.Fatalf("%v is no LimitError", err)
	}
	return e
}

// turn makes a rule from one op on x and y to another.
func turn(from, to uop.Op) Rule[None] {
	return pat(from.String()+" to "+to.String(), Op(from, Var("x"), Var("y")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Bin(to, m.Get("x"), m.Get("y"))
	})
}

// TestCycleIsPrinted: the steps from the first time that the node was met to the second, and none
// of those that led there.
func TestCycleIsPrinted(t *testing.T) {
	ring := NewMatcher(turn(uop.OpAdd, uop.OpMul), turn(uop.OpMul, uop.OpMax), turn(uop.OpMax, uop.OpXor), turn(uop.OpXor, uop.OpMul))
	want := []string{"mul to max: mul(p0, p1) -> max(p0, p1)", "max to xor: max(p0, p1) -> xor(p0, p1)", "xor to mul: xor(p0, p1) -> mul(p0, p1)"}
	for _, s := range strategies {
		g := uop.NewGraph()
		u := g.Neg(g.Add(param(g, 0), param(g, 1)))
		r := s.make(g, ring, nil)
		for range 2 { // an error leaves the Rewriter as it was
			_, err := r.Rewrite(u)
			e := limitOf(t, err)
			if strings.Join(e.Cycle, "|") != strings.Join(want, "|") || len(e.Last) == 0 || e.Busiest[0].Count != 1 {
				t.Error(s.name, err)
			}
			if !strings.HasSuffix(err.Error(), "; the cycle:\n\t"+strings.Join(want, "\n\t")) {
				t.Error(err)
			}
		}
		if v, err := r.Rewrite(g.Neg(param(g, 0))); err != nil || v != g.Neg(param(g, 0)) {
			t.Error(s.name, show(v), err)
		}
	}
}

// TestCycleOverTheTwoWays: the way down and the way up undo each other.
func TestCycleOverTheTwoWays(t *testing.T) {
	g := uop.NewGraph()
	_, err := RewriteBoth(g.Add(param(g, 0), param(g, 1)), NewMatcher(turn(uop.OpMul, uop.OpAdd)), NewMatcher(turn(uop.OpAdd, uop.OpMul)), None{}, nil)
	if e := limitOf(t, err); strings.Join(e.Cycle, "|") != "add to mul: add(p0, p1) -> mul(p0, p1)|mul to add: mul(p0, p1) -> add(p0, p1)" {
		t.Error(err)
	}
}

// TestCycleThroughSources: no rule gives the node back; it comes of a source that was rewritten.
func TestCycleThroughSources(t *testing.T) {
	wrap := pat("wrap", Op(uop.OpNeg, Op(uop.OpParam).Named("p")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Neg(g.Mul(m.Get("p"), g.Int(uop.I32, 1)))
	})
	want := "wrap: neg(p0) -> neg(mul(p0, 1))|its sources: neg(mul(p0, 1)) -> neg(p0)"
	for _, s := range strategies {
		g := uop.NewGraph()
		_, err := s.make(g, NewMatcher(wrap, timesOne), nil).Rewrite(g.Neg(param(g, 0)))
		if e := limitOf(t, err); strings.Join(e.Cycle, "|") != want {
			t.Error(s.name, err)
		}
	}
}

// TestCycleBelowItself: a result that has the node itself below it waits for itself too. What made
// the node of its sources is no part of that.
func TestCycleBelowItself(t *testing.T) {
	under := pat("under", Op(uop.OpNeg, Var("x")), func(g *uop.Graph, m *Match) *uop.UOp { return g.Add(m.U, m.Get("x")) })
	g := uop.NewGraph()
	r := New(g, NewMatcher(under, timesOne), None{}, nil)
	u := g.Neg(param(g, 0))
	for _, root := range []*uop.UOp{u, g.Neg(g.Mul(param(g, 0), g.Int(uop.I32, 1))), u} {
		for range 2 {
			_, err := r.Rewrite(root)
			if e := limitOf(t, err); strings.Join(e.Cycle, "|") != "under: neg(p0) -> add(neg(p0), p0)" {
				t.Error(show(root), err)
			}
		}
	}
}

// TestLongCycleIsCut: an error of a hundred steps helps nobody.
func TestLongCycleIsCut(t *testing.T) {
	around := pat("around", Op(uop.OpAdd, Var("x"), Const("c")), func(g *uop.Graph, m *Match) *uop.UOp {
		return g.Add(m.Get("x"), g.Int(uop.I32, int64(m.Get("c").Bits()+1)%100))
	})
	g := uop.NewGraph()
	_, err := Rewrite(g.Add(param(g, 0), g.Int(uop.I32, 0)), NewMatcher(around), None{}, nil)
	e := limitOf(t, err)
	if len(e.Cycle) != cycleSteps+1 || e.Cycle[cycleSteps] != "... and 80 more steps" || e.Cycle[0] != "around: add(p0, 0) -> add(p0, 1)" {
		t.Error(err)
	}
}

// countdown needs as many rewrites of one node as its constant says.
var countdown = pat("countdown", Op(uop.OpAdd, Var("x"), Const("c")), func(g *uop.Graph, m *Match) *uop.UOp {
	if c := m.Get("c").Bits(); c > 0 {
		return g.Add(m.Get("x"), g.Int(uop.I32, int64(c)-1))
	}
	return m.Get("x")
})

// TestLongChainIsNoCycle: up to the limit of one node all is well, however many nodes there are.
func TestLongChainIsNoCycle(t *testing.T) {
	for _, s := range strategies {
		for n, ok := range map[int64]bool{998: true, 999: true, 1000: false} {
			g := uop.NewGraph()
			_, err := s.make(g, NewMatcher(countdown), nil).Rewrite(g.Add(param(g, 0), g.Int(uop.I32, n)))
			if (err == nil) != ok {
				t.Error(s.name, n, err)
			}
			if !ok && (len(limitOf(t, err).Cycle) > 0 || !strings.Contains(err.Error(), "; last steps:\n\tcountdown: ")) {
				t.Error(s.name, err)
			}
		}
		g := uop.NewGraph()
		u := param(g, 0)
		for i := range 100 {
			u = g.Neg(g.Add(u, g.Int(uop.I32, int64(900+i%9))))
		}
		if _, err := s.make(g, NewMatcher(countdown), nil).Rewrite(u); err != nil {
			t.Error(s.name, err)
		}
	}
}

// TestTotal: the limit on all firings, which a large graph stretches.
func TestTotal(t *testing.T) {
	build := func(n, c int) (*uop.Graph, *uop.UOp) {
		g := uop.NewGraph()
		u := param(g, 0)
		for range n {
			u = g.Neg(g.Add(u, g.Int(uop.I32, int64(c))))
		}
		return g, u
	}
	for _, k := range []struct {
		nodes, each, total int
		want               string
	}{
		{20, 9, 200, ""},
		{20, 9, 199, "more than 199 rewrites"},
		{600, 899, 0, "more than 500000 rewrites"},
		{50_000, 19, 0, ""}, // a million, on more than a hundred thousand nodes
	} {
		g, u := build(k.nodes, k.each)
		_, err := Rewrite(u, NewMatcher(countdown), None{}, &Options{Total: k.total})
		if k.want == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if e := limitOf(t, err); e.Reason != k.want || len(e.Busiest) != 1 || len(e.Last) != lastSteps {
			t.Error(err)
		}
		_ = g
	}
}

// TestContext: rules with a state of their own, and such as need none, in one Matcher.
func TestContext(t *testing.T) {
	type state struct{ seen []string }
	count := func(want string) Rule[*state] {
		return Pattern("note "+want, Op(uop.OpNeg, Var("x")), func(_ *uop.Graph, c *state, m *Match) *uop.UOp {
			c.seen = append(c.seen, want+" "+show(m.Get("x")))
			return nil
		})
	}
	type outer struct{ in *state }
	inner := NewMatcher(count("first")).Add(With[*state](NewMatcher(timesOne)), NewMatcher(count("second")))
	m := Lift(inner, func(o outer) *state { return o.in }).Add(With[outer](NewMatcher(distribute)))
	if got := fmt.Sprint(m.Names()); got != "[note first x*1 note second distribute]" {
		t.Error(got)
	}
	g := uop.NewGraph()
	var s state
	v, err := Rewrite(g.Neg(g.Mul(param(g, 0), g.Int(uop.I32, 1))), m, outer{&s}, nil)
	if err != nil || v != g.Neg(param(g, 0)) || strings.Join(s.seen, ", ") != "first p0, second p0" {
		t.Error(show(v), err, s.seen)
	}
}

// TestCompiledAmongOthers: compiled sets and rules of their own keep their order and their numbers.
func TestCompiledAmongOthers(t *testing.T) {
	set := FromCompiled(Compiled[None]{
		Names: []string{"no", "neg to 1", "neg to 2"}, Ops: []uop.Op{uop.OpNeg},
		Step: func(g *uop.Graph, _ None, u *uop.UOp, from int) (*uop.UOp, int) {
			if from <= 1 {
				return g.Int(uop.I32, 1), 1
			}
			if from <= 2 {
				return g.Int(uop.I32, 2), 2
			}
			return nil, 0
		}})
	three := NewMatcher(Plain("neg to 3", []uop.Op{uop.OpNeg}, func(g *uop.Graph, _ *uop.UOp) *uop.UOp { return g.Int(uop.I32, 3) }))
	m := NewMatcher(timesOne).Add(set, three)
	g := uop.NewGraph()
	u := g.Neg(param(g, 0))
	for from, want := range []int{2, 2, 2, 3, 4, -1} {
		v, i := m.Match(g, None{}, u, from)
		if v == nil {
			i = -1
		}
		if i != want || v != nil && v.Bits() != uint64(want-1) {
			t.Error(from, show(u), i)
		}
	}
	// The error of an impossible node names the rule that made it, also in the middle.
	bad := NewMatcher(Plain("bad", []uop.Op{uop.OpMul}, func(g *uop.Graph, u *uop.UOp) *uop.UOp { return g.Add(u, g.Bool(true)) }))
	for _, s := range strategies {
		_, err := s.make(g, three.Add(bad, set), nil).Rewrite(g.Mul(u, u))
		if err == nil || !strings.Contains(err.Error(), `rule "bad" made a node that cannot be`) {
			t.Error(s.name, err)
		}
	}
}
