package uop

import "testing"

func TestRefusedMoves(t *testing.T) {
	move := func(op Op, dims ...int64) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) { return b.dims(op, b.v23, dims...) }
	}
	dyn := func(op Op, dims ...int64) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) { return b.dims(op, b.dyn, dims...) }
	}
	window := func(op Op) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) { return b.New(op, DimsArg(0, Dynamic, 0, 3), b.v23, b.idx) }
	}
	refuse(t, []refusal{
		{"reshape of nothing", func(b *bench) (*UOp, error) { return b.New(OpReshape, DimsArg(2)) }, "RESHAPE: needs a value, got no sources"},
		{"reshape of memory", func(b *bench) (*UOp, error) { return b.dims(OpReshape, b.x, 2, 2) }, "RESHAPE: needs a value, got PARAM in memory"},
		{"reshape to another count", move(OpReshape, 5), "RESHAPE: cannot make (5) from (2,3): the numbers of elements differ"},
		{"reshape that loses a dynamic size", dyn(OpReshape, 3), "RESHAPE: cannot make (3) from (?,3): the numbers of elements differ"},
		{"reshape to a size below zero", move(OpReshape, -6, -1), "RESHAPE: has fewer dynamic sizes than its shape has ?"},
		{"expand of no axes", move(OpExpand, 2), "EXPAND: needs a size for each of the 2 axes of (2,3), got (2)"},
		{"expand of an axis of 3", move(OpExpand, 2, 4), "EXPAND: axis 1 of (2,3) must be 1 to become 4"},
		{"expand of a dynamic axis", dyn(OpExpand, 4, 3), "EXPAND: axis 0 of (?,3) must be 1 to become 4"},
		{"expand past the limit", func(b *bench) (*UOp, error) {
			r, err := b.dims(OpReshape, b.f32, 1, 1)
			if err != nil {
				return nil, err
			}
			return b.dims(OpExpand, r, 1<<30, 1<<11)
		}, "EXPAND: shape (1073741824,2048) holds more than 1099511627776 elements, the limit"},
		{"permute of too few", move(OpPermute, 1), "PERMUTE: needs an order of the 2 axes of (2,3), got 1 numbers"},
		{"permute of one twice", move(OpPermute, 1, 1), "PERMUTE: order must name each axis 0 to 1 once"},
		{"permute of axis 2", move(OpPermute, 0, 2), "PERMUTE: order must name each axis 0 to 1 once"},
		{"permute of axis 2^32", move(OpPermute, 1, 1<<32), "PERMUTE: order must name each axis 0 to 1 once"},
		{"shrink of half a window", move(OpShrink, 0, 1, 0), "SHRINK: needs begin and end for each of the 2 axes of (2,3)"},
		{"shrink past the end", move(OpShrink, 0, 2, 1, 4), "SHRINK: window [1, 4) is outside axis 1 of (2,3)"},
		{"shrink from below zero", move(OpShrink, -1, 2, 0, 3), "SHRINK: window [-1, 2) is outside axis 0 of (2,3)"},
		{"shrink backwards", move(OpShrink, 2, 1, 0, 3), "SHRINK: window [2, 1) is outside axis 0 of (2,3)"},
		{"shrink of a dynamic axis", dyn(OpShrink, 0, 1, 0, 3), "SHRINK: axis 0 has a dynamic size, which a window of numbers may not fit"},
		{"shrink by a node", window(OpShrink), "SHRINK: needs a window of numbers"},
		{"pad of half an axis", move(OpPad, 0), "PAD: needs zeros before and after for each of the 2 axes of (2,3)"},
		{"pad by less than nothing", move(OpPad, 0, -1, 0, 0), "PAD: zeros before and after axis 0 must be from 0 to 1099511627776, got 0 and -1"},
		{"pad by too much", move(OpPad, 0, 0, 1<<41, 0), "PAD: zeros before and after axis 1 must be from 0 to 1099511627776, got 2199023255552 and 0"},
		{"pad past the limit", move(OpPad, 0, 0, 1<<40, 0),
			"PAD: size 1099511627779 is outside [0, 1099511627776], the limit on the elements of one value"},
		{"pad both axes past the limit", move(OpPad, 1<<30, 0, 1<<30, 0),
			"PAD: shape (1073741826,1073741827) holds more than 1099511627776 elements, the limit"},
		{"pad of a dynamic axis", dyn(OpPad, 1, 0, 0, 0), "PAD: axis 0 has a dynamic size, which numbers of zeros cannot extend"},
		{"pad by a node", window(OpPad), "PAD: needs numbers of zeros"},
		{"flip of too few", move(OpFlip, 1), "FLIP: needs 0 or 1 for each of the 2 axes of (2,3)"},
		{"flip by 2", move(OpFlip, 0, 2), "FLIP: needs 0 or 1 for each axis, got 2"},
		{"flip of two values", func(b *bench) (*UOp, error) { return b.New(OpFlip, DimsArg(0, 1), b.v23, b.v23) }, "FLIP: takes 1 source, got 2"},
		{"stack past the limit", func(b *bench) (*UOp, error) {
			v := tensor(b.Graph, F32, MaxElems)
			return b.alu(OpStack, v, v)
		}, "STACK: shape (2,1099511627776) holds more than 1099511627776 elements, the limit"},
	})
}

