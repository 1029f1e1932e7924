package uop

import (
	"errors"
	"testing"
)

// refusal is a node that must not be made, and the whole message.
type refusal struct {
	name  string
	build func(b *bench) (*UOp, error)
	want  string
}

// bench has the sources that refusals are built from.
type bench struct {
	*Graph
	i32, f32, b1, idx, one *UOp
	x, y                   *UOp // f32 places of 4 and of 8
	v23                    *UOp // f32 value of shape (2,3)
	dyn                    *UOp // f32 value of shape (?,3)
	rng, rng2              *UOp
	st                     *UOp // a STORE in x
	ix                     *UOp // INDEX of x
}

func newBench() *bench {
	g := NewGraph()
	b := &bench{Graph: g, i32: param(g, I32, 0), f32: param(g, F32, 1), b1: param(g, Bool, 2), idx: param(g, Index, 3)}
	b.one = g.Idx(1)
	b.x, b.y = place(g, F32, 4, 4), place(g, F32, 5, 8)
	b.v23 = tensor(g, F32, 2, 3)
	b.dyn = g.Make(OpParam, Arg{DType: F32, X: &Ext{Dims: []int64{Dynamic, 3}}}, b.idx)
	b.rng, b.rng2 = loop(g, 0, b.idx), loop(g, 1, b.idx)
	b.ix = at(g, b.x, b.one)
	b.st = store(g, b.f32, b.x, b.one)
	return b
}

func (b *bench) alu(op Op, src ...*UOp) (*UOp, error) { return b.New(op, Arg{}, src...) }

func (b *bench) dims(op Op, v *UOp, n ...int64) (*UOp, error) { return b.New(op, DimsArg(n...), v) }

func (b *bench) reduce(op Op, pop, lanes int, src ...*UOp) (*UOp, error) {
	return b.New(OpReduce, ReduceArg(op, pop, lanes), src...)
}

// refuse checks each message, and that nothing was made.
func refuse(t *testing.T, list []refusal) {
	t.Helper()
	for _, c := range list {
		b := newBench()
		// Sources that the case makes itself are made by a first try; the second adds nothing.
		_, _ = c.build(b)
		n := b.Len()
		u, err := c.build(b)
		var e *Error
		if u != nil || !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("%s:\n got  %v\n want %s", c.name, err, c.want)
		}
		if b.Len() != n {
			t.Errorf("%s: a refused node left %d nodes", c.name, b.Len()-n)
		}
	}
	t.Logf("%d refusals", len(list))
}

func TestRefusedALU(t *testing.T) {
	refuse(t, []refusal{
		{"int and float", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.i32, b.f32) },
			"ADD: needs 2 sources of one dtype, got i32 and f32 (CAST one of them)"},
		{"add of bools", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.b1, b.b1) },
			"ADD: is not defined on bool (CMPNE is xor, MAX is or)"},
		{"neg of a bool", func(b *bench) (*UOp, error) { return b.alu(OpNeg, b.b1) },
			"NEG: needs integers or floats, got bool"},
		{"where on an int", func(b *bench) (*UOp, error) { return b.alu(OpWhere, b.i32, b.f32, b.f32) },
			"WHERE: needs a bool condition, got i32"},
		{"where of two dtypes", func(b *bench) (*UOp, error) { return b.alu(OpWhere, b.b1, b.i32, b.f32) },
			"WHERE: both branches must have one dtype, got i32 and f32"},
		{"where of two shapes", func(b *bench) (*UOp, error) { return b.alu(OpWhere, b.b1, b.v23, b.v23) },
			"WHERE: all sources must have one shape, got () and (2,3)"},
		{"recip of an int", func(b *bench) (*UOp, error) { return b.alu(OpRecip, b.i32) }, "RECIP: needs floats, got i32"},
		{"floordiv of floats", func(b *bench) (*UOp, error) { return b.alu(OpFloordiv, b.f32, b.f32) }, "FLOORDIV: needs integers, got f32"},
		{"shl of bools", func(b *bench) (*UOp, error) { return b.alu(OpShl, b.b1, b.b1) }, "SHL: needs integers, got bool"},
		{"and of floats", func(b *bench) (*UOp, error) { return b.alu(OpAnd, b.f32, b.f32) }, "AND: is not defined on f32"},
		{"fma of ints", func(b *bench) (*UOp, error) { return b.alu(OpFma, b.i32, b.i32, b.i32) }, "FMA: needs floats, got i32"},
		{"cast to nothing", func(b *bench) (*UOp, error) { return b.alu(OpCast, b.i32) },
			"CAST: needs a value dtype as the target, got void"},
		{"cast to no dtype", func(b *bench) (*UOp, error) { return b.New(OpCast, CastArg(DType(99)), b.i32) },
			"CAST: needs a value dtype as the target, got dtype(99)"},
		{"bitcast to another width", func(b *bench) (*UOp, error) { return b.New(OpBitcast, CastArg(F64), b.i32) },
			"BITCAST: needs dtypes of one width, got i32 (32 bits) to f64 (64 bits)"},
		{"bitcast of a bool to a byte", func(b *bench) (*UOp, error) { return b.New(OpBitcast, CastArg(U8), b.b1) },
			"BITCAST: needs dtypes of one width, got bool (1 bits) to u8 (8 bits)"},
		{"add of one", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.i32) }, "ADD: takes 2 sources, got 1"},
		{"neg of none", func(b *bench) (*UOp, error) { return b.alu(OpNeg) }, "NEG: takes 1 source, got 0"},
		{"where of four", func(b *bench) (*UOp, error) { return b.alu(OpWhere, b.b1, b.i32, b.i32, b.i32) }, "WHERE: takes 3 sources, got 4"},
		{"add of two shapes", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.v23, b.f32) },
			"ADD: all sources must have one shape, got (2,3) and ()"},
		{"add of a static and a dynamic shape", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.v23, b.dyn) },
			"ADD: all sources must have one shape, got (2,3) and (?,3)"},
		{"add of a pointer and a number", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.x, b.f32) },
			"ADD: every source must be a value, but source 0 is PARAM in memory (read memory with LOAD)"},
		{"add of a store", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.f32, b.st) },
			"ADD: every source must be a value, but source 1 is STORE (read memory with LOAD)"},
		{"a missing source", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.f32, nil) }, "ADD: source 1 is missing"},
		{"a foreign source", func(b *bench) (*UOp, error) { return b.alu(OpAdd, b.f32, newBench().f32) },
			"ADD: source 1 belongs to another graph"},
		{"no op", func(b *bench) (*UOp, error) { return b.alu(OpInvalid) }, "INVALID: there is no op number 0"},
		{"an op outside the table", func(b *bench) (*UOp, error) { return b.alu(Op(99), b.f32) }, "INVALID: there is no op number 99"},
	})
}

