package render

import (
	"bytes"
	"debug/elf"
	"math"
	"slices"
	"testing"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// ramp fills a place by a formula.
func ramp(d uop.DType, n int, f func(i int) float64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = contract.FromFloat(d, f(i))
	}
	return out
}

func wave(i int) float64 { return math.Sin(float64(i)*12.9898) * 43.5 }

// loopCase is one call of a kernel and what it must leave behind.
type loopCase struct {
	kernel int
	args   []any
	slot   int // of the place to compare, or -1 for the body's value
	want   []uint64
}

func loopCases() (calls []*uop.UOp, cases []loopCase) {
	calls = []*uop.UOp{axpy(), dot(uop.F32, 64), dot(uop.F64, 32), prefixSum(), rowSums(), transpose(), stencil(), reverse()}
	add := func(kernel, slot int, want []uint64, args ...any) {
		cases = append(cases, loopCase{kernel, args, slot, want})
	}
	bin := func(op uop.Op, d uop.DType, a, b uint64) uint64 { return contract.Eval(op, d, d, a, b, 0) }
	for _, n := range []int{0, 1, 2, 3, 31, 63, 64, 65, 127, 128, 200, 1000} {
		x, y := ramp(uop.F32, n, wave), ramp(uop.F32, n, func(i int) float64 { return 1 / float64(i+1) })
		a := contract.FromFloat(uop.F32, 1.1)
		saxpy := make([]uint64, n)
		same := make([]uint64, n)
		for i := range x {
			saxpy[i] = bin(uop.OpAdd, uop.F32, bin(uop.OpMul, uop.F32, a, x[i]), y[i])
			same[i] = bin(uop.OpAdd, uop.F32, bin(uop.OpMul, uop.F32, a, x[i]), x[i])
		}
		add(0, 0, saxpy, slices.Clone(y), a, x, uint64(n))
		z := slices.Clone(x)
		add(0, 0, same, z, a, z, uint64(n)) // in place: y is x
		for k, d := range []uop.DType{uop.F32, uop.F64} {
			x, y := ramp(d, n, wave), ramp(d, n, func(i int) float64 { return 1 / float64(i+1) })
			want := contract.Reduce(uop.OpAdd, d, 64>>k, n, func(i int) (uint64, uint64) { return bin(uop.OpMul, d, x[i], y[i]), 0 })
			if n < 64>>k {
				continue // the kernel of this test does not skip empty lanes: -0.0 is tested by package lower
			}
			add(1+k, -1, []uint64{want}, x, y, uint64(n))
		}
		xi := ramp(uop.I32, n, func(i int) float64 { return wave(i) * 5e7 })
		sums, total := make([]uint64, n), uint64(0)
		for i := range xi {
			total = bin(uop.OpAdd, uop.I32, total, xi[i])
			sums[i] = total
		}
		add(3, 1, sums, xi, make([]uint64, n), uint64(n), []uint64{0})
		add(3, 3, []uint64{total}, xi, make([]uint64, n), uint64(n), []uint64{7})
		inplace := slices.Clone(xi)
		add(3, 0, sums, inplace, inplace, uint64(n), []uint64{0})
		addMatrices(add, bin, n)
	}
	in := ramp(uop.U32, 1000, func(i int) float64 { return float64(i) * 77 })
	out := slices.Clone(in)
	slices.Reverse(out)
	add(7, 0, out, in)
	return calls, cases
}

func addMatrices(add func(kernel, slot int, want []uint64, args ...any), bin func(uop.Op, uop.DType, uint64, uint64) uint64, n int) {
	for _, cols := range []int{0, 1, 7} {
		x := ramp(uop.F64, n*cols, wave)
		scale := contract.FromFloat(uop.F64, 0.3)
		twice := bin(uop.OpAdd, uop.F64, scale, scale)
		want := make([]uint64, n)
		for r := range want {
			s := contract.FromFloat(uop.F64, 0)
			for c := range cols {
				s = bin(uop.OpAdd, uop.F64, s, x[r*cols+c])
			}
			want[r] = bin(uop.OpAdd, uop.F64, bin(uop.OpMul, uop.F64, s, twice), twice)
		}
		add(4, 0, want, make([]uint64, n), x, scale, uint64(n), uint64(cols))
		b := ramp(uop.U8, n*cols, func(i int) float64 { return float64(i % 251) })
		tr := make([]uint64, n*cols)
		for r := range n {
			for c := range cols {
				tr[r*cols+c] = b[c*n+r]
			}
		}
		add(5, 0, tr, make([]uint64, n*cols), b, uint64(n), uint64(cols))
	}
	x := ramp(uop.I16, n, func(i int) float64 { return float64(i*i%50000 - 25000) })
	want := slices.Clone(x)
	for i := 0; i+1 < n; i++ {
		want[i] = bin(uop.OpAdd, uop.I16, want[i], want[i+1])
	}
	add(6, 1, want, uint64(n), x, x) // in place: it reads ahead of what it writes
	last := slices.Clone(want)
	if n > 0 {
		last[n-1] = 0
	}
	add(6, 1, last, uint64(n), make([]uint64, n), slices.Clone(x))
}

