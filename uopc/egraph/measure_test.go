package egraph

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/simptest"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// TestMeasure compares the cost of index programs after the greedy rules with that after
// saturation of the result. It means something only for the rules that it ran with, so it says
// which: EGRAPH_RULES names the file that the greedy rules were compiled from. With that file for
// both, the difference is what the search gains; the rules of this package's tests are then added
// to see what further rules gain. Run it with EGRAPH_MEASURE=1 and -v.
func TestMeasure(t *testing.T) {
	if os.Getenv("EGRAPH_MEASURE") == "" {
		t.Skip("set EGRAPH_MEASURE=1 to measure")
	}
	type setup struct {
		name string
		list []*rulelang.Rule
		o    Options
	}
	own := indexRules(t)
	setups := []setup{{"test rules, no reordering", own, Options{NoAssoc: true}}, {"test rules", own, Options{}}}
	if name := os.Getenv("EGRAPH_RULES"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, sha256 %.8x", name, sha256.Sum256(text))
		greedy := readRules(t, name, string(text))
		both := append(slices.Clone(greedy), own...)
		setups = []setup{
			{"the same rules, no reordering", greedy, Options{NoAssoc: true}},
			{"the same rules", greedy, Options{}},
			{"the same rules, 500 nodes", greedy, Options{Budget: Budget{Nodes: 500, Iterations: 6}}},
			{"the same rules, 20000 nodes", greedy, Options{Budget: Budget{Nodes: 20000, Iterations: 20}}},
			{"with the test rules", both, Options{}},
		}
	}
	for _, size := range []int{8, 24} {
		for _, c := range setups {
			measure(t, New(c.list, c.o), c.name, size)
		}
	}
}

// tally is what measure adds up.
type tally struct {
	start, greedy, after, direct    int // costs
	improved, directWins, afterWins int
	gain                            float64
	tGreedy, tSat, tDirect          []time.Duration
	stops                           map[Stop]int
}

func measure(t *testing.T, s *Saturator, name string, size int) {
	const programs = 600
	r := rand.New(rand.NewPCG(1, 2)) // one list of programs for all set-ups
	n := tally{stops: map[Stop]int{}}
	for range programs {
		e := &gen{r, uop.NewGraph(), uop.Index, true}
		n.add(t, s, e.index(size/2+r.IntN(size)))
	}
	t.Logf("%d programs of about %d steps, %s: cost %d, greedy %d, then saturated %d; %d improved, by %.0f%% each; stops %v", programs, size, name,
		n.start, n.greedy, n.after, n.improved, 100*n.gain/float64(max(n.improved, 1)), n.stops)
	t.Logf("    saturated without greedy %d (%d cheaper, %d dearer than after it)", n.direct, n.directWins, n.afterWins)
	t.Logf("    times: greedy %s; saturation after it %s; without it %s", times(n.tGreedy), times(n.tSat), times(n.tDirect))
}

func times(list []time.Duration) string {
	slices.Sort(list)
	sum := time.Duration(0)
	for _, d := range list {
		sum += d
	}
	return fmt.Sprintf("median %v, mean %v, slowest %v", list[len(list)/2], sum/time.Duration(len(list)), list[len(list)-1])
}

func (n *tally) add(t *testing.T, s *Saturator, u *uop.UOp) {
	t0 := time.Now()
	v, err := rules.Simplify(u)
	n.tGreedy = append(n.tGreedy, time.Since(t0))
	if err != nil {
		t.Fatal(err)
	}
	w, st, err := s.Simplify(v)
	if err != nil {
		t.Fatal(err)
	}
	x, direct, err := s.Simplify(u)
	if err != nil {
		t.Fatal(err)
	}
	everyPoint(t, u, v, w, x)
	n.tSat = append(n.tSat, st.Time)
	n.tDirect = append(n.tDirect, direct.Time)
	n.stops[st.Stop]++
	n.start, n.greedy, n.after, n.direct = n.start+Cost(u), n.greedy+Cost(v), n.after+Cost(w), n.direct+Cost(x)
	if Cost(w) < Cost(v) {
		n.improved++
		n.gain += 1 - float64(Cost(w))/float64(Cost(v))
	}
	switch d := Cost(x) - Cost(w); {
	case d < 0:
		n.directWins++
	case d > 0:
		n.afterWins++
	}
}

// everyPoint tests that programs of i, j and k have one value everywhere.
func everyPoint(t *testing.T, list ...*uop.UOp) {
	t.Helper()
	p, err := simptest.Compile(list...)
	if err != nil {
		t.Fatal(err)
	}
	tops := []uint64{16, 4, 8}
	for at := uint64(0); at < 16*4*8; at += simptest.Block {
		for i, u := range p.Params() {
			for k := range uint64(simptest.Block) {
				x := at + k
				for _, top := range tops[:u.X().Slot] {
					x /= top
				}
				p.In(i)[k] = x % tops[u.X().Slot]
			}
		}
		p.Run()
		for _, v := range list[1:] {
			if *p.Out(v) != *p.Out(list[0]) {
				t.Fatalf("a program of cost %d became one of cost %d and of another value", Cost(list[0]), Cost(v))
			}
		}
	}
}
