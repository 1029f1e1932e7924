package interp

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestMaxSteps(t *testing.T) {
	g := newB()
	x := g.mem(uop.I32, 0, "x", 1)
	n := g.param(uop.Index, 1, "n")
	call := g.kernel(g.end(g.store(g.Int(uop.I32, 1), x, g.Idx(0)), g.rng(0, n)), "long")
	args := []*Value{vec(uop.I32, 0), Scalar(uop.Index, 1<<62)}
	_, err := Run(call, args, Options{MaxSteps: 1000})
	wantError(t, err, "takes more than 1000 steps")
	args[1] = Scalar(uop.Index, 400)
	mustRun(t, call, args, Options{MaxSteps: 1000})
}

// BenchmarkLoop shows the cost of one node: eight in each iteration.
func BenchmarkLoop(bm *testing.B) {
	g := newB()
	n := g.param(uop.Index, 1, "n")
	call := g.kernel(g.sumLoop(n), "sum")
	x := Vector(uop.F32, make([]uint64, 1000)...)
	for bm.Loop() {
		if _, err := Run(call, []*Value{x, nil}, Options{}); err != nil {
			bm.Fatal(err)
		}
	}
}
