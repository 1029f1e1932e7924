package egraph

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// choice says which node of each class is taken. It never has a cycle below what it is used for.
type choice struct {
	g    *graph
	node []nodeID // by class; noNode where none is known
}

// nodeCost gives the weight of one node of a class.
func (g *graph) nodeCost(id nodeID) int {
	k := &g.nodes[id].key
	by, known := uint64(0), false
	for i, s := range k.src[:k.n] {
		if c := g.at(g.find(s)); c.known && (i == 1 || k.op == uop.OpMul) {
			by, known = c.bits, true
		}
	}
	return opCost(k.op, k.dtype, by, known)
}

// options lists the nodes of a class that may be taken: of a known value the CONST alone.
func (g *graph) options(c classID) []nodeID {
	cl := g.at(c)
	if cl.known {
		if id, ok := g.memo[key{op: uop.OpConst, dtype: cl.dtype, bits: cl.bits}]; ok {
			return []nodeID{id}
		}
	}
	return cl.nodes
}

// cheapest chooses for each class the node of the least cost as a tree. Every op costs something,
// so a choice never leads back to itself. The first node wins ties: what was there before a rule
// made another.
func (g *graph) cheapest() choice {
	ch := choice{g, make([]nodeID, len(g.classes))}
	cost := make([]int, len(g.classes))
	for c := range cost {
		cost[c], ch.node[c] = math.MaxInt, noNode
	}
	for changed := true; changed; {
		changed = false
		for c := range g.classes {
			if g.up[c] != classID(c) {
				continue
			}
			for _, id := range g.options(classID(c)) {
				t := g.treeCost(id, cost)
				if t < cost[c] || t == cost[c] && t < math.MaxInt && id < ch.node[c] {
					changed = changed || t < cost[c]
					cost[c], ch.node[c] = t, id
				}
			}
		}
	}
	return ch
}

func (g *graph) treeCost(id nodeID, cost []int) int {
	n := &g.nodes[id]
	if n.dead {
		return math.MaxInt
	}
	sum := g.nodeCost(id)
	for _, s := range n.key.src[:n.key.n] {
		c := cost[g.find(s)]
		if sum += c; c == math.MaxInt || sum < 0 || sum > math.MaxInt32 {
			return math.MaxInt
		}
	}
	return sum
}

// walk lists the classes that a choice uses for root, each after its sources. It is not ok when
// the choice is incomplete or has a cycle.
func (ch choice) walk(root classID) (list []classID, ok bool) {
	type frame struct {
		c    classID
		next uint8
	}
	const open, done = 1, 2
	state := map[classID]uint8{root: open}
	stack := []frame{{c: root}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		id := ch.node[f.c]
		if id == noNode {
			return nil, false
		}
		k := &ch.g.nodes[id].key
		if f.next == k.n {
			state[f.c] = done
			list = append(list, f.c)
			stack = stack[:len(stack)-1]
			continue
		}
		s := ch.g.find(k.src[f.next])
		f.next++
		switch state[s] {
		case open:
			return nil, false
		case 0:
			state[s] = open
			stack = append(stack, frame{c: s})
		}
	}
	return list, true
}

// dagCost counts each class that root uses once.
func (ch choice) dagCost(root classID) (cost int, list []classID) {
	list, ok := ch.walk(root)
	if !ok {
		return math.MaxInt, nil
	}
	for _, c := range list {
		cost += ch.g.nodeCost(ch.node[c])
	}
	return cost, list
}

// maxClimbs bounds the rounds of climb.
const maxClimbs = 10

// climb changes single choices as long as the program gets cheaper with shared nodes counted
// once, which the least tree does not know of.
func (ch choice) climb(root classID) int {
	best, list := ch.dagCost(root)
	for range maxClimbs {
		better := false
		for _, c := range list {
			old := ch.node[c]
			for _, id := range ch.g.options(c) {
				if ch.g.nodes[id].dead || id == ch.node[c] {
					continue
				}
				was := ch.node[c]
				ch.node[c] = id
				if cost, _ := ch.dagCost(root); cost < best {
					best, better = cost, true
				} else {
					ch.node[c] = was
				}
			}
			better = better || old != ch.node[c]
		}
		if !better {
			break
		}
		_, list = ch.dagCost(root)
	}
	return best
}

// build makes the chosen program in a graph. leaf gives what stands for a leaf there.
func (ch choice) build(out *uop.Graph, root classID, leaf func(*uop.UOp) *uop.UOp) (*uop.UOp, error) {
	list, _ := ch.walk(root)
	made := map[classID]*uop.UOp{}
	for _, c := range list {
		k := &ch.g.nodes[ch.node[c]].key
		if k.leaf > 0 {
			made[c] = leaf(ch.g.leaves[k.leaf-1])
			continue
		}
		var src [3]*uop.UOp
		for i, s := range k.src[:k.n] {
			src[i] = made[ch.g.find(s)]
		}
		if k.n == 2 && k.op.Commutes(src[0].DType()) && uop.Compare(src[1], src[0]) < 0 {
			src[0], src[1] = src[1], src[0]
		}
		a := uop.Arg{DType: k.dtype, Bits: k.bits}
		u, err := out.New(k.op, a, src[:k.n]...)
		if err != nil {
			return nil, err
		}
		made[c] = u
	}
	return made[root], nil
}
