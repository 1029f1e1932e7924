package uop

import (
	"fmt"
	"testing"
)

func bounded(g *Graph, d DType, slot int, lo, hi int64) *UOp {
	return g.Make(OpParam, BoundedArg(d, slot, "", lo, hi))
}

// show prints a node's bounds as the command does.
func show(u *UOp) string {
	safe := "safe"
	if !u.Safe() {
		safe = "unsafe"
	}
	return fmt.Sprintf("[%v, %v] %s", u.Vmin(), u.Vmax(), safe)
}

func TestBoundsOfKnownExpressions(t *testing.T) {
	g := NewGraph()
	c := func(v int64) *UOp { return g.Int(I32, v) }
	i, j, k := bounded(g, I32, 0, 0, 15), bounded(g, I32, 1, 0, 3), bounded(g, I32, 2, 0, 7)
	x8, big := bounded(g, I32, 3, -8, 8), bounded(g, I32, 4, 0, 1<<30)
	i4 := g.Mul(i, c(4))
	sum := g.Add(i4, j)
	full := "[-2147483648, 2147483647]"
	split := func(top int64) *UOp { return g.Add(g.Mul(bounded(g, I32, 5, 0, top), c(4)), j) }
	square := func(lo, hi int64) *UOp { x := bounded(g, I32, 6, lo, hi); return g.Mul(x, x) }
	free := param(g, I32, 7)
	for _, w := range []struct {
		name string
		u    *UOp
		want string
	}{
		{"i", i, "[0, 15] safe"}, {"4", c(4), "[4, 4] safe"}, {"i*4", i4, "[0, 60] safe"},
		{"j", j, "[0, 3] safe"}, {"i*4+j", sum, "[0, 63] safe"},
		{"(i*4+j)//4", g.Bin(OpFloordiv, sum, c(4)), "[0, 15] safe"},
		{"(i*4+j)%8", g.Bin(OpFloormod, sum, c(8)), "[0, 7] safe"},
		{"big*4", g.Mul(big, c(4)), full + " unsafe"},
		{"(big*4)//4", g.Bin(OpFloordiv, g.Mul(big, c(4)), c(4)), "[-536870912, 536870911] unsafe"},
		{"i-j", g.Add(i, g.Neg(j)), "[-3, 15] safe"},
		{"x//5", g.Bin(OpFloordiv, x8, c(5)), "[-2, 1] safe"}, {"x%5", g.Bin(OpFloormod, x8, c(5)), "[0, 4] safe"},
		{"x%1", g.Bin(OpFloormod, free, c(1)), "[0, 0] safe"},
		{"x%4 in one bucket", g.Bin(OpFloormod, bounded(g, I32, 8, 9, 10), c(4)), "[1, 2] safe"},
		{"50000^2", square(-50000, 50000), full + " unsafe"},
		{"46340^2", square(-46340, 46340), "[-2147395600, 2147395600] safe"},
		{"46341^2", square(0, 46341), full + " unsafe"},
		{"a*4+b, a to 2^29-1", split(1<<29 - 1), "[0, 2147483647] safe"},
		{"a*4+b, a to 2^29", split(1 << 29), full + " unsafe"},
		{"i*3", g.Mul(bounded(g, I32, 9, 0, 1000), c(3)), "[0, 3000] safe"},
		{"x*3", g.Mul(free, c(3)), full + " unsafe"},
		{"j<4", g.Bin(OpCmplt, j, c(4)), "[1, 1] safe"}, {"j<0", g.Bin(OpCmplt, j, c(0)), "[0, 0] safe"},
		{"j<3", g.Bin(OpCmplt, j, c(3)), "[0, 1] safe"}, {"j!=4", g.Bin(OpCmpne, j, c(4)), "[1, 1] safe"},
		{"4!=4", g.Bin(OpCmpne, c(4), c(4)), "[0, 0] safe"},
		{"max(j,4)", g.Bin(OpMax, j, c(4)), "[4, 4] safe"}, {"max(k,4)", g.Bin(OpMax, k, c(4)), "[4, 7] safe"},
		{"(i+k)*0", g.Mul(g.Add(i, k), c(0)), "[0, 0] safe"},
		{"x//0", g.Bin(OpFloordiv, x8, c(0)), "[0, 0] safe"}, {"x%0", g.Bin(OpFloormod, x8, c(0)), "[-8, 8] safe"},
		{"x//-1", g.Bin(OpFloordiv, free, c(-1)), full + " unsafe"}, {"x8//-1", g.Bin(OpFloordiv, x8, c(-1)), "[-8, 8] safe"},
		{"-MIN", g.Neg(free), full + " unsafe"},
		{"where(true)", g.Where(g.Bin(OpCmplt, j, c(4)), i, g.Mul(big, c(4))), "[0, 15] safe"},
		{"where(false)", g.Where(g.Bin(OpCmplt, c(4), j), g.Mul(big, c(4)), k), "[0, 7] safe"},
		{"where(?)", g.Where(g.Bin(OpCmplt, j, c(3)), i, x8), "[-8, 15] safe"},
		{"big*4 < 0", g.Bin(OpCmplt, g.Mul(big, c(4)), c(0)), "[0, 1] safe"},
		{"bool(j)", g.Cast(j, Bool), "[0, 1] safe"}, {"bool(j+1)", g.Cast(g.Add(j, c(1)), Bool), "[1, 1] safe"},
		{"i8(i)", g.Cast(i, I8), "[0, 15] safe"}, {"u8(x8)", g.Cast(x8, U8), "[0, 255] unsafe"},
		{"i32(f)", g.Cast(g.F32(1), I32), full + " safe"}, {"i32(bool)", g.Cast(param(g, Bool, 9), I32), "[0, 1] safe"},
		{"i32(f32(big*4))", g.Cast(g.Cast(g.Mul(big, c(4)), F32), I32), full + " safe"},
		{"i&7", g.Bin(OpAnd, free, c(7)), "[0, 7] safe"}, {"i|j", g.Bin(OpOr, i, j), "[0, 15] safe"},
		{"i<<2", g.Bin(OpShl, i, c(2)), "[0, 60] safe"}, {"i>>2", g.Bin(OpShr, i, c(2)), "[0, 3] safe"},
		{"i<<34", g.Bin(OpShl, i, c(34)), "[0, 60] safe"}, {"x8>>1", g.Bin(OpShr, x8, c(1)), "[-4, 4] safe"},
	} {
		if got := show(w.u); got != w.want {
			t.Errorf("%s: %s, want %s", w.name, got, w.want)
		}
	}
}

