package uop

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// newRand gives a source of random numbers; the seed is logged and taken from TEST_SEED.
func newRand(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED=%q is not a number: %v", s, err)
		}
		seed = v
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

func param(g *Graph, d DType, slot int) *UOp { return g.Make(OpParam, ParamArg(d, slot, "")) }

func place(g *Graph, d DType, slot int, sizes ...int64) *UOp {
	return g.Make(OpParam, PlaceArg(d, slot, "", sizes...))
}

func at(g *Graph, p *UOp, i ...*UOp) *UOp {
	return g.Make(OpIndex, Arg{}, append([]*UOp{p}, i...)...)
}

func load(g *Graph, p *UOp, i ...*UOp) *UOp { return g.Make(OpLoad, Arg{}, at(g, p, i...)) }

func store(g *Graph, v, p *UOp, i ...*UOp) *UOp { return g.Make(OpStore, Arg{}, at(g, p, i...), v) }

func loop(g *Graph, axis int, size *UOp) *UOp { return g.Make(OpRange, RangeArg(axis), size) }

// tensor makes a value of the given sizes.
func tensor(g *Graph, d DType, sizes ...int64) *UOp {
	return g.Make(OpParam, Arg{DType: d, X: &Ext{Dims: sizes}})
}

// randomGraph makes nodes of every kind that random sources allow; what is refused is left out.
func randomGraph(r *rand.Rand, tries int) *Graph {
	g := NewGraph()
	pool := []*UOp{}
	keep := func(u *UOp, err error) {
		if err == nil {
			pool = append(pool, u)
		}
	}
	for i, d := range ValueDTypes() {
		keep(g.New(OpParam, ParamArg(d, i, "")))
		keep(g.New(OpConst, ConstArg(d, r.Uint64())))
		keep(g.New(OpConst, ConstArg(d, r.Uint64N(3))))
		keep(g.New(OpParam, PlaceArg(d, 20+i, "m", 4)))
	}
	pick := func() *UOp {
		if r.IntN(2) == 0 { // the newest make deep graphs
			return pool[len(pool)-1-r.IntN(min(8, len(pool)))]
		}
		return pool[r.IntN(len(pool))]
	}
	for range tries {
		op := OpRange + Op(r.IntN(int(NumOps-OpRange)))
		a := Arg{DType: ValueDTypes()[r.IntN(12)], X: &Ext{
			Axis: r.IntN(3), Dims: []int64{int64(r.IntN(3))}, RedOp: OpAdd, Pop: 1, Lanes: 1 << r.IntN(3), Name: "n"}}
		n := op.Arity()
		if n < 0 {
			n = 1 + r.IntN(3)
		}
		src := make([]*UOp, n)
		for i := range src {
			src[i] = pick()
			if i > 0 && op.IsALU() { // else most sources disagree in dtype
				for range 20 {
					if src[i].dtype == src[0].dtype || op == OpWhere {
						break
					}
					src[i] = pick()
				}
			}
		}
		keep(g.New(op, a, src...))
	}
	return g
}
