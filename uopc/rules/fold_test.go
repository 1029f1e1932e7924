package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

func f32s(vs ...float64) (out []uint64) {
	for _, v := range vs {
		out = append(out, contract.FromFloat(uop.F32, v))
	}
	return out
}

// kernel makes a CALL of a body, with arguments that give types alone.
func kernel(g *uop.Graph, body *uop.UOp) *uop.UOp {
	src := []*uop.UOp{body}
	for i, p := range uop.Params(body) {
		if p == nil {
			p = g.Make(uop.OpParam, uop.ParamArg(uop.I32, i, "unused"))
		}
		src = append(src, p)
	}
	return g.Make(uop.OpCall, uop.NameArg("k"), src...)
}

// mem is a small builder of memory programs.
type mem struct{ g *uop.Graph }

func (m mem) at(p *uop.UOp, i ...*uop.UOp) *uop.UOp {
	return m.g.Make(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{p}, i...)...)
}
func (m mem) load(p *uop.UOp, i ...*uop.UOp) *uop.UOp {
	return m.g.Make(uop.OpLoad, uop.Arg{}, m.at(p, i...))
}
func (m mem) store(p, v *uop.UOp, i ...*uop.UOp) *uop.UOp {
	return m.g.Make(uop.OpStore, uop.Arg{}, m.at(p, i...), v)
}
func (m mem) after(p *uop.UOp, deps ...*uop.UOp) *uop.UOp {
	return m.g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{p}, deps...)...)
}
func (m mem) end(e *uop.UOp, rs ...*uop.UOp) *uop.UOp {
	return m.g.Make(uop.OpEnd, uop.Arg{}, append([]*uop.UOp{e}, rs...)...)
}

// TestRunTensor: ops are pushed through STACKs, elements moved, lanes joined as the contract says.
func TestRunTensor(t *testing.T) {
	in := []uint64{contract.FromInt(uop.I32, 1), 2, 3, 4, 5, 6}
	for _, c := range []struct{ prog, want string }{
		{"(add (mul v v) v)", "(2,3) 2 6 12 20 30 42"},
		{"(mul v 2!)", "(2,3) 2 4 6 8 10 12"},
		{"(permute.1.0 v)", "(3,2) 1 4 2 5 3 6"},
		{"(reduce.add.1 (permute.1.0 (mul v 2!)))", "(3) 10 14 18"},
		{"(reduce.max.2 v)", "() 6"},
		{"(reshape.3.2 v)", "(3,2) 1 2 3 4 5 6"},
		{"(shrink.1.2.0.2 v)", "(1,2) 4 5"},
		{"(pad.0.1.1.0 v)", "(3,4) 0 1 2 3 0 4 5 6 0 0 0 0"},
		{"(flip.0.1 v)", "(2,3) 3 2 1 6 5 4"},
		{"(expand.2.2.3 (reshape.1.2.3 v))", "(2,2,3) 1 2 3 4 5 6 1 2 3 4 5 6"},
		{"(shrink.1.1.0.3 v)", "(0,3)"},
		{"(reduce.add.2 (shrink.1.1.0.3 v))", "() 0"},
		{"(reduce.mul.1 (shrink.0.2.1.1 v))", "(2) 1 1"},
		{"(pad.1.0.0.0 (shrink.1.1.0.2 v))", "(1,2) 0 0"},
		{"(index v 1:index)", "(3) 4 5 6"},
		{"(index v 1:index 2:index)", "() 6"},
		{"(where (cmplt v 3!) v (neg v))", "(2,3) 1 2 -3 -4 -5 -6"},
		{"(stack v v)", "(2,2,3) 1 2 3 4 5 6 1 2 3 4 5 6"},
	} {
		g := uop.NewGraph()
		k := kernel(g, read(t, g, "i32: "+c.prog))
		args := make([]Arg, len(k.Args()))
		args[9] = Arg{uop.I32, []int64{2, 3}, in}
		out, err := Run(k, args, DFS)
		if err != nil {
			t.Errorf("%s: %v", c.prog, err)
			continue
		}
		if got := text(out[0]); got != c.want {
			t.Errorf("%s gives %s, want %s", c.prog, got, c.want)
		}
	}
}

