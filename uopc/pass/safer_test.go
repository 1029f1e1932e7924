package pass

import (
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/uop"
)

// TestSafer: no form is so cheap that it may lose the proof of an access. No program is known for
// which saturation does; here one form reads x[y[i]], and the other x[i].
func TestSafer(t *testing.T) {
	form := func(gather bool) *uop.UOp {
		k := uopc.NewKernel()
		dst, x, y := k.Buffer("dst", uopc.I32, 8), k.In("x", uopc.I32, 8), k.In("y", uopc.I32, 8)
		k.Loop(8, func(i *uopc.Expr) {
			v := y.Load(i)
			if gather {
				i = v
			}
			dst.Store(i, x.Load(i))
		})
		call, err := k.Build("K")
		if err != nil {
			t.Fatal(err)
		}
		if call, err = Run(call, Options{}); err != nil {
			t.Fatal(err)
		}
		return call
	}
	proved, gather := form(false), form(true)
	if safer(proved, gather) != proved {
		t.Error("a form with an access that is not proved was taken")
	}
	if safer(gather, proved) != proved || safer(gather, gather) != gather {
		t.Error("a form that proves as much was refused")
	}
}
