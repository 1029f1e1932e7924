package prove

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// proveFile proves a file of testdata, whose sets say by their names what must come out.
func proveFile(t *testing.T, name string, o Options) []Result {
	t.Helper()
	needZ3(t)
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return proveText(t, name, string(text), o)
}

func proveText(t *testing.T, name, text string, o Options) []Result {
	t.Helper()
	needZ3(t)
	f, err := rulelang.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if o.Want == nil {
		o.Want = func(set string) Verdict {
			if set == "wrong" || set == "planted" {
				return Refuted
			}
			return Proved
		}
	}
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	rs, err := File(context.Background(), f, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	Table(&b, rs)
	t.Log("\n" + b.String())
	for _, r := range rs {
		if !r.OK() {
			t.Errorf("%s is %s, want %s: %s", r.Rule, r.Verdict, r.wanted, r.Note)
		}
		if r.Verdict == Refuted && (r.Counterexample == "" || strings.Contains(r.Counterexample, "not checked")) {
			t.Errorf("%s: the counterexample was not checked: %s", r.Rule, r.Counterexample)
		}
	}
	return rs
}

// TestClaims: the 59 claims that the seed's proofs make come out as there.
func TestClaims(t *testing.T) {
	rs := proveFile(t, "claims.rules", Options{Quick: testing.Short()})
	n, wrong := 0, 0
	for _, r := range rs {
		if !strings.Contains(r.Rule, "|") {
			n++
		}
		if r.Verdict == Refuted {
			wrong++
		}
	}
	if n != 59 || wrong != 8 && !testing.Short() {
		t.Errorf("%d claims, %d of them refuted, want 59 and 8", n, wrong)
	}
}

// TestPlanted: rules that were nearly shipped are refuted, each with inputs on which the contract
// gives two values.
func TestPlanted(t *testing.T) {
	for _, r := range proveFile(t, "planted.rules", Options{}) {
		if r.Verdict != Refuted {
			t.Errorf("%s: %s", r.Rule, r.Verdict)
		}
	}
}

// TestHolds: rules of every sort that hold are proved.
func TestHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: a minute of proofs")
	}
	proveFile(t, "holds.rules", Options{})
}

// TestHints: what is said to help the solver is true, so that it proves no wrong rule.
func TestHints(t *testing.T) {
	needZ3(t)
	if testing.Short() {
		t.Skip("slow: a wrong rule takes all the time it gets")
	}
	text, err := os.ReadFile("testdata/planted.rules")
	if err != nil {
		t.Fatal(err)
	}
	f, err := rulelang.Parse("planted.rules", text)
	if err != nil {
		t.Fatal(err)
	}
	path, _ := Find()
	p := &prover{solver: solver{path: path}, o: Options{Timeout: 500 * time.Millisecond}, seen: map[string]answer{}}
	defer p.stop()
	n := 0
	for _, r := range f.Sets[0].Rules {
		sh := look(r)
		for _, g := range groups(r) {
			if sh.bitwise || g.vary < 0 && g.members[0].bits || g.members[0].reps[0].form == asFP {
				continue
			}
			a := g.members[0]
			if g.vary >= 0 {
				a = a.with(g.vary, between(g.widths[0]), g.widths)
			} else if strings.Contains(r.Name, "wrap") || strings.Contains(r.Name, "split") || strings.Contains(r.Name, "x+a<b") {
				continue // true of integers without ends
			}
			for _, a := range a.tries()[:4] {
				n++
				if ans, err := p.tryCheck(context.Background(), r, a); err != nil || ans == unsat {
					t.Errorf("%s as %s is proved with hints %d: %v", r.Name, a, a.hints, err)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d obligations were asked", n)
	}
}
