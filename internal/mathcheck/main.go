// Command mathcheck compares the elementary functions of package libm with an independent
// reference: the C library's functions in double precision where they decide how a float is rounded,
// and MPFR where they do not.
//
//	go run ./internal/mathcheck Exp                       all 2^32 inputs of f32
//	go run ./internal/mathcheck -sample 1/64 -seed 7      a 64th of them, for all functions
//	go run ./internal/mathcheck -n 20 Exp                 2^20 inputs weighted to the edges
//	go run ./internal/mathcheck -count 1000000000 Pow     random pairs of f32
//	go run ./internal/mathcheck -f64 -count 10000000 Exp  random inputs of f64, errors by MPFR
//	go run ./internal/mathcheck -others Exp               how often other libraries are not right
//	go run ./internal/mathcheck -table                    the tables of VERIFICATION.md, from results
//
// Kernels are compiled for every instruction set that this machine has, run over whole blocks
// through their loops, and compared bit for bit with each other.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"github.com/uopc/uopc/internal/mathcheck/source"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

type options struct {
	f64, hard, record bool
	others, table     bool
	jobs, share, n    int
	count, seed       uint64
	state             string
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	var o options
	sample := flag.String("sample", "1/1", "a random `1/N` of all f32 inputs, in chunks")
	flag.BoolVar(&o.f64, "f64", false, "check f64 instead of f32")
	flag.BoolVar(&o.hard, "hard", false, "write the hard cases to uopc/libm/testdata/hard")
	flag.BoolVar(&o.record, "record", false, "write the result to internal/mathcheck/results")
	flag.BoolVar(&o.others, "others", false, "compare the C library, Go and NumPy with functions known to be right")
	flag.BoolVar(&o.table, "table", false, "write the tables of VERIFICATION.md from the recorded results")
	flag.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "processes at a time")
	flag.IntVar(&o.n, "n", 0, "2^`N` f32 inputs weighted to the edges, instead of all")
	flag.Uint64Var(&o.count, "count", 0, "random inputs of f64 (default 10^6) or pairs (10^7)")
	flag.Uint64Var(&o.seed, "seed", 1, "of random inputs")
	flag.StringVar(&o.state, "state", "", "a `file` that keeps finished chunks, so that a run that was ended goes on")
	flag.Parse()
	if _, err := fmt.Sscanf(*sample, "1/%d", &o.share); err != nil || o.share < 1 {
		fail(fmt.Errorf("-sample is %q, want 1/64 or another share", *sample))
	}
	err := run(ctx, o, flag.Args())
	clean()
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mathcheck:", err)
	os.Exit(1)
}

// choose gives the functions of those names, or all.
func choose(names []string) ([]*libm.Func, error) {
	var fs []*libm.Func
	for _, name := range names {
		f := libm.Lookup(name)
		if f == nil {
			return nil, fmt.Errorf("no function is called %s", name)
		}
		fs = append(fs, f)
	}
	if len(names) == 0 {
		for i := range libm.Table {
			fs = append(fs, &libm.Table[i])
		}
	}
	return fs, nil
}

