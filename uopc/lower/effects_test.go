package lower_test

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/uop"
)

// Kernels that read a whole slice and then overwrite it. What was read goes into a position, a
// number of iterations, or the kernel's value, which are no stores of it.
var overwritten = []struct {
	name string
	def  func(k *uopc.Kernel, n, x, z *uopc.Expr)
}{
	{"position of a store", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		z.Store(x.Sum().FloorMod(8), 5)
		x.Set(0)
	}},
	{"position of a load", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		v := z.Load(x.Sum().FloorMod(8))
		x.Set(0)
		z.Store(0, v)
	}},
	{"number of iterations", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		s := x.Sum().FloorMod(8)
		x.Set(0)
		k.Loop(s, func(i *uopc.Expr) { z.Store(0, z.Load(0).Add(1)) })
	}},
	{"number of iterations of the loop that overwrites", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		k.Loop(x.Sum().FloorMod(5), func(i *uopc.Expr) {
			s := x.Sum()
			x.Set(x.Add(i.Cast(uopc.I32)))
			z.Set(z.Add(s).Add(x.MaxAll()))
		})
	}},
	{"result from scratch", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		a := k.Alloc("a", uopc.I32, 4)
		k.Loop(4, func(i *uopc.Expr) { a.Store(i, x.Sum().Add(i.Cast(uopc.I32))) })
		s := a.Sum()
		a.Set(2)
		k.Return(s.Add(a.MaxAll()))
	}},
	{"sums of one slice before and after", func(k *uopc.Kernel, n, x, z *uopc.Expr) {
		s := x.Sum()
		x.Set(x.Mul(3))
		k.Return(s, x.Sum())
	}},
}

func TestOverwritten(t *testing.T) {
	for _, c := range overwritten {
		t.Run(c.name, func(t *testing.T) {
			def := call(t, "F", func(k *uopc.Kernel) {
				n := k.Size("n")
				x, z := k.Buffer("x", uopc.I32, n), k.Buffer("z", uopc.I32, 8)
				c.def(k, n, x, z)
			})
			low, err := lower.Lower(def)
			if err != nil {
				t.Fatal(err)
			}
			sig, err := uop.SignatureOf(def)
			if err != nil {
				t.Fatal(err)
			}
			a, b := places(sig), places(sig)
			want, err := interp.Run(def, a, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := interp.Run(low, b, interp.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range append(want, a...) {
				if w := append(got, b...)[i]; v != nil && !sameBits(v, w) {
					t.Errorf("value %d is %v after lowering, want %v", i, w.Bits, v.Bits)
				}
			}
		})
	}
}

// places gives every place 8 elements that sum to 36, and every size 8.
func places(sig *uop.Signature) []*interp.Value {
	out := make([]*interp.Value, len(sig.Params))
	for i, p := range sig.Params {
		switch {
		case p.Result:
		case !p.Mem:
			out[i] = interp.Scalar(p.DType, 8)
		default:
			out[i] = &interp.Value{DType: p.DType, Shape: []int64{8}}
			for j := range 8 {
				out[i].Bits = append(out[i].Bits, contract.FromInt(p.DType, int64(j+1)))
			}
		}
	}
	return out
}

func sameBits(a, b *interp.Value) bool {
	for i := range a.Bits {
		if a.Bits[i] != b.Bits[i] {
			return false
		}
	}
	return len(a.Bits) == len(b.Bits)
}

// The first sum wraps and the second undoes it: u is 72 to 100, though its machine operands do not
// add up to that.
func TestWrapUndone(t *testing.T) {
	low, err := lower.Lower(call(t, "F", func(k *uopc.Kernel) {
		x, y := k.ScalarIn("x", uopc.I8, 100, 110), k.ScalarIn("y", uopc.I8, 100, 110)
		z := k.ScalarIn("z", uopc.I8, -128, -120)
		k.Return(k.In("b", uopc.I32, 80).Load(x.Add(y).Add(z)))
	}))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(lower.Unproved(low)); n != 1 {
		t.Errorf("%d accesses are unproved, want 1: the position may be 100 of 80", n)
	}
}

// The check must not do what the kernel does: a position in a slice that is only read is known
// before the kernel stores to another one.
func TestCheckStoresNothing(t *testing.T) {
	low, err := lower.Lower(call(t, "F", func(k *uopc.Kernel) {
		n, m := k.Size("n"), k.Size("m")
		idx, y := k.Buffer("idx", uopc.I64, n), k.Out("y", uopc.I64, n)
		src, z := k.In("src", uopc.I64, m), k.Out("z", uopc.I64, n)
		k.Loop(n, func(i *uopc.Expr) { y.Store(i, idx.Load(i).Add(7)) })
		k.Loop(n, func(i *uopc.Expr) { z.Store(i, src.Load(idx.Load(i))) })
	}))
	if err != nil {
		t.Fatal(err)
	}
	check, _, err := lower.Check(low)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range uop.Topo(check.Body()) {
		if u.Op() == uop.OpStore && u.Src()[0].Base().X().Role != uop.RoleResult {
			t.Errorf("the check stores to %s", u.Src()[0].Base().X().Name)
		}
	}
}

// How often an access is made must be known as well.
func TestCheckLoopLength(t *testing.T) {
	low, err := lower.Lower(call(t, "F", func(k *uopc.Kernel) {
		n := k.Size("n")
		x, y, idx := k.Buffer("x", uopc.I32, 4), k.Buffer("y", uopc.I32, n), k.In("idx", uopc.I64, 1)
		x.Store(0, x.Load(0).Add(1))
		k.Loop(x.Load(0), func(i *uopc.Expr) { y.Store(idx.Load(0), 1) })
	}))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = lower.Check(low)
	if err == nil || !strings.Contains(err.Error(), "length of the loop") {
		t.Errorf("got %v, want an error about the length of the loop", err)
	}
}
