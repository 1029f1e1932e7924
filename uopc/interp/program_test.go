package interp

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// again is a kernel with arguments for runs that follow one another, chosen so that state of one
// would show in the next.
type again struct {
	name string
	call *uop.UOp
	opt  Options
	args [][]*Value
}

func againCases() []again {
	return []again{scalarAgain(), gatherAgain(), scratchAgain(), resultAgain(), sizesAgain(), callsAgain(), mapAgain(), stepsAgain()}
}

// scalarAgain has a parameter with bounds, which the second run breaks.
func scalarAgain() again {
	g := newB()
	x, k := g.param(uop.F32, 0, "x"), g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 1, "k", 0, 9))
	arg := func(v float64, n int64) []*Value {
		return []*Value{vecScalar(uop.F32, v), vecScalar(uop.I32, float64(n))}
	}
	return again{"scalar", g.kernel(g.Add(g.Mul(x, x), g.Cast(k, uop.F32)), "f"), Options{},
		[][]*Value{arg(1.5, 2), arg(3, 10), arg(-4, 0)}}
}

func vecScalar(d uop.DType, x float64) *Value { return Scalar(d, num(d, x)) }

// gatherAgain stores in a place of the caller, and the second run ends at an index outside after
// it has stored two elements.
func gatherAgain() again {
	g := newB()
	n, m := g.param(uop.Index, 3, "n"), g.param(uop.Index, 4, "m")
	y, x, at := g.memN(uop.I64, 0, "y", n), g.memN(uop.I64, 1, "x", m), g.memN(uop.I32, 2, "at", n)
	i := g.rng(0, n)
	call := g.kernel(g.end(g.store(g.load(x, g.load(at, i)), y, i), i), "gather")
	x5 := vec(uop.I64, 5, 6, 7, 8, 9)
	return again{"gather", call, Options{}, [][]*Value{
		{vec(uop.I64, 0, 0, 0), x5, vec(uop.I32, 4, 0, 2), nil, nil},
		{vec(uop.I64, 1, 1, 1, 1), x5, vec(uop.I32, 3, 3, 5, 0), nil, nil},
		{vec(uop.I64), x5, vec(uop.I32), nil, nil},
		{vec(uop.I64, 1), vec(uop.I64), vec(uop.I32, 0), nil, nil},
		{vec(uop.I64, 2), vec(uop.I64, 3), vec(uop.I32), nil, nil},
	}}
}

// scratchAgain writes one element of scratch memory and reads another: good only where they are
// the same, whatever an earlier run wrote.
func scratchAgain() again {
	g := newB()
	i, j := g.param(uop.Index, 0, "i"), g.param(uop.Index, 1, "j")
	tmp := g.alloc(uop.I32, 0, "tmp", 2, 3)
	set := g.store(g.Cast(g.Add(i, j), uop.I32), tmp, i, j)
	call := g.kernel(g.load(g.after(tmp, set), j, i), "scratch")
	arg := func(i, j uint64) []*Value { return []*Value{Scalar(uop.Index, i), Scalar(uop.Index, j)} }
	return again{"scratch", call, Options{}, [][]*Value{arg(1, 1), arg(0, 1), arg(1, 0), arg(0, 0), arg(0, 2), arg(2, 0)}}
}

// resultAgain writes a result place of the interpreter's as far as n says.
func resultAgain() again {
	g := newB()
	n := g.param(uop.Index, 0, "n")
	r := g.Make(uop.OpParam, uop.Arg{DType: uop.I32, X: &uop.Ext{Slot: 1, Name: "r", Mem: true, Role: uop.RoleResult, Dims: []int64{2}}})
	i := g.rng(0, n)
	call := g.kernel(g.end(g.store(g.Cast(g.Add(i, n), uop.I32), r, i), i), "fill")
	arg := func(n uint64) []*Value { return []*Value{Scalar(uop.Index, n), nil} }
	return again{"result", call, Options{}, [][]*Value{
		arg(2), arg(1), arg(3), {Scalar(uop.Index, 1), vec(uop.I32, 7, 7)}}}
}

