package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/uop"
)

// overlaps checks that a slice which the kernel writes shares no memory with another slice, unless
// it is the very same slice and the kernel may work in place.
func (w *wrapper) overlaps(u *unit) []jen.Code {
	var out []jen.Code
	for i, a := range u.params {
		for j, b := range u.params {
			if !a.Mem || !b.Mem || a.Result || b.Result || !a.Stored || i == j {
				continue
			}
			if b.Stored && j < i {
				continue // that pair was checked the other way round
			}
			if !b.Used || !b.Read && !b.Stored {
				continue
			}
			w.need["uopcOverlap"] = true
			inPlace := !b.Stored && a.DType == b.DType && u.mayShare(a.Slot, b.Slot)
			x, y := jen.Id(u.bodyName(i)), jen.Id(u.bodyName(j))
			out = append(out, jen.Id("uopcOverlap").Call(jen.Lit(u.name), jen.Lit(a.Name), x, jen.Lit(b.Name), y, jen.Lit(inPlace)))
		}
	}
	return out
}

// mayShare tells whether the place w may be the very same memory as the place r, which is only
// read: every read of r has happened before the write that replaces it. That holds when each load
// of r comes before the store in the graph and, where it is inside a loop that the store is inside
// of as well, reads the position that is stored.
func (u *unit) mayShare(w, r int) bool {
	isPlace := func(v *uop.UOp, slot int) bool {
		b := v.Src()[0].Base()
		return b.Op() == uop.OpParam && b.X().Mem && b.X().Slot == slot
	}
	var stores, loads []*uop.UOp
	for _, v := range uop.Topo(u.low.Body()) {
		switch {
		case v.Op() == uop.OpStore && isPlace(v, w):
			stores = append(stores, v)
		case v.Op() == uop.OpLoad && isPlace(v, r):
			loads = append(loads, v)
		}
	}
	// The same indices are the same element in places of one shape only.
	if len(stores) != 1 || !u.params[w].Shape.Equal(u.params[r].Shape) {
		return false
	}
	st := stores[0]
	before := map[*uop.UOp]bool{}
	for _, v := range uop.Topo(st) {
		before[v] = true
	}
	around := lower.NewAround(u.low.Body())
	for _, ld := range loads {
		if !before[ld] || !samePlaceInLoops(around, ld, st) {
			return false
		}
	}
	return true
}

// samePlaceInLoops tells whether a load that shares loops with a store reads what the store
// writes, axis by axis down to the innermost loop that they share.
func samePlaceInLoops(around *lower.Around, ld, st *uop.UOp) bool {
	shared := map[*uop.UOp]bool{}
	runs := around.Loops(st)
	for _, l := range around.Loops(ld) {
		if slices.Contains(runs, l) {
			shared[l] = true
		}
	}
	at, from := st.Src()[0].Src()[1:], ld.Src()[0].Src()[1:]
	for i := 0; len(shared) > 0; i++ {
		if i >= len(at) || i >= len(from) || from[i] != at[i] {
			return false
		}
		delete(shared, at[i])
	}
	return true
}
