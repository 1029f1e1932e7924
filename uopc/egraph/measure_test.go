package egraph

import (
	"math/rand/v2"
	"os"
	"sort"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// measured gives the rules of the file in EGRAPH_RULES, or the ones of this package's tests.
func measured(t *testing.T) []*rulelang.Rule {
	name := os.Getenv("EGRAPH_RULES")
	if name == "" {
		return indexRules(t)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return readRules(t, name, string(text))
}

// TestMeasure compares the cost of index programs after the greedy rules with that after
// saturation of the result. Run it with EGRAPH_MEASURE=1 and -v.
func TestMeasure(t *testing.T) {
	if os.Getenv("EGRAPH_MEASURE") == "" {
		t.Skip("set EGRAPH_MEASURE=1 to measure")
	}
	const programs = 600
	list := measured(t)
	for _, b := range []Budget{{Nodes: 500, Iterations: 6}, {Nodes: 1500, Iterations: 8}, {}, {Nodes: 12000, Iterations: 16}} {
		for _, d := range []uop.DType{uop.Index, uop.I32} {
			measure(t, New(list, Options{Budget: b}), d, programs)
		}
	}
}

func measure(t *testing.T, s *Saturator, d uop.DType, programs int) {
	r := rand.New(rand.NewPCG(1, 2))
	var start, greedy, best, improved int
	var gain float64
	var tGreedy, tSat time.Duration
	var times []time.Duration
	stops := map[Stop]int{}
	for range programs {
		e := &gen{r, uop.NewGraph(), d, true}
		u := e.index(4 + r.IntN(8))
		t0 := time.Now()
		v, err := rules.Simplify(u)
		tGreedy += time.Since(t0)
		if err != nil {
			t.Fatal(err)
		}
		w, st, err := s.Simplify(v)
		if err != nil {
			t.Fatal(err)
		}
		tSat += st.Time
		times = append(times, st.Time)
		stops[st.Stop]++
		start, greedy, best = start+Cost(u), greedy+Cost(v), best+Cost(w)
		if Cost(w) < Cost(v) {
			improved++
			gain += 1 - float64(Cost(w))/float64(Cost(v))
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	n := time.Duration(programs)
	b := s.o.Budget.filled()
	t.Logf("%v, %d nodes, %d rounds: cost %d, greedy %d, then saturated %d; %d of %d improved, by %.0f%% each; greedy %v, saturation %v each (median %v, slowest %v); stops %v",
		d, b.Nodes, b.Iterations, start, greedy, best, improved, programs, 100*gain/float64(max(improved, 1)), tGreedy/n, tSat/n, times[programs/2], times[programs-1], stops)
}
