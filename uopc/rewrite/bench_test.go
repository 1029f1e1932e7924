package rewrite

import (
	"math/rand"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func chain(g *uop.Graph, n int) *uop.UOp {
	p := [3]*uop.UOp{param(g, 0), param(g, 1), param(g, 2)}
	u := p[0]
	for i := range n {
		u = g.Add(u, p[i%3])
	}
	return u
}

// tangle is a graph of n nodes in which any node uses any before it.
func tangle(g *uop.Graph, n int) *uop.UOp {
	r := rand.New(rand.NewSource(1))
	list := []*uop.UOp{param(g, 0), param(g, 1), g.Int(uop.I32, 3)}
	for len(list) < n {
		op := []uop.Op{uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpXor}[r.Intn(4)]
		list = append(list, g.Bin(op, list[len(list)-1-r.Intn(min(len(list), 50))], list[r.Intn(len(list))]))
	}
	return list[len(list)-1]
}

func benchEngine(b *testing.B, n int, build func(*uop.Graph, int) *uop.UOp, m *Matcher[None]) {
	g := uop.NewGraph()
	u := build(g, n)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if _, err := Rewrite(u, m, None{}, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Len()), "ns/node")
}

var never = Plain("never", nil, func(*uop.Graph, *uop.UOp) *uop.UOp { return nil })

func BenchmarkEngineChain(b *testing.B)       { benchEngine(b, 200_000, chain, NewMatcher[None]()) }
func BenchmarkEngineChainOne(b *testing.B)    { benchEngine(b, 200_000, chain, NewMatcher(never)) }
func BenchmarkEngineTangle(b *testing.B)      { benchEngine(b, 200_000, tangle, NewMatcher[None]()) }
func BenchmarkEngineChainSmall(b *testing.B)  { benchEngine(b, 2_000, chain, NewMatcher(never)) }
func BenchmarkEngineTangleSmall(b *testing.B) { benchEngine(b, 2_000, tangle, NewMatcher(never)) }
