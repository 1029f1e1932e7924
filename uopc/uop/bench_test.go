package uop

import (
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
)

// chain makes p + 1 + 2 + ... + n: 2n+1 nodes, each sum on top of the one before.
func chain(d DType, n int) *Graph {
	g := NewGraph()
	u := param(g, d, 0)
	for i := range n {
		u = g.Add(u, g.Int(d, int64(i+1)))
	}
	return g
}

// expressions makes n nodes or a few more of i32 and index arithmetic over bounded PARAMs, each
// of two earlier nodes or of one and a small constant, as index expressions are. Most are of late
// nodes, as in programs; one in sixteen is of any.
func expressions(n int) *Graph {
	r := rand.New(rand.NewPCG(1, 2))
	g := NewGraph()
	var pools [2][]*UOp
	for i, d := range []DType{I32, Index} {
		for k := range 4 {
			pools[i] = append(pools[i], g.Make(OpParam, BoundedArg(d, 4*i+k, "", 0, int64(1000*k+7))))
		}
	}
	ops := []Op{OpAdd, OpAdd, OpMul, OpFloordiv, OpFloormod}
	for g.Len() < n {
		k := r.IntN(2)
		pool := pools[k]
		near := pool
		if r.IntN(16) > 0 {
			near = pool[max(0, len(pool)-256):]
		}
		a, b := near[r.IntN(len(near))], near[r.IntN(len(near))]
		op := ops[r.IntN(len(ops))]
		if op >= OpFloordiv || r.IntN(2) == 0 {
			b = g.Int(b.DType(), int64(1+r.IntN(100)))
		}
		pools[k] = append(pool, g.Bin(op, a, b))
	}
	return g
}

// liveBytes gives the heap that what build makes holds on to.
func liveBytes(build func() *Graph) (bytes uint64, g *Graph) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	g = build()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return after.HeapAlloc - before.HeapAlloc, g
}

// The limit is on all there is: nodes, sources, bounds and the table.
func TestBytesPerNode(t *testing.T) {
	const limit = 200
	for _, d := range []DType{I32, Index} {
		bytes, g := liveBytes(func() *Graph { return chain(d, 200_000) })
		per := float64(bytes) / float64(g.Len())
		t.Logf("%s: %d nodes, %.1f bytes each", d, g.Len(), per)
		if g.Len() != 400_001 || per > limit || per < 50 {
			t.Errorf("%s: %d nodes of %.1f bytes, want 400001 of at most %d", d, g.Len(), per, limit)
		}
	}
}

// A node that is found, and one that a slab has room for, costs no allocation.
func TestNoAllocations(t *testing.T) {
	g := NewGraph()
	x, i := param(g, Index, 0), loop(g, 0, g.Idx(4))
	place := place(g, F32, 1, 9)
	found := testing.AllocsPerRun(100, func() {
		u := g.Add(g.Mul(x, g.Idx(3)), i)
		g.Where(g.Bin(OpCmplt, u, g.Idx(7)), u, g.Cast(g.Cast(u, I32), Index))
		g.Make(OpLoad, Arg{}, g.Make(OpIndex, Arg{}, place, u))
	})
	k := int64(0)
	fresh := testing.AllocsPerRun(1000, func() {
		k++
		g.Bin(OpFloordiv, g.Add(g.Mul(x, g.Idx(k)), i), g.Idx(9+k))
	})
	if found != 0 || fresh >= 1 {
		t.Errorf("%v allocations for nodes that are there, %v for five new ones", found, fresh)
	}
}

var graphs = []struct {
	name  string
	build func(n int) *Graph
}{
	{"chain", func(n int) *Graph { return chain(I32, n/2) }},
	{"wide-chain", func(n int) *Graph { return chain(Index, n/2) }},
	{"dag", expressions},
}

// BenchmarkBuild shows that time and memory a node stay the same as graphs grow.
func BenchmarkBuild(b *testing.B) {
	for _, k := range graphs {
		for _, n := range []int{1e4, 1e5, 1e6} {
			b.Run(k.name+"/"+strconv.Itoa(n), func(b *testing.B) {
				bytes, g := liveBytes(func() *Graph { return k.build(n) })
				nodes := float64(g.Len())
				g = nil
				for b.Loop() {
					k.build(n)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/nodes, "ns/node")
				b.ReportMetric(float64(bytes)/nodes, "B/node")
			})
		}
	}
}

// BenchmarkNode shows the cost of one new node, and of one that is there already.
func BenchmarkNode(b *testing.B) {
	const n = 1 << 10
	prepare := func(d DType) (*Graph, []*UOp) {
		g := NewGraph()
		us := make([]*UOp, n)
		for i := range us {
			us[i] = g.Make(OpParam, BoundedArg(d, i, "", -9, int64(5+i)))
		}
		return g, us
	}
	for _, d := range []DType{I32, Index} {
		for _, op := range []Op{OpAdd, OpMul, OpFloordiv, OpFloormod, OpCmplt} {
			b.Run("new/"+d.String()+"/"+op.String(), func(b *testing.B) {
				g, us := prepare(d)
				c := g.Int(d, 7)
				base := g.Len()
				for b.Loop() {
					for _, u := range us {
						g.Bin(op, u, c)
					}
					b.StopTimer()
					g.Rollback(base)
					b.StartTimer()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/node")
			})
		}
		b.Run("found/"+d.String()+"/add", func(b *testing.B) {
			g, us := prepare(d)
			for b.Loop() {
				for i, u := range us {
					g.Add(u, us[i&15])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/node")
		})
		b.Run("found/"+d.String()+"/const", func(b *testing.B) {
			g, _ := prepare(d)
			for b.Loop() {
				for i := range n {
					g.Int(d, int64(i))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/node")
		})
	}
}
