package rules

import (
	"math/rand"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// patterns gives the strict rules again, as patterns by hand: the structure of each rule as a
// UPat, its condition and right side as a function, which is the compiled rule's.
func patterns(t testing.TB) *rewrite.Matcher[none] {
	sets, compiled := shipped(t)
	var list []rewrite.Rule[none]
	for n, r := range sets[0].Rules {
		c := compiled[0]
		rule, err := rewrite.CompilePattern(r.Name, pattern(r.Find), func(g *uop.Graph, _ none, m *rewrite.Match) *uop.UOp {
			if v, by := c.Step(g, none{}, m.U, n); by == n {
				return v
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rule)
	}
	return rewrite.NewMatcher(list...)
}

func pattern(n *rulelang.Node) rewrite.UPat {
	p := rewrite.UPat{DTypes: n.Type.Set.List()}
	if n.Var != nil {
		p.Name = n.Var.Name
	}
	switch n.Kind {
	case rulelang.ConstNode:
		p.Ops, p.Broadcast = []uop.Op{uop.OpConst}, true
		return p
	case rulelang.AnyNode:
		return p
	}
	p.Ops = n.Ops
	p.Match = map[rulelang.Match]rewrite.Order{rulelang.AtLeast: rewrite.AtLeast, rulelang.AnyOrder: rewrite.AnyOrder}[n.Match]
	p.Src = []rewrite.UPat{}
	for _, s := range n.Src {
		p.Src = append(p.Src, pattern(s))
	}
	return p
}

// TestPatternsAgree: rules compiled from text and the same rules as patterns by hand give the same
// node, by the same rule, for every node of random programs before and after they are simplified.
func TestPatternsAgree(t *testing.T) {
	r := rng(t)
	slow, fast := patterns(t), matcherFor(Options{NoInline: true}).m
	nodes, hits := 0, 0
	for range 400 {
		e := &gen{r, uop.NewGraph(), uop.I32, []string{"x", "y", "i", "j"}}
		u := e.num(uop.I32, 9)
		if r.Intn(2) == 0 {
			u = e.index(6)
		}
		for _, u := range uop.Topo(u, simplified(t, u)) {
			v, i := slow.Match(e.g, none{}, u, 0)
			w, k := fast.Match(e.g, none{}, u, 0)
			if v != w || i != k {
				t.Fatalf("%s: %v by pattern %d, %v by compiled rule %d", show(u), v, i, w, k)
			}
			nodes++
			if v != nil {
				hits++
			}
		}
	}
	t.Logf("%d nodes, %d hits", nodes, hits)
	if hits == 0 {
		t.Error("no rule fired")
	}
}

// BenchmarkMatch asks both matchers about every node of 300 random index expressions, before and
// after they are simplified.
func BenchmarkMatch(b *testing.B) {
	g := uop.NewGraph()
	r := rand.New(rand.NewSource(1))
	var nodes []*uop.UOp
	for range 300 {
		u := indexExpr(r, g, 7)
		v, err := Simplify(u)
		if err != nil {
			b.Fatal(err)
		}
		nodes = append(nodes, uop.Topo(u, v)...)
	}
	for _, c := range []struct {
		name string
		m    *rewrite.Matcher[none]
	}{{"compiled", matcherFor(Options{NoInline: true}).m}, {"patterns", patterns(b)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				for _, u := range nodes {
					c.m.Match(g, none{}, u, 0)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(nodes)), "ns/node")
		})
	}
}
