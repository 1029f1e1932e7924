package uopc

import "github.com/uopc/uopc/uopc/uop"

// laneBytes is how many bytes of partial results a reduction along contiguous memory keeps: four
// registers of the widest vector unit, so that every unit runs at full speed with the same bits.
const laneBytes = 256

// Lanes gives the number of partial results that reductions along contiguous memory keep for d.
func Lanes(d DType) int { return laneBytes / max(d.Size(), 1) }

// Sum adds up all elements, in the lane order of REDUCE. An empty sum is 0.
func (e *Expr) Sum() *Expr { return e.reduceAll(uop.OpAdd) }

// Prod multiplies all elements. An empty product is 1.
func (e *Expr) Prod() *Expr { return e.reduceAll(uop.OpMul) }

// MaxAll gives the largest element, as a chain of Max in the lane order. Of none it is the least
// value of the dtype.
func (e *Expr) MaxAll() *Expr { return e.reduceAll(uop.OpMax) }

// MinAll gives the smallest element. Of none it is the largest value of the dtype.
func (e *Expr) MinAll() *Expr {
	if e.DType().IsFloat() {
		return e.Neg().MaxAll().Neg()
	}
	return e.Not().MaxAll().Not()
}

// Mean gives Sum divided by the number of elements.
func (e *Expr) Mean() *Expr {
	u := e.node()
	if u == nil {
		return e.k.poison()
	}
	n := e.k.Const(Index, 1)
	for _, d := range u.Shape() {
		n = n.Mul(&Expr{k: e.k, u: e.k.g.Size(d)})
	}
	return e.Sum().Div(n.Cast(e.DType()))
}

// SumOver adds up along the axes, which stay with size 1. Axis -1 is the last.
func (e *Expr) SumOver(axes ...int) *Expr { return e.reduceOver(uop.OpAdd, axes) }

// MaxOver gives the largest along the axes, which stay with size 1.
func (e *Expr) MaxOver(axes ...int) *Expr { return e.reduceOver(uop.OpMax, axes) }

func (e *Expr) reduceAll(op uop.Op) *Expr {
	u := e.node()
	if u == nil {
		return e.k.poison()
	}
	if len(u.Shape()) == 0 {
		return e.k.fail("a reduction needs a value with axes, got %s", describe(&Expr{u: u}))
	}
	return e.k.build(uop.OpReduce, uop.ReduceArg(op, len(u.Shape()), Lanes(u.DType())), u)
}

func (e *Expr) reduceOver(op uop.Op, axes []int) *Expr {
	u := e.node()
	if u == nil {
		return e.k.poison()
	}
	rank := len(u.Shape())
	folded := make([]bool, rank)
	for _, a := range axes {
		if a < 0 {
			a += rank
		}
		if a < 0 || a >= rank || folded[a] {
			return e.k.fail("axes %v must name axes of %v, each once", axes, u.Shape())
		}
		folded[a] = true
	}
	if len(axes) == 0 {
		return e.k.fail("a reduction needs at least one axis")
	}
	var order []int64
	kept := make(uop.Shape, rank)
	for i, d := range u.Shape() {
		kept[i] = d
		if folded[i] {
			kept[i] = uop.Static(1)
		} else {
			order = append(order, int64(i))
		}
	}
	lanes := Lanes(u.DType())
	for i := range folded {
		if folded[i] {
			order = append(order, int64(i))
			if i < rank-len(axes) {
				lanes = 1 // the elements are not contiguous: the other axes are the vectors
			}
		}
	}
	p := e.k.build(uop.OpPermute, uop.DimsArg(order...), u)
	r := e.k.build(uop.OpReduce, uop.ReduceArg(op, len(axes), lanes), p.node())
	dims, dyn := kept.Sizes()
	return e.k.build2(uop.OpReshape, uop.DimsArg(dims...), append([]*uop.UOp{r.node()}, dyn...))
}

// build2 makes a node whose sources do not broadcast.
func (k *Kernel) build2(op uop.Op, a uop.Arg, src []*uop.UOp) *Expr {
	u, err := k.g.New(op, a, src...)
	if err != nil {
		return k.fail("%s", message(err))
	}
	return &Expr{k: k, u: u}
}
