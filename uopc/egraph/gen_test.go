package egraph

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/uop"
)

// rng gives random numbers of the seed in TEST_SEED, or of the clock.
func rng(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// gen makes random programs of dtype d.
type gen struct {
	r *rand.Rand
	g *uop.Graph
	d uop.DType
	// bounded programs have i in [0, 15], j in [0, 3] and k in [0, 7]; the others have x and y.
	bounded bool
}

func (e *gen) leaf() *uop.UOp {
	if !e.bounded {
		slot := e.r.IntN(2)
		return e.g.Make(uop.OpParam, uop.ParamArg(e.d, slot, "xy"[slot:slot+1]))
	}
	slot := e.r.IntN(3)
	top := []int64{15, 3, 7}[slot]
	return e.g.Make(uop.OpParam, uop.BoundedArg(e.d, slot, "ijk"[slot:slot+1], 0, top))
}

func (e *gen) konst() *uop.UOp {
	if !e.bounded && e.r.IntN(3) == 0 {
		return e.g.Int(e.d, []int64{-1, -2, -3, -4, 0, 64, 100, 127, -128}[e.r.IntN(9)])
	}
	return e.g.Int(e.d, int64(1+e.r.IntN(8)))
}

// index makes a sum of products with quotients and remainders in it, as indexes have.
func (e *gen) index(n int) *uop.UOp {
	if n <= 0 {
		return e.leaf()
	}
	c := e.konst()
	switch e.r.IntN(6) {
	case 0:
		return e.g.Bin(uop.OpFloordiv, e.index(n-1), c)
	case 1:
		return e.g.Bin(uop.OpFloormod, e.index(n-1), c)
	case 2:
		return e.g.Mul(e.index(n-2), c)
	case 3:
		return e.g.Add(e.index(n-2), c)
	case 4:
		return e.g.Where(e.g.Bin(uop.OpCmplt, e.index(n/2), c), e.index(n/2), e.index(n/3))
	}
	return e.g.Add(e.index(n/2), e.g.Mul(e.index(n/2), c))
}

// copyTo makes u in another graph, whose nodes come in another order.
func copyTo(g *uop.Graph, r *rand.Rand, u *uop.UOp) *uop.UOp {
	var all []*uop.UOp
	uop.Walk([]*uop.UOp{u}, uop.AllSrc, func(v *uop.UOp) bool { all = append(all, v); return true })
	made := map[*uop.UOp]*uop.UOp{}
	for len(made) < len(all) {
		v := all[r.IntN(len(all))]
		src := make([]*uop.UOp, len(v.Src()))
		ready := made[v] == nil
		for i, s := range v.Src() {
			src[i] = made[s]
			ready = ready && src[i] != nil
		}
		if ready {
			made[v] = g.Make(v.Op(), v.Arg(), src...)
		}
	}
	return made[u]
}
