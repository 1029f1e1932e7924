package rulegen_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rewrite/rulegen"
	"github.com/uopc/uopc/uopc/rewrite/rulegen/testrules"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

var files = []string{"test.rules", "context.rules"}

// TestFresh: what is checked in is what the compiler makes now.
func TestFresh(t *testing.T) {
	outs, err := rulegen.Files(files, rulegen.Options{Dir: "testrules"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range outs {
		if !o.Current() {
			t.Errorf("%s is stale: run go generate ./uopc/rewrite/rulegen/...", o.Name)
		}
	}
}

func load(t *testing.T, name string) *rulelang.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testrules", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := rulelang.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// matchers gives each set of the test rules without its context.
func matchers() map[string]*rewrite.Matcher[rewrite.None] {
	return map[string]*rewrite.Matcher[rewrite.None]{
		"test":     rewrite.FromCompiled(testrules.TestRules),
		"priority": rewrite.FromCompiled(testrules.PriorityRules),
		"context": rewrite.Lift(rewrite.FromCompiled(testrules.ContextRules), func(rewrite.None) *testrules.Seen {
			return &testrules.Seen{}
		}),
	}
}

// TestExamples runs each example on its own rule: from its number on, so that earlier rules are
// out of the way.
func TestExamples(t *testing.T) {
	all, yes, no := matchers(), 0, 0
	for _, name := range files {
		for _, s := range load(t, name).Sets {
			m := all[s.Name]
			for num, r := range s.Rules {
				if m.Names()[num] != r.Name {
					t.Errorf("rule %d of %s is called %q, want %q", num, s.Name, m.Names()[num], r.Name)
				}
				fired := false
				for _, e := range r.Yes {
					ok := example(t, m, num, s.Rules, e, name)
					fired = fired || ok
					yes++
				}
				for _, e := range r.No {
					u := read(t, uop.NewGraph(), e.In)
					if v, i := m.Match(u.Graph(), rewrite.None{}, u, num); v != nil && s.Rules[i].Name == r.Name {
						t.Errorf("%s:%d: %s fires on %s", name, e.Line, r.Name, e.In)
					}
					no++
				}
				if len(r.Yes) > 0 && !fired {
					t.Errorf("%s:%d: no example fires rule %d, %s", name, r.Line, num, r.Name)
				}
			}
		}
	}
	t.Logf("%d examples that fire, %d that do not", yes, no)
}

// example checks a yes line. Rules that a loop made share their examples: another may take it.
func example(t *testing.T, m *rewrite.Matcher[rewrite.None], num int, rules []*rulelang.Rule, e rulelang.Example, file string) bool {
	t.Helper()
	g := uop.NewGraph()
	u, want := read(t, g, e.In), read(t, g, e.Want)
	first := slices.IndexFunc(rules, func(r *rulelang.Rule) bool { return r.Name == rules[num].Name })
	v, i := m.Match(g, rewrite.None{}, u, first)
	if v != want || rules[i].Name != rules[num].Name {
		t.Errorf("%s:%d: %s gives %v by rule %d, want %s by %d", file, e.Line, e.In, v, i, e.Want, num)
	}
	return i == num
}

func read(t *testing.T, g *uop.Graph, text string) *uop.UOp {
	t.Helper()
	u, err := rulelang.ReadExample(g, text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestFrom walks through the rules that fit one node: later starts give later rules.
func TestFrom(t *testing.T) {
	g := uop.NewGraph()
	u := read(t, g, "i32: Add(x, 1)")
	m := rewrite.FromCompiled(testrules.PriorityRules)
	var got []int
	for from := 0; ; {
		v, i := m.Match(g, rewrite.None{}, u, from)
		if v == nil {
			break
		}
		got = append(got, i)
		from = i + 1
	}
	if want := []int{0, 1, 4}; !slices.Equal(got, want) {
		t.Errorf("rules %v fit in turn, want %v", got, want)
	}
}

// TestContext: the context reaches Go functions, also when it lies in a larger one.
func TestContext(t *testing.T) {
	g := uop.NewGraph()
	u := read(t, g, "i32: Neg(Neg(Neg(Mul(x, 3))))")
	var seen testrules.Seen
	type all struct{ seen *testrules.Seen }
	m := rewrite.Lift(rewrite.FromCompiled(testrules.ContextRules), func(a all) *testrules.Seen { return a.seen })
	v, err := rewrite.Rewrite(u, m, all{&seen}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := read(t, g, "i32: Mul(x, 1)"); v != want || seen.Nodes != 4 {
		t.Errorf("got %v, and %d in the context", v, seen.Nodes)
	}
}

// TestNoAlloc: a node that no rule fits costs no memory, however many tests it takes.
func TestNoAlloc(t *testing.T) {
	g := uop.NewGraph()
	nodes := 0
	for _, name := range files {
		for _, s := range load(t, name).Sets {
			m := matchers()[s.Name]
			var step func(u *uop.UOp)
			if s.Name == "context" {
				seen := &testrules.Seen{}
				c := rewrite.FromCompiled(testrules.ContextRules)
				step = func(u *uop.UOp) { c.Match(g, seen, u, 0) }
			} else {
				step = func(u *uop.UOp) { m.Match(g, rewrite.None{}, u, 0) }
			}
			for _, r := range s.Rules {
				for _, e := range r.No {
					u := read(t, g, e.In)
					if v, _ := m.Match(g, rewrite.None{}, u, 0); v != nil {
						continue
					}
					nodes++
					if n := testing.AllocsPerRun(20, func() { step(u) }); n != 0 {
						t.Errorf("%s:%d: %s allocates %v times", name, e.Line, e.In, n)
					}
				}
			}
		}
	}
	if nodes < 40 {
		t.Errorf("%d nodes tried, want 40 or more", nodes)
	}
}
