package uop

import "slices"

// typed is what infer finds for a node.
type typed struct {
	dtype DType
	shape Shape
	space Space
}

// infer is the type checker: what a node with these contents is, or why there is none.
func infer(g *Graph, op Op, a Arg, src []*UOp) (typed, error) {
	if op == OpInvalid || op >= NumOps {
		return typed{}, errf(OpInvalid, "there is no op number %d", op)
	}
	if n := op.Arity(); n >= 0 && len(src) != n && !op.IsALU() {
		return typed{}, errf(op, "takes %d source%s, got %d", n, plural(n), len(src))
	}
	x := a.X
	if x == nil {
		x = &noExt
	}
	t, err := inferTable[op.Class()](op, a, x, src)
	if err != nil {
		return typed{}, err
	}
	return t, nil
}

var inferTable = [...]func(Op, Arg, *Ext, []*UOp) (typed, *Error){
	ClassLeaf:      inferLeaf,
	ClassALU:       inferALU,
	ClassMove:      inferMove,
	ClassReduce:    inferReduce,
	ClassStructure: inferStructure,
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func inferLeaf(op Op, a Arg, x *Ext, src []*UOp) (typed, *Error) {
	if op == OpRange {
		if !isSize(src[0]) {
			return typed{}, errf(op, "needs a scalar size of dtype index, got %s", describe(src[0]))
		}
		if x.Axis < 0 {
			return typed{}, errf(op, "axis must not be negative, got %d", x.Axis)
		}
		return typed{Index, nil, ALU}, nil
	}
	if !a.DType.IsValue() {
		return typed{}, errf(op, "needs a value dtype, got %s", a.DType)
	}
	if op == OpConst {
		return typed{a.DType, nil, ALU}, nil
	}
	if x.Slot < 0 {
		return typed{}, errf(op, "slot must not be negative, got %d", x.Slot)
	}
	if op == OpAlloc && slices.Contains(x.Dims, Dynamic) {
		return typed{}, errf(op, "needs sizes that are numbers, for scratch memory is laid out when the kernel is made")
	}
	if !x.Mem && x.Role == RoleResult {
		return typed{}, errf(op, "a result must be a place in memory, got a value")
	}
	s, err := dims(op, x.Dims, src)
	if err != nil {
		return typed{}, err
	}
	if op == OpParam && !x.Mem {
		return typed{a.DType, s, ALU}, checkPromise(op, a, x)
	}
	if !x.Mem || len(s) == 0 {
		return typed{}, errf(op, "needs a size: it is a place in memory")
	}
	if x.HasMin || x.HasMax {
		return typed{}, errf(op, "min and max are for scalar integers, not for memory")
	}
	for _, d := range s {
		if d.U == nil && d.N == 0 {
			return typed{}, errf(op, "size must be positive")
		}
	}
	return typed{a.DType, s, MEM}, nil
}

func checkPromise(op Op, a Arg, x *Ext) *Error {
	if !x.HasMin && !x.HasMax {
		return nil
	}
	if !a.DType.IsInt() {
		return errf(op, "min and max are for integers, not for %s", a.DType)
	}
	lo, hi := DTypeRange(a.DType)
	for _, v := range []struct {
		has  bool
		v    int64
		name string
	}{{x.HasMin, x.Min, "min"}, {x.HasMax, x.Max, "max"}} {
		if w := Wide64(v.v); v.has && (w.Less(lo) || hi.Less(w)) {
			return errf(op, "%s=%d does not fit in %s", v.name, v.v, a.DType)
		}
	}
	if x.HasMin && x.HasMax && x.Min > x.Max {
		return errf(op, "min=%d is above max=%d", x.Min, x.Max)
	}
	return nil
}

func inferALU(op Op, a Arg, _ *Ext, src []*UOp) (typed, *Error) {
	for i, s := range src {
		if s.space != ALU {
			return typed{}, errf(op, "every source must be a value, but source %d is %s (read memory with LOAD)", i, describe(s))
		}
	}
	info := &ops[op]
	if len(src) != info.arity {
		return typed{}, errf(op, "takes %d source%s, got %d", info.arity, plural(info.arity), len(src))
	}
	for _, s := range src[1:] {
		if !s.Shape().Equal(src[0].Shape()) {
			return typed{}, errf(op, "all sources must have one shape, got %v and %v", src[0].Shape(), s.Shape())
		}
	}
	if op == OpWhere {
		return inferWhere(src)
	}
	d := src[0].dtype
	for _, s := range src[1:] {
		if s.dtype != d {
			return typed{}, errf(op, "needs %d sources of one dtype, got %s and %s (CAST one of them)", info.arity, d, s.dtype)
		}
	}
	if !info.in.has(d.Kind()) {
		return typed{}, notDefined(op, d)
	}
	switch info.out {
	case toBool:
		d = Bool
	case toArg:
		if !a.DType.IsValue() {
			return typed{}, errf(op, "needs a value dtype as the target, got %s", a.DType)
		}
		if op == OpBitcast && a.DType.Bits() != d.Bits() {
			return typed{}, errf(op, "needs dtypes of one width, got %s (%d bits) to %s (%d bits)", d, d.Bits(), a.DType, a.DType.Bits())
		}
		d = a.DType
	}
	return typed{d, src[0].Shape(), ALU}, nil
}

func inferWhere(src []*UOp) (typed, *Error) {
	if src[0].dtype != Bool {
		return typed{}, errf(OpWhere, "needs a bool condition, got %s", src[0].dtype)
	}
	if src[1].dtype != src[2].dtype {
		return typed{}, errf(OpWhere, "both branches must have one dtype, got %s and %s", src[1].dtype, src[2].dtype)
	}
	return typed{src[1].dtype, src[0].Shape(), ALU}, nil
}

func notDefined(op Op, d DType) *Error {
	switch {
	case op == OpAdd && d == Bool:
		return errf(op, "is not defined on bool (CMPNE is xor, MAX is or)")
	case ops[op].in == floats:
		return errf(op, "needs floats, got %s", d)
	case ops[op].in == ints:
		return errf(op, "needs integers, got %s", d)
	case ops[op].in == numbers:
		return errf(op, "needs integers or floats, got %s", d)
	}
	return errf(op, "is not defined on %s", d)
}

func inferReduce(op Op, _ Arg, x *Ext, src []*UOp) (typed, *Error) {
	want := 1
	if x.RedOp == OpFma {
		want = 2
	}
	if len(src) != want {
		return typed{}, errf(op, "op=%s takes %d source%s, got %d", x.RedOp, want, plural(want), len(src))
	}
	for i, s := range src {
		if s.space != ALU {
			return typed{}, errf(op, "source %d must be a value, got %s", i, describe(s))
		}
		if s.dtype != src[0].dtype || !s.Shape().Equal(src[0].Shape()) {
			return typed{}, errf(op, "both sources must have one dtype and shape, got %s%v and %s%v", src[0].dtype, src[0].Shape(), s.dtype, s.Shape())
		}
	}
	switch x.RedOp {
	case OpAdd, OpMul, OpMax, OpAnd, OpOr, OpXor, OpFma:
	default:
		return typed{}, errf(op, "op must be add, mul, max, and, or, xor or fma, got %s", x.RedOp)
	}
	if !x.RedOp.Takes(src[0].dtype) {
		return typed{}, errf(op, "op=%s is not defined on %s", x.RedOp, src[0].dtype)
	}
	if x.Pop < 1 || x.Pop > len(src[0].Shape()) {
		return typed{}, errf(op, "pop=%d is outside [1, %d], the axes of the source", x.Pop, len(src[0].Shape()))
	}
	if x.Lanes < 1 || x.Lanes > MaxLanes || x.Lanes&(x.Lanes-1) != 0 {
		return typed{}, errf(op, "lanes=%d must be a power of two from 1 to %d", x.Lanes, MaxLanes)
	}
	s := src[0].Shape()
	return typed{src[0].dtype, s[: len(s)-x.Pop : len(s)-x.Pop], ALU}, nil
}

// MaxLanes is the largest lane count of a REDUCE: 256 bytes of the narrowest dtype.
const MaxLanes = 256
