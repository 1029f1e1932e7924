package interp

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// counting counts how often each node gets a value.
func counting(opt Options) (Options, map[*uop.UOp]int) {
	n := map[*uop.UOp]int{}
	opt.OnValue = func(u *uop.UOp, _ *Value) {
		n[u]++
	}
	return opt, n
}

// axpy: y[i] = a*x[i] + y[i] for a length that x and y tell.
func TestDynamicLoop(t *testing.T) {
	g := newB()
	n := g.param(uop.Index, 3, "n")
	y, a, x := g.memN(uop.F32, 0, "y", n), g.param(uop.F32, 1, "a"), g.memN(uop.F32, 2, "x", n)
	i := g.rng(0, n)
	body := g.end(g.store(g.Add(g.Mul(a, g.load(x, i)), g.load(y, i)), y, i), i)
	call := g.kernel(body, "axpy")
	both(t, func(t *testing.T, opt Options) {
		dst := vec(uop.F32, 1, 2, 3)
		mustRun(t, call, []*Value{dst, Scalar(uop.F32, num(uop.F32, 2)), vec(uop.F32, 10, 20, 30), nil}, opt)
		wantFloats(t, dst, 21, 42, 63)
		empty := vec(uop.F32)
		mustRun(t, call, []*Value{empty, Scalar(uop.F32, 0), vec(uop.F32), nil}, opt)
	})
}

// sumLoop adds x[0..n) up in scratch memory and gives the sum.
func (g b) sumLoop(n *uop.UOp) *uop.UOp {
	x := g.memN(uop.F32, 0, "x", n)
	acc := g.alloc(uop.F32, 0, "acc", 1)
	zero := g.Idx(0)
	init := g.store(g.F32(0), acc, zero)
	i := g.rng(0, n)
	p := g.after(acc, init, i)
	step := g.store(g.Add(g.load(p, zero), g.load(x, i)), p, zero)
	return g.load(g.after(acc, g.end(step, i)), zero)
}

func TestAccumulate(t *testing.T) {
	g := newB()
	sum := g.sumLoop(g.param(uop.Index, 1, "n"))
	call := g.kernel(g.Mul(sum, g.F32(10)), "sum")
	both(t, func(t *testing.T, opt Options) {
		out := mustRun(t, call, []*Value{vec(uop.F32, 1, 2, 3, 4), nil}, opt)
		wantFloats(t, out[0], 100)
		out = mustRun(t, call, []*Value{vec(uop.F32), nil}, opt)
		wantFloats(t, out[0], 0)
	})
}

// A CALL in a loop: its scratch memory is fresh each time, and so are its reads of it.
func TestCallInLoop(t *testing.T) {
	g := newB()
	n := g.param(uop.Index, 1, "n")
	sum := g.sumLoop(n)
	m := g.mem(uop.F32, 0, "m", 3, 2)
	dst := g.mem(uop.F32, 1, "dst", 3)
	i := g.rng(5, g.Idx(3))
	row := g.call(sum, "sum", g.index(m, i), g.Idx(2))
	call := g.kernel(g.end(g.store(row, dst, i), i), "rows")
	both(t, func(t *testing.T, opt Options) {
		out := vec(uop.F32, 0, 0, 0)
		mustRun(t, call, []*Value{vec(uop.F32, 1, 2, 3, 4, 5, 6), out}, opt)
		wantFloats(t, out, 3, 7, 11)
	})
	tmp := g.alloc(uop.F32, 0, "tmp", 1)
	k := g.param(uop.Index, 0, "k")
	j := g.rng(6, k)
	dirty := g.load(g.after(tmp, g.end(g.store(g.F32(1), g.after(tmp, j), g.Idx(0)), j)), g.Idx(0))
	less := g.Add(g.Neg(i), g.Idx(1)) // 1, 0, -1 turns
	call = g.kernel(g.end(g.store(g.call(dirty, "dirty", less), dst, i), i), "stale")
	both(t, func(t *testing.T, opt Options) {
		args := []*Value{nil, vec(uop.F32, 0, 0, 0)} // slot 0 is not used
		_, err := Run(call, args, opt)
		wantError(t, err, "read of memory that was never written: element (0) of tmp")
		wantFloats(t, args[1], 1, 0, 0)
	})
}

// Nested loops, written as one END and as two, over a matrix of 2 by 3.
func TestNestedLoops(t *testing.T) {
	for _, form := range []string{"one end", "two ends"} {
		g := newB()
		m, dst := g.mem(uop.I32, 0, "m", 2, 3), g.mem(uop.I32, 1, "dst", 1)
		i, j := g.rng(0, g.Idx(2)), g.rng(1, g.Idx(3))
		zero := g.Idx(0)
		init := g.store(g.Int(uop.I32, 100), dst, zero)
		p := g.after(dst, init, i, j)
		ten := g.Mul(g.load(p, zero), g.Int(uop.I32, 2)) // the order of the turns shows
		step := g.store(g.Add(ten, g.load(m, i, j)), p, zero)
		body := g.end(step, i, j)
		if form == "two ends" {
			body = g.end(g.end(step, j), i)
		}
		call := g.kernel(body, "matsum")
		want := 100
		for _, v := range []int{1, 2, 3, 4, 5, 6} {
			want = want*2 + v
		}
		both(t, func(t *testing.T, opt Options) {
			out := vec(uop.I32, 0)
			mustRun(t, call, []*Value{vec(uop.I32, 1, 2, 3, 4, 5, 6), out}, opt)
			wantFloats(t, out, float64(want))
		})
	}
}