func text(a Arg) string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(strings.NewReplacer("[", "(", "]", ")").Replace(fmt.Sprint(a.Shape)), " ", ","))
	for _, v := range a.Bits {
		b.WriteString(" " + contract.FormatValue(a.DType, v))
	}
	return b.String()
}

// TestRunReduce compares the lane order with the contract's own Reducer.
func TestRunReduce(t *testing.T) {
	r := rng(t)
	for _, op := range []uop.Op{uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpFma} {
		for _, n := range []int64{0, 1, 3, 4, 5, 17, 64, 100} {
			for _, lanes := range []int{1, 2, 4, 64} {
				g := uop.NewGraph()
				p := func(slot int) *uop.UOp {
					return g.Make(uop.OpParam, uop.Arg{DType: uop.F32, X: &uop.Ext{Slot: slot, Dims: []int64{n}}})
				}
				src, in := []*uop.UOp{p(0)}, make([][]uint64, 2)
				if op == uop.OpFma {
					src = append(src, p(1))
				}
				args := make([]Arg, len(src))
				for i := range in {
					for range n {
						in[i] = append(in[i], pick(r, g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, ""))))
					}
				}
				for i := range args {
					args[i] = Arg{uop.F32, []int64{n}, in[i]}
				}
				out, err := Run(kernel(g, g.Make(uop.OpReduce, uop.ReduceArg(op, 1, lanes), src...)), args, ByID)
				want := contract.Reduce(op, uop.F32, lanes, int(n), func(i int) (uint64, uint64) { return in[0][i], in[1][i] })
				if err != nil || !contract.Same(uop.F32, out[0].Bits[0], want) {
					t.Fatalf("%s of %d in %d lanes: %v %v, want %x", op, n, lanes, out, err, want)
				}
			}
		}
	}
}

// TestRunRandom: a kernel on random arguments folds to what walking it gives.
func TestRunRandom(t *testing.T) {
	r := rng(t)
	for _, d := range uop.ValueDTypes() {
		if d == uop.Bool {
			continue
		}
		for range 60 {
			g := uop.NewGraph()
			e := &gen{r, g, d, []string{"x", "y"}}
			u := e.num(d, 8)
			k := kernel(g, u)
			for range 5 {
				args, vals := make([]Arg, len(k.Args())), map[int][]uint64{}
				for i, p := range uop.Params(u) {
					if p != nil {
						b := []uint64{pick(r, p)}
						args[i], vals[i] = Arg{p.DType(), nil, b}, b
					}
				}
				out, err := Run(k, args, DFS)
				if want := walkEval(u, vals)[0]; err != nil || !contract.Same(d, out[0].Bits[0], want) {
					t.Fatalf("%s at %v: %v %v, want %x", show(u), vals, out, err, want)
				}
			}
		}
	}
}

// TestRunAxpy is a loop over a dynamic length, which the slices tell.
func TestRunAxpy(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 3, "n"))
	y := g.Make(uop.OpParam, uop.PlaceArg(uop.F32, 0, "y", uop.Dynamic), n)
	a := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 1, "a"))
	x := g.Make(uop.OpParam, uop.PlaceArg(uop.F32, 2, "x", uop.Dynamic), n)
	i := g.Make(uop.OpRange, uop.RangeArg(0), n)
	st := m.store(y, g.Add(g.Mul(a, m.load(x, i)), m.load(y, i)), i)
	k := g.Make(uop.OpCall, uop.NameArg("axpy"), m.end(st, i), y, a, x, n)
	for _, size := range []int{0, 1, 5, 20_000} {
		xs, ys := make([]uint64, size), make([]uint64, size)
		for j := range xs {
			xs[j], ys[j] = f32s(float64(j))[0], f32s(1)[0]
		}
		s := []int64{int64(size)}
		if _, err := Run(k, []Arg{{uop.F32, s, ys}, {uop.F32, nil, f32s(2)}, {uop.F32, s, xs}, {}}, ByID); err != nil {
			t.Fatal(err)
		}
		for j := range ys {
			if ys[j] != f32s(2*float64(j) + 1)[0] {
				t.Fatalf("y[%d] is %x", j, ys[j])
			}
		}
	}
	_, err := Run(k, []Arg{{uop.F32, []int64{2}, f32s(1, 2)}, {uop.F32, nil, f32s(2)}, {uop.F32, []int64{3}, f32s(1, 2, 3)}, {}}, DFS)
	if err == nil || !strings.Contains(err.Error(), "x has 3 elements, want 2") {
		t.Error(err)
	}
}

