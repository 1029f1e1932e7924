package rulelang

import (
	"errors"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestReadExample(t *testing.T) {
	g := uop.NewGraph()
	x := func(d uop.DType) *uop.UOp { return g.Make(uop.OpParam, uop.ParamArg(d, 0, "x")) }
	b := g.Make(uop.OpParam, uop.ParamArg(uop.Bool, 7, "b"))
	v := g.Make(uop.OpParam, uop.Arg{DType: uop.F32, X: &uop.Ext{Slot: 9, Name: "v", Dims: []int64{2, 3}}})
	for _, c := range []struct {
		text string
		want *uop.UOp
	}{
		{"x", x(uop.I32)},
		{"u8: x", x(uop.U8)},
		{"u8:x:i64", x(uop.I64)},
		{"index: Add(x, -7)", g.Add(x(uop.Index), g.Idx(-7))},
		{"i8: 0x10", g.Int(uop.I8, 16)},
		{"u64: 18446744073709551615", g.Const(uop.U64, ^uint64(0))},
		{"f32: Add(1.5, -0.0)", g.Add(g.F32(1.5), g.Const(uop.F32, 0x80000000))},
		{"f32: Add(-inf, nan)", g.Add(g.Const(uop.F32, 0xff800000), g.Const(uop.F32, 0x7fc00000))},
		{"f32: 1e-45", g.Const(uop.F32, 1)},
		{"f64: 3e+38", g.F64(3e38)},
		{"f32: Mul(1.5:f64, 2:f64)", g.Mul(g.F64(1.5), g.F64(2))},
		{"f32: Where(true, 2.0, x)", g.Where(g.Bool(true), g.F32(2), x(uop.F32))},
		{"f32: Where(b, Cast(3:u8):f32, x)", g.Where(b, g.Cast(g.Int(uop.U8, 3), uop.F32), x(uop.F32))},
		{"Bitcast(x):f32", g.Make(uop.OpBitcast, uop.CastArg(uop.F32), x(uop.I32))},
		{"i8: i", g.Make(uop.OpParam, uop.BoundedArg(uop.I8, 3, "i", 0, 15))},
		{"Add(j, Add(k, n))", g.Add(g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 4, "j", 0, 3)), g.Add(
			g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 5, "k", 0, 7)), g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 6, "n", -8, -5))))},
		{"i16: 4!", g.Broadcast(g.Int(uop.I16, 4), uop.Ints(2, 3))},
		{"i16: 4!:u8", g.Broadcast(g.Int(uop.U8, 4), uop.Ints(2, 3))},
		{"f32: Reshape{3,2}(v)", g.Make(uop.OpReshape, uop.DimsArg(3, 2), v)},
		{"f32: Pad{1, 1, 0, 0}(v)", g.Make(uop.OpPad, uop.DimsArg(1, 1, 0, 0), v)},
		{"f32: Reduce{add,1}(v)", g.Make(uop.OpReduce, uop.ReduceArg(uop.OpAdd, 1, 1), v)},
		{"f32: Reduce{max,2,4}(v)", g.Make(uop.OpReduce, uop.ReduceArg(uop.OpMax, 2, 4), v)},
		{"f32: Index(v, 1:index)", g.Make(uop.OpIndex, uop.Arg{}, v, g.Idx(1))},
		{"Range{2}(8:index)", g.Make(uop.OpRange, uop.RangeArg(2), g.Idx(8))},
		{"f32: Stack(v, v)", g.Make(uop.OpStack, uop.Arg{}, v, v)},
	} {
		u, err := ReadExample(g, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if u != c.want {
			t.Errorf("%s: another program: %v of %v", c.text, u.Op(), u.DType())
		}
	}
	if u, err := ReadExample(g, "f32: Add(v, w)"); err != nil || u.Src()[1].X().Slot != 10 || u.Src()[1] == u.Src()[0] {
		t.Errorf("w: %v", err)
	}
}

func TestReadExampleErrors(t *testing.T) {
	for _, c := range []struct{ text, msg string }{
		{"‸", "want an op, a number or a name"},
		{"i32: Add(x, ‸q)", "want an op, a number or a name; the names are x y z"},
		{"i32: ‸Ad(x, y)", "no op Ad (did you mean Add?)"},
		{"‸void: x", "no dtype of a value"},
		{"i32 ‸x", "want :"},
		{"i32: x:‸i33", "no dtype i33"},
		{"i32: ‸Add(x)", "ADD"},
		{"i32: ‸Add(x, 1.5:f32)", "ADD"},
		{"i32: Add(x, ‸1.5)", "not an integer"},
		{"u8: ‸-1", "does not fit in u8"},
		{"f32: ‸i", "min and max are for integers"},
		{"i32: b‸:i32", "b is a bool"},
		{"i32: Cast(x)‸", "want the dtype that Cast goes to"},
		{"i32: Add(x, y)‸:i32", "follows from its sources"},
		{"i32: ‸Param(x)", "an example has no Param"},
		{"i32: Add‸{1}(x, y)", "Add has no fields"},
		{"i32: Reshape‸{a}(v)", "a is no number"},
		{"i32: Reshape{‸(", "want a number"},
		{"i32: Reduce‸{add}(v)", "as in Reduce{add,1}(v)"},
		{"i32: Reduce‸{plus,1}(v)", "no op plus"},
		{"i32: Add(x, y) ‸z", "too much"},
		{"i32: Add(x, y‸", "want )"},
		{"i32: " + strings.Repeat("Neg(", 100) + "‸x", "nested more than 100"},
	} {
		before, after, _ := strings.Cut(c.text, "‸")
		_, err := ReadExample(uop.NewGraph(), before+after)
		var es Errors
		if !errors.As(err, &es) || len(es) != 1 || !strings.Contains(es[0].Msg, c.msg) || es[0].Pos != (Pos{1, len(before) + 1}) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// The wanted program of a yes line has the dtype of the first one, unless it has its own.
func TestExampleLines(t *testing.T) {
	for _, c := range []struct{ line, in, want string }{
		{"yes u8: Neg(x) -> x", "u8: Neg(x)", "u8: x"},
		{"yes u8: Neg( x )->f32: x # why", "u8: Neg( x )", "f32: x"},
		{"yes Neg(x) -> x", "Neg(x)", "x"},
		{"yes Neg(x) -> i32: x", "Neg(x)", "i32: x"},
		{"no f32: Neg(x)", "f32: Neg(x)", ""},
		{"no f32: Neg(\n\tx # still open\n)", "f32: Neg( x )", ""},
	} {
		r := rulesOf(t, "r: Neg(x) => f()\n\t"+c.line+"\ns: Sin(x) => f()")[0]
		e := append(r.Yes, r.No...)[0]
		if e.In != c.in || e.Want != c.want || e.Pos.Line != 2 {
			t.Errorf("%s: %+v", c.line, e)
		}
	}
}
