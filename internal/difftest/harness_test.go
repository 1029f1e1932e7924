package difftest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uopc/uopc/runtimecache"
	"github.com/uopc/uopc/runtimecache/jit"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// testCase is a program and the arguments that it is run on.
type testCase struct {
	kind string
	name string // the file it comes from; empty for a random one
	call *uop.UOp
	args [][]*interp.Value
	fold int // how many of the arguments the fold engine runs, which is slow

	simple *uop.UOp // after simplification
	code   bool     // both back ends take it
	c      map[string]*jit.Program
	goForm *goKernel
	want   []outcome
	// wantSimple is what the simplified program gives. It may lack a load that nothing needs, and
	// with it the error of that load's index; nothing else may differ.
	wantSimple []outcome
}

// wanted is what a witness must give.
func (c *testCase) wanted(j int, witness string) outcome {
	if j < len(c.wantSimple) && c.want[j].err != nil && c.wantSimple[j].err == nil && !plainWitness[witness] {
		return c.wantSimple[j]
	}
	return c.want[j]
}

// plainWitness are those that run the program as it was written.
var plainWitness = map[string]bool{"interp dfs": true, "c plain": true}

// outcome is what a run left behind.
type outcome struct {
	args    []*interp.Value
	results []*interp.Value
	err     error
}

// budget cuts every loop many times.
const budget = 40

// cFlavours are the ways in which C is made and called.
var cFlavours = map[string]jit.Options{
	"c":        {},
	"c plain":  {Plain: true},
	"c budget": {Budget: budget},
}

// harness runs cases in batches and keeps the counts.
type harness struct {
	t        testing.TB
	seed     uint64
	cache    *runtimecache.Cache
	count    map[string]int // values compared, by kind
	programs map[string]int
	refused  map[string]int
	reasons  map[string]int
	failed   map[string]int // by witness
	dropped  int            // runs whose only bad index was that of a load which nothing needs
}

func newHarness(t testing.TB) *harness {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatalf("TEST_SEED is %q, want a number", s)
		}
	}
	cache, err := runtimecache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("TEST_SEED=%d", seed)
	return &harness{t, seed, cache, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, 0}
}

func (h *harness) rand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(h.seed, stream)) }

// safely turns a panic, which no input may cause, into an error.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

func (h *harness) batch(cases []*testCase) {
	h.t.Helper()
	for _, c := range cases {
		h.programs[c.kind]++
		h.prepare(c)
	}
	h.interpret(cases)
	h.foldAll(cases)
	var wait sync.WaitGroup
	var bin string
	var goErr error
	wait.Add(1)
	go func() {
		defer wait.Done()
		bin, goErr = buildGo(h.t.TempDir(), cases)
	}()
	h.compile(cases)
	wait.Wait()
	for name := range cFlavours {
		h.compare(cases, name, func(c *testCase, args []*interp.Value) outcome { return runC(c.c[name], args) })
	}
	if goErr != nil {
		h.t.Errorf("the Go forms do not build: %v", goErr)
		return
	}
	h.compareGo(cases, bin)
}

// prepare simplifies and lowers a case, and finds out whether the back ends take it.
func (h *harness) prepare(c *testCase) {
	err := safely(func() (err error) {
		c.simple, err = rules.Simplify(c.call)
		return err
	})
	if err != nil {
		h.fail(c, 0, "simplify", err.Error())
		return
	}
	err = lowered(c)
	switch {
	case err == nil:
		c.code = true
	case isMistake(err):
		h.fail(c, 0, "lower", err.Error())
	default:
		h.refused[c.kind]++
		h.reasons[err.Error()]++
	}
}

// lowered takes a case through lowering and both back ends, simplified and plain.
func lowered(c *testCase) error {
	return safely(func() error {
		low, err := pass.Run(c.call, pass.Options{})
		if err != nil {
			return err
		}
		if c.goForm, err = newGoKernel(low); err != nil {
			return err
		}
		if err := renders(low); err != nil {
			return err
		}
		if low, err = lower.Lower(c.call); err != nil {
			return err
		}
		return renders(low)
	})
}

