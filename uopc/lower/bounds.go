package lower

import "github.com/uopc/uopc/uopc/uop"

// Access is one index of a LOAD or STORE that was not proved to lie inside its axis.
type Access struct {
	Node  *uop.UOp // the LOAD or STORE
	Axis  int
	Index *uop.UOp
	Size  *uop.UOp
	Place *uop.UOp // PARAM or ALLOC
}

// Unproved lists the accesses of a lowered kernel that its shapes and ranges do not prove to be
// inside, in the order in which the kernel is written.
func Unproved(call *uop.UOp) []Access {
	var out []Access
	g := call.Graph()
	for _, u := range uop.Topo(call.Body()) {
		if u.Op() != uop.OpLoad && u.Op() != uop.OpStore {
			continue
		}
		at := u.Src()[0]
		for i, s := range at.Src()[1:] {
			d := at.Src()[0].Shape()[i]
			if !inside(s, d) {
				out = append(out, Access{u, i, s, g.Size(d), at.Base()})
			}
		}
	}
	return out
}

// inside proves 0 <= u < d.
func inside(u *uop.UOp, d uop.Dim) bool {
	zero := uop.Wide64(0)
	low := !u.Vmin().Less(zero)
	if !low {
		f := newLinear()
		f.addTerm(u, uop.Wide64(1))
		f.lowest()
		f.splitSizes()
		low = f.minimum().Sign() >= 0
	}
	if !low {
		return false
	}
	if d.U == nil && u.Vmax().Less(uop.Wide64(d.N)) {
		return true
	}
	f := newLinear()
	f.c = uop.Wide64(-1)
	if d.U == nil {
		f.c = uop.Wide64(d.N - 1)
	} else {
		f.addTerm(d.U, uop.Wide64(1))
	}
	f.addTerm(u, uop.Wide64(-1))
	f.lowest()
	f.splitSizes()
	return f.minimum().Sign() >= 0
}
