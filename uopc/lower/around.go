package lower

import "github.com/uopc/uopc/uopc/uop"

// Around finds the loops that a node runs inside of: those that it depends on and those around
// them. A load that depends on an inner counter alone still runs again for every iteration of a
// loop that the inner one is inside of.
type Around struct {
	outer map[*uop.UOp][]*uop.UOp // RANGE -> RANGEs of the loops around its own
}

// NewAround looks at every loop that the roots reach.
func NewAround(roots ...*uop.UOp) *Around {
	a := &Around{outer: map[*uop.UOp][]*uop.UOp{}}
	order := uop.Topo(roots...)
	around := map[*uop.UOp][]*uop.UOp{} // END -> loops around it
	for i := len(order) - 1; i >= 0; i-- {
		e := order[i]
		if e.Op() != uop.OpEnd {
			continue
		}
		around[e] = merge(around[e], e.Open())
		own := e.Src()[1:]
		inside := merge(around[e], own)
		for _, r := range own {
			a.outer[r] = merge(a.outer[r], inside)
		}
		// The effect of an END runs in each iteration, whether it depends on the counter or not.
		if in := e.Src()[0]; in.Op() == uop.OpEnd {
			around[in] = merge(around[in], inside)
		}
	}
	return a
}

// Loops lists the counters of the loops that u runs inside of.
func (a *Around) Loops(u *uop.UOp) []*uop.UOp {
	out := append([]*uop.UOp{}, u.Open()...)
	for i := 0; i < len(out); i++ {
		out = merge(out, a.outer[out[i]])
	}
	return out
}

// merge adds to a what b has more.
func merge(a, b []*uop.UOp) []*uop.UOp {
	for _, u := range b {
		if !contains(a, u) {
			a = append(a[:len(a):len(a)], u)
		}
	}
	return a
}
