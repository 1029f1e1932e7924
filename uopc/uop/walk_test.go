package uop

import (
	"math"
	"slices"
	"testing"
)

func TestDoubling(t *testing.T) {
	for _, n := range []int{18, 30} {
		g := NewGraph()
		p := param(g, F32, 0)
		for range n {
			p = g.Add(p, p)
		}
		if got := len(Topo(p)); got != n+1 || g.Len() != n+1 {
			t.Errorf("p = p+p %d times: %d nodes of %d, want %d", n, got, g.Len(), n+1)
		}
	}
}

func TestSharedSum(t *testing.T) {
	g := NewGraph()
	p, q := param(g, I32, 0), param(g, I32, 1)
	s := func() *UOp { return g.Add(p, q) }
	if n := len(Topo(g.Add(g.Mul(s(), s()), s()))); n != 5 {
		t.Errorf("(p+q)*(p+q)+(p+q) has %d nodes, want 5", n)
	}
	if g.Mul(s(), s()) == g.Mul(s(), g.Add(q, p)) {
		t.Error("p+q and q+p are one node before any rewriting")
	}
}

func TestLongChain(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	g := NewGraph()
	one := g.F32(1)
	u := param(g, F32, 0)
	var mid *UOp
	for i := range n {
		if u = g.Add(u, one); i+1 == n/5 {
			mid = u
		}
	}
	if g.Len() != n+2 {
		t.Fatalf("%d nodes", g.Len())
	}
	asked, seen := 0, 0
	Walk([]*UOp{u, u}, func(u *UOp) []*UOp { asked++; return u.Src() }, func(*UOp) bool { seen++; return true })
	if seen != n+2 || asked > 4*(n+2) {
		t.Errorf("a walk of %d nodes visits %d and asks %d times for sources", n+2, seen, asked)
	}
	v, err := Substitute(mid, func(u *UOp) *UOp {
		if u == one {
			return g.F32(2)
		}
		return nil
	})
	if err != nil || g.Len() != n+n/5+3 || v.Src()[1] != g.F32(2) {
		t.Errorf("substitute: %d nodes, %v", g.Len(), err)
	}
}

func TestTopo(t *testing.T) {
	r := newRand(t)
	nodes := 0
	for range 20 {
		g := randomGraph(r, 200)
		roots := []*UOp{g.Node(g.Len() - 1), g.Node(g.Len() / 2), g.Node(g.Len() - 1), g.Node(0)}
		place := map[*UOp]int{}
		for i, u := range Topo(roots...) {
			if _, ok := place[u]; ok {
				t.Fatal("a node twice")
			}
			place[u] = i
			for _, s := range u.Src() {
				if _, ok := place[s]; !ok {
					t.Fatalf("%s comes before its source %s", u.Op(), s.Op())
				}
				if s.ID() >= u.ID() {
					t.Fatalf("ids do not rise along edges")
				}
			}
		}
		for _, u := range roots {
			if _, ok := place[u]; !ok {
				t.Fatal("a root is missing")
			}
		}
		nodes += len(place)
	}
	t.Logf("%d nodes in order", nodes)
	if got := Topo(); got != nil {
		t.Errorf("no roots give %d nodes", len(got))
	}
}

func TestWalkStops(t *testing.T) {
	g := NewGraph()
	p := param(g, I32, 0)
	u := g.Add(g.Neg(p), p)
	var got []Op
	Walk([]*UOp{u}, AllSrc, func(u *UOp) bool { got = append(got, u.Op()); return u.Op() != OpNeg })
	if !slices.Equal(got, []Op{OpParam, OpNeg}) {
		t.Errorf("walk: %v", got)
	}
}

