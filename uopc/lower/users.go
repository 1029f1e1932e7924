package lower

import "github.com/uopc/uopc/uopc/uop"

// user is what a tensor LOAD's elements go into: an effect, by way of a REDUCE to a scalar when
// red is not nil. Without an effect it is the kernel's own value.
type user struct {
	effect *uop.UOp // STORE, or END whose number of iterations it is
	red    *uop.UOp
}

// tensorUsers lists the users of every tensor LOAD. A tensor LOAD is no statement: its elements
// are loaded in the loops of its users, so what must come after it must come after those.
func tensorUsers(body *uop.UOp) map[*uop.UOp][]user {
	users := map[*uop.UOp][]user{}
	order := uop.Topo(body)
	tensors := false
	for _, u := range order {
		tensors = tensors || u.Op() == uop.OpLoad && isTensor(u)
	}
	if !tensors {
		return users
	}
	below := map[*uop.UOp][]*uop.UOp{} // scalar REDUCE -> tensor LOADs
	add := func(effect *uop.UOp, roots ...*uop.UOp) {
		uop.Walk(roots, directSrc, func(u *uop.UOp) bool {
			switch {
			case u.Op() == uop.OpLoad && isTensor(u):
				users[u] = append(users[u], user{effect, nil})
			case scalarReduce(u):
				if _, ok := below[u]; !ok {
					below[u] = tensorLoads(u.Src())
				}
				for _, ld := range below[u] {
					users[ld] = append(users[ld], user{effect, u})
				}
			}
			return true
		})
	}
	for _, u := range order {
		switch u.Op() {
		case uop.OpStore:
			add(u, append([]*uop.UOp{u.Src()[1]}, u.Src()[0].Src()[1:]...)...)
		case uop.OpEnd:
			for _, r := range u.Src()[1:] {
				add(u, r.Src()...)
			}
		}
	}
	if body.Space() == uop.ALU {
		add(nil, body)
	}
	return users
}

func tensorLoads(roots []*uop.UOp) (out []*uop.UOp) {
	uop.Walk(roots, valueSrc, func(u *uop.UOp) bool {
		if u.Op() == uop.OpLoad && isTensor(u) {
			out = append(out, u)
		}
		return true
	})
	return out
}

// valueSrc follows values. What is behind memory has happened by then, but not what the position
// of a load is made of; the number of iterations of a loop belongs to its END.
func valueSrc(u *uop.UOp) []*uop.UOp {
	switch {
	case u.Space() != uop.ALU || u.Op() == uop.OpRange:
		return nil
	case u.Op() == uop.OpLoad:
		return u.Src()[0].Src()[1:]
	}
	return u.Src()
}

// directSrc is valueSrc that ends at REDUCEs to a scalar, whose loops are their own.
func directSrc(u *uop.UOp) []*uop.UOp {
	if scalarReduce(u) {
		return nil
	}
	return valueSrc(u)
}

func scalarReduce(u *uop.UOp) bool { return u.Op() == uop.OpReduce && len(u.Shape()) == 0 }

// finished gives the loops that have to be over before st may overwrite what the tensor LOAD d
// loads. The loop of st itself is checked by checkInPlace.
func (l *lowerer) finished(d, st *uop.UOp) (out []*uop.UOp) {
	for _, s := range l.users[d] {
		switch {
		case s.red != nil && subset(s.red.Open(), st.Open()):
			out = append(out, l.reduced(s.red))
		case s.effect == nil:
			refuse("an element of %s is part of the result and is overwritten before; copy it to scratch memory first", placeName(d.Src()[0].Base()))
		case s.effect != st && !l.holds(s.effect, st):
			out = append(out, l.effect(l.enclosing(s.effect, st)))
		}
	}
	return out
}

// reduced lowers a REDUCE to a scalar and gives its last effect.
func (l *lowerer) reduced(u *uop.UOp) *uop.UOp {
	if l.reducing[u] {
		refuse("a sum needs what is overwritten after it; copy one of the slices to another parameter first")
	}
	l.at(u, nil)
	return l.ends[u]
}

// holds tells whether the effect st is part of the loop e, whose number of iterations is known
// before st.
func (l *lowerer) holds(e, st *uop.UOp) bool {
	for u := st; u != nil; u = l.parent[u] {
		if u == e {
			return true
		}
	}
	return false
}

func subset(a, b []*uop.UOp) bool {
	for _, u := range a {
		if !contains(b, u) {
			return false
		}
	}
	return true
}