// The inner loop turns i+1 times; each value runs once an iteration of the loops it is open in.
func TestTriangle(t *testing.T) {
	for _, form := range []string{"one end", "two ends"} {
		g := newB()
		x, dst := g.mem(uop.I32, 0, "x", 4), g.mem(uop.I32, 1, "dst", 4)
		i := g.rng(0, g.Idx(4))
		j := g.rng(1, g.Add(i, g.Idx(1)))
		p := g.after(dst, i, j)
		outer, inner, fixed := g.load(x, i), g.load(x, j), g.load(x, g.Idx(3))
		v := g.Add(g.Add(outer, inner), g.Add(g.load(p, i), fixed))
		step := g.store(v, p, i)
		body := g.end(step, i, j)
		if form == "two ends" {
			body = g.end(g.end(step, j), i)
		}
		call := g.kernel(body, "triangle")
		in := []int{1, 10, 100, 1000}
		var want [4]float64
		for i := range 4 {
			for j := range i + 1 {
				want[i] += float64(in[i] + in[j] + in[3])
			}
		}
		both(t, func(t *testing.T, opt Options) {
			opt, n := counting(opt)
			out := vec(uop.I32, 0, 0, 0, 0)
			mustRun(t, call, []*Value{vec(uop.I32, 1, 10, 100, 1000), out}, opt)
			wantFloats(t, out, want[:]...)
			if n[outer] != 4 || n[inner] != 10 || n[fixed] != 1 {
				t.Errorf("%s: loads ran %d, %d and %d times, want 4, 10 and 1", form, n[outer], n[inner], n[fixed])
			}
			if n[i] != 4 || n[j] != 10 {
				t.Errorf("%s: counters got %d and %d values, want 4 and 10", form, n[i], n[j])
			}
		})
	}
}

// One counter and one value in it serve two loops, and an inner loop does not disturb the outer.
func TestSharedCounter(t *testing.T) {
	g := newB()
	x, y := g.mem(uop.I32, 0, "x", 3), g.mem(uop.I32, 1, "y", 3)
	r, q := g.rng(0, g.Idx(3)), g.rng(1, g.Idx(2))
	sq := g.Mul(g.Cast(r, uop.I32), g.Cast(r, uop.I32))
	first := g.end(g.store(sq, x, r), r)
	second := g.end(g.store(g.Add(sq, g.load(g.after(x, first), r)), y, r), r)
	// For each q and r, a whole loop over r again runs within.
	p := g.after(x, second, q)
	inner := g.end(g.store(g.Add(g.load(p, r), g.Int(uop.I32, 1)), p, r), r)
	third := g.end(g.store(g.Add(g.load(g.after(y, second, q), r), g.load(g.after(p, inner), r)), g.after(y, second, q), r), q, r)
	call := g.kernel(third, "shared")
	both(t, func(t *testing.T, opt Options) {
		a, c := vec(uop.I32, 0, 0, 0), vec(uop.I32, 0, 0, 0)
		mustRun(t, call, []*Value{a, c}, opt)
		wantFloats(t, a, 2, 3, 6)
		wantFloats(t, c, 0+1+2, 2+2+3, 8+5+6)
	})
}

// Within the loops over r and q a whole loop over r runs: the outer r, and what was computed
// from it, must be as before once that has ended.
func TestCounterWithinItself(t *testing.T) {
	g := newB()
	x, y := g.mem(uop.I32, 0, "x", 3), g.mem(uop.I32, 1, "y", 3)
	r, q := g.rng(0, g.Idx(3)), g.rng(1, g.Idx(2))
	sq := g.Mul(g.Cast(r, uop.I32), g.Cast(r, uop.I32))
	p := g.after(x, q)
	inner := g.end(g.store(g.Add(g.load(p, r), sq), p, r), r)
	py := g.after(y, q)
	sum := g.Add(g.Add(g.load(py, r), g.load(g.after(p, inner), r)), sq)
	call := g.kernel(g.end(g.store(sum, py, r), r, q), "within")
	var wx, wy [3]float64
	for r := range 3 {
		for range 2 {
			for k := range 3 {
				wx[k] += float64(k * k)
			}
			wy[r] += wx[r] + float64(r*r)
		}
	}
	both(t, func(t *testing.T, opt Options) {
		a, c := vec(uop.I32, 0, 0, 0), vec(uop.I32, 0, 0, 0)
		mustRun(t, call, []*Value{a, c}, opt)
		wantFloats(t, a, wx[:]...)
		wantFloats(t, c, wy[:]...)
	})
}

// An effect without a counter runs every turn; with no turns it does not run.
func TestFixedEffect(t *testing.T) {
	g := newB()
	x := g.mem(uop.I32, 0, "x", 1)
	n := g.param(uop.Index, 1, "n")
	ld := g.load(x, g.Idx(0))
	call := g.kernel(g.end(g.store(g.Add(ld, g.Int(uop.I32, 1)), x, g.Idx(0)), g.rng(0, n)), "fixed")
	both(t, func(t *testing.T, opt Options) {
		for n, want := range map[int64]float64{-2: 7, 0: 7, 1: 8, 5: 8} {
			v := vec(uop.I32, 7)
			mustRun(t, call, []*Value{v, Scalar(uop.Index, uint64(n))}, opt)
			wantFloats(t, v, want)
		}
	})
}

func TestLoopSizedByInnerCounter(t *testing.T) {
	g := newB()
	x := g.mem(uop.Index, 0, "x", 9)
	j := g.rng(1, g.Idx(3))
	i := g.rng(0, j)
	body := g.end(g.store(i, x, j), i, j)
	_, err := Run(g.kernel(body, "bad"), []*Value{vec(uop.Index, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, Options{})
	wantError(t, err, "an outer loop is sized by an inner one")
}