// sizesAgain is of tensors, whose lengths and disagreements change from run to run.
func sizesAgain() again {
	g := newB()
	n := g.param(uop.Index, 2, "n")
	x, y := g.load(g.memN(uop.I32, 0, "x", n)), g.load(g.memN(uop.I32, 1, "y", n))
	call := g.kernel(g.reduce(uop.OpAdd, 1, 1, g.Mul(x, y)), "dot")
	return again{"tensor", call, Options{}, [][]*Value{
		{vec(uop.I32, 1, 2, 3), vec(uop.I32, 4, 5, 6), nil},
		{vec(uop.I32, 1, 2, 3), vec(uop.I32, 4, 5), nil},
		{vec(uop.I32, 9), vec(uop.I32, 9), nil},
		{vec(uop.I32), vec(uop.I32), nil},
		{nil, vec(uop.I32, 1), nil}}}
}

// callsAgain is a CALL in a loop, whose body has scratch memory and, with k = 0, reads it unwritten.
func callsAgain() again {
	g := newB()
	k := g.param(uop.Index, 0, "k")
	tmp := g.alloc(uop.F32, 0, "tmp", 1)
	j := g.rng(6, k)
	dirty := g.load(g.after(tmp, g.end(g.store(g.F32(1), g.after(tmp, j), g.Idx(0)), j)), g.Idx(0))
	n := g.param(uop.Index, 2, "n")
	dst, ks := g.memN(uop.F32, 0, "dst", n), g.memN(uop.Index, 1, "ks", n)
	i := g.rng(5, n)
	call := g.kernel(g.end(g.store(g.call(dirty, "dirty", g.load(ks, i)), dst, i), i), "calls")
	return again{"calls", call, Options{}, [][]*Value{
		{vec(uop.F32), vec(uop.Index), nil},
		{vec(uop.F32, 0, 0), vec(uop.Index, 1, 2), nil},
		{vec(uop.F32, 0, 0), vec(uop.Index, 1, 0), nil},
		{vec(uop.F32, 0), vec(uop.Index, 0), nil}}}
}

// mapAgain maps a body of scalars, with bounds that some elements break.
func mapAgain() again {
	g := newB()
	k := g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 0, "k", 0, 9))
	body := g.Mul(k, g.param(uop.I32, 1, "c"))
	n := g.param(uop.Index, 1, "n")
	c := g.param(uop.I32, 2, "by")
	x := g.load(g.memN(uop.I32, 0, "x", n))
	call := g.kernel(g.call(body, "scale", x, c), "each")
	return again{"map", call, Options{}, [][]*Value{
		{vec(uop.I32, 1, 2, 3), nil, vecScalar(uop.I32, 5)},
		{vec(uop.I32, 1, 10), nil, vecScalar(uop.I32, 6)},
		{vec(uop.I32), nil, vecScalar(uop.I32, 7)}}}
}

// stepsAgain has runs that take few steps and runs that take too many.
func stepsAgain() again {
	g := newB()
	n := g.param(uop.Index, 1, "n")
	call := g.kernel(g.sumLoop(n), "sum")
	return again{"steps", call, Options{MaxSteps: 400}, [][]*Value{
		{Vector(uop.F32, make([]uint64, 20)...), nil}, {Vector(uop.F32, make([]uint64, 200)...), nil}}}
}

// trace runs a kernel on copies of args and tells all that can be seen of it: each value as it is
// computed, the results, the error, and the places.
func trace(args []*Value, log *[]string, run func([]*Value) ([]*Value, error)) string {
	own := make([]*Value, len(args))
	for i, a := range args {
		if a != nil {
			own[i] = a.clone()
		}
	}
	*log = nil
	out, err := run(own)
	return fmt.Sprintln(*log, texts(out), err, texts(own))
}

func texts(vs []*Value) (out []string) {
	for _, v := range vs {
		if v == nil {
			out = append(out, "nil")
			continue
		}
		out = append(out, fmt.Sprint(v.DType, v.Shape, v.Bits))
	}
	return out
}

// TestProgramAgain runs a Program with each of a kernel's arguments after each other: all must be
// as in a run by itself.
func TestProgramAgain(t *testing.T) {
	for _, c := range againCases() {
		t.Run(c.name, func(t *testing.T) { both(t, func(t *testing.T, o Options) { c.check(t, o.Order) }) })
	}
}

