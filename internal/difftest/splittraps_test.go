package difftest

import (
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// chainOf is splitKernel.chain in the builder.
func chainOf(x *uopc.Expr, n, c int) *uopc.Expr {
	y := x
	for i := range n {
		y = y.Mul(y).Mul(1 / float64(c+i)).Add(x)
	}
	return y
}

// shortIf is short where c is true.
func shortIf(c, x *uopc.Expr, s int) *uopc.Expr {
	return c.Where(chainOf(x, 4, 100+s), chainOf(x, 30, 200+s))
}

// traps are kernels for which a test ahead of the body, or a shorter body, is not safe as it stands.
var traps = map[string]func(k *uopc.Kernel, n *uopc.Expr){
	// The condition hangs on what the iteration stored before.
	"load after store": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F64, n), k.In("x", uopc.F64, n)
		k.Loop(n, func(i *uopc.Expr) {
			dst.Store(i, x.Load(i).Mul(2.0))
			y := dst.Load(i)
			dst.Store(i, shortIf(y.Lt(100.0), y, 0))
		})
	},
	"load after store in scratch": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F32, n), k.In("x", uopc.F32, n)
		acc := k.Alloc("acc", uopc.F32, 100)
		k.Loop(100, func(i *uopc.Expr) {
			acc.Store(i, x.Load(i.FloorMod(1)).Mul(2.0))
			y := acc.Load(i)
			acc.Store(i, shortIf(y.Lt(100.0), y, 0))
		})
		k.Loop(n, func(i *uopc.Expr) {
			dst.Store(i, acc.Load(i.FloorMod(100)))
		})
	},
	// A position that is inside its place if another condition holds.
	"guarded position": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F64, n), k.In("x", uopc.F64, n)
		t, d := k.In("t", uopc.F32, 16), k.In("d", uopc.I32, n)
		k.Loop(n, func(i *uopc.Expr) {
			y, p := x.Load(i), d.Load(i)
			c := p.Shl(20).Lt(1 << 20) // and p is above 0: p is 0
			a := c.Where(chainOf(y, 4, 100), chainOf(y, 60, 200))
			z := t.Load(c.Where(p.Shl(24), 0)).Cast(uopc.F64) // the index is inside if c
			dst.Store(i, a.Add(shortIf(z.Lt(100.0), y, 1000)))
		})
	},
	// A constant position of the shorter body, which is never reached.
	"position -1": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F64, n), k.In("x", uopc.F64, n)
		t, d := k.In("t", uopc.F32, 16), k.In("d", uopc.I32, n)
		k.Loop(n, func(i *uopc.Expr) {
			y, p := x.Load(i), d.Load(i)
			c := p.Lt(-1)
			z := t.Load(c.Where(k.Const(uopc.I32, -1), p.Max(0).Min(15))).Cast(uopc.F64)
			dst.Store(i, c.Where(chainOf(y, 4, 100), chainOf(y, 30, 200)).Add(z))
		})
	},
	"bools": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F64, n), k.In("x", uopc.F64, n)
		d, e := k.In("d", uopc.Bool, n), k.In("e", uopc.Bool, n)
		k.Loop(n, func(i *uopc.Expr) {
			y, p, q := x.Load(i), d.Load(i), e.Load(i)
			c := y.Lt(100.0)
			z := c.Where(p.Or(q), p.Xor(c)).Or(p).Cast(uopc.F64)
			z = z.Add(c.Where(p, q).And(p).And(q).Cast(uopc.F64))
			dst.Store(i, shortIf(c, y, 0).Add(z))
		})
	},
	// A divisor that is not 0 if another condition holds.
	"guarded division": func(k *uopc.Kernel, n *uopc.Expr) {
		dst, x := k.InOut("dst", uopc.F64, n), k.In("x", uopc.F64, n)
		d := k.In("d", uopc.I32, n)
		e := k.In("e", uopc.I32, n)
		k.Loop(n, func(i *uopc.Expr) {
			q := d.Load(i).Max(0)
			c := q.Lt(1) // q is 0: rare
			y := x.Load(i)
			a := c.Where(chainOf(y, 30, 200), chainOf(y, 4, 100))
			by := c.Where(k.Const(uopc.I32, 1), q) // at least 1
			z := e.Load(i).Max(0).FloorDiv(by).Cast(uopc.F64)
			dst.Store(i, a.Add(shortIf(z.Lt(1000.0), y, 1000)))
		})
	},
}

// trapArgs gives small numbers, and some large ones if rare is set.
func trapArgs(t *testing.T, call *uop.UOp, n int, h *harness, rare bool) []*interp.Value {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		t.Fatal(err)
	}
	r := h.rand(uint64(n))
	args := make([]*interp.Value, len(sig.Params))
	for i, p := range sig.Params {
		if !p.Mem {
			args[i] = interp.Scalar(p.DType, uint64(n))
			continue
		}
		m := n
		if p.Shape[0].U == nil {
			m = int(p.Shape[0].N)
		}
		bits := make([]uint64, m)
		for j := range bits {
			v := 40 * r.Float64()
			if rare && r.IntN(32) == 0 {
				v = 200 * r.Float64()
			}
			if p.DType.IsFloat() {
				bits[j] = contract.FromFloat(p.DType, v)
			} else {
				bits[j] = contract.FromInt(p.DType, int64(v))
			}
		}
		args[i] = interp.Vector(p.DType, bits...)
	}
	return args
}

// TestSplitTraps runs the traps by every engine.
func TestSplitTraps(t *testing.T) {
	h := newHarness(t)
	var cases []*testCase
	for name, def := range traps {
		k := uopc.NewKernel()
		def(k, k.Size("n"))
		call, err := k.Build("Trap")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tc := &testCase{kind: "split", name: name, call: call, fold: 1}
		for _, n := range []int{1, 70, 300} {
			tc.args = append(tc.args, trapArgs(t, call, n, h, true), trapArgs(t, call, n, h, false))
		}
		cases = append(cases, tc)
	}
	h.batch(cases)
	t.Logf("%d kernels, %d values compared", len(cases), h.report())
}
