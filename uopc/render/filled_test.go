package render_test

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
)

// Scratch that may be read before it is written is cleared, as Go clears it; what a loop fills
// first is not.
func TestCleared(t *testing.T) {
	tests := []struct {
		name    string
		cleared bool
		def     func(k *uopc.Kernel, n, x *uopc.Expr)
	}{
		{"lanes of a sum", false, func(k *uopc.Kernel, n, x *uopc.Expr) { x.Set(x.Sub(x.Sum())) }},
		{"filled by a loop", false, func(k *uopc.Kernel, n, x *uopc.Expr) {
			a := k.Alloc("a", uopc.I32, 16)
			a.Set(1)
			k.Loop(n, func(i *uopc.Expr) { x.Store(i, a.Load(i.FloorMod(16))) })
		}},
		{"filled in each iteration", false, func(k *uopc.Kernel, n, x *uopc.Expr) {
			a := k.Alloc("a", uopc.I32, 1)
			k.Loop(n, func(i *uopc.Expr) { a.Store(0, x.Load(i)); x.Store(i, a.Load(0).Mul(a.Load(0))) })
		}},
		{"read first", true, func(k *uopc.Kernel, n, x *uopc.Expr) {
			a := k.Alloc("a", uopc.I32, 16)
			k.Loop(n, func(i *uopc.Expr) {
				j := i.FloorMod(16)
				a.Store(j, a.Load(j).Add(x.Load(i)))
				x.Store(i, a.Load(j))
			})
		}},
		{"filled by a loop that may never run", true, func(k *uopc.Kernel, n, x *uopc.Expr) {
			a := k.Alloc("a", uopc.I32, 1)
			k.Loop(n, func(i *uopc.Expr) { a.Store(0, x.Load(i)) })
			k.Loop(n.Add(1), func(i *uopc.Expr) { x.Store(i.FloorMod(4).Mul(0), a.Load(0)) })
		}},
	}
	for _, c := range tests {
		k := uopc.NewKernel()
		n := k.Size("n")
		c.def(k, n, k.Buffer("x", uopc.I32, n))
		call, err := k.Build("F")
		if err != nil {
			t.Fatal(err)
		}
		low, err := pass.Run(call, pass.Options{})
		if err != nil {
			t.Fatal(err)
		}
		src, err := render.C(low, render.COptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(src.Func, "[at] = 0;"); got != c.cleared {
			t.Errorf("%s: cleared is %v, want %v\n%s", c.name, got, c.cleared, src.Func)
		}
	}
}