// scoped builds sq(a) = a*a, g(a, b) = sq(a+1) + b, f(a) = g(a*2, a).
func scoped(g *Graph) (sq, gg, f *UOp) {
	a, b, zero := param(g, I32, 0), param(g, I32, 1), g.Int(I32, 0)
	body := g.Mul(a, a)
	sq = g.Make(OpCall, NameArg("sq"), body, g.Add(a, g.Int(I32, 1)))
	gg = g.Make(OpCall, NameArg("g"), g.Add(sq, b), g.Mul(a, g.Int(I32, 2)), a)
	f = g.Make(OpCall, NameArg("f"), gg, zero)
	return sq, gg, f
}

// inline replaces a CALL by its body, one level.
func inline(t *testing.T, call *UOp) *UOp {
	t.Helper()
	u, err := Substitute(call.Body(), func(u *UOp) *UOp {
		if u.Op() == OpParam {
			return call.Args()[u.X().Slot]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSubstituteStaysInScope(t *testing.T) {
	g := NewGraph()
	_, gg, _ := scoped(g)
	x := param(g, I32, 7)
	outer := g.Make(OpCall, NameArg("f"), gg, g.Int(I32, 3), x) // slot 0 of f is 3
	one := inline(t, outer)
	three, two := g.Int(I32, 3), g.Int(I32, 2)
	if want := g.Make(OpCall, NameArg("g"), gg.Body(), g.Mul(three, two), three); one != want {
		t.Fatal("f inlined is not g(3*2, 3) with g's body untouched")
	}
	step := inline(t, one)
	sqBody := g.Mul(param(g, I32, 0), param(g, I32, 0))
	arg := g.Add(g.Mul(three, two), g.Int(I32, 1))
	if want := g.Add(g.Make(OpCall, NameArg("sq"), sqBody, arg), three); step != want {
		t.Fatal("g inlined is not sq(3*2+1) + 3 with sq's body untouched")
	}
	all, err := Substitute(step, func(u *UOp) *UOp {
		if u.Op() == OpCall {
			return inline(t, u)
		}
		return nil
	})
	if err != nil || all != g.Add(g.Mul(arg, arg), three) {
		t.Fatalf("all inlined is not (3*2+1)*(3*2+1) + 3: %v", err)
	}
}

func TestSubstituteFails(t *testing.T) {
	g := NewGraph()
	a, b := param(g, I32, 0), param(g, I32, 1)
	u := g.Neg(g.Add(a, b))
	n := g.Len()
	_, err := Substitute(u, func(u *UOp) *UOp {
		if u == b {
			return g.F32(1)
		}
		return nil
	})
	if err == nil || err.Error() != "ADD: needs 2 sources of one dtype, got i32 and f32 (CAST one of them)" || g.Len() != n+1 {
		t.Errorf("%d new nodes, %v", g.Len()-n, err)
	}
	same, err := Substitute(u, func(*UOp) *UOp { return nil })
	if same != u || err != nil {
		t.Errorf("nothing to replace gives another node, %v", err)
	}
}

func TestParams(t *testing.T) {
	g := NewGraph()
	sq, gg, _ := scoped(g)
	if p := Params(gg.Body()); len(p) != 2 || p[0] != param(g, I32, 0) || p[1] != param(g, I32, 1) {
		t.Errorf("params of g: %v", p)
	}
	if p := Params(sq); len(p) != 1 { // a+1, not the body's
		t.Errorf("params of sq(a+1): %v", p)
	}
	far := g.Add(param(g, I32, math.MaxInt), param(g, I32, 2))
	if p := Params(far); len(p) != 3 || p[0] != nil || p[1] != nil || p[2] == nil {
		t.Errorf("params with a far slot: %d", len(p))
	}
}

// A walk of a small part costs what that part costs, however large the graph has grown since.
func TestManySmallCalls(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	g := NewGraph()
	a, one := param(g, I32, 0), g.Int(I32, 1)
	inc := g.Add(a, one)
	u := a
	for range n {
		u = g.Make(OpCall, Arg{}, inc, u)
	}
	if g.Len() != n+3 || len(Topo(u)) != n+3 {
		t.Errorf("%d nodes", g.Len())
	}
}
