package simptest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// walk computes a program with package contract, node by node: what Program is checked against.
func walk(root *uop.UOp, args map[int]uint64) uint64 {
	vals := map[*uop.UOp]uint64{}
	for _, u := range uop.Topo(root) {
		switch {
		case u.IsConst():
			vals[u] = u.Bits()
		case u.Op() == uop.OpParam:
			vals[u] = args[u.X().Slot]
		default:
			var v [3]uint64
			for i, s := range u.Src() {
				v[i] = vals[s]
			}
			vals[u] = contract.Eval(u.Op(), u.DType(), operand(u), v[0], v[1], v[2])
		}
	}
	return vals[root]
}

// everyOp gives a node of each op on each dtype, on PARAMs of its own.
func everyOp(g *uop.Graph) (out []*uop.UOp) {
	for op := range uop.NumOps {
		for _, d := range uop.ValueDTypes() {
			if !op.Takes(d) {
				continue
			}
			var src []*uop.UOp
			for i := range op.Arity() {
				p := d
				if op == uop.OpWhere && i == 0 {
					p = uop.Bool
				}
				src = append(src, g.Make(uop.OpParam, uop.ParamArg(p, i, "")))
			}
			if op != uop.OpCast && op != uop.OpBitcast {
				out = append(out, g.Make(op, uop.Arg{}, src...))
				continue
			}
			for _, to := range uop.ValueDTypes() {
				if op == uop.OpCast || to.Bits() == d.Bits() {
					out = append(out, g.Make(op, uop.CastArg(to), src...))
				}
			}
		}
	}
	return out
}

// TestEvaluatorOps compares every op on every dtype with package contract.
func TestEvaluatorOps(t *testing.T) {
	r := newRand(seedOf(t), 1)
	n := 0
	list := everyOp(uop.NewGraph())
	for _, u := range list {
		n += checkEvaluator(t, r, u, scaled(t, 20_000))
	}
	t.Logf("%d ops and dtypes, %d values", len(list), n)
}

// TestEvaluatorPrograms compares random programs.
func TestEvaluatorPrograms(t *testing.T) {
	r := newRand(seedOf(t), 2)
	n := 0
	for range scaled(t, 1000) {
		n += checkEvaluator(t, r, uirtest.RandomScalar(r, uop.NewGraph(), 1+r.IntN(30)), 500)
	}
	t.Logf("%d values", n)
}

func checkEvaluator(t *testing.T, r *rand.Rand, u *uop.UOp, limit int) (n int) {
	t.Helper()
	p, err := Compile(u)
	if err != nil {
		t.Fatal(err)
	}
	in := newInputs(r.Uint64(), p, limit)
	for k := in.next(p); k > 0; k = in.next(p) {
		p.Run()
		for i := range k {
			args := map[int]uint64{}
			for j, q := range p.Params() {
				args[q.X().Slot] = p.In(j)[i]
			}
			if got, want := p.Out(u)[i], walk(u, args); got != want {
				t.Fatalf("%s: at %v %s, contract gives %s", show(u), args,
					contract.FormatValue(u.DType(), got), contract.FormatValue(u.DType(), want))
			}
			n++
		}
	}
	return n
}

func TestCompileRefuses(t *testing.T) {
	g := uop.NewGraph()
	v := g.Broadcast(g.Idx(1), uop.Ints(2))
	for want, u := range map[string]*uop.UOp{
		"only scalars":       g.Add(v, v),
		"is not elementwise": g.Make(uop.OpRange, uop.RangeArg(0), g.Idx(3)),
	} {
		if _, err := Compile(u); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestSharedSlot has two PARAMs of one slot: they are one input.
func TestSharedSlot(t *testing.T) {
	g := uop.NewGraph()
	a := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "a"))
	b := g.Make(uop.OpParam, uop.BoundedArg(uop.I32, 0, "b", 0, 9))
	u := g.Add(g.Mul(a, g.Int(uop.I32, 10)), b)
	p, err := Compile(u)
	if err != nil || len(p.Params()) != 1 {
		t.Fatal(err, p)
	}
	p.In(0).fill(7)
	if p.Run(); p.Out(u)[Block-1] != 77 {
		t.Error(p.Out(u)[Block-1])
	}
}

// BenchmarkEvaluator reports how many values a second a program of usual ops computes.
func BenchmarkEvaluator(b *testing.B) {
	for _, d := range []uop.DType{uop.I8, uop.I32, uop.U64, uop.F32} {
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			e := &gen{r: newRand(1, 1), g: uop.NewGraph(), d: d}
			e.addParams(2)
			var roots []*uop.UOp
			for range 20 {
				roots = append(roots, e.expr(d, 12))
			}
			p, err := Compile(roots...)
			if err != nil {
				b.Fatal(err)
			}
			newInputs(1, p, Block).next(p)
			for b.Loop() {
				p.Run()
			}
			b.ReportMetric(float64(len(p.steps)*Block*b.N)/b.Elapsed().Seconds()/1e6, "Mvalues/s")
		})
	}
}
