package simptest

import (
	"math"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// boolFamilies are the expressions of bools that rules look for.
var boolFamilies []family

func init() { // the generators call each other, by these lists
	boolFamilies = []family{
		{5, (*gen).compareConst},
		{3, (*gen).compareTwo},
		{3, (*gen).boolOp},
		{2, (*gen).interval},
		{1, (*gen).ladder},
		{2, (*gen).not},
		{2, (*gen).choice},
		{1, (*gen).fromNumber},
	}
}

// sideOf is the dtype of what a comparison compares.
func (e *gen) sideOf() uop.DType {
	if e.d == uop.Bool || e.r.IntN(8) == 0 {
		return e.other(uop.Bool, castsFor(e.d)...)
	}
	return e.d
}

func (e *gen) compareOp() uop.Op {
	return pick(e.r, []uop.Op{uop.OpCmplt, uop.OpCmplt, uop.OpCmplt, uop.OpCmpne})
}

// compareConst is x < c, c < x or x != c, where x is a sum, a product, a quotient and so on.
func (e *gen) compareConst(_ uop.DType, n int) *uop.UOp {
	d := e.sideOf()
	x := e.expr(d, n-1)
	if e.r.IntN(3) == 0 && !d.IsFloat() {
		op := pick(e.r, []uop.Op{uop.OpAdd, uop.OpMul, uop.OpFloordiv, uop.OpFloormod, uop.OpMax})
		x = e.g.Bin(op, e.expr(d, n-2), e.konst(d))
	}
	return e.swap(e.compareOp(), x, e.konst(d))
}

func (e *gen) compareTwo(_ uop.DType, n int) *uop.UOp {
	d := e.sideOf()
	k, rest := e.rest(n)
	return e.g.Bin(e.compareOp(), e.expr(d, k), e.expr(d, rest))
}

func (e *gen) boolOp(_ uop.DType, n int) *uop.UOp {
	op := pick(e.r, []uop.Op{uop.OpMul, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpCmpne, uop.OpCmplt})
	k, rest := e.rest(n)
	return e.g.Bin(op, e.expr(uop.Bool, k), e.expr(uop.Bool, rest))
}

// interval is a bool op of two comparisons of one value with constants.
func (e *gen) interval(_ uop.DType, n int) *uop.UOp {
	x := e.expr(e.sideOf(), n-3)
	a := e.swap(e.compareOp(), x, e.konst(x.DType()))
	b := e.swap(e.compareOp(), x, e.konst(x.DType()))
	op := pick(e.r, []uop.Op{uop.OpMul, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpCmpne})
	return e.g.Bin(op, e.maybeNot(a), e.maybeNot(b))
}

func (e *gen) not(_ uop.DType, n int) *uop.UOp {
	return e.swap(uop.OpCmpne, e.expr(uop.Bool, n-1), e.g.Bool(e.r.IntN(4) > 0))
}

func (e *gen) fromNumber(_ uop.DType, n int) *uop.UOp {
	return e.cast(e.expr(e.sideOf(), n-1), uop.Bool)
}

// floatFamilies are the expressions of floats that rules look for, or that wrong rules would.
var floatFamilies []family

func init() { // the generators call each other, by these lists
	floatFamilies = []family{
		{5, (*gen).floatChain},
		{3, (*gen).floatPair},
		{3, (*gen).any},
		{2, (*gen).choice},
		{1, (*gen).ladder},
		{2, (*gen).extreme},
		{2, (*gen).castChain},
		{1, (*gen).function},
	}
}

// function is an elementary function: a large graph, so there are few.
func (e *gen) function(d uop.DType, n int) *uop.UOp {
	f := uirtest.Function(e.r)
	if e.r.IntN(6) > 0 {
		return e.floatPair(d, n)
	}
	args := make([]*uop.UOp, f.Arity)
	for i := range args {
		args[i] = e.expr(d, n-1)
	}
	u, err := f.On(args...)
	if err != nil {
		panic(err)
	}
	if f.Bool {
		return e.g.Cast(u, d)
	}
	return u
}

// floatConst makes one of the constants that float rules treat apart.
func (e *gen) floatConst(d uop.DType) *uop.UOp {
	if e.r.IntN(6) == 0 {
		return e.g.Const(d, pick(e.r, edges(d)))
	}
	v := pick(e.r, []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, -2, 3, 1.5, 1e10, math.Inf(1), math.NaN()})
	return e.g.Const(d, contract.FromFloat(d, v))
}

// floatChain is x op c op c.
func (e *gen) floatChain(d uop.DType, n int) *uop.UOp {
	u := e.expr(d, n-1)
	for range 1 + e.r.IntN(2) {
		op := pick(e.r, []uop.Op{uop.OpAdd, uop.OpMul, uop.OpAdd, uop.OpMul, uop.OpFdiv, uop.OpMax})
		u = e.swap(op, u, e.floatConst(d))
	}
	if e.r.IntN(4) == 0 {
		u = e.g.Neg(u)
	}
	return u
}

// floatPair is x op f(x).
func (e *gen) floatPair(d uop.DType, n int) *uop.UOp {
	x := e.expr(d, n-2)
	y := x
	if op := pick(e.r, []uop.Op{uop.OpNeg, uop.OpRecip, uop.OpAdd, uop.OpTrunc}); op.Arity() == 1 {
		y = e.g.Make(op, uop.Arg{}, x)
	}
	return e.swap(pick(e.r, []uop.Op{uop.OpAdd, uop.OpMul, uop.OpFdiv, uop.OpMax}), x, y)
}
