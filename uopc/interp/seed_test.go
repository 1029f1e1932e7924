package interp

import (
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/uop"
)

// both runs a test in both orders.
func both(t *testing.T, f func(t *testing.T, opt Options)) {
	for name, o := range orders {
		t.Run(name, func(t *testing.T) { f(t, Options{Order: o}) })
	}
}

func TestRelu(t *testing.T) {
	g := newB()
	s := g.Add(g.param(uop.F32, 0, "x"), g.param(uop.F32, 1, "y"))
	zero := g.F32(0)
	call := g.kernel(g.Where(g.Bin(uop.OpCmplt, zero, s), s, zero), "relu")
	both(t, func(t *testing.T, opt Options) {
		for _, c := range [][3]float64{{1.5, 2.25, 3.75}, {1, -3, 0}, {1e8, 1, 1e8}} {
			out := mustRun(t, call, []*Value{Scalar(uop.F32, num(uop.F32, c[0])), Scalar(uop.F32, num(uop.F32, c[1]))}, opt)
			wantFloats(t, out[0], c[2])
		}
	})
}

// bump writes in[0]+1 to out[0], reads it back, and writes its double to out[1].
func TestBump(t *testing.T) {
	g := newB()
	out, in := g.mem(uop.F32, 1, "out", 2), g.mem(uop.F32, 0, "in", 2)
	zero, one := g.Int(uop.I32, 0), g.Int(uop.I32, 1)
	first := g.store(g.Add(g.load(in, zero), g.F32(1)), out, zero)
	p := g.after(out, first)
	back := g.load(p, zero)
	last := g.store(g.Mul(back, g.F32(2)), g.after(p, back), one)
	call := g.call(g.sink(last), "bump",
		g.Make(uop.OpBuffer, uop.PlaceArg(uop.F32, 0, "", 2)), g.Make(uop.OpBuffer, uop.PlaceArg(uop.F32, 1, "", 2)))
	both(t, func(t *testing.T, opt Options) {
		dst := vec(uop.F32, 0, 0)
		mustRun(t, call, []*Value{vec(uop.F32, 10, 0), dst}, opt)
		wantFloats(t, dst, 11, 22)
	})
}

func TestUnorderedPair(t *testing.T) {
	g := newB()
	buf := g.mem(uop.F32, 0, "buf", 3)
	zero, one := g.Int(uop.I32, 0), g.Int(uop.I32, 1)
	first := g.index(buf, zero)
	write := g.Make(uop.OpStore, uop.Arg{}, first, g.F32(5))
	read := g.Make(uop.OpLoad, uop.Arg{}, first)
	call := g.kernel(g.sink(g.store(read, buf, one), write), "racy")
	for o, want := range map[Order][]float64{ByID: {5, 5, 0}, DFS: {5, 1, 0}} {
		data := vec(uop.F32, 1, 0, 0)
		mustRun(t, call, []*Value{data}, Options{Order: o})
		wantFloats(t, data, want...)
	}
}

func TestThreadedPrograms(t *testing.T) {
	f := uop.F32
	progs := map[string]struct {
		build func(m *threads)
		bufs  []*Value
		want  [][]float64
	}{
		"ordered": {func(m *threads) {
			m.store(0, m.g.Idx(0), m.g.F32(5))
			m.store(0, m.g.Idx(1), m.load(0, m.g.Idx(0)))
		}, []*Value{vec(f, 1, 0, 0)}, [][]float64{{5, 5, 0}}},
		"swap": {func(m *threads) {
			x, y := m.load(0, m.g.Idx(0)), m.load(0, m.g.Idx(1))
			m.store(0, m.g.Idx(0), y)
			m.store(0, m.g.Idx(1), x)
		}, []*Value{vec(f, 3, 4)}, [][]float64{{4, 3}}},
		"shift": {func(m *threads) {
			for i := range int64(3) {
				m.store(0, m.g.Idx(i+1), m.load(0, m.g.Idx(i)))
			}
		}, []*Value{vec(f, 1, 2, 3, 4)}, [][]float64{{1, 1, 1, 1}}},
		"stencil": {func(m *threads) {
			for k := int64(1); k <= 3; k++ {
				s := m.g.Add(m.load(0, m.g.Idx(k-1)), m.load(0, m.g.Idx(k)))
				m.store(1, m.g.Idx(k), m.g.Add(s, m.load(0, m.g.Idx(k+1))))
			}
		}, []*Value{vec(f, 1, 2, 4, 8, 16), vec(f, 0, 0, 0, 0, 0)}, [][]float64{{1, 2, 4, 8, 16}, {0, 7, 14, 28, 0}}},
		"add3": {func(m *threads) {
			for i := range int64(3) {
				m.store(2, m.g.Idx(i), m.g.Add(m.load(0, m.g.Idx(i)), m.load(1, m.g.Idx(i))))
			}
		}, []*Value{vec(f, 1, 2, 3), vec(f, 10, 20, 30), vec(f, 0, 0, 0)}, [][]float64{{1, 2, 3}, {10, 20, 30}, {11, 22, 33}}},
	}
	for name, p := range progs {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, opt Options) {
				m := newThreads(p.bufs)
				p.build(m)
				var args []*Value
				for _, v := range p.bufs {
					args = append(args, v.clone())
				}
				mustRun(t, m.kernel(name), args, opt)
				for i, w := range p.want {
					wantFloats(t, args[i], w...)
				}
			})
		})
	}
}

