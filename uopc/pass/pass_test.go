package pass_test

import (
	"fmt"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uop"
)

// TestRun sees the kernel after each pass of the table, in order; lowering leaves single elements.
func TestRun(t *testing.T) {
	k := uopc.NewKernel()
	n := k.Size("n")
	dst, x := k.Out("dst", uopc.F32, n), k.In("x", uopc.F32, n)
	dst.Set(x.Add(x.Sum()).Mul(1))
	call, err := k.Build("K")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	out, err := pass.Run(call, pass.Options{Dump: func(name string, c *uop.UOp) {
		names = append(names, name)
		if c.Op() != uop.OpCall || c.X().Name != "K" {
			t.Errorf("after %s the kernel is %s", name, c.Op())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(names); got != "[input simplify lower index late]" {
		t.Errorf("the passes were %s", got)
	}
	uop.Walk([]*uop.UOp{out.Body()}, uop.AllSrc, func(u *uop.UOp) bool {
		if u.Space() == uop.ALU && len(u.Shape()) > 0 || u.Op() == uop.OpReduce {
			t.Errorf("%s of shape %v is left", u.Op(), u.Shape())
		}
		return true
	})
	if _, err := pass.Run(call.Body(), pass.Options{}); err == nil || err.Error() != "a kernel is a CALL, got sink" {
		t.Errorf("a body alone: %v", err)
	}
}