// TestLoops runs each case whole, and again cut by budgets down to one operation: the results
// must be the same, and a small budget must take many calls.
func TestLoops(t *testing.T) {
	t.Parallel()
	calls, cases := loopCases()
	s := newSuite(t, calls...)
	engines := s.engines(t)
	const whole = 1<<63 - 1
	cut := int64(0)
	for _, budget := range []int64{whole, 1, 100, 1000, 1 << 40} {
		var runs []*run
		for _, c := range cases {
			runs = append(runs, s.run(c.kernel, budget, c.args...))
		}
		for engine, program := range engines {
			if engine == "Go" && budget != whole {
				continue
			}
			for i, r := range execute(t, program, runs) {
				c := cases[i]
				got := []uint64{s.ret(r)}
				if c.slot >= 0 {
					got = s.place(r, c.slot)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%s, budget %d: %s case %d gives %x, want %x\n%s", engine, budget, calls[c.kernel].X().Name, i, got, c.want, s.c[c.kernel].Func)
					return
				}
				if budget == 1 {
					cut += r.calls - 1
				} else if budget >= 1<<40 && r.calls != 1 {
					t.Errorf("%s: %s took %d calls with budget %d", engine, calls[c.kernel].X().Name, r.calls, budget)
				}
			}
		}
	}
	if cut < 10000 {
		t.Errorf("budget 1 cut only %d times: loops are not cut", cut)
	}
	t.Logf("%d cases, %d cuts", len(cases), cut)
}

// TestWork checks the formula of the work against the sizes: the wrapper chooses by it.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		call *uop.UOp
		cut  bool
		work string
	}{
		{axpy(), true, "6.0*float64(n)"},
		{prefixSum(), true, ""},
		{transpose(), true, ""},
		{b4(), false, ""},
	} {
		s, err := C(c.call, COptions{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Cut != c.cut || c.work != "" && s.GoWork != c.work {
			t.Errorf("%s: cut %v, work %s; want %v, %s", s.Name, s.Cut, s.GoWork, c.cut, c.work)
		}
	}
}

// b4 has one small loop, which is never cut.
func b4() *uop.UOp {
	b := newBuilder()
	x := b.place(uop.F32, "x", 16)
	i := b.loop(b.Idx(16))
	return b.call("Small", b.end(b.store(x, b.F32(1.5), i), i))
}

// TestNoUndefined compiles everything for every 64-bit target that uopc links itself, and looks
// for symbols that nobody will define: memset, fma and their kind.
func TestNoUndefined(t *testing.T) {
	t.Parallel()
	calls, _ := loopCases()
	r := newRand(t)
	for range 5 {
		p := randomProgram(r, 8)
		calls = append(calls, p.each())
	}
	text := JoinC(newSuite(t, append(calls, everyOp()...)...).c...)
	for i, target := range []clang.Target{
		{Arch: "amd64", Level: "v2", Mode: clang.Asm}, {Arch: "arm64", Mode: clang.Asm}, {Arch: "amd64", Level: "v4", Mode: clang.Asm},
		{Arch: "riscv64", Mode: clang.Dylib, OS: "linux"}, {Arch: "s390x", Mode: clang.Dylib, OS: "linux"},
	} {
		if testing.Short() && i > 1 {
			continue
		}
		f, err := elf.NewFile(bytes.NewReader(compileC(t, text, target)))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		for _, y := range symbols {
			if y.Section == elf.SHN_UNDEF && y.Name != "" && y.Name != "_GLOBAL_OFFSET_TABLE_" && y.Name != ".TOC." {
				t.Errorf("%s: undefined symbol %s", target, y.Name)
			}
		}
	}
}

// everyOp has one kernel for every op on every dtype, and for every conversion.
func everyOp() (calls []*uop.UOp) {
	for _, d := range uop.ValueDTypes() {
		for op := uop.OpNeg; op <= uop.OpFma; op++ {
			if written[op] || !op.Takes(d) || op == uop.OpCast || op == uop.OpBitcast {
				continue
			}
			b := newBuilder()
			src := []*uop.UOp{b.param(d, "a"), b.param(d, "b"), b.param(d, "c")}
			if op == uop.OpWhere {
				src[0] = b.param(uop.Bool, "d")
			}
			calls = append(calls, b.call("K", b.Make(op, uop.Arg{}, src[:op.Arity()]...)))
		}
		for _, to := range uop.ValueDTypes() {
			b := newBuilder()
			a := b.param(d, "a")
			calls = append(calls, b.call("K", b.Cast(a, to)))
			if to.Bits() == d.Bits() {
				calls = append(calls, b.call("K", b.Make(uop.OpBitcast, uop.CastArg(to), a)))
			}
		}
	}
	return calls
}
