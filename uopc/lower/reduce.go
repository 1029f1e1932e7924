package lower

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// groupKey tells which REDUCEs can share one loop: the same axes and lanes, and none below another.
func (l *lowerer) groupKey(u *uop.UOp) string {
	x, s := u.X(), u.Src()[0].Shape()
	key := fmt.Sprintf("%d/%d", x.Lanes, l.level[u])
	for _, d := range s[len(s)-x.Pop:] {
		if d.U != nil {
			key += fmt.Sprintf(",u%d", d.U.ID())
		} else {
			key += fmt.Sprintf(",%d", d.N)
		}
	}
	return key
}

// reduce lowers a REDUCE at a position of its result, together with the others of its group, and
// gives the scalar result.
func (l *lowerer) reduce(u *uop.UOp, idx []*uop.UOp) *uop.UOp {
	members := []*uop.UOp{u}
	if len(u.Shape()) == 0 && len(u.Open()) == 0 {
		// groupKey was taken before the REDUCE itself was counted.
		l.level[u]--
		members = l.groups[l.groupKey(u)]
		l.level[u]++
	}
	num := l.list(idx)
	for _, m := range members {
		l.reducing[m] = true
		defer delete(l.reducing, m)
	}
	results := l.reduceGroup(members, idx)
	for i, m := range members {
		l.memo[item{m, num}] = results[i]
	}
	return l.memo[item{u, num}]
}

// lane is one REDUCE in a group: its lanes in scratch memory, and the last effect on them.
type lane struct {
	u    *uop.UOp
	acc  *uop.UOp
	last *uop.UOp
}

// reduceGroup is DESIGN's lane order as loops: start every lane, take L elements at a time, then
// what is left, then join the lanes as a tree.
func (l *lowerer) reduceGroup(us []*uop.UOp, idx []*uop.UOp) []*uop.UOp {
	g, x := l.g, us[0].X()
	s := us[0].Src()[0].Shape()
	axes := s[len(s)-x.Pop:]
	n := l.size(axes[0])
	for _, d := range axes[1:] {
		n = l.product(n, l.size(d))
	}
	outer := l.outerLoops(us[0], idx)
	lanes := g.Idx(int64(x.Lanes))
	ls := make([]*lane, len(us))
	for i, u := range us {
		ls[i] = &lane{u: u, acc: l.scratch(u.DType(), x.Lanes)}
		if len(outer) > 0 {
			ls[i].acc = g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{ls[i].acc}, outer...)...)
		}
	}
	r0 := l.rng(lanes)
	l.sweep(ls, []*uop.UOp{r0}, r0, func(m *lane, old *uop.UOp) *uop.UOp {
		return g.Const(m.u.DType(), contract.LaneStart(m.u.X().RedOp, m.u.DType()))
	})
	take := func(e *uop.UOp) func(*lane, *uop.UOp) *uop.UOp {
		at := append(append([]*uop.UOp{}, idx...), l.unravel(e, axes)...)
		return func(m *lane, old *uop.UOp) *uop.UOp { return l.combine(m.u, old, at) }
	}
	if x.Lanes == 1 {
		e := l.rng(n)
		l.sweep(ls, []*uop.UOp{e}, g.Idx(0), take(e))
		return l.results(ls, n)
	}
	full, rest := l.divmod(n, int64(x.Lanes))
	if !isZero(full) {
		k, r := l.rng(full), l.rng(lanes)
		l.sweep(ls, []*uop.UOp{k, r}, r, take(g.Add(g.Mul(k, lanes), r)))
	}
	if !isZero(rest) {
		r := l.rng(rest)
		l.sweep(ls, []*uop.UOp{r}, r, take(g.Add(g.Mul(full, lanes), r)))
	}
	for half := int64(x.Lanes / 2); half >= 1; half /= 2 {
		l.join(ls, half, n)
	}
	return l.results(ls, n)
}

// isZero tells whether a loop of this size runs nothing.
func isZero(u *uop.UOp) bool { return u.Vmax().Sign() <= 0 }

// product multiplies two sizes, as numbers where they are: a size that is known decides which
// loops there are.
func (l *lowerer) product(a, b *uop.UOp) *uop.UOp {
	if a.IsConst() && b.IsConst() {
		return l.g.Idx(int64(a.Bits()) * int64(b.Bits()))
	}
	return l.g.Mul(a, b)
}