func TestRefusedLeaves(t *testing.T) {
	leaf := func(op Op, d DType, x Ext, src ...func(*bench) *UOp) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) {
			var s []*UOp
			for _, f := range src {
				s = append(s, f(b))
			}
			return b.New(op, Arg{DType: d, X: &x}, s...)
		}
	}
	idx := func(b *bench) *UOp { return b.idx }
	i32 := func(b *bench) *UOp { return b.i32 }
	minus := func(b *bench) *UOp { return b.Idx(-3) }
	refuse(t, []refusal{
		{"const void", leaf(OpConst, Void, Ext{}), "CONST: needs a value dtype, got void"},
		{"const of no dtype", leaf(OpConst, DType(77), Ext{}), "CONST: needs a value dtype, got dtype(77)"},
		{"const with a source", leaf(OpConst, I32, Ext{}, i32), "CONST: takes 0 sources, got 1"},
		{"param void", leaf(OpParam, Void, Ext{}), "PARAM: needs a value dtype, got void"},
		{"slot below zero", leaf(OpParam, I32, Ext{Slot: -1}), "PARAM: slot must not be negative, got -1"},
		{"place of no size", leaf(OpParam, F32, Ext{Mem: true}), "PARAM: needs a size: it is a place in memory"},
		{"buffer of no size", leaf(OpBuffer, F32, Ext{Dims: []int64{4}}), "BUFFER: needs a size: it is a place in memory"},
		{"place of size 0", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{0}}), "PARAM: size must be positive"},
		{"size below zero", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{-2}}),
			"PARAM: size -2 is outside [0, 1099511627776], the limit on the elements of one value"},
		{"size of 2^41", leaf(OpBuffer, F32, Ext{Mem: true, Dims: []int64{1 << 41}}),
			"BUFFER: size 2199023255552 is outside [0, 1099511627776], the limit on the elements of one value"},
		{"product of 2^41", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{1 << 21, 1 << 20}}),
			"PARAM: shape (2097152,1048576) holds more than 1099511627776 elements, the limit"},
		{"a negative constant as a dynamic size", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{Dynamic}}, minus),
			"PARAM: size -3 is outside [0, 1099511627776], the limit on the elements of one value"},
		{"too few sizes", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{Dynamic, Dynamic}}, idx),
			"PARAM: has fewer dynamic sizes than its shape has ?"},
		{"too many sizes", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{3}}, idx), "PARAM: has more dynamic sizes than its shape has ?"},
		{"a size of i32", leaf(OpParam, F32, Ext{Mem: true, Dims: []int64{Dynamic}}, i32),
			"PARAM: a size must be a scalar of dtype index, got i32 PARAM"},
		{"scratch of a dynamic size", leaf(OpAlloc, F32, Ext{Mem: true, Dims: []int64{Dynamic}}),
			"ALLOC: needs sizes that are numbers, for scratch memory is laid out when the kernel is made"},
		{"scratch with a source", leaf(OpAlloc, F32, Ext{Mem: true, Dims: []int64{Dynamic}}, idx), "ALLOC: takes 0 sources, got 1"},
		{"a result that is a value", leaf(OpParam, F32, Ext{Role: RoleResult}), "PARAM: a result must be a place in memory, got a value"},
		{"bounds of a float", leaf(OpParam, F32, Ext{HasMin: true}), "PARAM: min and max are for integers, not for f32"},
		{"bounds of a bool", leaf(OpParam, Bool, Ext{HasMax: true, Max: 1}), "PARAM: min and max are for integers, not for bool"},
		{"bounds of memory", leaf(OpParam, I32, Ext{Mem: true, Dims: []int64{4}, HasMin: true}),
			"PARAM: min and max are for scalar integers, not for memory"},
		{"min below i8", leaf(OpParam, I8, Ext{HasMin: true, Min: -129}), "PARAM: min=-129 does not fit in i8"},
		{"max above u8", leaf(OpParam, U8, Ext{HasMax: true, Max: 256}), "PARAM: max=256 does not fit in u8"},
		{"min above max", leaf(OpParam, I8, Ext{HasMin: true, Min: 2, HasMax: true, Max: 1}), "PARAM: min=2 is above max=1"},
		{"range of an i32", leaf(OpRange, Void, Ext{}, i32), "RANGE: needs a scalar size of dtype index, got i32 PARAM"},
		{"range of no size", leaf(OpRange, Void, Ext{}), "RANGE: takes 1 source, got 0"},
		{"axis below zero", leaf(OpRange, Void, Ext{Axis: -1}, idx), "RANGE: axis must not be negative, got -1"},
	})
}
