package rules

import (
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// TestIndexExpressions has the index expressions that any compiler of this kind is shown with.
func TestIndexExpressions(t *testing.T) {
	for _, c := range []struct {
		in, want      string
		before, after int
	}{
		{"(floordiv (add (mul i 4) j) 4)", "i", 6, 1},
		{"(floormod (add (mul i 4) j) 4)", "j", 6, 1},
		{"(floormod j 4)", "j", 3, 1},
		{"(floordiv (add (mul i 8) k) 8)", "i", 6, 1},
		{"(floordiv (floordiv (add (mul i 4) j) 2) 2)", "i", 6, 1},
		{"(floormod (add (mul i 6) k) 6)", "(floormod k 6)", 5, 3},
		{"(floordiv (add (mul i 6) k) 3)", "(add (mul i 2) (floordiv k 3))", 7, 7},
		{"(max j 4)", "4", 3, 1},
		{"(cmplt j 4)", "true", 3, 1},
		{"(add (add i 3) 5)", "(add i 8)", 5, 3},
		{"(mul (mul i 2) 3)", "(mul i 6)", 5, 3},
		{"(mul (add i k) 0)", "0", 4, 1},
	} {
		g := uop.NewGraph()
		in, want := read(t, g, "i32: "+c.in), read(t, g, "i32: "+c.want)
		out := simplified(t, in)
		got := simplified(t, want)
		if out != got {
			t.Errorf("%s became %s, want %s", c.in, show(out), show(got))
		}
		if n := len(uop.Topo(out)); n != c.after || n > len(uop.Topo(in)) {
			t.Errorf("%s: %d nodes, want %d", c.in, n, c.after)
		}
		everyPoint(t, in, out, in.DType())
	}
}

func TestFloatsStay(t *testing.T) {
	for _, c := range [][2]string{
		{"(mul x 1.0)", "x"}, {"(add x -0.0)", "x"}, {"(add x 0.0)", "(add x 0.0)"}, {"(mul x 0.0)", "(mul x 0.0)"},
		{"(add (add x y) 1.0)", "(add (add x y) 1.0)"}, {"(mul x (recip x))", "(mul x (recip x))"},
		{"(add x (neg x))", "(add x (neg x))"}, {"(neg (neg x))", "x"}, {"(mul x -1.0)", "(neg x)"},
		{"(max x x)", "x"}, {"(max y x)", "(max y x)"}, {"(add y x)", "(add x y)"}, {"(mul y x)", "(mul x y)"},
	} {
		for _, d := range []string{"f32: ", "f64: "} {
			g := uop.NewGraph()
			out := simplified(t, read(t, g, d+c[0]))
			// + of a node and a node may stand in either order: that is what order is for.
			if want := read(t, g, d+c[1]); out != want && simplified(t, want) != out {
				t.Errorf("%s became %s, want %s", d+c[0], show(out), c[1])
			}
		}
	}
}

func TestTraceOfWalk(t *testing.T) {
	g := uop.NewGraph()
	var got []string
	u := read(t, g, "i32: (mul (add (mul x 1) 0) (add 2 3))")
	v, st, err := SimplifyOpt(u, Options{Trace: func(rule string, a, b *uop.UOp) { got = append(got, rule+" "+show(a)+" -> "+show(b)) }})
	if err != nil || v != read(t, g, "i32: (mul x 5)") {
		t.Fatal(show(v), err)
	}
	want := "x*1 (mul x 1) -> x; x+0 (add x 0) -> x; const fold (add 2 3) -> 5"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("trace %q, want %q", s, want)
	}
	if len(st.Fired) != 3 || st.Fired["x*1"] != 1 {
		t.Error(st.Fired)
	}
	if w := simplified(t, read(t, g, "i32: (add (mul (add x 2) 3) (add 1 4))")); w != read(t, g, "i32: (add (mul x 3) 11)") {
		t.Error(show(w))
	}
}

