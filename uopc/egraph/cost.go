package egraph

import (
	"math/bits"

	"github.com/uopc/uopc/uopc/uop"
)

// The weights of ops, in about the cycles of a machine. Every op costs at least 1, so that no
// expression is as cheap as one that contains it.
const (
	costSimple   = 1  // and what is not in the table
	costMul      = 2  // by a constant too: shifts and sums, mostly
	costShift    = 1  // a product with, or a division by, a power of two
	costChoice   = 2  // MAX, WHERE
	costFloat    = 4  // a sum or product of floats
	costDivConst = 8  // a product and a shift, and the correction for floor
	costDiv      = 24 // a division, and the correction for floor
	costRoot     = 20
	costSeries   = 40
)

var weights = [uop.NumOps]int{
	uop.OpMul: costMul, uop.OpMax: costChoice, uop.OpWhere: costChoice, uop.OpFma: costFloat,
	uop.OpFloordiv: costDiv, uop.OpFloormod: costDiv, uop.OpFdiv: costRoot, uop.OpRecip: costRoot, uop.OpSqrt: costRoot,
	uop.OpExp2: costSeries, uop.OpLog2: costSeries, uop.OpSin: costSeries,
}

// opCost gives the weight of one node. by is the constant second operand, or of a product any
// constant operand, when it has one.
func opCost(op uop.Op, d uop.DType, by uint64, known bool) int {
	switch {
	case op.Class() != uop.ClassALU:
		return 0
	case d.IsFloat() && (op == uop.OpAdd || op == uop.OpMul):
		return costFloat
	case known && op == uop.OpMul && bits.OnesCount64(by) == 1:
		return costShift
	case known && (op == uop.OpFloordiv || op == uop.OpFloormod):
		if bits.OnesCount64(by) == 1 {
			return costShift
		}
		return costDivConst
	}
	return max(weights[op], costSimple)
}

// Cost gives the cost of a program: the sum over its nodes, each counted once however often it
// is used. Leaves, and all ops that are not elementwise, cost nothing.
func Cost(root *uop.UOp) int {
	sum := 0
	uop.Walk([]*uop.UOp{root}, uop.AllSrc, func(u *uop.UOp) bool {
		by, known := uint64(0), false
		for i, s := range u.Src() {
			if k := s.Konst(); k != nil && (i == 1 || u.Op() == uop.OpMul) {
				by, known = k.Bits(), true
			}
		}
		sum += opCost(u.Op(), u.DType(), by, known)
		return true
	})
	return sum
}
