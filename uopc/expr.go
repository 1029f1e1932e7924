package uopc

import (
	"fmt"
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// Expr is a value of the kernel: a scalar or a tensor. A slice parameter is one too: it stands
// for the slice's contents at the point where it is used.
type Expr struct {
	k   *Kernel
	u   *uop.UOp // nil after a mistake
	buf *buffer  // what Set, Load and Store act on; nil for a plain value
}

func (e *Expr) bad() bool { return e == nil || e.u == nil }

// node gives the value's node: for memory, a load of its present contents.
func (e *Expr) node() *uop.UOp {
	if e.bad() {
		return nil
	}
	if e.buf != nil {
		return e.buf.loadAll()
	}
	return e.u
}

// DType gives the dtype of the elements.
func (e *Expr) DType() DType {
	if e.bad() {
		return F32
	}
	return e.u.DType()
}

// UOp gives the graph node, or nil after a mistake.
func (e *Expr) UOp() *uop.UOp { return e.node() }

// operand turns an argument into a node: an *Expr, or a Go number or bool of dtype d.
func (k *Kernel) operand(v any, d DType) *uop.UOp {
	if e, ok := v.(*Expr); ok {
		if e == nil {
			k.fail("an operand is a nil *Expr, a variable that was never given a value")
			return nil
		}
		if e.k != k && !e.bad() {
			k.fail("a value of another kernel is used")
			return nil
		}
		return e.node()
	}
	u, err := constant(k.g, d, v)
	if err != nil {
		k.fail("%v", err)
		return nil
	}
	return u
}

// constant makes a CONST of dtype d from a Go value. Floats are rounded once, to a finite value if they
// are finite; integers must fit.
func constant(g *uop.Graph, d DType, v any) (*uop.UOp, error) {
	switch v := v.(type) {
	case bool:
		if d != Bool {
			return nil, fmt.Errorf("cannot use %v as %s", v, d)
		}
		return g.Bool(v), nil
	case float32:
		return floatConst(g, d, float64(v))
	case float64:
		return floatConst(g, d, v)
	}
	n, unsigned, ok := goInt(v)
	if !ok {
		return nil, fmt.Errorf("cannot use a %T as a value; use an *Expr, a Go number or a bool", v)
	}
	if d.IsFloat() {
		if unsigned {
			return floatConst(g, d, float64(uint64(n)))
		}
		if d == F32 {
			return g.F32(float32(n)), nil
		}
		return floatConst(g, d, float64(n))
	}
	w := uop.Wide64(n)
	if unsigned {
		w = uop.WideU64(uint64(n))
	}
	lo, hi := uop.DTypeRange(d)
	if d == Bool || w.Less(lo) || hi.Less(w) {
		return nil, fmt.Errorf("%v does not fit in %s", v, d)
	}
	return g.Const(d, w.Bits()), nil
}

func floatConst(g *uop.Graph, d DType, v float64) (*uop.UOp, error) {
	switch d {
	case F32:
		if math.IsInf(float64(float32(v)), 0) && !math.IsInf(v, 0) {
			return nil, fmt.Errorf("%v does not fit in f32, which ends at %v", v, float32(math.MaxFloat32))
		}
		return g.F32(float32(v)), nil
	case F64:
		return g.F64(v), nil
	}
	if d.IsInt() && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return g.Int(d, int64(v)), nil
	}
	return nil, fmt.Errorf("cannot use the float %v as %s", v, d)
}

func goInt(v any) (n int64, unsigned, ok bool) {
	switch v := v.(type) {
	case int:
		return int64(v), false, true
	case int8:
		return int64(v), false, true
	case int16:
		return int64(v), false, true
	case int32:
		return int64(v), false, true
	case int64:
		return v, false, true
	case uint:
		return int64(v), true, true
	case uint8:
		return int64(v), true, true
	case uint16:
		return int64(v), true, true
	case uint32:
		return int64(v), true, true
	case uint64:
		return int64(v), true, true
	}
	return 0, false, false
}

// apply makes an elementwise node of e and operands, broadcast to one shape.
func (e *Expr) apply(op uop.Op, a uop.Arg, operands ...any) *Expr {
	self := e.node()
	if self == nil {
		if e == nil {
			panic("uopc: method on a nil *Expr")
		}
		return e.k.poison()
	}
	nodes := []*uop.UOp{self}
	for _, v := range operands {
		u := e.k.operand(v, self.DType())
		if u == nil {
			return e.k.poison()
		}
		nodes = append(nodes, u)
	}
	return e.k.build(op, a, nodes...)
}

// build makes a node from sources that may still differ in shape.
func (k *Kernel) build(op uop.Op, a uop.Arg, nodes ...*uop.UOp) *Expr {
	nodes, err := k.broadcast(nodes)
	if err != nil {
		return k.fail("%s: %v", op, err)
	}
	u, err := k.g.New(op, a, nodes...)
	if err != nil {
		return k.fail("%s", message(err))
	}
	return &Expr{k: k, u: u}
}

// broadcast aligns shapes at the last axis and repeats axes of size 1.
func (k *Kernel) broadcast(nodes []*uop.UOp) ([]*uop.UOp, error) {
	rank, same := 0, true
	for _, u := range nodes {
		rank = max(rank, len(u.Shape()))
		same = same && u.Shape().Equal(nodes[0].Shape())
	}
	if same {
		return nodes, nil
	}
	to := make(uop.Shape, rank)
	for i := range to {
		to[i] = uop.Static(1)
		for _, u := range nodes {
			j := i - (rank - len(u.Shape()))
			if j < 0 || u.Shape()[j] == uop.Static(1) {
				continue
			}
			if to[i] != uop.Static(1) && to[i] != u.Shape()[j] {
				return nil, fmt.Errorf("shapes %v and %v do not broadcast", nodes[0].Shape(), u.Shape())
			}
			to[i] = u.Shape()[j]
		}
	}
	out := make([]*uop.UOp, len(nodes))
	for i, u := range nodes {
		out[i] = k.expand(u, to)
	}
	return out, nil
}

// expand makes u, whose axes are 1 or already right, have the shape to.
func (k *Kernel) expand(u *uop.UOp, to uop.Shape) *uop.UOp {
	if u.Shape().Equal(to) {
		return u
	}
	if len(u.Shape()) < len(to) {
		lead := make(uop.Shape, len(to)-len(u.Shape()))
		for i := range lead {
			lead[i] = uop.Static(1)
		}
		dims, dyn := append(lead, u.Shape()...).Sizes()
		u = k.g.Make(uop.OpReshape, uop.DimsArg(dims...), append([]*uop.UOp{u}, dyn...)...)
	}
	if u.Shape().Equal(to) {
		return u
	}
	dims, dyn := to.Sizes()
	return k.g.Make(uop.OpExpand, uop.DimsArg(dims...), append([]*uop.UOp{u}, dyn...)...)
}
