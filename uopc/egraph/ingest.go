package egraph

import "github.com/uopc/uopc/uopc/uop"

// inside tells whether u is scalar arithmetic: what the e-graph looks into.
func inside(u *uop.UOp) bool {
	return len(u.Shape()) == 0 && (u.Op() == uop.OpConst || u.Op().IsALU())
}

// ingest adds a program. Operands are taken in canonical order, so that ids, and with them all
// that follows, depend on the structure alone.
func (g *graph) ingest(root *uop.UOp) nodeID {
	g.promised = true
	defer func() { g.promised = false }()
	made := map[*uop.UOp]nodeID{}
	srcs := func(u *uop.UOp) []*uop.UOp {
		if !inside(u) {
			return nil
		}
		if s := u.Src(); len(s) == 2 && u.Op().Commutes(s[0].DType()) && uop.Compare(s[1], s[0]) < 0 {
			return []*uop.UOp{s[1], s[0]}
		}
		return u.Src()
	}
	uop.Walk([]*uop.UOp{root}, srcs, func(u *uop.UOp) bool {
		k := key{op: u.Op(), dtype: u.DType()}
		switch {
		case !inside(u):
			k.leaf = g.leaf(u)
		case u.IsConst():
			k.bits = u.Bits()
		default:
			k.n = uint8(len(u.Src()))
			for i, s := range u.Src() {
				k.src[i] = g.classOf(made[s])
			}
		}
		made[u] = g.add(k)
		return true
	})
	return made[root]
}

// leaf numbers the leaves: two of one structure are one, in whichever graph they are.
func (g *graph) leaf(u *uop.UOp) int32 {
	for _, i := range g.leafAt[u.Hash()] {
		if uop.Compare(g.leaves[i-1], u) == 0 {
			return i
		}
	}
	g.leaves = append(g.leaves, u)
	i := int32(len(g.leaves))
	g.leafAt[u.Hash()] = append(g.leafAt[u.Hash()], i)
	return i
}
