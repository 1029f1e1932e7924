package rules

import (
	"fmt"
	"math/rand"
	"runtime"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// The figures of the seed of this design, in Python on one core of another machine; the
// benchmarks report how many times better they are.
const (
	seedIndexRate  = 85_490 // nodes simplified a second, of 300 index expressions
	seedChainTime  = 14.2   // seconds for the chain of 200,000 additions
	seedChainBytes = 423    // bytes a node
)

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

// constChain is p + 1 + 2 + ... + n: n-1 firings, with numbers that no graph shares.
func constChain(g *uop.Graph, n int) *uop.UOp {
	u := g.Make(uop.OpParam, uop.ParamArg(uop.I32, 0, "p"))
	for i := 1; i <= n; i++ {
		u = g.Add(u, g.Int(uop.I32, int64(i)))
	}
	return u
}

// plainChain is a chain of n additions of PARAMs, on which no rule has a hit but canonical order.
func plainChain(g *uop.Graph, n int) *uop.UOp {
	var p [3]*uop.UOp
	for i := range p {
		p[i] = g.Make(uop.OpParam, uop.ParamArg(uop.I32, i, ""))
	}
	u := p[0]
	for i := range n {
		u = g.Add(p[i%3], u)
	}
	return u
}

// BenchmarkIndex simplifies 300 random index expressions of about 14 nodes. Nodes are counted in
// each expression, as they stand before.
func BenchmarkIndex(b *testing.B) {
	nodes := 0
	for range b.N {
		b.StopTimer()
		g := uop.NewGraph()
		r := rand.New(rand.NewSource(1))
		var roots []*uop.UOp
		for range 300 {
			u := indexExpr(r, g, 7)
			roots = append(roots, u)
			nodes += len(uop.Topo(u))
		}
		b.StartTimer()
		for _, u := range roots {
			if _, err := Simplify(u); err != nil {
				b.Fatal(err)
			}
		}
	}
	rate := float64(nodes) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "nodes/s")
	b.ReportMetric(rate/seedIndexRate, "x-seed")
}

// BenchmarkChain simplifies the chain of 200,000 additions of constants, 400,001 nodes, and tells
// what those take in memory. In the first of its runs the heap grows to its size, and getting pages
// from the system takes several times as long as the work: that run is shown apart, as first-ns.
func BenchmarkChain(b *testing.B) {
	var bytes, first float64
	for i := range b.N + 1 {
		if i == 1 {
			first = float64(b.Elapsed().Nanoseconds())
			b.ResetTimer()
		}
		b.StopTimer()
		before := live()
		g := uop.NewGraph()
		u := constChain(g, 200_000)
		bytes = float64(live()-before) / float64(g.Len())
		b.StartTimer()
		if _, err := Simplify(u); err != nil {
			b.Fatal(err)
		}
		runtime.KeepAlive(u)
	}
	b.ReportMetric(seedChainTime*float64(b.N)/b.Elapsed().Seconds(), "x-seed")
	b.ReportMetric(first, "first-ns")
	b.ReportMetric(bytes, "B/node")
	b.ReportMetric(seedChainBytes/bytes, "x-seed-memory")
}

func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkGrowth shows that the time for a node does not grow with the program: building,
// simplifying and walking the result, from 10^4 to 10^6 nodes.
func BenchmarkGrowth(b *testing.B) {
	for _, shape := range []struct {
		name  string
		build func(*uop.Graph, int) *uop.UOp
	}{{"consts", func(g *uop.Graph, n int) *uop.UOp { return constChain(g, n/2) }}, {"params", plainChain}} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				for range b.N {
					u := shape.build(uop.NewGraph(), n)
					v, err := Simplify(u)
					if err != nil {
						b.Fatal(err)
					}
					uop.Topo(v)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/node")
			})
		}
	}
}