func TestBoundsOfShapesAndLoops(t *testing.T) {
	g := NewGraph()
	v := g.Make(OpParam, Arg{DType: I8, X: &Ext{Dims: []int64{2, 3}, HasMin: true, HasMax: true, Min: 5, Max: 20}})
	none := g.Make(OpShrink, DimsArg(0, 2, 1, 1), v)
	n := bounded(g, Index, 1, -4, 10)
	dyn := g.Make(OpExpand, DimsArg(2, Dynamic), g.Make(OpReshape, DimsArg(2, 1), g.Make(OpReduce, ReduceArg(OpMax, 1, 1), v)), n)
	red := func(op Op, pop int, u *UOp) *UOp { return g.Make(OpReduce, ReduceArg(op, pop, 2), u) }
	x := place(g, U8, 3, 4)
	wraps := g.Add(param(g, Index, 5), g.Idx(1))
	for _, w := range []struct {
		name string
		u    *UOp
		want string
	}{
		{"pad", g.Make(OpPad, DimsArg(1, 0, 0, 0), v), "[0, 20] safe"},
		{"flip", g.Make(OpFlip, DimsArg(1, 0), v), "[5, 20] safe"},
		{"permute", g.Make(OpPermute, DimsArg(1, 0), v), "[5, 20] safe"},
		{"expand", dyn, "[5, 20] safe"},
		{"index", g.Make(OpIndex, Arg{}, v, g.Idx(1)), "[5, 20] safe"},
		{"stack", g.Make(OpStack, Arg{}, g.Int(I8, -7), g.Int(I8, 9)), "[-7, 9] safe"},
		{"sum of 3", red(OpAdd, 1, v), "[15, 60] safe"},
		{"sum of 6", red(OpAdd, 2, v), "[30, 120] safe"},
		{"sum of 12", red(OpAdd, 2, g.Make(OpPad, DimsArg(1, 1, 0, 0), v)), "[-128, 127] unsafe"},
		{"sum of none", red(OpAdd, 1, none), "[0, 0] safe"},
		{"sum of n", red(OpAdd, 1, dyn), "[-128, 127] unsafe"},
		{"max of 6", red(OpMax, 2, v), "[5, 20] safe"},
		{"max of none", red(OpMax, 1, none), "[-128, 20] safe"},
		{"max of n", red(OpMax, 1, dyn), "[-128, 20] safe"},
		{"product", red(OpMul, 1, v), "[-128, 127] unsafe"},
		{"xor", red(OpXor, 1, v), "[-128, 127] safe"},
		{"range of 10", loop(g, 0, g.Idx(10)), "[0, 9] safe"},
		{"range of n", loop(g, 0, n), "[0, 9] safe"},
		{"range of none", loop(g, 0, g.Idx(-3)), "[0, 0] safe"},
		{"range of any", loop(g, 0, param(g, Index, 2)), "[0, 9223372036854775806] safe"},
		{"load", load(g, x, n), "[0, 255] safe"},
		{"load at a place that wraps", load(g, x, wraps), "[0, 255] safe"},
		{"place", x, "[-inf, inf] safe"}, {"float", g.F32(2), "[-inf, inf] safe"},
		{"call", g.Make(OpCall, Arg{}, g.Mul(bounded(g, I8, 0, 0, 5), g.Int(I8, 3)), g.Int(I8, 1)), "[0, 15] safe"},
	} {
		if got := show(w.u); got != w.want {
			t.Errorf("%s: %s, want %s", w.name, got, w.want)
		}
	}
}

