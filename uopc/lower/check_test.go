package lower_test

import (
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/uop"
)

// TestCheckRuns runs check kernels: what they find, that they do not look at an access in a loop
// that never runs, and that a loop whose length comes from data and is enormous ends soon.
func TestCheckRuns(t *testing.T) {
	ints := func(v ...uint64) *interp.Value { return interp.Vector(uop.I64, v...) }
	size := func(n uint64) *interp.Value { return interp.Scalar(uop.Index, n) }
	long := func(k *uopc.Kernel) {
		c, y := k.In("c", uopc.I64, 1), k.Buffer("y", uopc.I64, k.Size("n"))
		k.Loop(c.Load(0), func(i *uopc.Expr) { y.Store(i.Add(2), 1) })
	}
	outer := func(k *uopc.Kernel) {
		m, n, l := k.Size("m"), k.Size("n"), k.Size("l")
		dst, idx, x := k.Buffer("dst", uopc.I64, m), k.In("idx", uopc.I64, n), k.In("x", uopc.I64, l)
		k.Loop(m, func(i *uopc.Expr) {
			dst.Store(i, 0)
			k.Loop(n, func(j *uopc.Expr) { dst.Store(i, dst.Load(i).Add(x.Load(idx.Load(j)))) })
		})
	}
	for _, c := range []struct {
		name       string
		def        func(*uopc.Kernel)
		args       []*interp.Value
		bad, limit int64
	}{
		{"an enormous loop", long, []*interp.Value{ints(1 << 62), ints(0, 0, 0), size(3)}, 3, 3},
		{"a loop that fits", long, []*interp.Value{ints(1), ints(0, 0, 0), size(3)}, 0, -1},
		{"a loop of one too many", long, []*interp.Value{ints(2), ints(0, 0, 0), size(3)}, 3, 3},
		{"an outer loop that never runs", outer, []*interp.Value{ints(), ints(99), ints(7), size(0), size(1), size(1)}, 0, -1},
		{"an outer loop that runs", outer, []*interp.Value{ints(0), ints(99), ints(7), size(1), size(1), size(1)}, 99, 1},
	} {
		low, err := lower.Lower(call(t, "F", c.def))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		check, _, err := lower.Check(low)
		if err != nil || check == nil {
			t.Fatalf("%s: got check %v and error %v, want a check", c.name, check, err)
		}
		got, err := interp.Run(check, append(c.args, nil, nil), interp.Options{MaxSteps: 10000})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if bad, limit := int64(got[0].Bits[0]), int64(got[1].Bits[0]); bad != c.bad || limit != c.limit {
			t.Errorf("%s: got index %d outside of %d, want %d outside of %d", c.name, bad, limit, c.bad, c.limit)
		}
	}
}
