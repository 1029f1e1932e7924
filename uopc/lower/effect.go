package lower

import (
	"github.com/uopc/uopc/uopc/uop"
)

// isTensor tells whether a LOAD or STORE moves more than one element.
func isTensor(u *uop.UOp) bool {
	return (u.Op() == uop.OpLoad || u.Op() == uop.OpStore) && len(u.Src()[0].Shape()) > 0
}

// parents gives, for every effect, the END or SINK that it is part of.
func parents(body *uop.UOp) map[*uop.UOp]*uop.UOp {
	up := map[*uop.UOp]*uop.UOp{}
	for _, u := range uop.Topo(body) {
		switch u.Op() {
		case uop.OpEnd:
			up[u.Src()[0]] = u
		case uop.OpSink:
			for _, s := range u.Src() {
				if up[s] == nil {
					up[s] = u
				}
			}
		}
	}
	return up
}

// effect lowers a STORE, END or SINK.
func (l *lowerer) effect(u *uop.UOp) *uop.UOp {
	if e := l.effects[u]; e != nil {
		return e
	}
	if l.busy[u] {
		refuse("two writes each need what the other overwrites; copy one of the slices to another parameter first")
	}
	l.busy[u] = true
	defer delete(l.busy, u)
	var e *uop.UOp
	switch u.Op() {
	case uop.OpStore:
		e = l.store(u)
	case uop.OpEnd:
		src := []*uop.UOp{l.effect(u.Src()[0])}
		for _, r := range u.Src()[1:] {
			src = append(src, l.at(r, nil))
		}
		e = l.g.Make(uop.OpEnd, uop.Arg{}, src...)
	case uop.OpSink:
		var src []*uop.UOp
		for _, s := range u.Src() {
			src = append(src, l.effect(s))
		}
		e = l.g.Make(uop.OpSink, uop.Arg{}, src...)
	default:
		refuse("%s is not an effect", u.Op())
	}
	l.effects[u] = e
	return e
}

// store lowers a STORE: of a scalar as it is, of a tensor as a loop over its axes.
func (l *lowerer) store(u *uop.UOp) *uop.UOp {
	p, v := u.Src()[0], u.Src()[1]
	idx, loops := l.ranges(p.Shape())
	target := l.storeIndex(u, idx)
	val := l.at(v, idx)
	st := l.g.Make(uop.OpStore, uop.Arg{}, target, val)
	if len(loops) == 0 {
		return st
	}
	l.checkInPlace(u, target, loops, val)
	for i := len(loops) - 1; i >= 0; i-- {
		st = l.g.Make(uop.OpEnd, uop.Arg{}, st, loops[i])
	}
	return st
}

// storeIndex lowers the INDEX of a STORE. The tensor LOADs that the store must wait for have
// become loads in the loops of the effects that use them, so it waits for those loops; its own
// loop is checked by checkInPlace.
func (l *lowerer) storeIndex(st *uop.UOp, idx []*uop.UOp) *uop.UOp {
	p := st.Src()[0]
	src := []*uop.UOp{l.placeFor(p.Src()[0], st)}
	for _, s := range p.Src()[1:] {
		src = append(src, l.at(s, nil))
	}
	return l.g.Make(uop.OpIndex, uop.Arg{}, append(src, idx...)...)
}

// place lowers a place for reading.
func (l *lowerer) place(u *uop.UOp) *uop.UOp {
	if p := l.places[u]; p != nil {
		return p
	}
	p := l.placeFor(u, nil)
	l.places[u] = p
	return p
}

// placeFor lowers a place that the effect st writes (nil: that is read).
func (l *lowerer) placeFor(u *uop.UOp, st *uop.UOp) *uop.UOp {
	if u.Op() != uop.OpAfter {
		return l.leafPlace(u)
	}
	src := []*uop.UOp{l.placeFor(u.Src()[0], st)}
	for _, d := range u.Src()[1:] {
		switch {
		case d.Op() == uop.OpRange, d.Op() == uop.OpLoad && !isTensor(d):
			src = append(src, l.at(d, nil))
		case d.Op() == uop.OpLoad && st == nil:
			// A load need not wait for another load.
		case d.Op() == uop.OpLoad:
			src = append(src, l.finished(d, st)...)
		default:
			src = append(src, l.effect(d))
		}
	}
	if len(src) == 1 {
		return src[0]
	}
	return l.g.Make(uop.OpAfter, uop.Arg{}, src...)
}

// enclosing gives the effect that stands for s where st is: s itself or, when s is in loops that st
// is not in, the END that closes them.
func (l *lowerer) enclosing(s, st *uop.UOp) *uop.UOp {
	for {
		inside := true
		for _, r := range s.Open() {
			inside = inside && contains(st.Open(), r)
		}
		up := l.parent[s]
		if inside || up == nil {
			return s
		}
		s = up
	}
}

// leafPlace lowers a PARAM or ALLOC, whose sizes may be lowered too.
func (l *lowerer) leafPlace(u *uop.UOp) *uop.UOp {
	if u.Op() == uop.OpBuffer {
		refuse("a BUFFER is not a parameter")
	}
	if len(u.Src()) == 0 {
		return u
	}
	var src []*uop.UOp
	for _, s := range u.Src() {
		src = append(src, l.at(s, nil))
	}
	return l.g.With(u, src...)
}

// checkInPlace refuses a tensor store whose loop would read an element of the same place after
// it was overwritten: a load inside the loop must be at the position that is stored, in every
// axis whose loop it is inside of.
func (l *lowerer) checkInPlace(u, target *uop.UOp, loops []*uop.UOp, val *uop.UOp) {
	base := target.Base()
	at := target.Src()[1:]
	around := NewAround(val)
	uop.Walk([]*uop.UOp{val}, uop.AllSrc, func(v *uop.UOp) bool {
		if v.Op() != uop.OpLoad || v.Src()[0].Base() != base {
			return true
		}
		deepest := -1
		runs := around.Loops(v)
		for i, r := range loops {
			if contains(runs, r) {
				deepest = i
			}
		}
		if deepest < 0 {
			return true
		}
		for i, s := range v.Src()[0].Src()[1:] {
			if s != at[i] {
				refuse("%s is written while other positions of it are still to be read; write to another parameter", placeName(base))
			}
			if s == loops[deepest] {
				break
			}
		}
		return true
	})
}

func contains(list []*uop.UOp, u *uop.UOp) bool {
	for _, v := range list {
		if v == u {
			return true
		}
	}
	return false
}

func placeName(u *uop.UOp) string {
	if n := u.X().Name; n != "" {
		return n
	}
	return u.Op().String()
}
