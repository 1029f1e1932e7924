package interp

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestArgumentErrors(t *testing.T) {
	g := newB()
	n := g.Make(uop.OpParam, uop.BoundedArg(uop.Index, 2, "n", 0, 5))
	y, x := g.memN(uop.F32, 0, "y", n), g.memN(uop.F32, 1, "x", n)
	i := g.rng(0, n)
	call := g.kernel(g.end(g.store(g.load(x, i), y, i), i), "copy")
	f := func(n int) *Value { return vec(uop.F32, make([]float64, n)...) }
	for want, args := range map[string][]*Value{
		"kernel copy takes 3 arguments, got 2":                     {f(1), f(1)},
		"argument 1 (x) has dtype i32, want f32":                   {f(1), vec(uop.I32, 1), nil},
		"x has 3 elements, n is 4 by y":                            {f(4), f(3), nil},
		"y has 4 elements, n is 3":                                 {f(4), f(3), Scalar(uop.Index, 3)},
		"argument 1 (x) is missing":                                {f(4), nil, nil},
		"the size n is -1: a size is 0 or more":                    {f(4), f(4), Scalar(uop.Index, ^uint64(0))},
		"n is 6, but its declared max is 5":                        {f(6), f(6), nil},
		"argument 0 (y) has shape (3) but 2 elements":              {{uop.F32, []int64{3}, make([]uint64, 2)}, f(2), nil},
		"argument 2 (n) has shape (2), want a scalar":              {f(2), f(2), vec(uop.Index, 1, 2)},
		"argument 0 (y) has shape (2,1), want (n) or the elements": {{uop.F32, []int64{2, 1}, make([]uint64, 2)}, f(2), nil},
	} {
		_, err := Run(call, args, Options{})
		wantError(t, err, want)
	}
	mustRun(t, call, []*Value{f(5), f(5), nil}, Options{})
	_, err := Run(g.Idx(1), nil, Options{})
	wantError(t, err, "a kernel is a CALL")
}

func TestPromises(t *testing.T) {
	g := newB()
	lo := g.Make(uop.OpParam, uop.BoundedArg(uop.I8, 0, "lo", -3, 3))
	hi := g.Make(uop.OpParam, uop.Arg{DType: uop.U64, X: &uop.Ext{Slot: 0, Name: "hi", HasMin: true, Min: 7}})
	_, err := Eval(lo, map[int]*Value{0: Scalar(uop.I8, ^uint64(3))}, Options{})
	wantError(t, err, "lo is -4, but its declared min is -3")
	_, err = Eval(hi, map[int]*Value{0: Scalar(uop.U64, 6)}, Options{})
	wantError(t, err, "hi is 6, but its declared min is 7")
	if _, err = Eval(hi, map[int]*Value{0: Scalar(uop.U64, 1<<63)}, Options{}); err != nil {
		t.Error(err)
	}
	// A callee's promise is kept too.
	_, err = Eval(g.call(lo, "f", g.Int(uop.I8, 9)), nil, Options{})
	wantError(t, err, "lo is 9, but its declared max is 3")
}

func TestUnfoundSize(t *testing.T) {
	g := newB()
	r, c := g.param(uop.Index, 1, "rows"), g.param(uop.Index, 2, "cols")
	x := g.Make(uop.OpParam, uop.PlaceArg(uop.I32, 0, "x", uop.Dynamic, uop.Dynamic), r, c)
	call := g.kernel(g.reduce(uop.OpAdd, 2, 1, g.load(x)), "sum")
	x6 := vec(uop.I32, 1, 2, 3, 4, 5, 6)
	_, err := Run(call, []*Value{x6, nil, nil}, Options{})
	wantError(t, err, "the size rows (slot 1) cannot be found")
	_, err = Run(call, []*Value{x6, Scalar(uop.Index, 2), Scalar(uop.Index, 2)}, Options{})
	wantError(t, err, "x has 6 elements, want 4: rows is 2, cols is 2")
	wantFloats(t, mustRun(t, call, []*Value{x6, Scalar(uop.Index, 2), nil}, Options{})[0], 21)
	half := g.memN(uop.I32, 0, "half", g.Bin(uop.OpFloordiv, r, g.Idx(2)))
	v := g.load(half, g.Idx(0))
	_, err = Eval(v, map[int]*Value{0: x6, 1: Scalar(uop.Index, 8)}, Options{})
	wantError(t, err, "half has 6 elements, want 4")
	if _, err = Eval(v, map[int]*Value{0: x6, 1: Scalar(uop.Index, 13)}, Options{}); err != nil {
		t.Error(err)
	}
}

