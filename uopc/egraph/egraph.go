package egraph

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

type (
	classID int32
	nodeID  int32
)

const noNode nodeID = -1

// key is what an e-node is: two nodes of one key are one. Sources are classes.
type key struct {
	op    uop.Op
	dtype uop.DType
	n     uint8
	src   [3]classID
	bits  uint64 // CONST
	leaf  int32  // position in graph.leaves, plus 1; 0 for none
}

// enode is a node of the e-graph.
type enode struct {
	key   key
	made  [3]classID // the sources as they were at first, for explanations
	class classID
	dead  bool // another node has the same key now
}

// class is a set of equal nodes, and what is known of their value.
type class struct {
	dtype   uop.DType
	nodes   []nodeID
	parents []nodeID // nodes with a source here, perhaps more than once
	first   nodeID
	fact
	updates int // how often fact was narrowed
}

// edge says why two nodes are equal.
type edge struct {
	to   nodeID
	rule int32 // number of the rule, or one of the reasons below
}

const (
	byCongruence int32 = -1 - iota
	byValue            // both are the same constant
)

// graph is an e-graph.
type graph struct {
	nodes   []enode
	classes []class
	up      []classID // union-find
	memo    map[key]nodeID
	byOp    [uop.NumOps][]nodeID
	leaves  []*uop.UOp
	leafAt  map[uint64][]int32 // leaves by hash

	stale   []classID // classes that were merged: their parents have other keys now
	dirty   []classID // classes of which more is known: their parents may profit
	edges   [][]edge
	scratch scratch

	promised bool // the caller's program is being added
	merges   int
	last     int32 // the rule that made the latest merge
	conflict *Conflict
	names    func(rule int32) string
}

func newGraph(names func(int32) string) *graph {
	return &graph{memo: map[key]nodeID{}, leafAt: map[uint64][]int32{}, names: names}
}

func (g *graph) find(c classID) classID {
	for g.up[c] != c {
		g.up[c] = g.up[g.up[c]]
		c = g.up[c]
	}
	return c
}

func (g *graph) at(c classID) *class { return &g.classes[c] }

// canon brings a key to the one spelling it has now: sources are roots, and those of an op that
// commutes are in order. So no rule of commutativity is needed.
func (g *graph) canon(k key) key {
	for i := range k.n {
		k.src[i] = g.find(k.src[i])
	}
	if k.n == 2 && k.src[1] < k.src[0] && k.op.Commutes(g.at(k.src[0]).dtype) {
		k.src[0], k.src[1] = k.src[1], k.src[0]
	}
	return k
}

// add gives the node with this key, found or made.
func (g *graph) add(k key) nodeID {
	k = g.canon(k)
	if id, ok := g.memo[k]; ok {
		return id
	}
	id, c := nodeID(len(g.nodes)), classID(len(g.classes))
	g.nodes = append(g.nodes, enode{key: k, made: k.src, class: c})
	g.edges = append(g.edges, nil)
	g.memo[k] = id
	g.byOp[k.op] = append(g.byOp[k.op], id)
	g.up = append(g.up, c)
	g.classes = append(g.classes, class{dtype: k.dtype, nodes: []nodeID{id}, first: id, fact: g.factOf(k)})
	for _, s := range k.src[:k.n] {
		p := g.at(s)
		if n := len(p.parents); n == 0 || p.parents[n-1] != id {
			p.parents = append(p.parents, id)
		}
	}
	g.materialize(c)
	return id
}

func (g *graph) classOf(id nodeID) classID { return g.find(g.nodes[id].class) }

func (g *graph) konst(d uop.DType, bits uint64) nodeID {
	return g.add(key{op: uop.OpConst, dtype: d, bits: bits})
}

// materialize puts the CONST into a class whose value is known.
func (g *graph) materialize(c classID) {
	cl := g.at(c)
	if !cl.known {
		return
	}
	first, k := cl.first, key{op: uop.OpConst, dtype: cl.dtype, bits: cl.bits}
	if id := g.add(k); g.classOf(id) != c {
		g.union(first, id, byValue)
	}
}

// union merges the classes of two nodes.
func (g *graph) union(x, y nodeID, rule int32) {
	a, b := g.classOf(x), g.classOf(y)
	if a == b || g.conflict != nil {
		return
	}
	g.edges[x] = append(g.edges[x], edge{y, rule})
	g.edges[y] = append(g.edges[y], edge{x, rule})
	if rule >= 0 {
		g.last = rule
	}
	if g.clash(a, b, x, y) {
		return
	}
	p, q := g.at(a), g.at(b)
	if len(p.parents) < len(q.parents) || len(p.parents) == len(q.parents) && b < a {
		a, b, p, q = b, a, q, p
	}
	g.merges++
	g.up[b] = a
	moreA, moreB := join(&p.fact, q.fact, p.dtype), join(&q.fact, p.fact, p.dtype)
	p.updates = max(p.updates, q.updates)
	p.nodes, q.nodes = append(p.nodes, q.nodes...), nil
	p.parents, q.parents = append(p.parents, q.parents...), nil
	p.first = min(p.first, q.first)
	g.stale = append(g.stale, a)
	if moreA || moreB {
		g.dirty = append(g.dirty, a)
	}
}

// rebuild restores the invariants after unions: nodes of one key are in one class, and facts
// have reached all that they bear on.
func (g *graph) rebuild() {
	var touched []classID
	for g.conflict == nil && len(g.stale)+len(g.dirty) > 0 {
		if n := len(g.stale); n > 0 {
			c := g.find(g.stale[n-1])
			g.stale = g.stale[:n-1]
			touched = append(touched, c)
			g.rekey(c)
			continue
		}
		n := len(g.dirty)
		c := g.find(g.dirty[n-1])
		g.dirty = g.dirty[:n-1]
		g.spread(c)
	}
	for _, c := range touched {
		g.sweep(g.find(c))
	}
}

// rekey gives the parents of a merged class their new keys.
func (g *graph) rekey(c classID) {
	old := g.at(c).parents
	g.at(c).parents = nil
	slices.Sort(old)
	old = slices.Compact(old)
	kept := make([]nodeID, 0, len(old))
	for _, id := range old {
		n := &g.nodes[id]
		if n.dead {
			continue
		}
		if g.memo[n.key] == id {
			delete(g.memo, n.key)
		}
		n.key = g.canon(n.key)
		if twin, ok := g.memo[n.key]; ok && twin != id {
			n.dead = true
			g.union(twin, id, byCongruence)
			continue
		}
		kept = append(kept, id)
		g.memo[n.key] = id
	}
	c = g.find(c)
	g.at(c).parents = append(g.at(c).parents, kept...)
}

// sweep drops dead nodes from a class.
func (g *graph) sweep(c classID) {
	cl := g.at(c)
	live := cl.nodes[:0]
	for _, id := range cl.nodes {
		if !g.nodes[id].dead {
			live = append(live, id)
		}
	}
	cl.nodes = live
}
