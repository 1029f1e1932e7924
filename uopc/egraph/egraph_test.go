package egraph

import (
	"os"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

func readRules(t testing.TB, name, text string) (out []*rulelang.Rule) {
	t.Helper()
	f, err := rulelang.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Sets {
		out = append(out, s.Rules...)
	}
	return out
}

func indexRules(t testing.TB) []*rulelang.Rule {
	t.Helper()
	text, err := os.ReadFile("testdata/index.rules")
	if err != nil {
		t.Fatal(err)
	}
	return readRules(t, "index.rules", string(text))
}

func read(t testing.TB, g *uop.Graph, text string) *uop.UOp {
	t.Helper()
	u, err := rulelang.ReadExample(g, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return u
}

func TestTake(t *testing.T) {
	rules := indexRules(t)
	s := New(rules, Options{})
	if want := len(rules) + 2; len(s.Rules()) != want {
		t.Errorf("%d rules in use, want %d: %q", len(s.Rules()), want, s.Rules())
	}
}

// proofs are pairs of programs, and whether the rules prove them equal.
var proofs = []struct {
	a, b  string
	equal bool
}{
	{"i32: Floordiv(Add(Mul(i, 4), j), 4)", "i32: i", true},
	{"i32: Floormod(Add(Mul(i, 4), j), 4)", "i32: j", true},
	{"i32: Floordiv(Add(Mul(i, 6), j), 6)", "i32: i", true},
	{"i32: Floordiv(Add(Add(j, Mul(i, 6)), Mul(k, 12)), 6)", "i32: Add(i, Mul(k, 2))", true},
	{"index: Add(Mul(Floordiv(x, 4), 4), Floormod(x, 4))", "index: x", true},
	{"i32: Add(Mul(Floordiv(x, 4), 4), Floormod(x, 4))", "i32: x", true},
	{"i32: Add(x, Mul(Floordiv(x, 7), -7))", "i32: Floormod(x, 7)", true},
	{"i32: Add(Add(x, y), Neg(x))", "i32: y", true},
	{"i32: Add(x, Add(y, z))", "i32: Add(z, Add(x, y))", true},
	{"i32: Floordiv(Add(Mul(x, 4), j), 4)", "i32: x", false}, // it may wrap
	{"index: Floordiv(Add(Mul(x, 4), j), 4)", "index: x", true},
	{"i32: Floordiv(Add(Mul(i, 4), j), 4)", "i32: j", false},
	{"i32: Add(x, 1)", "i32: Add(x, 2)", false},
	{"i32: Floormod(Floormod(x, 12), 4)", "i32: Floormod(x, 4)", true},
	{"i32: Cmplt(Add(i, 3), 7)", "i32: Cmplt(i, 4)", true},
	{"i32: Cmplt(Add(x, 3), 7)", "i32: Cmplt(x, 4)", false},
	{"i32: Cmplt(i, 16)", "bool: true", true},
	{"i8: Floordiv(Add(Add(x, 100), 28), 2)", "i8: Floordiv(Add(x, -128), 2)", true},
}

func TestEqual(t *testing.T) {
	s := New(indexRules(t), Options{})
	for _, c := range proofs {
		a, b := read(t, uop.NewGraph(), c.a), read(t, uop.NewGraph(), c.b)
		ok, why := s.Equal(a, b)
		if ok != c.equal {
			t.Errorf("%s = %s: %v, want %v (%s)", c.a, c.b, ok, c.equal, why)
		}
		t.Logf("%s = %s: %v", c.a, c.b, why)
	}
}
