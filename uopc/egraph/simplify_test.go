package egraph

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

func TestCost(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"i32: x", 0},
		{"i32: Add(x, 1)", 1},
		{"i32: Mul(x, y)", 2},
		{"i32: Mul(x, 6)", 2},
		{"i32: Mul(x, 8)", 1},
		{"i32: Add(Mul(x, y), Mul(x, y))", 3}, // the product once
		{"i32: Floordiv(x, 8)", 1},
		{"i32: Floordiv(x, 6)", 8},
		{"i32: Floordiv(x, y)", 24},
		{"i32: Floordiv(6, x)", 24},
		{"i32: Max(x, Where(b, x, y))", 4},
		{"f32: Exp2(Add(x, y))", 44},
	} {
		if got := Cost(read(t, uop.NewGraph(), c.text)); got != c.want {
			t.Errorf("%s costs %d, want %d", c.text, got, c.want)
		}
	}
}

// simpler are programs and what becomes of them.
var simpler = []struct{ in, want string }{
	{"i32: Floordiv(Add(Mul(i, 4), j), 4)", "i32: i"},
	{"i32: Floordiv(Add(Add(j, Mul(i, 6)), Mul(k, 12)), 6)", "i32: Add(i, Mul(k, 2))"},
	{"i32: Add(Add(x, y), Neg(x))", "i32: y"},
	{"i32: Add(Mul(Floordiv(x, 4), 4), Floormod(x, 4))", "i32: x"},
	{"i32: Add(Mul(x, 5), Mul(y, 5))", "i32: Mul(Add(x, y), 5)"},
	{"i32: Add(x, y)", "i32: Add(x, y)"},
	{"i32: Cmplt(Floordiv(i, 6), 2)", "i32: Cmplt(i, 12)"},
	// The quotient is there anyway, so that the remainder is cheaper by way of it.
	{"i32: Max(Floormod(x, 6), Floordiv(x, 6))", "i32: Max(Floormod(x, 6), Floordiv(x, 6))"},
	{"i32: Where(b, Where(b, x, y), y)", "i32: Where(b, x, y)"},
	// What is not scalar arithmetic stays; the parts in it do not.
	{"i32: Reduce{add,1}(Expand{4}(Reshape{1}(Add(Add(x, y), Neg(x)))))", "i32: Reduce{add,1}(Expand{4}(Reshape{1}(y)))"},
}

func TestSimplify(t *testing.T) {
	s := New(indexRules(t), Options{})
	for _, c := range simpler {
		g := uop.NewGraph()
		u, want := read(t, g, c.in), read(t, g, c.want)
		v, st, err := s.Simplify(u)
		if err != nil {
			t.Fatal(err)
		}
		if Cost(v) != Cost(want) || st.After != Cost(v) || st.Before != Cost(u) {
			t.Errorf("%s: %v (cost %d), want %s (cost %d)", c.in, st, Cost(v), c.want, Cost(want))
		}
		if v != want {
			t.Errorf("%s: got another program than %s, of the same cost", c.in, c.want)
		}
	}
}

// TestSame: the same program gives the same answer, in whatever order its nodes were made.
func TestSame(t *testing.T) {
	r := rng(t)
	s := New(indexRules(t), Options{Budget: Budget{Nodes: 800}})
	for range 60 {
		e := &gen{r, uop.NewGraph(), uop.I32, true}
		u := e.index(8)
		want, first, err := s.Simplify(u)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			v, st, err := s.Simplify(copyTo(uop.NewGraph(), r, u))
			if err != nil {
				t.Fatal(err)
			}
			first.Time, st.Time = 0, 0
			if v.Hash() != want.Hash() || st != first {
				t.Fatalf("%v, and in another order %v", first, st)
			}
		}
	}
}

// TestBudget: sums of many terms can be written in more ways than there is memory for.
func TestBudget(t *testing.T) {
	s := New(indexRules(t), Options{Budget: Budget{Nodes: 3000, Iterations: 100, Time: -1}})
	g := uop.NewGraph()
	sum := g.Mul(read(t, g, "i32: x"), read(t, g, "i32: 3"))
	for i := range 40 {
		p := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 20+i, "p"))
		sum = g.Add(sum, g.Mul(p, g.Int(uop.I32, int64(i+2))))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, st, err := s.Simplify(sum)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if st.Stop != StopNodes && st.Stop != StopIterations || st.Nodes > 3100 {
		t.Errorf("%v: want a stop at 3000 nodes", st)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 300 {
		t.Errorf("%d MB allocated", mb)
	}
	t.Logf("%v, %v, %d MB", st, st.Time, (after.TotalAlloc-before.TotalAlloc)>>20)
}

func TestTime(t *testing.T) {
	s := New(indexRules(t), Options{Budget: Budget{Nodes: 1 << 30, Iterations: 1 << 30, Time: 50 * time.Millisecond}})
	g := uop.NewGraph()
	sum := read(t, g, "i32: x")
	for i := range 20 {
		sum = g.Add(sum, g.Make(uop.OpParam, uop.ParamArg(uop.I32, 20+i, "p")))
	}
	start := time.Now()
	if _, st, err := s.Simplify(sum); err != nil || st.Stop != StopTime || time.Since(start) > 5*time.Second {
		t.Errorf("%v, %v after %v", st, err, time.Since(start))
	}
}

// TestOracle: what the greedy rewriter makes of a program is provably equal to it.
func TestOracle(t *testing.T) {
	s := New(indexRules(t), Options{})
	for _, text := range []string{
		"i32: Floordiv(Add(Mul(i, 4), j), 4)", "i32: Floormod(Add(Add(Mul(i, 8), Mul(k, 4)), j), 4)", "i32: Add(Add(x, 3), 4)",
		"i32: Floordiv(Floordiv(Add(x, 1), 3), 5)", "index: Add(Mul(Floordiv(x, 4), 4), Floormod(x, 4))", "i32: Mul(Add(x, 2), 6)",
		"i32: Neg(Mul(x, 7))", "i32: Floormod(Floormod(x, 12), 6)", "i32: Cmplt(Add(i, 5), 9)", "i32: Add(Mul(x, 3), Neg(x))",
	} {
		u := read(t, uop.NewGraph(), text)
		v, err := rules.Simplify(u)
		if err != nil {
			t.Fatal(err)
		}
		if v == u {
			t.Errorf("%s: the rules do nothing here, so it tests nothing", text)
		}
		if ok, why := s.Equal(u, v); !ok {
			t.Errorf("%s: %s", text, why)
		}
	}
}

// TestLeftOut: rules on more than scalar arithmetic are left out, and so are those that are Go.
func TestLeftOut(t *testing.T) {
	list := readRules(t, "out.rules", `
in: Add[x:int, @zero] ~> x
move: Permute(Permute(x)) => joinPermutes(x)
go: Floordiv(x:int, @const(c)) => fn(x, c)
`)
	if got := strings.Join(New(list, Options{NoAssoc: true}).Rules(), " "); got != "in" {
		t.Errorf("in use: %s", got)
	}
	if got := New([]*rulelang.Rule{}, Options{}).Rules(); len(got) != 2 {
		t.Errorf("reordering alone: %q", got)
	}
}
