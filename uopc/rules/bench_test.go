package rules

import (
	"math/rand"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// addChain is ((p0 + p1) + p0*p1) + ... of n ADDs, on which no rule has a hit but canonical order.
func addChain(g *uop.Graph, n int) *uop.UOp {
	p := [3]*uop.UOp{}
	for i := range p {
		p[i] = g.Make(uop.OpParam, uop.ParamArg(uop.I32, i, ""))
	}
	u := p[0]
	for i := range n {
		u = g.Add(p[i%3], u)
	}
	return u
}

// indexExpr is a random index expression of loops, as movement ops leave it behind.
func indexExpr(r *rand.Rand, g *uop.Graph, n int) *uop.UOp {
	if n <= 0 {
		i := r.Intn(4)
		return g.Make(uop.OpParam, uop.BoundedArg(uop.Index, i, "", 0, []int64{3, 7, 15, 99}[i]))
	}
	c := g.Idx([]int64{1, 2, 3, 4, 6, 8, 12, 16}[r.Intn(8)])
	switch k := r.Intn(n); r.Intn(6) {
	case 0:
		return g.Mul(indexExpr(r, g, n-1), c)
	case 1:
		return g.Bin(uop.OpFloordiv, indexExpr(r, g, n-1), c)
	case 2:
		return g.Bin(uop.OpFloormod, indexExpr(r, g, n-1), c)
	case 3:
		return g.Add(indexExpr(r, g, n-1), c)
	default:
		return g.Add(indexExpr(r, g, k), indexExpr(r, g, n-1-k))
	}
}

func benchSimplify(b *testing.B, build func(g *uop.Graph) []*uop.UOp) {
	b.ReportAllocs()
	nodes := 0
	for range b.N {
		b.StopTimer()
		g := uop.NewGraph()
		roots := build(g)
		nodes += g.Len()
		b.StartTimer()
		for _, u := range roots {
			if _, err := Simplify(u); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

func BenchmarkSimplifyChain(b *testing.B) {
	benchSimplify(b, func(g *uop.Graph) []*uop.UOp { return []*uop.UOp{addChain(g, 200_000)} })
}

// BenchmarkSimplifyTwice has what was simplified before: no rule has a hit.
func BenchmarkSimplifyTwice(b *testing.B) {
	benchSimplify(b, func(g *uop.Graph) []*uop.UOp {
		u, err := Simplify(addChain(g, 200_000))
		if err != nil {
			b.Fatal(err)
		}
		return []*uop.UOp{u}
	})
}

func BenchmarkSimplifyIndex(b *testing.B) {
	benchSimplify(b, func(g *uop.Graph) (out []*uop.UOp) {
		r := rand.New(rand.NewSource(1))
		for range 200 {
			out = append(out, indexExpr(r, g, 12))
		}
		return out
	})
}
