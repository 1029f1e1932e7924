package rewrite

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// keeper holds what the engine must know of a program's effects and loops. It looks only once
// it is asked, so that a program without them costs nothing.
type keeper struct {
	roots  []*uop.UOp        // whose RANGEs are not in ranges yet
	ranges map[*uop.UOp]bool // every RANGE of the program, and those they became

	some bool          // a finished node does something that can be seen from outside
	sets []uint32      // by id: the number in lists of what effects gives; 0 is not known
	list [][]*uop.UOp  // sets of effects; number 1 is the empty one
	walk []effectFrame // of effects
}

type effectFrame struct {
	u    *uop.UOp
	next int
}

// isEffect has the ops that may be visible.
var isEffect = [uop.NumOps]bool{uop.OpStore: true, uop.OpCall: true}

// visible tells whether u itself does something that lasts: a STORE outside scratch memory, or a
// CALL that was handed memory.
func visible(u *uop.UOp) bool {
	switch u.Op() {
	case uop.OpStore:
		return u.Src()[0].Base().Op() != uop.OpAlloc
	case uop.OpCall:
		for _, a := range u.Args() {
			if a.Space() == uop.MEM {
				return true
			}
		}
	}
	return false
}

// note is told of the finished nodes that may be visible effects.
func (k *keeper) note(u *uop.UOp) { k.some = k.some || visible(u) }

// claim takes the RANGE u for the program, if no other loop of it has it.
func (k *keeper) claim(u *uop.UOp) bool {
	if k.ranges == nil {
		k.ranges = map[*uop.UOp]bool{}
	}
	uop.Walk(k.roots, uop.AllSrc, func(u *uop.UOp) bool {
		if u.Op() == uop.OpRange {
			k.ranges[u] = true
		}
		return true
	})
	k.roots = nil
	if k.ranges[u] {
		return false
	}
	k.ranges[u] = true
	return true
}

// forget drops what has to do with nodes from id n on.
func (k *keeper) forget(n int) {
	gone := func(u *uop.UOp) bool { return u.ID() >= n }
	k.roots = slices.DeleteFunc(k.roots, gone)
	for u := range k.ranges {
		if gone(u) {
			delete(k.ranges, u)
		}
	}
	// What a node reaches has lower ids, so the sets that are left hold nothing that goes.
	if n < len(k.sets) {
		k.sets = k.sets[:n]
	}
}

// drops tells whether v, put in the place of u, would lose an effect that u reaches. Only a value
// or a place can hold effects that it does not need, one that a LOAD had to come after. A rule on an
// effect is about that effect, and may give another for it.
func (r *Rewriter[C]) drops(u, v *uop.UOp, done bool) bool {
	if r.o.Pure || u.Space() == uop.NoSpace {
		return false
	}
	// All that a node with finished sources reaches was noted.
	if done && !r.keep.some {
		return false
	}
	before := r.keep.effects(u)
	if len(before) == 0 {
		return false
	}
	after := r.keep.effects(v)
	for _, e := range before {
		if !slices.Contains(after, e) {
			return true
		}
	}
	return false
}

// effects gives the last visible effects that u reaches: those that no other one stands above.
func (k *keeper) effects(u *uop.UOp) []*uop.UOp {
	if k.list == nil {
		k.list = make([][]*uop.UOp, 2)
	}
	if n := u.ID() + 1; n > len(k.sets) {
		k.sets = append(k.sets, make([]uint32, n-len(k.sets))...)
	}
	k.walk = append(k.walk[:0], effectFrame{u, 0})
	for len(k.walk) > 0 {
		f := &k.walk[len(k.walk)-1]
		src := f.u.Src()
		switch {
		case k.sets[f.u.ID()] != 0:
			k.walk = k.walk[:len(k.walk)-1]
		case visible(f.u):
			k.sets[f.u.ID()] = k.add([]*uop.UOp{f.u})
		case f.next < len(src):
			f.next++
			if s := src[f.next-1]; k.sets[s.ID()] == 0 {
				k.walk = append(k.walk, effectFrame{s, 0})
			}
		default:
			k.sets[f.u.ID()] = k.union(f.u)
		}
	}
	return k.list[k.sets[u.ID()]]
}

func (k *keeper) add(set []*uop.UOp) uint32 {
	k.list = append(k.list, set)
	return uint32(len(k.list) - 1)
}

// union gives the number of the set of all effects that the sources of u reach.
func (k *keeper) union(u *uop.UOp) uint32 {
	n := uint32(1)
	own := false // n is a set of this node's own, which may grow
	for _, s := range u.Src() {
		other := k.sets[s.ID()]
		if other == n || len(k.list[other]) == 0 {
			continue
		}
		if len(k.list[n]) == 0 {
			n = other
			continue
		}
		for _, e := range k.list[other] {
			if slices.Contains(k.list[n], e) {
				continue
			}
			if !own {
				n, own = k.add(slices.Clone(k.list[n])), true
			}
			k.list[n] = append(k.list[n], e)
		}
	}
	if n != 1 && u.Op() == uop.OpEnd {
		return k.add([]*uop.UOp{u})
	}
	return n
}