// Wraps that a later step undoes do no harm to Nowrap; a wrap below an op that adds nothing does.
func TestNowrap(t *testing.T) {
	g := NewGraph()
	x := bounded(g, I8, 0, 0, 100)
	nought := bounded(g, I8, 1, 0, 0)
	x4 := g.Mul(x, g.Int(I8, 4))
	for _, c := range []struct {
		name string
		u    *UOp
		want bool
	}{
		{"x", x, true}, {"x*4", x4, false},
		{"x*4 - x*3", g.Add(x4, g.Neg(g.Mul(x, g.Int(I8, 3)))), false}, // [-300, 400]: intervals do not see that it is x
		{"x+100-100", g.Add(g.Add(x, g.Int(I8, 100)), g.Int(I8, -100)), true},
		{"x*4+0", g.Add(x4, nought), false},
		{"x*4*1", g.Mul(x4, bounded(g, I8, 2, 1, 1)), false},
		{"x*4<<0", g.Bin(OpShl, x4, g.Int(I8, 8)), false},
		{"x*4*0", g.Mul(x4, nought), true},
		{"max(x*4, 0)", g.Bin(OpMax, x4, nought), true}, // a fresh start: its value is what it is
		{"f", g.F32(1), true}, {"b", g.Bool(true), true},
	} {
		if c.u.Nowrap() != c.want {
			t.Errorf("%s: Nowrap %v, T [%v, %v]", c.name, !c.want, c.u.Bounds().T.Lo, c.u.Bounds().T.Hi)
		}
	}
	if u := g.Add(x4, nought); u.Bounds().T.Hi != Wide64(400) || u.Vmax() != Wide64(127) {
		t.Errorf("x*4+0: %v %v", u.Bounds().T.Hi, u.Vmax())
	}
}
