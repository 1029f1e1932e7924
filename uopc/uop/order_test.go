package uop

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// narrow makes hashes collide for one test.
func narrow(t *testing.T, mask uint64) {
	old := hashMask
	hashMask = mask
	t.Cleanup(func() { hashMask = old })
}

// checkOrder checks that Compare is a strict total order on the nodes: once they are sorted by
// it, each is below all that follow.
func checkOrder(t *testing.T, nodes []*UOp) (pairs int) {
	t.Helper()
	s := slices.Clone(nodes)
	slices.SortFunc(s, Compare)
	for i, a := range s {
		if Compare(a, a) != 0 {
			t.Fatalf("%s differs from itself", a.Op())
		}
		for _, b := range s[i+1:] {
			if Compare(a, b) >= 0 || Compare(b, a) <= 0 {
				t.Fatalf("no order between %s (id %d) and %s (id %d): %d %d", a.Op(), a.ID(), b.Op(), b.ID(), Compare(a, b), Compare(b, a))
			}
			pairs++
		}
	}
	for i := 1; i < len(s); i++ {
		a, b := s[i-1], s[i]
		if orderClass(a) > orderClass(b) || a.Op() == OpParam && b.Op() == OpParam && a.X().Slot > b.X().Slot {
			t.Fatalf("%s comes before %s", a.Op(), b.Op())
		}
	}
	return pairs
}

// reorder builds every node of g in another graph, in a random order that respects sources.
func reorder(r *rand.Rand, g *Graph) map[*UOp]*UOp {
	h := NewGraph()
	to := map[*UOp]*UOp{}
	todo := make([]*UOp, g.Len())
	for i := range todo {
		todo[i] = g.Node(i)
	}
	for len(todo) > 0 {
		r.Shuffle(len(todo), func(i, j int) { todo[i], todo[j] = todo[j], todo[i] })
		rest := todo[:0:0]
	next:
		for _, u := range todo {
			src := make([]*UOp, len(u.Src()))
			for i, s := range u.Src() {
				if src[i] = to[s]; src[i] == nil {
					rest = append(rest, u)
					continue next
				}
			}
			to[u] = h.Make(u.Op(), u.Arg(), src...)
		}
		todo = rest
	}
	return to
}

func testOrder(t *testing.T, graphs int) {
	r := newRand(t)
	pairs, nodes := 0, 0
	for range graphs {
		g := randomGraph(r, 300)
		all := make([]*UOp, g.Len())
		for i := range all {
			all[i] = g.Node(i)
		}
		nodes += len(all)
		pairs += checkOrder(t, all)
		to := reorder(r, g)
		if n := to[all[0]].Graph().Len(); n != g.Len() {
			t.Fatalf("%d nodes in one order, %d in another", g.Len(), n)
		}
		slices.SortFunc(all, Compare)
		for i, u := range all {
			if to[u].Hash() != u.Hash() || to[u].Bounds() != u.Bounds() || to[u].Safe() != u.Safe() {
				t.Fatalf("%s depends on the order of creation", u.Op())
			}
			if i > 0 && Compare(to[all[i-1]], to[u]) >= 0 {
				t.Fatalf("%s and %s change places with the order of creation", all[i-1].Op(), u.Op())
			}
		}
	}
	t.Logf("%d nodes, %d pairs", nodes, pairs)
}

func TestCompareIsATotalOrder(t *testing.T) { testOrder(t, 10) }

// With one hash for all nodes only the comparison of whole contents tells them apart.
func TestCollisions(t *testing.T) {
	for _, mask := range []uint64{0, 1, 0xf0} {
		narrow(t, mask)
		testOrder(t, 3)
		TestConstantsApart(t)
		TestConstantsTogether(t)
		TestArgsComparedWhole(t)
		TestRollback(t)
	}
}

// A graph has as many nodes with colliding hashes as with good ones.
func TestCollisionsKeepNodesApart(t *testing.T) {
	r := newRand(t)
	g := randomGraph(r, 400)
	narrow(t, 0)
	to := reorder(r, g)
	back := map[*UOp]*UOp{}
	for a, b := range to {
		if b.Hash() != 0 {
			t.Fatal("the hook does not reach the hash")
		}
		if back[b] != nil {
			t.Fatalf("two %s nodes became one", a.Op())
		}
		back[b] = a
	}
	t.Logf("%d nodes of one hash", len(back))
}

// Deep comparison of long equal prefixes is iterative and looks at each pair once.
func TestDeepCompare(t *testing.T) {
	narrow(t, 0)
	g := NewGraph()
	x, y := g.Neg(param(g, I32, 0)), g.Neg(param(g, I32, 1))
	a, b := x, y
	for range 2000 { // as trees, these have 2^2000 nodes
		a, b = g.Add(a, a), g.Add(b, b)
	}
	if Compare(x, y) >= 0 || Compare(a, b) >= 0 || Compare(b, a) <= 0 {
		t.Errorf("%d %d %d", Compare(x, y), Compare(a, b), Compare(b, a))
	}
}

func TestCanonicalPlaces(t *testing.T) {
	g := NewGraph()
	p0, p1, p9 := param(g, I32, 0), param(g, I32, 1), param(g, I32, 9)
	sum := g.Add(p9, p0)
	c := g.Int(I32, 0)
	want := []*UOp{p0, p1, p9, sum, c}
	got := []*UOp{c, sum, p9, p1, p0}
	slices.SortFunc(got, Compare)
	if !slices.Equal(got, want) {
		t.Errorf("order: %v", got)
	}
}