// TestRunMatmul has nested loops, an accumulator in scratch memory, and two axes.
func TestRunMatmul(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(uop.I32, slot, name, 3, 3))
	}
	dst, a, b := place(0, "dst"), place(1, "a"), place(2, "b")
	i := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(3))
	j := g.Make(uop.OpRange, uop.RangeArg(1), g.Idx(3))
	q := g.Make(uop.OpRange, uop.RangeArg(2), g.Idx(3))
	acc := g.Make(uop.OpAlloc, uop.PlaceArg(uop.I32, 0, "acc", 1))
	zero := g.Idx(0)
	start := m.store(m.after(acc, i, j), g.Int(uop.I32, 0), zero)
	in := m.after(acc, start, q)
	inner := m.end(m.store(in, g.Add(m.load(in, zero), g.Mul(m.load(a, i, q), m.load(b, q, j))), zero), q)
	out := m.end(m.store(dst, m.load(m.after(acc, inner), zero), i, j), i, j)
	k := g.Make(uop.OpCall, uop.NameArg("matmul"), out, dst, a, b)
	s, err := Simplify(k)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*uop.UOp{k, s} {
		for _, order := range []Order{ByID, DFS} {
			got := make([]uint64, 9)
			shape := []int64{3, 3}
			_, err := Run(k, []Arg{{uop.I32, shape, got}, {uop.I32, shape, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9}},
				{uop.I32, shape, []uint64{1, 0, 2, 0, 1, 0, 3, 0, 1}}}, order)
			if want := []uint64{10, 2, 5, 22, 5, 14, 34, 8, 23}; err != nil || !slices.Equal(got, want) {
				t.Fatalf("order %d: %v %v, want %v", order, got, err, want)
			}
		}
	}
}

// TestRunOrder: a program that forgets an edge differs between the orders; one that has it does not.
func TestRunOrder(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 2))
	ld := m.load(a, g.Idx(0))
	st := m.store(a, g.Int(uop.I32, 9), g.Idx(0))
	second := m.store(a, ld, g.Idx(1))
	run := func(sink *uop.UOp, o Order) uint64 {
		bits := []uint64{5, 0}
		if _, err := Run(g.Make(uop.OpCall, uop.NameArg("k"), sink, a), []Arg{{uop.I32, []int64{2}, bits}}, o); err != nil {
			t.Fatal(err)
		}
		return bits[1]
	}
	loose := g.Make(uop.OpSink, uop.Arg{}, st, second)
	if x, y := run(loose, ByID), run(loose, DFS); x != 5 || y != 9 {
		t.Errorf("the unordered pair gives %d and %d, want 5 and 9", x, y)
	}
	tight := g.Make(uop.OpSink, uop.Arg{}, m.store(m.after(a, ld), g.Int(uop.I32, 9), g.Idx(0)), second)
	if x, y := run(tight, ByID), run(tight, DFS); x != 5 || y != 5 {
		t.Errorf("the ordered pair gives %d and %d, want 5 and 5", x, y)
	}
}

