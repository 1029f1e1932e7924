package rules

import (
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// functionCall makes (f(x*1) + 0.5) + 0.25, or f(x, y) in place of f: work for a strict rule and for a
// fast one outside of the function.
func functionCall(g *uop.Graph, f *libm.Func, d uop.DType) *uop.UOp {
	num := func(v float64) *uop.UOp { return g.Const(d, contract.FromFloat(d, v)) }
	src := []*uop.UOp{f.Body(g, d)}
	for i := range f.Arity {
		src = append(src, g.Mul(g.Make(uop.OpParam, uop.ParamArg(d, i, "xy"[i:i+1])), num(1)))
	}
	u := g.Make(uop.OpCall, uop.NameArg(f.Name), src...)
	if f.Bool {
		u = g.Cast(u, d)
	}
	return g.Add(g.Add(u, num(0.5)), num(0.25))
}

// TestFastMathLeavesFunctions: fast-math regroups what the user wrote, and no elementary function,
// whose bits hang on the order of its operations.
func TestFastMathLeavesFunctions(t *testing.T) {
	for i := range libm.Table {
		f := &libm.Table[i]
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			in := functionCall(uop.NewGraph(), f, d)
			out, st, err := SimplifyOpt(in, Options{FastMath: true})
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			if st.Fired["fast: (x+c1)+c2"] != 1 || st.Fired["inline call"] != 1 {
				t.Errorf("%s %s: fired %v", d, f.Name, st.Fired)
			}
			for _, x := range [][2]float64{{0.7, 2.3}, {5.5, 2}, {-7.9, 2.25}, {0, 1}} {
				args := map[int]*interp.Value{}
				for j := range f.Arity {
					args[j] = interp.Scalar(d, contract.FromFloat(d, x[j]))
				}
				want := add(d, value(t, f.Body(uop.NewGraph(), d), args), f.Bool)
				if got := value(t, out, args); got != want {
					t.Errorf("%s %s%v = %s, want %s", d, f.Name, x, contract.FormatValue(d, got), contract.FormatValue(d, want))
				}
			}
		}
	}
}

func value(t *testing.T, u *uop.UOp, args map[int]*interp.Value) uint64 {
	t.Helper()
	v, err := interp.Eval(u, args, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v.Bits[0]
}

// add gives bits + 0.75.
func add(d uop.DType, bits uint64, isBool bool) uint64 {
	if isBool {
		bits = contract.FromInt(d, int64(bits))
	}
	return contract.Eval(uop.OpAdd, d, d, bits, contract.FromFloat(d, 0.75), 0)
}