func TestLongChain(t *testing.T) {
	const n = 200_000
	g := uop.NewGraph()
	u := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "p"))
	for i := 1; i <= n; i++ {
		u = g.Add(u, g.Int(uop.I32, int64(i)))
	}
	start := time.Now()
	v, st, err := SimplifyOpt(u, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d adds in %v", n, time.Since(start))
	sum := int64(n) * (n + 1) / 2
	if len(uop.Topo(v)) != 3 || v.Src()[1] != g.Int(uop.I32, sum) || st.Fired["(x+c1)+c2"] != n-1 {
		t.Fatal(show(v), st.Fired)
	}
	call := g.Make(uop.OpCall, uop.NameArg("chain"), u, v.Src()[0])
	out, err := Run(call, []Arg{{uop.I32, nil, []uint64{5}}}, DFS)
	if err != nil || out[0].Bits[0] != contract.FromInt(uop.I32, sum+5) {
		t.Fatal(out, err)
	}
}

// nested builds f(5) where f(y) = g(y+1), g(z) = sq(z)*2, sq(w) = w*w, all on slot 0.
func nested(g *uop.Graph) (f, mid *uop.UOp) {
	p := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, ""))
	call := func(name string, body, arg *uop.UOp) *uop.UOp {
		return g.Make(uop.OpCall, uop.NameArg(name), body, arg)
	}
	two, one := g.Int(uop.I32, 2), g.Int(uop.I32, 1)
	mid = call("g", g.Mul(call("sq", g.Mul(p, p), p), two), g.Add(p, one))
	return call("f", mid, g.Int(uop.I32, 5)), mid
}

func TestInlineIsScoped(t *testing.T) {
	g := uop.NewGraph()
	f, mid := nested(g)
	v, err := InlineCall(mid)
	if err != nil {
		t.Fatal(err)
	}
	again := g.Make(uop.OpCall, uop.NameArg("f"), v, g.Int(uop.I32, 5))
	for _, c := range []*uop.UOp{f, again} {
		out, err := Run(c, []Arg{{uop.I32, nil, []uint64{5}}}, ByID)
		if err != nil || out[0].Bits[0] != 72 {
			t.Fatalf("%v, %v: want 72", out, err)
		}
		s, err := Simplify(c)
		if err != nil || s.Op() != uop.OpCall {
			t.Fatal(s, err)
		}
		for _, n := range uop.Topo(s.Body()) {
			if n.Op() == uop.OpCall {
				t.Error("a CALL is left in the body")
			}
		}
		top, err := InlineCall(s)
		if err != nil {
			t.Fatal(err)
		}
		if w := simplified(t, top); w != g.Int(uop.I32, 72) {
			t.Error(show(w))
		}
	}
	p := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, ""))
	kept, _, err := SimplifyOpt(g.Add(mid, p), Options{NoInline: true})
	if err != nil || kept.Src()[0].Op() != uop.OpCall && kept.Src()[1].Op() != uop.OpCall {
		t.Error("NoInline inlined")
	}
	if _, err := InlineCall(p); err == nil {
		t.Error("a PARAM was inlined")
	}
	place := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 3))
	read := g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, place, g.Idx(0)))
	mem := g.Make(uop.OpCall, uop.NameArg("m"), read, place)
	if _, err := InlineCall(mem); err == nil {
		t.Error("a body that reads memory was inlined")
	}
	st := g.Make(uop.OpStore, uop.Arg{}, read.Src()[0], g.Int(uop.I32, 1))
	if _, err := InlineCall(g.Make(uop.OpCall, uop.NameArg("s"), st, place)); err == nil {
		t.Error("a body that stores was inlined")
	}
	if s, st, err := SimplifyOpt(g.Add(mem, g.Int(uop.I32, 0)), Options{}); err != nil || s != mem || st.Fired["inline call"] != 0 {
		t.Error("a CALL on memory must stay", err)
	}
}