// isMistake tells an error of the compiler's own from a refusal of the program.
func isMistake(err error) bool {
	var ill *uop.Error
	return errors.As(err, &ill) || strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "BUG")
}

func renders(low *uop.UOp) error {
	chk, _, err := lower.Check(low)
	if err != nil {
		return err
	}
	if chk != nil {
		if _, err := render.C(chk, render.COptions{}); err != nil {
			return err
		}
	}
	_, err = render.C(low, render.COptions{})
	return err
}

// interpret finds what is wanted, and compares the interpreter with itself: in the other order,
// and after simplification.
func (h *harness) interpret(cases []*testCase) {
	for _, c := range cases {
		for j, args := range c.args {
			w := runInterp(c.call, args, interp.ByID)
			if w.err != nil && c.kind != "outside" {
				h.fail(c, j, "interp", w.err.Error())
			}
			c.want = append(c.want, w)
		}
		h.one(c, "interp dfs", func(a []*interp.Value) outcome { return runInterp(c.call, a, interp.DFS) })
		if c.simple == nil || c.simple == c.call {
			continue
		}
		for j, args := range c.args {
			o := runInterp(c.simple, args, interp.ByID)
			c.wantSimple = append(c.wantSimple, o)
			if c.want[j].err != nil && o.err == nil {
				h.dropped++
				continue
			}
			h.check(c, j, "interp simplified", o)
		}
	}
}

func (h *harness) foldAll(cases []*testCase) {
	for _, c := range cases {
		for j := range c.args[:min(c.fold, len(c.args))] {
			h.check(c, j, "fold", runFold(c.call, c.args[j]))
		}
	}
}

func (h *harness) one(c *testCase, witness string, run func([]*interp.Value) outcome) {
	for j, args := range c.args {
		h.check(c, j, witness, run(args))
	}
}

func (h *harness) compare(cases []*testCase, witness string, run func(*testCase, []*interp.Value) outcome) {
	for _, c := range cases {
		if c.c[witness] != nil {
			h.one(c, witness, func(a []*interp.Value) outcome { return run(c, a) })
		}
	}
}

// compile compiles the cases, every flavour in one run of clang. When that fails the cases are
// compiled one by one, to find the culprit.
func (h *harness) compile(cases []*testCase) {
	var calls []*uop.UOp
	var in []*testCase
	for _, c := range cases {
		c.c = map[string]*jit.Program{}
		if c.code {
			calls, in = append(calls, c.call), append(in, c)
		}
	}
	if len(calls) == 0 {
		return
	}
	for _, name := range []string{"c", "c plain", "c budget"} { // the last is in the cache by then
		o := cFlavours[name]
		o.Cache = h.cache
		start := time.Now()
		ps, err := jit.CompileAll(context.Background(), calls, o)
		if err == nil {
			for i, p := range ps {
				in[i].c[name] = p
			}
			h.t.Logf("%s: %d kernels compiled in %v", name, len(calls), time.Since(start).Round(time.Millisecond))
			continue
		}
		for _, c := range in {
			p, err := jit.Compile(context.Background(), c.call, o)
			if err != nil {
				h.fail(c, 0, name, "does not compile: "+err.Error())
				continue
			}
			c.c[name] = p
		}
	}
}

// report logs the counts and fails when too much was refused.
func (h *harness) report() (total int) {
	var kinds []string
	for k := range h.programs {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		total += h.count[k]
		h.t.Logf("%-8s %5d programs, %9d values compared, %d refused", k, h.programs[k], h.count[k], h.refused[k])
		if h.refused[k]*10 > h.programs[k] {
			h.t.Errorf("%s: %d of %d programs were refused, more than a tenth", k, h.refused[k], h.programs[k])
		}
	}
	if h.dropped > 0 {
		h.t.Logf("%d runs in which simplification removed an unneeded load whose index was outside", h.dropped)
	}
	for r, n := range h.reasons {
		h.t.Logf("refused %d: %s", n, r)
	}
	return total
}
