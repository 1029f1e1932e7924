package libm

import (
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// TestOps compares the graphs that EXP2, LOG2 and SIN stand for with the ops, which package contract
// computes: bit for bit, on a million edge-weighted f64. For f32 all inputs are tried elsewhere.
func TestOps(t *testing.T) {
	for _, c := range []struct {
		name   string
		op     uop.Op
		graph  func(x *uop.UOp) *uop.UOp
		inputs func(d uop.DType, n int, seed uint64) []float64
	}{
		{"Exp2", uop.OpExp2, Exp2, expInputs},
		{"Log2", uop.OpLog2, Log2, logInputs},
		{"Sin", uop.OpSin, Sin, trigInputs},
	} {
		for _, d := range floats {
			n := 1_000_000
			if testing.Short() || d == uop.F32 {
				n = 50_000
			}
			g := uop.NewGraph()
			x := g.Make(uop.OpParam, uop.ParamArg(d, 0, "x"))
			if c.graph(x) != Lookup(c.name).Body(g, d) {
				t.Errorf("%s: the op and the function %s have two graphs", d, c.name)
			}
			in, out := make([]uint64, n), make([]uint64, n)
			for i, v := range c.inputs(d, n, 42) {
				in[i] = contract.FromFloat(d, v)
			}
			args := []*interp.Value{interp.Vector(d, out...), interp.Vector(d, in...), interp.Scalar(uop.Index, uint64(n))}
			if _, err := interp.Run(Lookup(c.name).Each(g, d), args, interp.Options{}); err != nil {
				t.Fatal(err)
			}
			for i, v := range in {
				if got, want := args[0].Bits[i], contract.Eval(c.op, d, d, v, 0, 0); got != want {
					t.Fatalf("%s: graph of %s(%s) = %s, the op %s", d, c.name, contract.FormatValue(d, v), contract.FormatValue(d, got), contract.FormatValue(d, want))
				}
			}
		}
	}
}
