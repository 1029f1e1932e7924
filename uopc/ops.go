package uopc

import "github.com/uopc/uopc/uopc/uop"

var none uop.Arg

// Add gives e+v: wrapping for integers, rounded once for floats.
func (e *Expr) Add(v any) *Expr { return e.apply(uop.OpAdd, none, v) }

// Sub gives e-v, as e+(-v), which is the same bits.
func (e *Expr) Sub(v any) *Expr {
	u := e.lift(v)
	return e.Add(u.Neg())
}

// Mul gives e*v: wrapping for integers, rounded once for floats, and for bools.
func (e *Expr) Mul(v any) *Expr { return e.apply(uop.OpMul, none, v) }

// Div gives e/v for floats, correctly rounded. Integers have FloorDiv.
func (e *Expr) Div(v any) *Expr { return e.apply(uop.OpFdiv, none, v) }

// FloorDiv gives e/v for integers, rounded toward minus infinity; x//0 is 0.
func (e *Expr) FloorDiv(v any) *Expr { return e.apply(uop.OpFloordiv, none, v) }

// FloorMod gives e - v*(e//v): it has the sign of v, and x%0 is x.
func (e *Expr) FloorMod(v any) *Expr { return e.apply(uop.OpFloormod, none, v) }

// Neg gives -e.
func (e *Expr) Neg() *Expr { return e.apply(uop.OpNeg, none) }

// Recip gives 1/e, correctly rounded.
func (e *Expr) Recip() *Expr { return e.floatOp("Recip", uop.OpRecip) }

// Sqrt gives the square root, correctly rounded.
func (e *Expr) Sqrt() *Expr { return e.floatOp("Sqrt", uop.OpSqrt) }

// Fma gives e*b+c, rounded once.
func (e *Expr) Fma(b, c any) *Expr { return e.apply(uop.OpFma, none, b, c) }

// Cast converts to d: integers wrap, floats round or truncate and saturate, and to bool is != 0.
func (e *Expr) Cast(d DType) *Expr { return e.apply(uop.OpCast, uop.CastArg(d)) }

// Bitcast reads the same bits as d, which has the same width. A NaN gives the one quiet NaN.
func (e *Expr) Bitcast(d DType) *Expr { return e.apply(uop.OpBitcast, uop.CastArg(d)) }

// Max gives e > v ? e : v. With a NaN, and for zeros of different sign, that is v.
func (e *Expr) Max(v any) *Expr { return e.apply(uop.OpMax, none, v) }

// Min gives e < v ? e : v. With a NaN, and for zeros of different sign, that is v.
func (e *Expr) Min(v any) *Expr {
	u := e.lift(v)
	return e.Lt(u).Where(e, u)
}

// Clamp gives e.Max(lo).Min(hi). A NaN gives the lower of the two bounds' outcome, never a NaN.
func (e *Expr) Clamp(lo, hi any) *Expr { return e.Max(lo).Min(hi) }

// Relu gives e.Max(0); a NaN gives 0.
func (e *Expr) Relu() *Expr { return e.Max(0) }

// Square gives e*e.
func (e *Expr) Square() *Expr { return e.Mul(e) }

// Abs gives the absolute value: for floats the sign bit is cleared, for integers the least value
// stays as it is.
func (e *Expr) Abs() *Expr {
	switch e.DType() {
	case F32:
		return e.Bitcast(U32).And(uint32(1<<31 - 1)).Bitcast(F32)
	case F64:
		return e.Bitcast(U64).And(uint64(1<<63 - 1)).Bitcast(F64)
	}
	return e.Lt(0).Where(e.Neg(), e)
}

// Lt gives e < v.
func (e *Expr) Lt(v any) *Expr { return e.apply(uop.OpCmplt, none, v) }

// Gt gives e > v.
func (e *Expr) Gt(v any) *Expr { return e.lift(v).Lt(e) }

// Le gives e <= v, false with a NaN.
func (e *Expr) Le(v any) *Expr {
	u := e.lift(v)
	if e.DType().IsFloat() {
		return e.Lt(u).Or(e.Eq(u))
	}
	return u.Lt(e).Not()
}

// Ge gives e >= v, false with a NaN.
func (e *Expr) Ge(v any) *Expr { return e.lift(v).Le(e) }

// Ne gives e != v, true with a NaN.
func (e *Expr) Ne(v any) *Expr { return e.apply(uop.OpCmpne, none, v) }

// Eq gives e == v, false with a NaN.
func (e *Expr) Eq(v any) *Expr { return e.Ne(v).Not() }

// Not inverts a bool, or every bit of an integer.
func (e *Expr) Not() *Expr {
	if e.DType() == Bool {
		return e.Xor(true)
	}
	if e.DType().IsSigned() {
		return e.Xor(-1)
	}
	return e.Xor(^uint64(0) >> (64 - e.DType().Bits()))
}

// And gives the bitwise and.
func (e *Expr) And(v any) *Expr { return e.apply(uop.OpAnd, none, v) }

// Or gives the bitwise or.
func (e *Expr) Or(v any) *Expr { return e.apply(uop.OpOr, none, v) }

// Xor gives the bitwise exclusive or.
func (e *Expr) Xor(v any) *Expr { return e.apply(uop.OpXor, none, v) }

// Shl shifts left; the count is taken modulo the width.
func (e *Expr) Shl(v any) *Expr { return e.apply(uop.OpShl, none, v) }

// Shr shifts right, with the sign for signed integers; the count is taken modulo the width.
func (e *Expr) Shr(v any) *Expr { return e.apply(uop.OpShr, none, v) }

// Where gives a where e, a bool, is true, and b elsewhere. Both are computed. One of a and b may
// be a Go number.
func (e *Expr) Where(a, b any) *Expr {
	d := F32
	switch {
	case isExpr(a):
		d = a.(*Expr).DType()
	case isExpr(b):
		d = b.(*Expr).DType()
	default:
		return e.k.fail("Where needs an *Expr as one branch at least, to tell the dtype")
	}
	c, x, y := e.node(), e.k.operand(a, d), e.k.operand(b, d)
	if c == nil || x == nil || y == nil {
		return e.k.poison()
	}
	return e.k.build(uop.OpWhere, none, c, x, y)
}

func isExpr(v any) bool { _, ok := v.(*Expr); return ok }

// lift makes an operand an Expr of e's kernel.
func (e *Expr) lift(v any) *Expr {
	if x, ok := v.(*Expr); ok {
		return x
	}
	return &Expr{k: e.k, u: e.k.operand(v, e.DType())}
}