func (c again) check(t *testing.T, order Order) {
	var log []string
	opt := c.opt
	opt.Order = order
	opt.OnValue = func(u *uop.UOp, v *Value) { log = append(log, fmt.Sprint(u.ID(), v.Shape, v.Bits)) }
	prog, err := Compile(c.call, opt)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	good := 0
	for _, a := range c.args {
		want = append(want, trace(a, &log, func(a []*Value) ([]*Value, error) {
			out, err := Run(c.call, a, opt)
			if err == nil {
				good++
			}
			return out, err
		}))
	}
	if good == 0 || good == len(c.args) {
		t.Fatalf("%d of %d runs are good: there must be both kinds", good, len(c.args))
	}
	for i := range c.args {
		for j := range c.args {
			for _, k := range []int{i, j, i} {
				if got := trace(c.args[k], &log, prog.Run); got != want[k] {
					t.Fatalf("runs %d, %d, %d: run %d gives\n%swant\n%s", i, j, i, k, got, want[k])
				}
			}
		}
	}
}

// TestProgramResults: results of one run stay as they are in the next, and so do the arguments.
func TestProgramResults(t *testing.T) {
	g := newB()
	x := g.load(g.memN(uop.I32, 0, "x", g.param(uop.Index, 1, "n")))
	prog, err := Compile(g.kernel(g.move(uop.OpFlip, x, 1), "flip"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := func(x *Value) *Value {
		out, err := prog.Run([]*Value{x, nil})
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	a, b := vec(uop.I32, 1, 2), vec(uop.I32, 3, 4)
	first := run(a)
	wantFloats(t, run(b), 4, 3)
	wantFloats(t, first, 2, 1)
	first.Bits[0] = 9
	wantFloats(t, run(a), 2, 1)
	wantFloats(t, a, 1, 2)
	wantFloats(t, b, 3, 4)
}

// TestProgramErrors: what is wrong with the kernel itself is found by Compile, and in the body of
// a CALL within it by each Run that comes there.
func TestProgramErrors(t *testing.T) {
	g := newB()
	_, err := Compile(g.Idx(1), Options{})
	wantError(t, err, "a kernel is a CALL")
	x := g.alloc(uop.Index, 0, "x", 9)
	j := g.rng(1, g.Idx(3))
	i := g.rng(0, j)
	bad := g.call(g.load(g.after(x, g.end(g.store(i, x, j), i, j)), g.Idx(0)), "bad")
	_, err = Compile(bad, Options{})
	wantError(t, err, "an outer loop is sized by an inner one")

	k := g.rng(2, g.param(uop.Index, 1, "n"))
	y := g.mem(uop.Index, 0, "y", 9)
	prog, err := Compile(g.kernel(g.end(g.store(g.call(g.Add(bad, g.param(uop.Index, 0, "a")), "in", k), y, k), k), "outer"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	nine := Vector(uop.Index, make([]uint64, 9)...)
	for _, n := range []uint64{0, 1, 2, 0} {
		_, err := prog.Run([]*Value{nine, Scalar(uop.Index, n)})
		if n > 0 {
			wantError(t, err, "an outer loop is sized by an inner one")
		} else if err != nil {
			t.Error(err)
		}
	}
	_, err = prog.Run([]*Value{nine})
	wantError(t, err, "kernel outer takes 2 arguments, got 1")
}

// TestProgramsAtOnce: Programs of different graphs may run at the same time.
func TestProgramsAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for range 4 {
		wg.Go(func() {
			c := callsAgain()
			prog, err := Compile(c.call, c.opt)
			if err != nil {
				t.Error(err)
				return
			}
			for range 50 {
				dst := vec(uop.F32, 0, 0)
				if _, err := prog.Run([]*Value{dst, c.args[1][1], nil}); err != nil || !slices.Equal(floats(dst), []float64{1, 1}) {
					t.Errorf("got %v and error %v", floats(dst), err)
					return
				}
			}
		})
	}
}

// BenchmarkProgram shows what a run of a small kernel costs once it is compiled.
func BenchmarkProgram(bm *testing.B) {
	c := scalarAgain()
	prog, err := Compile(c.call, c.opt)
	if err != nil {
		bm.Fatal(err)
	}
	for bm.Loop() {
		if _, err := prog.Run(c.args[0]); err != nil {
			bm.Fatal(err)
		}
	}
}