func TestMemoryErrors(t *testing.T) {
	g := newB()
	x := g.mem(uop.F32, 0, "x", 3)
	tmp, anon := g.alloc(uop.F32, 4, "tmp", 2, 2), g.alloc(uop.F32, 7, "", 3)
	k := func(d uop.DType) *uop.UOp { return g.param(d, 1, "k") }
	zero := g.Idx(0)
	set := g.store(g.F32(1), tmp, zero, zero)
	for _, c := range []struct {
		u    *uop.UOp
		k    *Value
		want string
	}{
		{g.load(x, k(uop.Index)), Scalar(uop.Index, 5), "index 5 is outside [0, 3): axis 0 of x"},
		{g.load(x, k(uop.I8)), Scalar(uop.I8, num(uop.I8, -1)), "index -1 is outside [0, 3): axis 0 of x"},
		{g.load(x, k(uop.U64)), Scalar(uop.U64, ^uint64(0)), "index 18446744073709551615 is outside [0, 3)"},
		{g.store(g.F32(1), x, k(uop.Index)), Scalar(uop.Index, 3), "index 3 is outside [0, 3): axis 0 of x"},
		{g.load(g.after(tmp, set), k(uop.Index), zero), Scalar(uop.Index, 1), "read of memory that was never written: element (1,0) of tmp (alloc slot 4)"},
		{g.load(g.after(tmp, set)), nil, "read of memory that was never written: element (0,1) of tmp (alloc slot 4)"},
		{g.load(anon, zero), nil, "read of memory that was never written: element (0) of alloc 7 (alloc slot 7)"},
		{x, nil, "param is a place in memory"},
		{g.Add(g.rng(0, zero), zero), nil, "add uses RANGE axis=0 outside the END"},
	} {
		both(t, func(t *testing.T, opt Options) {
			_, err := Eval(c.u, map[int]*Value{0: vec(uop.F32, 1, 2, 3), 1: c.k}, opt)
			wantError(t, err, c.want)
		})
	}
}

func TestResultPlaces(t *testing.T) {
	g := newB()
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.Arg{DType: uop.I32, X: &uop.Ext{Slot: slot, Name: name, Mem: true, Role: uop.RoleResult, Dims: []int64{1}}})
	}
	lo, hi, x := place(1, "lo"), place(2, "hi"), g.param(uop.I32, 0, "x")
	zero := g.Idx(0)
	s1, s2 := g.store(g.Neg(x), lo, zero), g.store(x, hi, zero)
	out := mustRun(t, g.kernel(g.sink(s2, s1), "bounds"), []*Value{Scalar(uop.I32, 4), nil, nil}, Options{})
	if len(out) != 2 || out[0].Shape != nil {
		t.Fatalf("got %v", out)
	}
	wantFloats(t, out[0], -4)
	wantFloats(t, out[1], 4)
	_, err := Run(g.call(g.sink(s1), "half", x, lo, hi), []*Value{Scalar(uop.I32, 4), nil, nil}, Options{})
	wantError(t, err, "the result hi (slot 2) was never written")
	_, err = Run(g.kernel(g.store(g.load(lo, zero), hi, zero), "early"), []*Value{nil, nil, nil}, Options{})
	wantError(t, err, "read of memory that was never written: element (0) of lo (param slot 1)")
}

func TestEvalErrors(t *testing.T) {
	g := newB()
	// A slot between others that nothing uses may hold anything.
	v, err := Eval(g.param(uop.I32, 2, "c"), map[int]*Value{1: {}, 2: Scalar(uop.I32, 8)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantFloats(t, v, 8)
	_, err = Eval(g.Add(g.param(uop.I32, 0, "a"), g.param(uop.I32, 1, "b")), map[int]*Value{1: Scalar(uop.I32, 1)}, Options{})
	wantError(t, err, "argument 0 (a) is missing")
	_, err = Eval(g.Add(g.param(uop.I32, 0, "a"), g.Cast(g.param(uop.F32, 0, "b"), uop.I32)), map[int]*Value{0: Scalar(uop.I32, 1)}, Options{})
	wantError(t, err, "slot 0 is both")
	_, err = Eval(g.param(uop.I32, 1<<40, "far"), nil, Options{})
	wantError(t, err, "far has slot 1099511627776, above 65536")
	big := g.Make(uop.OpExpand, uop.DimsArg(1<<20, 1<<15), g.move(uop.OpReshape, g.F32(1), 1, 1))
	_, err = Eval(big, nil, Options{})
	wantError(t, err, "expand of shape (1048576,32768) has more than 268435456 elements")
}
