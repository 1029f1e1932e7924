package simptest

import "github.com/uopc/uopc/uopc/uop"

// shapes gives programs that rules are about, such as the examples of the rule files, in the graph
// given. Random programs follow them: other constants, and expressions in the place of PARAMs.
// Nil is none.
var shapes func(g *uop.Graph) []*uop.UOp

// shape gives a shape for one program in three, where there are any.
func (e *gen) shape() *uop.UOp {
	if shapes == nil || e.r.IntN(3) > 0 {
		return nil
	}
	list := shapes(e.g)
	if len(list) == 0 {
		return nil
	}
	return pick(e.r, list)
}

// along makes a program of the form of a shape. It may come out of another dtype than e.d.
func (e *gen) along(shape *uop.UOp, n int) *uop.UOp {
	done := map[*uop.UOp]*uop.UOp{}
	for _, u := range uop.Topo(shape) {
		done[u] = e.part(u, done, n)
	}
	return done[shape]
}

func (e *gen) part(u *uop.UOp, done map[*uop.UOp]*uop.UOp, n int) *uop.UOp {
	d := u.DType()
	switch {
	case u.IsConst() && e.r.IntN(3) > 0:
		return u
	case u.IsConst():
		if v := int64(u.Bits()); d.IsInt() && v < 1<<20 && v > -(1<<20) {
			e.last = v
		}
		return e.konst(d)
	case u.Op() == uop.OpParam:
		return e.expr(d, e.r.IntN(n+1)-1)
	}
	src := make([]*uop.UOp, len(u.Src()))
	for i, s := range u.Src() {
		src[i] = done[s]
	}
	v, err := e.g.New(u.Op(), u.Arg(), src...)
	if err != nil { // a shape that is not scalar, say
		return e.expr(d, n)
	}
	return v
}