// TestPromiseStays: the body of a kernel keeps what its PARAMs promise, and is simplified by it.
func TestPromiseStays(t *testing.T) {
	g := uop.NewGraph()
	body := read(t, g, "i32: (floordiv (add (mul i 4) j) 4)")
	plain := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 3, "i"))
	args := []*uop.UOp{plain, plain, plain, plain, plain}
	s, err := Simplify(g.Make(uop.OpCall, uop.NameArg("k"), append([]*uop.UOp{body}, args...)...))
	if err != nil || s.Body() != read(t, g, "i32: i") || !s.Body().X().HasMax {
		t.Fatal(show(s), err)
	}
}

// TestEffectsStay: a value that stands for effects is not simplified away with them, and an
// access stays in its loop.
func TestEffectsStay(t *testing.T) {
	g := uop.NewGraph()
	at := func(p *uop.UOp, i *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, i) }
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 3))
	st := g.Make(uop.OpStore, uop.Arg{}, at(a, g.Idx(0)), g.Int(uop.I32, 7))
	ld := g.Make(uop.OpLoad, uop.Arg{}, at(g.Make(uop.OpAfter, uop.Arg{}, a, st), g.Idx(1)))
	k := g.Make(uop.OpCall, uop.NameArg("k"), g.Mul(ld, g.Int(uop.I32, 0)), a)
	s, err := Simplify(k)
	if err != nil {
		t.Fatal(err)
	}
	mem := []uint64{1, 2, 3}
	if out, err := Run(s, []Arg{{uop.I32, []int64{3}, mem}}, DFS); err != nil || out[0].Bits[0] != 0 || mem[0] != 7 {
		t.Fatal(out, err, mem)
	}
	// for r in 5 { a[0*r] = a[0*r] + 1 }
	r := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(5))
	i := g.Mul(r, g.Idx(0))
	inc := g.Make(uop.OpStore, uop.Arg{}, at(a, i), g.Add(g.Make(uop.OpLoad, uop.Arg{}, at(a, i)), g.Int(uop.I32, 1)))
	k = g.Make(uop.OpCall, uop.NameArg("k"), g.Make(uop.OpEnd, uop.Arg{}, inc, r), a)
	for range 2 {
		mem = []uint64{10, 0, 0}
		if _, err := Run(k, []Arg{{uop.I32, []int64{3}, mem}}, ByID); err != nil || mem[0] != 15 {
			t.Fatal(err, mem)
		}
		if k, err = Simplify(k); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := Simplify(k); again != k {
		t.Error("not at its end after one run")
	}
}

// TestLoopsStayApart: two loops whose sizes become one are still two.
func TestLoopsStayApart(t *testing.T) {
	g := uop.NewGraph()
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 4))
	r1 := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(2))
	r2 := g.Make(uop.OpRange, uop.RangeArg(0), g.Add(g.Idx(1), g.Idx(1)))
	i := g.Add(g.Mul(r1, g.Idx(2)), r2)
	st := g.Make(uop.OpStore, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, a, i), g.Cast(i, uop.I32))
	k := g.Make(uop.OpCall, uop.NameArg("k"), g.Make(uop.OpEnd, uop.Arg{}, st, r1, r2), a)
	s, err := Simplify(k)
	if err != nil {
		t.Fatal(err)
	}
	mem := make([]uint64, 4)
	if _, err := Run(s, []Arg{{uop.I32, []int64{4}, mem}}, DFS); err != nil || mem[3] != 3 || mem[1] != 1 || mem[2] != 2 {
		t.Fatal(err, mem)
	}
}

// TestBadIndexStays: an index that comes out constant and wrong fails when it runs, not before.
func TestBadIndexStays(t *testing.T) {
	g := uop.NewGraph()
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 3))
	x := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 1, "x"))
	i := g.Add(g.Mul(x, g.Idx(0)), g.Idx(5))
	ld := g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, a, i))
	k, err := Simplify(g.Make(uop.OpCall, uop.NameArg("k"), ld, a, x))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(k, []Arg{{uop.I32, []int64{3}, []uint64{1, 2, 3}}, {uop.Index, nil, []uint64{0}}}, DFS)
	if err == nil || !strings.Contains(err.Error(), "index 5 is outside [0, 3)") {
		t.Fatal(err)
	}
}
