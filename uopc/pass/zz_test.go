package pass_test

import (
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uir"
)

func pos(r *rand.Rand, l []*uopc.Expr, depth int) *uopc.Expr {
	if depth == 0 {
		return l[r.IntN(len(l))]
	}
	a, b := pos(r, l, depth-1), pos(r, l, r.IntN(depth))
	c := 1 + r.IntN(5)
	switch r.IntN(7) {
	case 0:
		return a.Mul(c)
	case 1:
		return a.FloorDiv(c)
	case 2:
		return a.FloorMod(c)
	case 3:
		return a.Sub(b)
	case 4:
		return a.Add(b).FloorDiv(2)
	}
	return a.Add(b)
}

func TestZZ(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	imp, bad := 0, 0
	for n := 0; n < 20000 && bad < 3; n++ {
		k := uopc.NewKernel()
		s := k.Size("n")
		dst := k.Buffer("dst", uopc.I32, s)
		x := k.In("x", uopc.I32, s)
		k.Loop(s, func(i *uopc.Expr) {
			k.Loop(s, func(j *uopc.Expr) {
				dst.Store(i, x.Load(pos(r, []*uopc.Expr{i, j, s.Sub(i).Sub(1)}, 1+r.IntN(5))))
			})
		})
		call, err := k.Build("G")
		if err != nil {
			t.Fatal(err)
		}
		p, err := pass.Run(call, pass.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(lower.Unproved(p)) > 0 {
			continue
		}
		raw, st, err := pass.Saturate(p)
		if err != nil {
			t.Fatal(err)
		}
		if raw != p {
			imp++
		}
		if len(lower.Unproved(raw)) > 0 {
			bad++
			t.Logf("%v\n%s\n%s", st, uir.FormatNode(p), uir.FormatNode(raw))
		}
	}
	t.Log(imp, bad)
}