// divmod gives n//c and n%c of a size, as numbers where n is one.
func (l *lowerer) divmod(n *uop.UOp, c int64) (q, r *uop.UOp) {
	if n.IsConst() {
		return l.g.Idx(int64(n.Bits()) / c), l.g.Idx(int64(n.Bits()) % c)
	}
	return l.g.Bin(uop.OpFloordiv, n, l.g.Idx(c)), l.g.Bin(uop.OpFloormod, n, l.g.Idx(c))
}

// outerLoops lists the loops that the result is computed inside of: those of its position, and
// those of the program around it.
func (l *lowerer) outerLoops(u *uop.UOp, idx []*uop.UOp) (out []*uop.UOp) {
	add := func(rs []*uop.UOp) {
		for _, r := range rs {
			if !contains(out, r) {
				out = append(out, r)
			}
		}
	}
	for _, i := range idx {
		add(i.Open())
	}
	for _, r := range u.Open() {
		add(l.at(r, nil).Open())
	}
	return out
}

func (l *lowerer) scratch(d uop.DType, n int) *uop.UOp {
	a := l.g.Make(uop.OpAlloc, uop.PlaceArg(d, l.allocs, fmt.Sprintf("acc%d", l.allocs), int64(n)))
	l.allocs++
	return a
}

// sweep runs one loop nest that updates position at of every lane array from its old value.
func (l *lowerer) sweep(ls []*lane, loops []*uop.UOp, at *uop.UOp, next func(*lane, *uop.UOp) *uop.UOp) {
	g := l.g
	var stores []*uop.UOp
	for _, m := range ls {
		deps := []*uop.UOp{m.acc}
		if m.last != nil {
			deps = append(deps, m.last)
		}
		p := g.Make(uop.OpAfter, uop.Arg{}, append(deps, loops...)...)
		cell := g.Make(uop.OpIndex, uop.Arg{}, p, at)
		old := g.Make(uop.OpLoad, uop.Arg{}, cell)
		stores = append(stores, g.Make(uop.OpStore, uop.Arg{}, cell, next(m, old)))
	}
	e := stores[0]
	if len(stores) > 1 {
		e = g.Make(uop.OpSink, uop.Arg{}, stores...)
	}
	for i := len(loops) - 1; i >= 0; i-- {
		e = g.Make(uop.OpEnd, uop.Arg{}, e, loops[i])
	}
	for _, m := range ls {
		m.last = e
	}
}

// combine takes one more element into a lane.
func (l *lowerer) combine(u, old *uop.UOp, at []*uop.UOp) *uop.UOp {
	x := l.at(u.Src()[0], at)
	if op := u.X().RedOp; op != uop.OpFma {
		return l.g.Bin(op, old, x)
	}
	return l.g.Make(uop.OpFma, uop.Arg{}, x, l.at(u.Src()[1], at), old)
}

// join is one step of the tree: lane[i] = op(lane[i], lane[i+half]). A lane that got no element is
// skipped; where the start of a lane is the identity on the right as well, joining it is the same.
func (l *lowerer) join(ls []*lane, half int64, n *uop.UOp) {
	g := l.g
	r := l.rng(g.Idx(half))
	l.sweep(ls, []*uop.UOp{r}, r, func(m *lane, old *uop.UOp) *uop.UOp {
		op := m.u.X().RedOp
		if op == uop.OpFma {
			op = uop.OpAdd
		}
		deps := append([]*uop.UOp{m.acc}, m.last)
		p := g.Make(uop.OpAfter, uop.Arg{}, append(deps, r)...)
		far := g.Add(r, g.Idx(half))
		other := g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, p, far))
		both := g.Bin(op, old, other)
		if op == uop.OpMax && m.u.DType().IsFloat() {
			return g.Where(g.Bin(uop.OpCmplt, far, n), both, old)
		}
		return both
	})
}

// results reads lane 0. Of no elements the result is the identity of the op, which a float sum's
// lane start, -0.0, is not.
func (l *lowerer) results(ls []*lane, n *uop.UOp) []*uop.UOp {
	g := l.g
	out := make([]*uop.UOp, len(ls))
	for i, m := range ls {
		p := g.Make(uop.OpAfter, uop.Arg{}, m.acc, m.last)
		v := g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, p, g.Idx(0)))
		op, d := m.u.X().RedOp, m.u.DType()
		start, id := contract.LaneStart(op, d), contract.Identity(op, d)
		if start != id && n.Vmin().Sign() <= 0 {
			v = g.Where(g.Bin(uop.OpCmplt, g.Idx(0), n), v, g.Const(d, id))
		}
		out[i] = v
		if len(m.u.Shape()) == 0 {
			l.ends[m.u] = m.last
		}
	}
	return out
}
