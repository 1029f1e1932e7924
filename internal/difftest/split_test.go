package difftest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// splitKernels are loops with an arm that costs so much that back ends write them twice.
var splitKernels = map[string]func(k *splitKernel) *uop.UOp{
	"long arm first": func(k *splitKernel) *uop.UOp {
		return k.g.Where(k.less(k.num(100), k.x), k.long(k.x), k.short(k.x))
	},
	"long arm last": func(k *splitKernel) *uop.UOp {
		return k.g.Where(k.less(k.x, k.num(100)), k.short(k.x), k.long(k.x))
	},
	// One condition, two choices, and the condition is a value too.
	"two choices": func(k *splitKernel) *uop.UOp {
		c, long := k.less(k.x, k.num(100)), k.long(k.x)
		a := k.g.Where(c, k.short(k.x), long)
		b := k.g.Where(c, k.x, k.g.Mul(long, long))
		return k.g.Add(k.g.Mul(a, b), k.g.Cast(c, k.x.DType()))
	},
	// A short body that has a shorter one.
	"short of short": func(k *splitKernel) *uop.UOp {
		y := k.g.Where(k.less(k.x, k.num(100)), k.short(k.x), k.long(k.x))
		return k.g.Where(k.less(y, k.num(50)), k.short(y), k.long(y))
	},
	// In the short body 0.1*3 and what follows from it are constants: no language may compute them
	// in more digits.
	"constants": func(k *splitKernel) *uop.UOp {
		c := k.less(k.x, k.num(100))
		w := k.g.Where(c, k.num(0.1), k.chain(k.x, 20, 300))
		p := k.g.Add(k.g.Mul(w, k.num(3)), k.g.Mul(w, w))
		return k.g.Add(k.g.Where(c, k.short(k.x), k.long(k.x)), p)
	},
}

type splitKernel struct {
	g *uop.Graph
	x *uop.UOp // the element
}

func (k *splitKernel) num(v float64) *uop.UOp {
	return k.g.Const(k.x.DType(), contract.FromFloat(k.x.DType(), v))
}

func (k *splitKernel) less(a, b *uop.UOp) *uop.UOp { return k.g.Bin(uop.OpCmplt, a, b) }

func (k *splitKernel) short(x *uop.UOp) *uop.UOp { return k.chain(x, 4, 100) }
func (k *splitKernel) long(x *uop.UOp) *uop.UOp  { return k.chain(x, 30, 200) }

// chain is n steps of y*y/c + x, with numbers c that tell chains apart.
func (k *splitKernel) chain(x *uop.UOp, n, c int) *uop.UOp {
	y := x
	for i := range n {
		y = k.g.Add(k.g.Mul(k.g.Mul(y, y), k.num(1/float64(c+i))), x)
	}
	return y
}

func splitCall(d uop.DType, body func(k *splitKernel) *uop.UOp) *uop.UOp {
	g := uop.NewGraph()
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 2, "n"))
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), n)
	}
	dst, x := place(0, "dst"), place(1, "x")
	i := g.Make(uop.OpRange, uop.RangeArg(0), n)
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, i) }
	k := &splitKernel{g, g.Make(uop.OpLoad, uop.Arg{}, at(x))}
	st := g.Make(uop.OpStore, uop.Arg{}, at(dst), body(k))
	sink := g.Make(uop.OpSink, uop.Arg{}, g.Make(uop.OpEnd, uop.Arg{}, st, i))
	return g.Make(uop.OpCall, uop.NameArg("Split"), sink, dst, x, n)
}

// splitValue is the same for a scalar, which back ends may branch on.
func splitValue(d uop.DType, body func(k *splitKernel) *uop.UOp) *uop.UOp {
	g := uop.NewGraph()
	x := g.Make(uop.OpParam, uop.ParamArg(d, 0, "x"))
	return g.Make(uop.OpCall, uop.NameArg("Split"), body(&splitKernel{g, x}), x)
}

// TestSplitValues runs kernels of a scalar, which the Go form writes twice, by every engine.
func TestSplitValues(t *testing.T) {
	h := newHarness(t)
	r := h.rand(32)
	var cases []*testCase
	for name, body := range splitKernels {
		for _, d := range floatDTypes {
			call := splitValue(d, body)
			s, err := render.Go(call, render.GoOptions{})
			if err != nil || strings.Count(s.Func, "return") < 2 {
				t.Fatalf("%s %s: the Go form is not written twice (%v)", name, d, err)
			}
			tc := &testCase{kind: "split", name: fmt.Sprintf("%s scalar %s", d, name), call: call, fold: 4}
			for _, x := range append(around(d, 40, []int{1, 5}, r.Float64), uirtest.Specials(d)...) {
				tc.args = append(tc.args, []*interp.Value{interp.Scalar(d, x)})
			}
			cases = append(cases, tc)
		}
	}
	h.batch(cases)
	t.Logf("%d kernels, %d values compared", len(cases), h.report())
}

// TestSplitLoops runs loops that are written twice by every engine. Their blocks have no rare
// element, or one at an end, or nothing else.
func TestSplitLoops(t *testing.T) {
	h := newHarness(t)
	r := h.rand(31)
	var cases []*testCase
	for name, body := range splitKernels {
		for _, d := range floatDTypes {
			call := splitCall(d, body)
			c, err := render.C(call, render.COptions{})
			if err != nil || !strings.Contains(c.Text, "int rare") {
				t.Fatalf("%s %s: the loop is not written twice (%v)", name, d, err)
			}
			tc := &testCase{kind: "split", name: fmt.Sprintf("%s %s", d, name), call: call, fold: 1}
			for _, n := range []int{1, 63, 64, 65, 129, 300} {
				for _, rare := range [][]int{nil, {0}, {n - 1}, {min(n, 64) - 1}, {n / 2, n / 3}, all(n)} {
					x := interp.Vector(d, around(d, n, rare, r.Float64)...)
					dst := &interp.Value{DType: d, Shape: []int64{int64(n)}, Bits: append([]uint64(nil), x.Bits...)}
					tc.args = append(tc.args, []*interp.Value{dst, x, interp.Scalar(uop.Index, uint64(n))})
				}
			}
			cases = append(cases, tc)
		}
	}
	h.batch(cases)
	t.Logf("%d kernels, %d values compared", len(cases), h.report())
}

func all(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// around gives n values below 100, and above it at the places named.
func around(d uop.DType, n int, rare []int, random func() float64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = contract.FromFloat(d, 150*random()-50)
		for contract.Float(d, out[i]) >= 100 {
			out[i] = contract.FromFloat(d, 150*random()-50)
		}
	}
	for _, i := range rare {
		out[i] = contract.FromFloat(d, 101+50*random())
	}
	return out
}
