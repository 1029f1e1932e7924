package interp

import (
	"math"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// Sizes that are arguments, and whole-tensor loads and stores: dst = x * (a spread over x).
func TestDynamicTensor(t *testing.T) {
	g := newB()
	n, m := g.param(uop.Index, 3, "n"), g.param(uop.Index, 4, "m")
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(uop.F32, slot, name, uop.Dynamic, uop.Dynamic), n, m)
	}
	dst, x, a := place(0, "dst"), place(1, "x"), g.memN(uop.F32, 2, "a", n)
	one := g.Make(uop.OpReshape, uop.DimsArg(uop.Dynamic, 1), g.load(a), n)
	wide := g.Make(uop.OpExpand, uop.DimsArg(uop.Dynamic, uop.Dynamic), one, n, m)
	call := g.kernel(g.store(g.Mul(g.load(x), wide), dst), "rows")
	both(t, func(t *testing.T, opt Options) {
		out := vec(uop.F32, make([]float64, 6)...)
		args := []*Value{out, vec(uop.F32, 1, 2, 3, 4, 5, 6), vec(uop.F32, 10, 100), nil, nil}
		mustRun(t, call, args, opt)
		wantFloats(t, out, 10, 20, 30, 400, 500, 600)
		args[2] = vec(uop.F32, 10, 100, 1000, 1)
		_, err := Run(call, args, opt)
		wantError(t, err, "dst has 6 elements, which is not a multiple of 4")
		args[3], args[4] = Scalar(uop.Index, 2), Scalar(uop.Index, 3)
		_, err = Run(call, args, opt)
		wantError(t, err, "a has 4 elements, n is 2")
	})
	sum := g.reduce(uop.OpAdd, 2, 1, g.load(x))
	out := mustRun(t, g.call(sum, "sum", dst, x, a, n, m), []*Value{nil, {uop.F32, []int64{2, 2}, vec(uop.F32, 1, 2, 3, 4).Bits}, nil, Scalar(uop.Index, 2), Scalar(uop.Index, 2)}, Options{})
	wantFloats(t, out[0], 10)
}

// The lane order of a sum of 7 f32s in 4 lanes, by hand: lanes (e0+e4, e1+e5, e2+e6, e3), then
// ((l0+l2)+(l1+l3)). Values are chosen so that any other order rounds otherwise.
func TestReduceLanes(t *testing.T) {
	g := newB()
	e := []float32{1e8, 3, -1e8, 0.25, 5, 1e-3, 7}
	bits := make([]uint64, 14)
	for i := range bits {
		bits[i] = uint64(math.Float32bits(e[i%7] * float32(1+i/7)))
	}
	x := g.Make(uop.OpParam, uop.Arg{DType: uop.F32, X: &uop.Ext{Name: "x", Dims: []int64{2, 7}}})
	args := map[int]*Value{0: {uop.F32, []int64{2, 7}, bits}}
	at := func(i int) float32 { return math.Float32frombits(uint32(bits[i])) }
	byLanes := func(o int) float32 {
		l0, l1, l2, l3 := at(o)+at(o+4), at(o+1)+at(o+5), at(o+2)+at(o+6), at(o+3)
		return (l0 + l2) + (l1 + l3)
	}
	inOrder := float32(0)
	for i := range 14 {
		inOrder += at(i)
	}
	both(t, func(t *testing.T, opt Options) {
		v, err := Eval(g.reduce(uop.OpAdd, 1, 4, x), args, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, float64(byLanes(0)), float64(byLanes(7)))
		v, err = Eval(g.reduce(uop.OpAdd, 2, 1, x), args, opt)
		if err != nil {
			t.Fatal(err)
		}
		wantFloats(t, v, float64(inOrder))
		if byLanes(0) == e[0]+e[1]+e[2]+e[3]+e[4]+e[5]+e[6] {
			t.Error("the values do not tell the orders apart")
		}
		// fma, one lane, two elements: FMA(x1, x1, x0*x0), rounded twice in all
		two := g.move(uop.OpShrink, x, 0, 1, 5, 7)
		v, err = Eval(g.reduce(uop.OpFma, 1, 1, two, two), args, opt)
		if err != nil {
			t.Fatal(err)
		}
		p := float64(float32(at(5) * at(5)))
		wantFloats(t, v, float64(float32(float64(at(6))*float64(at(6))+p)))
	})
}

func TestReduceOfNothing(t *testing.T) {
	g := newB()
	n := g.param(uop.Index, 1, "n")
	x := g.memN(uop.F32, 0, "x", n)
	for op, want := range map[uop.Op]float64{uop.OpAdd: 0, uop.OpMul: 1, uop.OpMax: math.Inf(-1)} {
		call := g.kernel(g.reduce(op, 1, 8, g.load(x)), "r")
		out := mustRun(t, call, []*Value{vec(uop.F32), nil}, Options{})
		if out[0].Bits[0] != contract.FromFloat(uop.F32, want) {
			t.Errorf("%v of nothing: got %v, want %v", op, floats(out[0]), want)
		}
	}
}

// STACK and INDEX on values, elementwise ops with shapes, and INDEX by data.
func TestStackIndex(t *testing.T) {
	g := newB()
	x, y := g.param(uop.I32, 0, "x"), g.param(uop.I32, 1, "y")
	pair := g.Make(uop.OpStack, uop.Arg{}, x, y)
	four := g.Make(uop.OpStack, uop.Arg{}, pair, g.Mul(pair, pair))
	cond := g.Bin(uop.OpCmplt, four, g.Broadcast(g.Int(uop.I32, 10), four.Shape()))
	some := g.Where(cond, four, g.Neg(four))
	args := map[int]*Value{0: Scalar(uop.I32, 3), 1: Scalar(uop.I32, 4)}
	both(t, func(t *testing.T, opt Options) {
		for _, c := range []struct {
			u    *uop.UOp
			want []float64
		}{
			{some, []float64{3, 4, 9, -16}},
			{g.index(some, g.Idx(1)), []float64{9, -16}},
			{g.index(some, g.Idx(1), g.Int(uop.U8, 0)), []float64{9}},
			{g.index(some), []float64{3, 4, 9, -16}},
		} {
			v, err := Eval(c.u, args, opt)
			if err != nil {
				t.Fatal(err)
			}
			wantFloats(t, v, c.want...)
		}
		_, err := Eval(g.index(pair, x), args, opt)
		wantError(t, err, "index 3 is outside [0, 2): axis 0 of stack")
	})
}

// OnValue sees every value once, with its bits.
func TestOnValue(t *testing.T) {
	g := newB()
	x := g.param(uop.I32, 0, "x")
	root := g.Mul(g.Add(x, g.Int(uop.I32, 1)), x)
	seen := map[*uop.UOp]uint64{}
	_, err := Eval(root, map[int]*Value{0: Scalar(uop.I32, 6)}, Options{OnValue: func(u *uop.UOp, v *Value) {
		if _, twice := seen[u]; twice {
			t.Errorf("%v came twice", u.Op())
		}
		seen[u] = v.Bits[0]
	}})
	if err != nil || len(seen) != 4 || seen[root] != 42 || seen[x] != 6 {
		t.Errorf("saw %v, error %v", seen, err)
	}
}
