package render

import "github.com/uopc/uopc/uopc/uop"

// minTrips is the fewest iterations that are worth a vector.
const minTrips = 8

// What interleave goes by: iterations, and the cost of one.
const (
	manyTrips = 64
	longBody  = 24
	hugeBody  = 150
)

// interleave says how many vectors at a time a loop of independent iterations is to work on; 0 leaves
// it to the compiler. clang takes one where a body is long. But long bodies are chains of operations
// that wait for each other, longer than a processor looks ahead: with four of them side by side an
// elementary function takes 10 to 30 percent less time, on SSE4.2 as on AVX-512. For the longest bodies
// four no longer fit into the registers.
func interleave(s *Stmt, body []Stmt) int {
	if n, ok := s.Node.Src()[0].Vmax().Int64(); ok && n < manyTrips {
		return 0
	}
	switch c := (&costs{}).body(body).known; {
	case c < longBody:
		return 0
	case c > hugeBody:
		return 2
	}
	return 4
}

// independent tells whether the iterations of an innermost loop may run side by side: no
// iteration reads or writes an element that another one writes. Places of one dtype may be the
// same slice, so they are judged as one; scratch is only ever itself.
func independent(s *Stmt) bool {
	if n, ok := s.Node.Src()[0].Vmax().Int64(); ok && n < minTrips {
		return false
	}
	var stores, loads []*uop.UOp // INDEX nodes
	for _, t := range s.Body {
		switch {
		case t.Kind == Loop:
			return false
		case t.Kind == Store:
			stores = append(stores, t.Node.Src()[0])
		case t.Node.Op() == uop.OpLoad:
			loads = append(loads, t.Node.Src()[0])
		}
	}
	if len(stores) == 0 {
		return false
	}
	for _, st := range stores {
		if !distinctPerIteration(st, s.Node) {
			return false
		}
		for _, o := range append(loads, stores...) {
			if mayAlias(st, o) && !samePosition(st, o) && !apart(st, o, s.Node) {
				return false
			}
		}
	}
	return true
}

// apart tells whether the positions of a and b differ by a constant that is no less than the
// trip count, so that no iteration reaches what another one names: acc[i] and acc[i+32] for i < 32.
func apart(a, b, r *uop.UOp) bool {
	x, y := a.Src()[1:], b.Src()[1:]
	n, ok := r.Src()[0].Vmax().Int64()
	if !ok || len(x) != 1 || len(y) != 1 {
		return false
	}
	u, c := splitConst(x[0])
	v, d := splitConst(y[0])
	return u == v && (c-d >= n || d-c >= n)
}

// splitConst takes x + c apart. Positions are below 2^40, so nothing here overflows.
func splitConst(u *uop.UOp) (*uop.UOp, int64) {
	if u.Op() == uop.OpAdd && u.DType() == uop.Index {
		for i, s := range u.Src() {
			if c := int64(s.Bits()); s.IsConst() && c > -uop.MaxElems && c < uop.MaxElems {
				return u.Src()[1-i], c
			}
		}
	}
	return u, 0
}

func mayAlias(a, b *uop.UOp) bool {
	x, y := a.Base(), b.Base()
	if x.Op() == uop.OpAlloc || y.Op() == uop.OpAlloc {
		return x == y
	}
	return x.DType() == y.DType()
}

// samePosition tells whether two INDEXes name the same element of whatever place they share.
func samePosition(a, b *uop.UOp) bool {
	x, y := a.Src()[1:], b.Src()[1:]
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	// The same indices are the same position when the row lengths agree.
	s, t := a.Src()[0].Shape(), b.Src()[0].Shape()
	return s[1:].Equal(t[1:])
}

// distinctPerIteration tells whether the counter r is a plain term of the last index, and of no
// other, so that no two iterations name one element.
func distinctPerIteration(index, r *uop.UOp) bool {
	idx := index.Src()[1:]
	for _, u := range idx[:len(idx)-1] {
		if dependsOn(u, r) {
			return false
		}
	}
	found := 0
	terms := []*uop.UOp{idx[len(idx)-1]}
	for len(terms) > 0 {
		u := terms[len(terms)-1]
		terms = terms[:len(terms)-1]
		switch {
		case u == r:
			found++
		case !dependsOn(u, r):
		case u.Op() == uop.OpAdd && u.DType() == uop.Index:
			terms = append(terms, u.Src()...)
		default:
			return false
		}
	}
	return found == 1
}

func dependsOn(u, r *uop.UOp) bool {
	for _, o := range u.Open() {
		if o == r {
			return true
		}
	}
	return false
}
