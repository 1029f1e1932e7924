package uop

// AllSrc gives every source of a node: a walk that enters the bodies of CALLs.
func AllSrc(u *UOp) []*UOp { return u.src }

// ScopeSrc gives the sources within the node's own scope: all but the body of a CALL, whose
// PARAMs belong to that body alone.
func ScopeSrc(u *UOp) []*UOp {
	if u.op == OpCall {
		return u.src[1:]
	}
	return u.src
}

type frame struct {
	u    *UOp
	next int
}

// Walk visits every node that srcs reaches from the roots, each once, after all of its sources,
// depth first and in order of sources. It stops when visit gives false. It is iterative: a chain
// of a million nodes is no deeper than one of ten.
func Walk(roots []*UOp, srcs func(*UOp) []*UOp, visit func(*UOp) bool) {
	// Ids rise along edges, so what a root reaches has ids up to its own: the cost follows the
	// part that is walked and what was made before it, never the rest of the graph.
	top := uint32(0)
	for _, r := range roots {
		top = max(top, r.id)
	}
	seen := make([]uint64, top/64+1)
	var stack []frame
	for _, r := range roots {
		if mark(seen, r) {
			stack = append(stack, frame{r, 0})
		}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			ss := srcs(f.u)
			if f.next < len(ss) {
				s := ss[f.next]
				f.next++
				if mark(seen, s) {
					stack = append(stack, frame{s, 0})
				}
				continue
			}
			u := f.u
			stack = stack[:len(stack)-1]
			if !visit(u) {
				return
			}
		}
	}
}

func mark(seen []uint64, u *UOp) bool {
	w, b := u.id/64, uint64(1)<<(u.id%64)
	if seen[w]&b != 0 {
		return false
	}
	seen[w] |= b
	return true
}

// Topo lists every node reachable from the roots, each after its sources.
func Topo(roots ...*UOp) []*UOp {
	var out []*UOp
	Walk(roots, AllSrc, func(u *UOp) bool { out = append(out, u); return true })
	return out
}

// Params lists the PARAMs of a body's own scope by slot; a slot that the body does not use is nil.
// Of two PARAMs of one slot the first found is given: they differ in name or promise only. Slots
// above MaxSlot, which only a damaged program has, are left out.
func Params(body *UOp) []*UOp {
	var out []*UOp
	Walk([]*UOp{body}, ScopeSrc, func(u *UOp) bool {
		if u.op == OpParam && u.X().Slot <= MaxSlot {
			for len(out) <= u.X().Slot {
				out = append(out, nil)
			}
			if out[u.X().Slot] == nil {
				out[u.X().Slot] = u
			}
		}
		return true
	})
	return out
}

// MaxSlot is the largest slot that Params lists: far more than any kernel has.
const MaxSlot = 1 << 16

// Substitute rebuilds root with every node that sub gives a replacement for replaced by it. It
// stays in the scope of root: the bodies of nested CALLs are left alone, for their PARAMs are
// their own. Replacements are not searched again. The error is that of a node that cannot be
// rebuilt with its new sources.
func Substitute(root *UOp, sub func(*UOp) *UOp) (*UOp, error) {
	g := root.Graph()
	done := make([]*UOp, root.id+1)
	var fail error
	var buf []*UOp
	Walk([]*UOp{root}, ScopeSrc, func(u *UOp) bool {
		if r := sub(u); r != nil {
			done[u.id] = r
			return true
		}
		buf = append(buf[:0], u.src...)
		changed := false
		for i, s := range u.src {
			if i == 0 && u.op == OpCall {
				continue
			}
			buf[i] = done[s.id]
			changed = changed || buf[i] != s
		}
		if !changed {
			done[u.id] = u
			return true
		}
		done[u.id], fail = g.New(u.op, u.Arg(), buf...)
		return fail == nil
	})
	if fail != nil {
		return nil, fail
	}
	return done[root.id], nil
}

// openRanges computes the RANGEs that u leaves open.
func openRanges(u *UOp) []*UOp {
	var out []*UOp
	for i, s := range u.src {
		if len(s.Open()) == 0 || u.op == OpEnd && i > 0 {
			continue
		}
		switch {
		case out == nil:
			out = s.Open()
		case !sameNodes(out, s.Open()):
			out = union(out, s.Open())
		}
	}
	switch u.op {
	case OpRange:
		return append(out[:len(out):len(out)], u)
	case OpEnd:
		return without(out, u.src[1:])
	}
	return out
}

func sameNodes(a, b []*UOp) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func union(a, b []*UOp) []*UOp {
	out := make([]*UOp, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].id < b[0].id:
			out, a = append(out, a[0]), a[1:]
		case a[0].id > b[0].id:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func without(a, drop []*UOp) []*UOp {
	var out []*UOp
	for _, r := range a {
		if !holds(drop, r) {
			out = append(out, r)
		}
	}
	// The size of a closed loop may itself use an outer counter.
	for _, d := range drop {
		for _, s := range d.src {
			for _, r := range s.Open() {
				if !holds(drop, r) {
					out = union(out, []*UOp{r})
				}
			}
		}
	}
	return out
}

func holds(list []*UOp, u *UOp) bool {
	for _, v := range list {
		if v == u {
			return true
		}
	}
	return false
}