func TestRunErrors(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 3))
	x := g.Make(uop.OpParam, uop.BoundedArg(uop.Index, 1, "x", -9, 9))
	v := g.Make(uop.OpParam, uop.Arg{DType: uop.I32, X: &uop.Ext{Slot: 0, Dims: []int64{3}, Name: "v"}})
	alloc := g.Make(uop.OpAlloc, uop.PlaceArg(uop.I32, 0, "tmp", 2))
	arr := Arg{uop.I32, []int64{3}, []uint64{1, 2, 3}}
	idx := func(n int64) Arg { return Arg{uop.Index, nil, []uint64{uint64(n)}} }
	for _, c := range []struct {
		body *uop.UOp
		x    Arg
		want string
	}{
		{m.load(a, x), idx(5), "index 5 is outside [0, 3): axis 0 of a"},
		{m.load(a, x), idx(-1), "index -1 is outside [0, 3)"},
		{m.store(a, g.Int(uop.I32, 1), x), idx(3), "index 3 is outside [0, 3)"},
		{g.Make(uop.OpIndex, uop.Arg{}, v, x), idx(4), "index 4 is outside [0, 3)"},
		{m.load(a, x), idx(12), "x is 12, but its declared max is 9"},
		{m.load(a, x), Arg{}, "argument 1 (x) is missing"},
		{m.load(a, x), Arg{uop.I32, nil, []uint64{1}}, "argument 1 (x) has dtype i32, want index"},
		{g.Add(m.load(alloc, g.Idx(1)), m.load(a, x)), idx(0), "read of memory that was never written"},
	} {
		k := kernel(g, c.body)
		_, err := Run(k, []Arg{arr, c.x}, DFS)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := Run(kernel(g, x), nil, DFS); err == nil {
		t.Error("a missing argument is no error")
	}
	if _, err := Run(x, nil, DFS); err == nil {
		t.Error("a PARAM ran as a kernel")
	}
}

// TestRunResults: result places come back in order of slot, after the body's effects.
func TestRunResults(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	x := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "x"))
	res := func(slot int) *uop.UOp {
		return g.Make(uop.OpParam, uop.Arg{DType: uop.I32, X: &uop.Ext{Slot: slot, Mem: true, Role: uop.RoleResult, Dims: []int64{1}}})
	}
	sink := g.Make(uop.OpSink, uop.Arg{}, m.store(res(1), g.Add(x, x), g.Idx(0)), m.store(res(2), g.Neg(x), g.Idx(0)))
	k := g.Make(uop.OpCall, uop.NameArg("two"), sink, x, res(1), res(2))
	out, err := Run(k, []Arg{{uop.I32, nil, []uint64{21}}, {}, {}}, DFS)
	if err != nil || len(out) != 2 || out[0].Bits[0] != 42 || int64(out[1].Bits[0]) != -21 {
		t.Fatal(out, err)
	}
}

// TestRunNestedMemoryCall: a callee sees the part of memory it was handed, and its own scratch.
func TestRunNestedMemoryCall(t *testing.T) {
	g := uop.NewGraph()
	m := mem{g}
	row := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "row", 2))
	sum := g.Add(m.load(row, g.Idx(0)), m.load(row, g.Idx(1)))
	tmp := g.Make(uop.OpAlloc, uop.PlaceArg(uop.I32, 0, "tmp", 1))
	body := m.load(m.after(tmp, m.store(tmp, sum, g.Idx(0))), g.Idx(0))
	a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 3, 2))
	call := func(i int64) *uop.UOp {
		return g.Make(uop.OpCall, uop.NameArg("rowsum"), body, m.at(a, g.Idx(i)))
	}
	k := kernel(g, g.Add(g.Mul(call(0), g.Int(uop.I32, 100)), call(2)))
	s, err := Simplify(k)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*uop.UOp{k, s} {
		out, err := Run(k, []Arg{{uop.I32, []int64{3, 2}, []uint64{1, 2, 3, 4, 5, 6}}}, DFS)
		if err != nil || out[0].Bits[0] != 311 {
			t.Fatal(out, err)
		}
	}
}

// TestRunEffectOfLoop: the effect that an END names runs every iteration, used counter or not.
func TestRunEffectOfLoop(t *testing.T) {
	for size, want := range map[int64]uint64{0: 1, 3: 7} {
		g := uop.NewGraph()
		m := mem{g}
		a := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "a", 1))
		r := g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(size))
		k := kernel(g, m.end(m.store(a, g.Int(uop.I32, 7), g.Idx(0)), r))
		bits := []uint64{1}
		if _, err := Run(k, []Arg{{uop.I32, []int64{1}, bits}}, DFS); err != nil || bits[0] != want {
			t.Errorf("%d iterations leave %d, want %d (%v)", size, bits[0], want, err)
		}
	}
}
