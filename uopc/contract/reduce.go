package contract

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// Identity gives the value of a REDUCE over no elements: 0 for add, or and xor (+0.0 for
// floats, and for fma), 1 for mul, all ones (true) for and, and for max the least value:
// -inf for floats, false for bool.
func Identity(op uop.Op, d uop.DType) uint64 {
	switch op {
	case uop.OpMul:
		return FromInt(d, 1)
	case uop.OpMax:
		if d.IsFloat() {
			return FromFloat(d, math.Inf(-1))
		}
		return least(d)
	case uop.OpAnd:
		return Canon(d, math.MaxUint64)
	}
	return 0
}

// LaneStart gives a start such that op(start, x) == x for every x, -0.0 included. It is
// Identity but for float add, and for fma (where it is the addend, and x is the product):
// those start from -0.0, for +0.0 + -0.0 is +0.0.
func LaneStart(op uop.Op, d uop.DType) uint64 {
	if d.IsFloat() && (op == uop.OpAdd || op == uop.OpFma) {
		return FromFloat(d, math.Copysign(0, -1))
	}
	return Identity(op, d)
}

// Reducer folds a sequence in the lane order that defines REDUCE. Element i goes to lane
// i mod lanes; a lane takes its first element as it is, and combines each later one as
// op(lane, element); at the end a tree joins the lanes that have elements.
//
// With fma an element is a pair: the first of a lane gives x*y, rounded, a later one
// FMA(x, y, lane); the tree adds.
type Reducer struct {
	op    uop.Op
	d     uop.DType
	lanes []uint64
	next  int // the lane of the next element
	used  int // lanes that have an element: the first ones
}

// NewReducer makes a Reducer of one of the ops add, mul, max, and, or, xor, fma. lanes is a
// power of two.
func NewReducer(op uop.Op, d uop.DType, lanes int) *Reducer {
	return &Reducer{op: op, d: d, lanes: make([]uint64, lanes)}
}

// Add takes the next element. y is used by fma alone.
func (r *Reducer) Add(x, y uint64) {
	l := r.next
	r.next = (r.next + 1) % len(r.lanes)
	switch {
	case l < r.used && r.op == uop.OpFma:
		r.lanes[l] = Eval(uop.OpFma, r.d, r.d, x, y, r.lanes[l])
	case l < r.used:
		r.lanes[l] = Eval(r.op, r.d, r.d, r.lanes[l], x, 0)
	case r.op == uop.OpFma:
		r.lanes[l] = Eval(uop.OpMul, r.d, r.d, x, y, 0)
		r.used++
	default:
		r.lanes[l] = Canon(r.d, x)
		r.used++
	}
}

// Result joins the lanes and makes r ready for another sequence.
func (r *Reducer) Result() uint64 {
	used := r.used
	r.next, r.used = 0, 0
	if used == 0 {
		return Identity(r.op, r.d)
	}
	join := r.op
	if join == uop.OpFma {
		join = uop.OpAdd
	}
	for s := len(r.lanes) / 2; s >= 1; s /= 2 {
		for i := 0; i < s && i+s < used; i++ {
			r.lanes[i] = Eval(join, r.d, r.d, r.lanes[i], r.lanes[i+s], 0)
		}
		used = min(used, s)
	}
	return r.lanes[0]
}

// Reduce folds the n elements that at gives; at's y is used by fma alone. It asks for them
// in order, each once.
func Reduce(op uop.Op, d uop.DType, lanes, n int, at func(i int) (x, y uint64)) uint64 {
	r := NewReducer(op, d, lanes)
	for i := range n {
		r.Add(at(i))
	}
	return r.Result()
}