// f(x) = g(x)*2, g(x) = sq(x)+x and sq(x) = x*x, each with slot 0 of its own.
func TestNestedCalls(t *testing.T) {
	g := newB()
	x := g.param(uop.I32, 0, "x")
	sq := g.call(g.Mul(x, x), "sq", x)
	gg := g.call(g.Add(sq, x), "g", g.Int(uop.I32, 4)) // 20
	y := g.param(uop.I32, 1, "y")
	inner := g.call(g.Add(g.call(g.Mul(y, y), "sq", x, x), x), "g", g.Add(x, g.Int(uop.I32, 1)))
	f := g.kernel(g.Mul(inner, g.Int(uop.I32, 1)), "f")
	both(t, func(t *testing.T, opt Options) {
		v, err := Eval(gg, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, 20)
		out := mustRun(t, f, []*Value{Scalar(uop.I32, 7)}, opt)
		wantFloats(t, out[0], 72)
	})
}

// Places go through CALLs, whole and in part, and what a callee stores the caller sees.
func TestCallOnPlaces(t *testing.T) {
	g := newB()
	n := g.param(uop.Index, 1, "n")
	row := g.memN(uop.I32, 0, "row", n)
	r := g.rng(0, n)
	double := g.end(g.store(g.Mul(g.load(row, r), g.Int(uop.I32, 2)), row, r), r)
	m := g.mem(uop.I32, 0, "m", 2, 3)
	tmp := g.alloc(uop.I32, 0, "tmp", 3)
	fill := g.store(g.load(m, g.Idx(0)), tmp)
	// A CALL is no dep of an AFTER, so the body runs it as the effect of a loop of one turn.
	bodyCall := g.call(g.sink(double), "double", g.index(m, g.Idx(1)), g.Idx(3))
	if bodyCall.Space() != uop.NoSpace {
		t.Fatal("a CALL of an effect has a value")
	}
	both(t, func(t *testing.T, opt Options) {
		data := &Value{uop.I32, []int64{2, 3}, vec(uop.I32, 1, 2, 3, 4, 5, 6).Bits}
		if _, err := Eval(bodyCall, map[int]*Value{0: data}, opt); err != nil {
			t.Fatal(err)
		}
		wantFloats(t, data, 1, 2, 3, 8, 10, 12)
		v, err := Eval(g.load(g.after(tmp, fill), g.Idx(2)), map[int]*Value{0: data}, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, 3)
	})
	bad := g.call(double, "double", g.index(m, g.Idx(1)), g.Idx(4))
	_, err := Eval(bad, map[int]*Value{0: vec(uop.I32, 1, 2, 3, 4, 5, 6)}, Options{})
	wantError(t, err, "row has 3 elements, want 4")
}

func TestLongChain(t *testing.T) {
	g := newB()
	x := g.param(uop.I64, 0, "x")
	u := x
	for range 200_000 {
		u = g.Add(u, x)
	}
	both(t, func(t *testing.T, opt Options) {
		start := time.Now()
		v, err := Eval(u, map[int]*Value{0: Scalar(uop.I64, 3)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, 600_003)
		t.Logf("200,000 adds: %v", time.Since(start))
	})
}

func TestDeepCalls(t *testing.T) {
	g := newB()
	x := g.param(uop.I64, 0, "x")
	u := x
	for range 10_000 {
		u = g.call(g.Add(u, g.Int(uop.I64, 1)), "f", x)
	}
	both(t, func(t *testing.T, opt Options) {
		v, err := Eval(u, map[int]*Value{0: Scalar(uop.I64, 5)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, 10_005)
	})
}
