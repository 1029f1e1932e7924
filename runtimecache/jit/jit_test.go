package jit

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/runtimecache"
	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

func kernel(t *testing.T, name string, def func(*uopc.Kernel)) *uop.UOp {
	t.Helper()
	k := uopc.NewKernel()
	def(k)
	c, err := k.Build(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// options has a cache of the test's own.
func options(t *testing.T) Options {
	t.Helper()
	if _, err := clang.Find(""); err != nil {
		t.Skip(err)
	}
	c, err := runtimecache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return Options{Cache: c}
}

// axpySum has a loop that is cut, a reduction and two results.
func axpySum(k *uopc.Kernel) {
	n := k.Size("n")
	y, x := k.InOut("y", uopc.F32, n), k.In("x", uopc.F32, n)
	y.Set(x.Mul(k.Scalar("a", uopc.F32)).Add(y))
	k.Return(y.Sum(), x.MaxAll())
}

func gather(k *uopc.Kernel) {
	n := k.Size("n")
	d, x, at := k.Buffer("d", uopc.I32, n), k.In("x", uopc.I32, k.Size("m")), k.In("at", uopc.I64, n)
	k.Loop(n, func(i *uopc.Expr) { d.Store(i, x.Load(at.Load(i))) })
}

func vector(r *rand.Rand, n int) *interp.Value {
	v := &interp.Value{DType: uop.F32, Shape: []int64{int64(n)}}
	for range n {
		v.Bits = append(v.Bits, contract.FromFloat(uop.F32, r.NormFloat64()))
	}
	return v
}

func clone(args []*interp.Value) []*interp.Value {
	out := make([]*interp.Value, len(args))
	for i, v := range args {
		if v != nil {
			out[i] = &interp.Value{DType: v.DType, Shape: v.Shape, Bits: append([]uint64(nil), v.Bits...)}
		}
	}
	return out
}

func random(t *testing.T) *rand.Rand {
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewSource(seed))
}

// TestBudgets cuts the work into calls of many sizes; the bits are the interpreter's each time.
func TestBudgets(t *testing.T) {
	o, r := options(t), random(t)
	call := kernel(t, "AxpySum", axpySum)
	for _, n := range []int{0, 1, 63, 64, 1000, 1031} {
		args := []*interp.Value{vector(r, n), vector(r, n), interp.Scalar(uop.F32, contract.FromFloat(uop.F32, 0.3)), nil, nil, nil}
		want := clone(args)
		results, err := interp.Run(call, want, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o.Budget = range []int64{0, 1, 7, 100, 5000, 1 << 40} {
			p, err := Compile(context.Background(), call, o)
			if err != nil {
				t.Fatal(err)
			}
			got := clone(args)
			out, err := p.Run(got)
			if err != nil {
				t.Fatal(err)
			}
			if len(out) != len(results) || !reflect.DeepEqual(got[0].Bits, want[0].Bits) {
				t.Fatalf("n=%d budget=%d: the memory or the number of results differs", n, o.Budget)
			}
			for i := range out {
				if !reflect.DeepEqual(out[i].Bits, results[i].Bits) {
					t.Errorf("n=%d budget=%d: result %d is %v, want %v", n, o.Budget, i, out[i], results[i])
				}
			}
		}
	}
}

// TestConcurrent runs one program from many goroutines, while others compile it again.
func TestConcurrent(t *testing.T) {
	o, r := options(t), random(t)
	o.Budget = 500
	call := kernel(t, "AxpySum", axpySum)
	p, err := Compile(context.Background(), call, o)
	if err != nil {
		t.Fatal(err)
	}
	args := []*interp.Value{vector(r, 777), vector(r, 777), interp.Scalar(uop.F32, contract.FromFloat(uop.F32, -2)), nil, nil, nil}
	want, err := p.Run(clone(args))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for g := range errs {
		wg.Go(func() {
			q := p
			if g%2 == 1 {
				own := kernel(t, "AxpySum", axpySum) // a graph belongs to one goroutine
				if q, errs[g] = Compile(context.Background(), own, o); errs[g] != nil {
					return
				}
			}
			for range 50 {
				out, err := q.Run(clone(args))
				if err != nil || !reflect.DeepEqual(out[0].Bits, want[0].Bits) {
					errs[g] = fmt.Errorf("%v: got %v, want %v", err, out, want)
					return
				}
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

func ints(d uop.DType, ns ...int64) *interp.Value {
	v := &interp.Value{DType: d, Shape: []int64{int64(len(ns))}}
	for _, n := range ns {
		v.Bits = append(v.Bits, contract.FromInt(d, n))
	}
	return v
}

// TestErrors has what goes wrong in a run, and that nothing was written before.
func TestErrors(t *testing.T) {
	p, err := Compile(context.Background(), kernel(t, "Gather", gather), options(t))
	if err != nil {
		t.Fatal(err)
	}
	x := ints(uop.I32, 5, 6, 7)
	for _, c := range []struct {
		args []*interp.Value
		want string
	}{
		{[]*interp.Value{ints(uop.I32, 9, 9), x, ints(uop.I64, 0, 3)}, "index 3 is outside [0, 3)"},
		{[]*interp.Value{ints(uop.I32, 9, 9), x, ints(uop.I64, 2, -1)}, "index -1 is outside [0, 3)"},
		{[]*interp.Value{ints(uop.I32, 9, 9), x, ints(uop.I64, 1)}, "at has 1 elements, n is 2 by d"},
		{[]*interp.Value{ints(uop.I32, 9, 9), x}, "missing"},
	} {
		_, err := p.Run(c.args)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		if d := c.args[0].Bits; d[0] != 9 || d[1] != 9 {
			t.Errorf("%s: %v was written before", c.want, d)
		}
	}
	d := ints(uop.I32, 9, 9)
	if _, err := p.Run([]*interp.Value{d, x, ints(uop.I64, 2, 0)}); err != nil || d.Bits[0] != 7 || d.Bits[1] != 5 {
		t.Errorf("a good run: %v, %v", d.Bits, err)
	}
}

// TestCompileErrors has what cannot be compiled.
func TestCompileErrors(t *testing.T) {
	sum := kernel(t, "AxpySum", axpySum)
	for _, c := range []struct {
		call *uop.UOp
		o    Options
		want string
	}{
		{sum, Options{CC: "/nonexistent/clang"}, `-cc is "/nonexistent/clang", but there is no program /nonexistent/clang; name a clang, or leave -cc empty to have one looked for`},
		{sum.Body(), Options{}, "a kernel is a CALL, got sink"},
	} {
		if _, err := Compile(context.Background(), c.call, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compile(ctx, sum, options(t)); err == nil {
		t.Error("a compile that was cancelled gives a program")
	}
}
