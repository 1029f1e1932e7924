package pass_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/egraph"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uop"
)

// saturated are kernels on x, y and dst, with whether saturation finds a cheaper form of each.
var saturated = []struct {
	name   string
	better bool
	def    func(dst, x, y, i *uopc.Expr)
}{
	{"Fives", true, func(dst, x, y, i *uopc.Expr) { dst.Store(i, x.Load(i).Mul(5).Add(y.Load(i).Mul(5))) }},
	{"Shared", true, func(dst, x, y, i *uopc.Expr) {
		a, b, c := x.Load(i), y.Load(i), x.Load(0)
		dst.Store(i, a.Mul(b).Add(c).Add(a.Mul(c)))
	}},
	{"Quotient", false, func(dst, x, y, i *uopc.Expr) { dst.Store(i, x.Load(i).FloorDiv(6).Add(y.Load(i).FloorMod(6))) }},
	{"Gather", false, func(dst, x, y, i *uopc.Expr) { dst.Store(i, x.Load(y.Load(i).FloorMod(8))) }},
	{"Index", true, func(dst, x, y, i *uopc.Expr) {
		a, b := i.FloorDiv(4), i.FloorMod(4)
		dst.Store(i, x.Load(a.Mul(3).Add(b.Mul(3)).FloorMod(8)))
	}},
	{"Plain", false, func(dst, x, y, i *uopc.Expr) { dst.Store(i, x.Load(i).Add(y.Load(i))) }},
}

func build(t *testing.T, name string, def func(dst, x, y, i *uopc.Expr)) *uop.UOp {
	t.Helper()
	k := uopc.NewKernel()
	dst, x, y := k.Buffer("dst", uopc.I32, 8), k.In("x", uopc.I32, 8), k.In("y", uopc.I32, 8)
	k.Loop(8, func(i *uopc.Expr) { def(dst, x, y, i) })
	call, err := k.Build(name)
	if err != nil {
		t.Fatal(err)
	}
	return call
}

// memory runs a kernel and gives dst afterwards.
func memory(t *testing.T, call *uop.UOp, args [3][]uint64) []uint64 {
	t.Helper()
	var in []*interp.Value
	for _, bits := range args {
		in = append(in, interp.Vector(uop.I32, append([]uint64(nil), bits...)...))
	}
	if _, err := interp.Run(call, in, interp.Options{}); err != nil {
		t.Fatalf("%s: %v", call.X().Name, err)
	}
	return in[0].Bits
}

// TestSaturate compares kernels with and without the pass: what they write, what they cost, and
// which accesses are proved.
func TestSaturate(t *testing.T) {
	for _, c := range saturated {
		call := build(t, c.name, c.def)
		plain, err := pass.Run(call, pass.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ran := ""
		sat, err := pass.Run(call, pass.Options{Saturate: true, Dump: func(name string, _ *uop.UOp) { ran += name + " " }})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(ran, " index saturate late ") {
			t.Errorf("the passes were %s", ran)
		}
		before, after := egraph.Cost(plain), egraph.Cost(sat)
		if (after < before) != c.better || after > before || !c.better && sat != plain {
			t.Errorf("%s: cost %d became %d; better: want %v", c.name, before, after, c.better)
		}
		if a, b := len(lower.Unproved(plain)), len(lower.Unproved(sat)); b > a {
			t.Errorf("%s: %d accesses are not proved, and %d were not before", c.name, b, a)
		}
		for _, args := range inputs() {
			want := memory(t, call, args)
			for form, u := range map[string]*uop.UOp{"plain": plain, "saturated": sat} {
				if got := memory(t, u, args); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %v, want %v", c.name, form, got, want)
				}
			}
		}
	}
}

// inputs are small numbers, and numbers whose sums and products wrap.
func inputs() (out [][3][]uint64) {
	for _, step := range []uint64{1, 0x1234567, 0x9e3779b9} {
		var in [3][]uint64
		for i := range uint64(8) {
			for k := range in {
				in[k] = append(in[k], contract.FromInt(uop.I32, int64(int32((i*3+uint64(k)*5-9)*step))))
			}
		}
		out = append(out, in)
	}
	return out
}

// TestSaturateValue takes a value alone, leaves one that is cheap, and says what it cost.
func TestSaturateValue(t *testing.T) {
	g := uop.NewGraph()
	x, y := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "x")), g.Make(uop.OpParam, uop.ParamArg(uop.I32, 1, "y"))
	five := g.Int(uop.I32, 5)
	u := g.Add(g.Mul(x, five), g.Mul(y, five))
	v, st, err := pass.Saturate(u)
	if err != nil {
		t.Fatal(err)
	}
	if want := g.Mul(g.Add(x, y), five); v != want || st.Before != 5 || st.After != 3 || egraph.Cost(v) != st.After {
		t.Errorf("got cost %d, %v", egraph.Cost(v), st)
	}
	if w, st, err := pass.Saturate(v); w != v || err != nil || st.After != st.Before {
		t.Errorf("the cheap form became another: %v, %v", st, err)
	}
}