func run(ctx context.Context, o options, names []string) error {
	fs, err := choose(names)
	if err != nil {
		return err
	}
	switch {
	case o.table:
		return writeTables()
	case o.others:
		return o.compareAll(ctx, fs)
	}
	bad := 0
	for _, f := range fs {
		ok, err := o.check(ctx, f)
		if err != nil {
			return err
		}
		if !ok {
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d functions have errors above what is allowed, or levels that differ", bad, len(fs))
	}
	return nil
}

// sweep says what is to be done for a function.
func (o options) sweep(f *libm.Func) *sweep {
	s := &sweep{name: f.Name, jobs: o.jobs, state: o.state}
	random := func(command string, count uint64) {
		s.kind = fmt.Sprintf("%s %d %d", command, o.seed, count)
		const size = 1 << chunkBits
		for c := range (count + size - 1) / size {
			s.todo = append(s.todo, c)
		}
		s.line = func(c uint64) string {
			return fmt.Sprintf("%s %d %d", command, o.seed<<32+c*0x9e3779b9, min(size, count-c*size))
		}
	}
	switch {
	case o.f64:
		random("edges64", o.tries(1e6))
	case f.Arity == 2:
		random("edges32", o.tries(1e7))
	case o.n > 0:
		random("edges32", 1<<o.n)
	default:
		s.kind = fmt.Sprintf("range32 1/%d %d", o.share, o.seed)
		s.todo = every(o.share, o.seed)
		s.line = func(c uint64) string { return fmt.Sprintf("range32 %d %d", c<<chunkBits, 1<<chunkBits) }
	}
	return s
}

func (o options) tries(usual uint64) uint64 {
	if o.count > 0 {
		return o.count
	}
	return usual
}

func (o options) dtype() uop.DType {
	if o.f64 {
		return uop.F64
	}
	return uop.F32
}

// build makes the checker of one function, and gives the hash of the kernel's C.
func (o options) build(ctx context.Context, f *libm.Func) (*checker, string, error) {
	hash, err := source.Hash(f, o.dtype())
	if err != nil {
		return nil, "", err
	}
	c, err := build(ctx, []*libm.Func{f}, []uop.DType{o.dtype()}, nil)
	return c, hash, err
}

// check checks one function and prints what it found.
func (o options) check(ctx context.Context, f *libm.Func) (bool, error) {
	c, hash, err := o.build(ctx, f)
	if err != nil {
		return false, err
	}
	defer c.close()
	start := time.Now()
	t, err := o.sweep(f).run(ctx, c, f.Name+" "+hash)
	if err != nil {
		return false, err
	}
	again, err := o.again(ctx, c, f)
	if err != nil {
		return false, err
	}
	for _, l := range append(t.Lines, again.Lines...) {
		fmt.Println(f.Name, l)
	}
	o.report(f, c, &t, time.Since(start))
	if err := o.keep(f, c, &t, hash); err != nil {
		return false, err
	}
	return t.good(f, o.dtype()) && again.good(f, o.dtype()), nil
}

// again tries the hard cases that are known already.
func (o options) again(ctx context.Context, c *checker, f *libm.Func) (tally, error) {
	file := hardFile(f.Name)
	if _, err := os.Stat(file); o.f64 || f.Arity > 1 || err != nil {
		return tally{}, nil
	}
	w, err := c.start(ctx, f.Name)
	if err != nil {
		return tally{}, err
	}
	defer w.stop()
	return w.do(nil, "list32 %s", file)
}

// keep writes what was asked for.
func (o options) keep(f *libm.Func, c *checker, t *tally, hash string) error {
	if o.hard && !o.f64 && f.Arity == 1 {
		if err := writeHard(f.Name, t.Hard); err != nil {
			return err
		}
	}
	if !o.record {
		return nil
	}
	return o.recorded(f, hash, c, t)
}

// compareAll compares the functions that other libraries have.
func (o options) compareAll(ctx context.Context, fs []*libm.Func) error {
	for i := range others {
		for _, f := range fs {
			if f.Name != others[i].name {
				continue
			}
			if err := o.compare(ctx, f, i); err != nil {
				return err
			}
		}
	}
	return nil
}

func goVersion() string { return "Go " + strings.TrimPrefix(runtime.Version(), "go") }

func (o options) report(f *libm.Func, c *checker, t *tally, took time.Duration) {
	levels := strings.Trim(strings.Join(c.levels, " "), " ")
	if o.f64 {
		fmt.Printf("%s f64: %d inputs, max %s ulp at %s, %d wrong, levels %s: %d differ, %.0f s\n", f.Name, t.Tried,
			formatULP(t.Worst), t.at(f, 16), t.Wrong, levels, t.Differ, took.Seconds())
		return
	}
	fmt.Printf("%s f32: %d inputs, %d wrong, max %s ulp", f.Name, t.Tried, t.Wrong, t.ulps())
	if t.Wrong > 0 {
		fmt.Printf(" at %s", t.at(f, 8))
	}
	fmt.Printf(", %d by MPFR, %d hard, levels %s: %d differ, reference off by %.3g, %.0f s\n", t.Asked, len(nearest(t.Hard)),
		levels, t.Differ, t.Drift, took.Seconds())
}

// at prints the input of the largest error, as bits.
func (t *tally) at(f *libm.Func, digits int) string {
	s := fmt.Sprintf("%0*x", digits, t.At[0])
	if f.Arity == 2 {
		s += fmt.Sprintf(" %0*x", digits, t.At[1])
	}
	return s
}