func TestRefusedReduces(t *testing.T) {
	red := func(op Op, pop, lanes int) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) { return b.reduce(op, pop, lanes, b.v23) }
	}
	refuse(t, []refusal{
		{"no source", func(b *bench) (*UOp, error) { return b.reduce(OpAdd, 1, 1) }, "REDUCE: op=add takes 1 source, got 0"},
		{"two sources", func(b *bench) (*UOp, error) { return b.reduce(OpAdd, 1, 1, b.v23, b.v23) }, "REDUCE: op=add takes 1 source, got 2"},
		{"fma of one", red(OpFma, 1, 1), "REDUCE: op=fma takes 2 sources, got 1"},
		{"fma of two shapes", func(b *bench) (*UOp, error) { return b.reduce(OpFma, 1, 1, b.v23, tensor(b.Graph, F32, 3, 2)) },
			"REDUCE: both sources must have one dtype and shape, got f32(2,3) and f32(3,2)"},
		{"fma of ints", func(b *bench) (*UOp, error) {
			v := tensor(b.Graph, I32, 3)
			return b.reduce(OpFma, 1, 1, v, v)
		}, "REDUCE: op=fma is not defined on i32"},
		{"by fdiv", red(OpFdiv, 1, 1), "REDUCE: op must be add, mul, max, and, or, xor or fma, got fdiv"},
		{"by nothing", red(OpInvalid, 1, 1), "REDUCE: op must be add, mul, max, and, or, xor or fma, got invalid"},
		{"by an op outside the table", red(Op(200), 1, 1), "REDUCE: op must be add, mul, max, and, or, xor or fma, got op(200)"},
		{"and of floats", red(OpAnd, 1, 1), "REDUCE: op=and is not defined on f32"},
		{"add of bools", func(b *bench) (*UOp, error) { return b.reduce(OpAdd, 1, 1, tensor(b.Graph, Bool, 3)) }, "REDUCE: op=add is not defined on bool"},
		{"no axis", red(OpAdd, 0, 1), "REDUCE: pop=0 is outside [1, 2], the axes of the source"},
		{"three axes", red(OpAdd, 3, 1), "REDUCE: pop=3 is outside [1, 2], the axes of the source"},
		{"a scalar", func(b *bench) (*UOp, error) { return b.reduce(OpAdd, 1, 1, b.f32) }, "REDUCE: pop=1 is outside [1, 0], the axes of the source"},
		{"no lanes", red(OpAdd, 1, 0), "REDUCE: lanes=0 must be a power of two from 1 to 256"},
		{"three lanes", red(OpAdd, 1, 3), "REDUCE: lanes=3 must be a power of two from 1 to 256"},
		{"512 lanes", red(OpAdd, 1, 512), "REDUCE: lanes=512 must be a power of two from 1 to 256"},
		{"memory", func(b *bench) (*UOp, error) { return b.reduce(OpAdd, 1, 1, b.x) }, "REDUCE: source 0 must be a value, got PARAM in memory"},
	})
}

func TestShapes(t *testing.T) {
	b := newBench()
	for _, c := range []struct {
		u    *UOp
		want string
	}{
		{b.Make(OpReshape, DimsArg(3, 2), b.v23), "(3,2)"},
		{b.Make(OpReshape, DimsArg(3, Dynamic), b.dyn, b.idx), "(3,?)"},
		{b.Make(OpReshape, DimsArg(), b.Make(OpReshape, DimsArg(1, 1), b.f32)), "()"},
		{b.Make(OpReshape, DimsArg(Dynamic), b.v23, b.Idx(6)), "(6)"},
		{b.Make(OpExpand, DimsArg(4, Dynamic), b.Make(OpReshape, DimsArg(1, 1), b.f32), b.idx), "(4,?)"},
		{b.Make(OpPermute, DimsArg(1, 0), b.dyn), "(3,?)"},
		{b.Make(OpShrink, DimsArg(0, 2, 1, 1), b.v23), "(2,0)"},
		{b.Make(OpPad, DimsArg(1, 2, 0, 0), b.v23), "(5,3)"},
		{b.Make(OpPad, DimsArg(0, 0, 1, 1), b.dyn), "(?,5)"},
		{b.Make(OpFlip, DimsArg(1, 0), b.dyn), "(?,3)"},
		{b.Make(OpReduce, ReduceArg(OpAdd, 1, 4), b.dyn), "(?)"},
		{b.Make(OpReduce, ReduceArg(OpFma, 2, 256), b.v23, b.v23), "()"},
		{b.Make(OpStack, Arg{}, b.v23, b.v23, b.v23, b.v23), "(4,2,3)"},
		{b.Make(OpIndex, Arg{}, b.v23, b.one), "(3)"},
		{load(b.Graph, b.x), "(4)"},
		{load(b.Graph, b.x, b.i32), "()"},
		{b.Broadcast(b.f32, b.dyn.Shape()), "(?,3)"},
	} {
		if got := c.u.Shape().String(); got != c.want {
			t.Errorf("%s has shape %s, want %s", c.u.Op(), got, c.want)
		}
	}
	if s := b.Broadcast(b.f32, b.dyn.Shape()).Shape(); !s.Equal(b.dyn.Shape()) || b.Size(s[0]) != b.idx || b.Size(s[1]) != b.Idx(3) {
		t.Errorf("broadcast has shape %v", s)
	}
}
