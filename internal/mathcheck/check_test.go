package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// need skips a test where there is nothing to check with.
func need(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the checker is a program for Linux")
	}
	if _, err := clang.Find(""); err != nil {
		t.Skip(err)
	}
	found, _ := filepath.Glob("/usr/include/mpfr.h")
	more, _ := filepath.Glob("/usr/*/include/mpfr.h")
	if len(found)+len(more) == 0 {
		t.Skip("no mpfr.h here; Debian has it in libmpfr-dev, and script/setup installs it")
	}
}

func functions() (fs []*libm.Func) {
	for i := range libm.Table {
		fs = append(fs, &libm.Table[i])
	}
	return fs
}

// everything is one checker of all functions, shared by the tests.
var everything = sync.OnceValues(func() (*checker, error) {
	c, err := build(context.Background(), functions(), []uop.DType{uop.F32, uop.F64}, nil)
	built = err == nil
	return c, err
})

var built bool

func TestMain(m *testing.M) {
	code := m.Run()
	if built {
		all, _ := everything()
		all.close()
	}
	clean()
	os.Exit(code)
}

// seed is the TEST_SEED, or 1.
func seed(t *testing.T) uint64 {
	t.Helper()
	s, err := strconv.ParseUint(os.Getenv("TEST_SEED"), 10, 64)
	if err != nil {
		s = 1
	}
	t.Logf("TEST_SEED=%d", s)
	return s
}

// ask starts a worker for one command.
func ask(t *testing.T, c *checker, name, format string, args ...any) tally {
	t.Helper()
	w, err := c.start(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.do(nil, format, args...)
	if e := w.stop(); err != nil || e != nil {
		t.Fatal(name, err, e)
	}
	return got
}

// TestFloats tries every function on 2^20 inputs weighted to the edges, or on as many pairs, and on
// the hard cases that are kept. A function without a reference fails.
func TestFloats(t *testing.T) {
	need(t)
	c, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range functions() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, c, f.Name, "edges32 %d %d", seed(t), 1<<20)
			judge(t, f, uop.F32, got)
			if _, err := os.Stat(hardFile(f.Name)); err == nil && f.Arity == 1 {
				judge(t, f, uop.F32, ask(t, c, f.Name, "list32 %s", hardFile(f.Name)))
			}
		})
	}
}

// TestDoubles measures the error of every function in f64, on fewer inputs since MPFR does it.
func TestDoubles(t *testing.T) {
	need(t)
	c, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range functions() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			judge(t, f, uop.F64, ask(t, c, f.Name, "edges64 %d %d", seed(t), 1<<14))
		})
	}
}

func judge(t *testing.T, f *libm.Func, d uop.DType, got tally) {
	t.Helper()
	if !got.good(f, d) {
		t.Errorf("%d of %d inputs wrong, max %s ulp; %d differ between levels\n%s", got.Wrong, got.Tried,
			formatULP(got.Worst), got.Differ, strings.Join(got.Lines, "\n"))
	}
}

// TestReference compares the double values of the reference with MPFR's: they must be far better
// than the margin that is kept.
func TestReference(t *testing.T) {
	need(t)
	c, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range functions() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, c, f.Name, "self %d %d", seed(t), 1<<13)
			if got.Wrong > 0 || got.Differ > 0 {
				t.Errorf("of %d values %d are wrong, and %d doubles too far off\n%s", got.Tried, got.Wrong, got.Differ, strings.Join(got.Lines, "\n"))
			}
		})
	}
}

// TestStale lists the recorded results of functions whose C has changed since.
func TestStale(t *testing.T) {
	var stale []string
	for _, f := range functions() {
		for _, kind := range []string{"f32", "f64", "others"} {
			r, err := readResult(f.Name, kind)
			if err != nil {
				t.Fatal(err)
			}
			if r == nil {
				if kind != "others" {
					stale = append(stale, fmt.Sprintf("%s has no result for %s", f.Name, kind))
				}
				continue
			}
			old, err := r.stale(f)
			if err != nil {
				t.Fatal(err)
			}
			if old {
				stale = append(stale, fmt.Sprintf("%s has changed since its result for %s was recorded", f.Name, kind))
			}
		}
	}
	for _, s := range stale {
		t.Log(s)
	}
	if len(stale) > 0 && os.Getenv("CHECK_VERIFICATION") == "1" {
		t.Errorf("%d results of internal/mathcheck are missing or stale; see VERIFICATION.md for how to make them", len(stale))
	}
}
