package rules

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// shipped gives the shipped rule sets with what was compiled from them.
func shipped(t testing.TB) (sets []*rulelang.Set, compiled []rewrite.Compiled[none]) {
	t.Helper()
	for _, s := range Sources() {
		f, err := rulelang.Parse(s.Name, s.Text)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, f.Sets...)
	}
	byName := map[string]rewrite.Compiled[none]{"strict": StrictRules, "inline": InlineRules, "late": LateRules, "fast": FastRules}
	for _, s := range sets {
		c, ok := byName[s.Name]
		if !ok || len(c.Names) != len(s.Rules) {
			t.Fatalf("set %s: %d rules compiled, the text has %d", s.Name, len(c.Names), len(s.Rules))
		}
		compiled = append(compiled, c)
	}
	return sets, compiled
}

// covered are rules that never fire after those before them, which know the range of the result.
// They are there for other orders of the rules, for other matchers, and for their proofs.
var covered = []string{"x*0", "x%1", "x%-1", "x//0", "x&0", "x|-1", "x!=x", "max(x,true)", "max(x,false)", "x%x"}

// ownTests are rules whose programs cannot be written as examples.
var ownTests = []string{"inline call"}

// TestExamples: every rule has a program on which it fires and one on which it does not, and
// both behave so.
func TestExamples(t *testing.T) {
	r := rng(t)
	sets, compiled := shipped(t)
	programs := 0
	for i, set := range sets {
		done := map[string]bool{}
		for n, rule := range set.Rules {
			if done[rule.Name] || has(ownTests, rule.Name) {
				continue
			}
			done[rule.Name] = true
			if len(rule.Yes) == 0 || len(rule.No) == 0 {
				t.Errorf("%s:%d: rule %q needs a yes and a no line", set.Name, rule.Line, rule.Name)
			}
			e := example{t, set.Name, rule, compiled[i], n}
			for _, x := range rule.Yes {
				in, out := e.yes(x)
				if set.Name != "fast" && in.DType() != uop.Index && walkable(in) {
					compare(t, r, in, out, 300)
				}
				programs++
			}
			for _, x := range rule.No {
				e.no(x)
				programs++
			}
		}
	}
	t.Logf("%d example programs", programs)
}

// example is a rule that is tried on programs.
type example struct {
	t    *testing.T
	set  string
	rule *rulelang.Rule
	c    rewrite.Compiled[none]
	num  int // of its first form; those of a loop follow
}

func (e example) read(g *uop.Graph, text string) *uop.UOp {
	e.t.Helper()
	u, err := rulelang.ReadExample(g, text)
	if err != nil {
		e.t.Fatalf("%s: %q: %v", e.rule.Name, text, err)
	}
	return u
}

func (e example) yes(x rulelang.Example) (in, out *uop.UOp) {
	e.t.Helper()
	g := uop.NewGraph()
	in = e.read(g, x.In)
	out, st, err := SimplifyOpt(in, Options{FastMath: e.set == "fast", Late: e.set == "late"})
	if err != nil {
		e.t.Fatalf("%s on %s: %v", e.rule.Name, x.In, err)
	}
	if st.Fired[e.rule.Name] == 0 && !(has(covered, e.rule.Name) && e.alone(in)) {
		e.t.Errorf("line %d: %s did not fire on %s: %v", x.Line, e.rule.Name, x.In, st.Fired)
	}
	if want := e.read(g, x.Want); out != want {
		e.t.Errorf("line %d: %s made %s of %s, want %s", x.Line, e.rule.Name, show(out), x.In, show(want))
	}
	return in, out
}

func (e example) no(x rulelang.Example) {
	e.t.Helper()
	g := uop.NewGraph()
	in := e.read(g, x.In)
	_, st, err := SimplifyOpt(in, Options{FastMath: e.set == "fast", Late: e.set == "late"})
	if err != nil {
		e.t.Fatalf("%s on %s: %v", e.rule.Name, x.In, err)
	}
	if st.Fired[e.rule.Name] > 0 || e.alone(in) {
		e.t.Errorf("line %d: %s fired on %s", x.Line, e.rule.Name, x.In)
	}
}

// alone tells whether the rule, called by itself, applies to the root of a program.
func (e example) alone(u *uop.UOp) bool {
	for n := e.num; n < len(e.c.Names) && e.c.Names[n] == e.rule.Name; n++ {
		if v, by := e.c.Step(u.Graph(), none{}, u, n); v != nil && by == n {
			return true
		}
	}
	return false
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// walkable tells whether the test's own evaluator knows all the ops.
func walkable(u *uop.UOp) bool {
	for _, n := range uop.Topo(u) {
		switch n.Op() {
		case uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip, uop.OpReduce:
			return false
		}
	}
	return true
}

// TestFastMathChanges: if a fast rule changed nothing it would be strict.
func TestFastMathChanges(t *testing.T) {
	r := rng(t)
	sets, compiled := shipped(t)
	for i, set := range sets {
		if set.Name != "fast" {
			continue
		}
		for n, rule := range set.Rules {
			e := example{t, set.Name, rule, compiled[i], n}
			in, out := e.yes(rule.Yes[0])
			changes := false
			for range 2000 {
				args := map[int][]uint64{0: {pick(r, named(in.Graph(), uop.F32, "x"))}}
				changes = changes || !contract.Same(uop.F32, walkEval(in, args)[0], walkEval(out, args)[0])
			}
			if !changes {
				t.Errorf("%s changes nothing: it should be strict", rule.Name)
			}
			if !strings.HasPrefix(rule.Name, "fast: ") {
				t.Errorf("%s: the name of a fast rule starts with fast:", rule.Name)
			}
		}
	}
}

// TestSlowRulesExist: the list of rules with long proofs names rules.
func TestSlowRulesExist(t *testing.T) {
	sets, _ := shipped(t)
	names := map[string]bool{}
	for _, s := range sets {
		for _, r := range s.Rules {
			names[r.Name] = true
		}
	}
	for _, n := range Slow() {
		if !names[n] {
			t.Errorf("slow.txt has %q, which is no rule", n)
		}
	}
}
