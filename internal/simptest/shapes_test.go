package simptest

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// shapes make programs that rules are about, such as the examples of the rule files, in the graph
// given; nil is none. One random program in three follows one of them: with other constants, with
// expressions in the place of PARAMs, and mostly on the dtype of the sweep.
var shapes []func(g *uop.Graph) *uop.UOp

// shape gives one of the shapes, or nil. Those with tensors or memory in them are left out.
func (e *gen) shape() *uop.UOp {
	if len(shapes) == 0 || e.r.IntN(3) > 0 {
		return nil
	}
	root := pick(e.r, shapes)(e.g)
	if root == nil {
		return nil
	}
	for _, u := range uop.Topo(root) {
		if len(u.Shape()) > 0 || !u.Op().IsALU() && !u.IsConst() && u.Op() != uop.OpParam {
			return nil
		}
	}
	return root
}

// along makes a program of the form of a shape. Its dtype may be another than e.d.
func (e *gen) along(shape *uop.UOp, n int) *uop.UOp {
	to := e.retype(operandOrOwn(shape))
	done := map[*uop.UOp]*uop.UOp{}
	for _, u := range uop.Topo(shape) {
		done[u] = e.part(u, done, n, to)
	}
	return done[shape]
}

func operandOrOwn(u *uop.UOp) uop.DType {
	if len(u.Src()) == 0 {
		return u.DType()
	}
	return operand(u)
}

// retype gives a mapping of the shape's main dtype to that of the sweep, where they are alike.
func (e *gen) retype(from uop.DType) func(uop.DType) uop.DType {
	alike := from.IsInt() && e.d.IsInt() || from.IsFloat() && e.d.IsFloat()
	if !alike || e.r.IntN(4) == 0 {
		return func(d uop.DType) uop.DType { return d }
	}
	return func(d uop.DType) uop.DType {
		if d == from {
			return e.d
		}
		return d
	}
}

// part makes the node that stands for u.
func (e *gen) part(u *uop.UOp, done map[*uop.UOp]*uop.UOp, n int, to func(uop.DType) uop.DType) *uop.UOp {
	d := to(u.DType())
	switch {
	case u.IsConst():
		return e.partConst(u, d)
	case u.Op() == uop.OpParam:
		return e.expr(d, e.r.IntN(n+1)-1)
	}
	src := make([]*uop.UOp, len(u.Src()))
	for i, s := range u.Src() {
		src[i] = done[s]
	}
	arg := u.Arg()
	if u.Op() == uop.OpCast || u.Op() == uop.OpBitcast {
		arg = uop.CastArg(d)
	}
	v, err := e.g.New(u.Op(), arg, src...)
	if err != nil { // the other dtype has no such op, say
		return e.expr(d, n)
	}
	return v
}

// partConst keeps two constants in three.
func (e *gen) partConst(u *uop.UOp, d uop.DType) *uop.UOp {
	v := int64(u.Bits())
	if d.IsInt() && v < 1<<20 && v > -(1<<20) {
		e.last = v
	}
	switch {
	case e.r.IntN(3) == 0 || d.IsFloat() && d != u.DType():
		return e.konst(d)
	case d == u.DType():
		return u
	}
	return e.g.Int(d, v)
}

// TestShapes follows three shapes, which must give programs that run, on every dtype.
func TestShapes(t *testing.T) {
	old := shapes
	defer func() { shapes = old }()
	x := func(g *uop.Graph, d uop.DType) *uop.UOp { return g.Make(uop.OpParam, uop.ParamArg(d, 0, "x")) }
	shapes = []func(g *uop.Graph) *uop.UOp{
		func(g *uop.Graph) *uop.UOp {
			return g.Bin(uop.OpFloordiv, g.Bin(uop.OpFloordiv, x(g, uop.I32), g.Int(uop.I32, 4)), g.Int(uop.I32, -3))
		},
		func(g *uop.Graph) *uop.UOp { return g.Bin(uop.OpMax, x(g, uop.F32), g.F32(0)) },
		func(g *uop.Graph) *uop.UOp { // a tensor: left out
			return g.Broadcast(x(g, uop.I32), uop.Ints(2))
		},
	}
	seed := seedOf(t)
	for k := range sweeps {
		s := &sweeps[k]
		followed := 0
		f := s.find(seed, 0, 200, func(u *uop.UOp) (*uop.UOp, map[string]int, error) {
			if s := u.Src(); u.Op() == uop.OpFloordiv && s[0].Op() == uop.OpFloordiv || u.Op() == uop.OpMax {
				followed++
			}
			return strict(u)
		}, nil)
		if f != nil {
			t.Errorf("%s, program %d: %v", s.name, f.number, f)
		}
		if followed < 20 {
			t.Errorf("%s: %d of 200 programs follow a shape", s.name, followed)
		}
	}
}
