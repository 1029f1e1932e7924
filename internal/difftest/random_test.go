package difftest

import (
	"bufio"
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/uopc/uopc/uopc/interp"
)

var wantAtLeast = flag.Int("values", 1_000_000, "fail when fewer values were compared in a full run")

// quick tells that a planted bug is being looked for: failures need not be made smaller.
func quick() bool { return os.Getenv("DIFFTEST_QUICK") != "" }

// scale multiplies the number of programs.
func scale(t testing.TB) float64 {
	if s := os.Getenv("DIFFTEST_SCALE"); s != "" {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f <= 0 {
			t.Fatalf("DIFFTEST_SCALE is %q, want a number above 0", s)
		}
		return f
	}
	if quick() || testing.Short() {
		return 0.2
	}
	return 1
}

// kinds of random programs, and how many of them a run makes.
var kinds = []struct {
	name     string
	programs int
	make     func(r *rand.Rand) *testCase
}{
	{"scalar", 130, func(r *rand.Rand) *testCase { return scalarCase(r, few, 60) }},
	{"each", 100, func(r *rand.Rand) *testCase { return eachCase(r, 4, 800) }},
	{"tensor", 130, func(r *rand.Rand) *testCase { return tensorCase(r, 3+r.IntN(6)) }},
	{"memory", 120, func(r *rand.Rand) *testCase { return memoryCase(r, 3+r.IntN(9), false) }},
	{"outside", 50, func(r *rand.Rand) *testCase { return memoryCase(r, 2+r.IntN(4), true) }},
	{"functions", 60, func(r *rand.Rand) *testCase {
		c := scalarCase(r, many, 60)
		c.kind = "functions"
		return c
	}},
}

// batchSize is how many programs one run of a compiler gets.
const batchSize = 400

// TestRandom is the comparison of all witnesses on random programs.
func TestRandom(t *testing.T) {
	h := newHarness(t)
	var cases []*testCase
	for i, k := range kinds {
		r := h.rand(uint64(i))
		for range int(float64(k.programs)*scale(t)) + 1 {
			cases = append(cases, k.make(r))
		}
	}
	for len(cases) > 0 {
		n := min(batchSize, len(cases))
		h.batch(cases[:n])
		cases = cases[n:]
	}
	total := h.report()
	t.Logf("total: %d values compared", total)
	if scale(t) >= 1 && total < *wantAtLeast {
		t.Errorf("%d values compared, want %d", total, *wantAtLeast)
	}
}

func runGoOnce(c *testCase, bin string) (outcome, bool) {
	bound, err := interp.BindSizes(c.goForm.sig, clone(c.args[0]))
	if err != nil {
		return outcome{}, false
	}
	var in, out bytes.Buffer
	c.goForm.encode(&in, bound)
	cmd := exec.Command(bin)
	cmd.Stdin, cmd.Stdout = &in, &out
	if err := cmd.Run(); err != nil {
		return outcome{err: err}, true
	}
	o, err := c.goForm.decode(bufio.NewReader(&out), clone(c.args[0]))
	if err != nil {
		o.err = err
	}
	return o, true
}
