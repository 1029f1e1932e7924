package uop

import "testing"

func TestRefusedMemory(t *testing.T) {
	refuse(t, []refusal{
		{"stack of nothing", func(b *bench) (*UOp, error) { return b.alu(OpStack) }, "STACK: needs at least one value"},
		{"stack of two dtypes", func(b *bench) (*UOp, error) { return b.alu(OpStack, b.i32, b.f32) },
			"STACK: all sources must have one dtype and shape, got i32() and f32()"},
		{"stack of memory", func(b *bench) (*UOp, error) { return b.alu(OpStack, b.x) }, "STACK: source 0 must be a value, got PARAM in memory"},
		{"index of nothing", func(b *bench) (*UOp, error) { return b.alu(OpIndex) }, "INDEX: needs a place or a value, and indices"},
		{"float index", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, b.f32) }, "INDEX: index 0 must be a scalar integer, got f32 PARAM"},
		{"bool index", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, b.b1) }, "INDEX: index 0 must be a scalar integer, got bool PARAM"},
		{"an index with a shape", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, tensor(b.Graph, I32, 2)) },
			"INDEX: index 0 must be a scalar integer, got i32 PARAM"},
		{"a place as index", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, place(b.Graph, I32, 9, 1)) },
			"INDEX: index 0 must be a scalar integer, got PARAM in memory"},
		{"two indices for one axis", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, b.one, b.one) }, "INDEX: got 2 indices for 1 axes"},
		{"index of an INDEX", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.ix, b.one) },
			"INDEX: source 0 is an INDEX already: give all indices to one INDEX"},
		{"index of a STORE", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.st) }, "INDEX: source 0 must be a place or a value, got STORE"},
		{"constant index at the end", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, b.Idx(4)) }, "INDEX: index 4 is outside axis 0 of (4)"},
		{"constant index below zero", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.v23, b.one, b.Int(I8, -1)) },
			"INDEX: index -1 is outside axis 1 of (2,3)"},
		{"constant index of u64", func(b *bench) (*UOp, error) { return b.alu(OpIndex, b.x, b.Const(U64, ^uint64(0))) },
			"INDEX: index 18446744073709551615 is outside axis 0 of (4)"},
		{"load without an INDEX", func(b *bench) (*UOp, error) { return b.alu(OpLoad, b.x) }, "LOAD: needs an INDEX of a place, got PARAM in memory"},
		{"load of an INDEX of a value", func(b *bench) (*UOp, error) { return b.alu(OpLoad, b.Make(OpIndex, Arg{}, b.v23, b.one)) },
			"LOAD: needs an INDEX of a place, got f32 INDEX"},
		{"load of two", func(b *bench) (*UOp, error) { return b.alu(OpLoad, b.ix, b.ix) }, "LOAD: takes 1 source, got 2"},
		{"store without an INDEX", func(b *bench) (*UOp, error) { return b.alu(OpStore, b.x, b.f32) }, "STORE: needs an INDEX of a place, got PARAM in memory"},
		{"store of an int in floats", func(b *bench) (*UOp, error) { return b.alu(OpStore, b.ix, b.i32) },
			"STORE: cannot store a value of i32 in a place of f32 (CAST it)"},
		{"store of a place", func(b *bench) (*UOp, error) { return b.alu(OpStore, b.ix, b.y) }, "STORE: needs a value to store, got PARAM in memory"},
		{"store of another shape", func(b *bench) (*UOp, error) { return b.alu(OpStore, b.ix, b.v23) },
			"STORE: cannot store a value of shape (2,3) in a place of shape ()"},
		{"store of nothing", func(b *bench) (*UOp, error) { return b.alu(OpStore, b.ix) }, "STORE: takes 2 sources, got 1"},
		{"after of nothing", func(b *bench) (*UOp, error) { return b.alu(OpAfter) }, "AFTER: source 0 must be a PARAM, BUFFER, ALLOC or AFTER in memory"},
		{"after of a value", func(b *bench) (*UOp, error) { return b.alu(OpAfter, b.f32, b.st) },
			"AFTER: source 0 must be a PARAM, BUFFER, ALLOC or AFTER in memory"},
		{"after of an INDEX", func(b *bench) (*UOp, error) { return b.alu(OpAfter, b.ix, b.st) },
			"AFTER: source 0 must be a PARAM, BUFFER, ALLOC or AFTER in memory"},
		{"after a value", func(b *bench) (*UOp, error) { return b.alu(OpAfter, b.x, b.f32) },
			"AFTER: source 1 must be a STORE, LOAD, END, SINK or RANGE, got f32 PARAM"},
		{"sink of nothing", func(b *bench) (*UOp, error) { return b.alu(OpSink) }, "SINK: needs one or more STOREs or ENDs"},
		{"sink of a value", func(b *bench) (*UOp, error) { return b.alu(OpSink, b.st, b.f32) }, "SINK: source 1 must be a STORE or an END, got f32 PARAM"},
		{"end of nothing", func(b *bench) (*UOp, error) { return b.alu(OpEnd) }, "END: needs an effect and at least one RANGE"},
		{"end without a RANGE", func(b *bench) (*UOp, error) { return b.alu(OpEnd, b.st) }, "END: needs an effect and at least one RANGE"},
		{"end of a value", func(b *bench) (*UOp, error) { return b.alu(OpEnd, b.f32, b.rng) }, "END: source 0 must be a STORE, an END or a SINK, got f32 PARAM"},
		{"end by a number", func(b *bench) (*UOp, error) { return b.alu(OpEnd, b.st, b.idx) }, "END: source 1 must be a RANGE, got index PARAM"},
		{"end of one RANGE twice", func(b *bench) (*UOp, error) { return b.alu(OpEnd, b.st, b.rng, b.rng2, b.rng) }, "END: closes RANGE axis=0 twice"},
	})
}

func TestRefusedCalls(t *testing.T) {
	call := func(f func(b *bench) []*UOp) func(*bench) (*UOp, error) {
		return func(b *bench) (*UOp, error) { return b.New(OpCall, NameArg("f"), f(b)...) }
	}
	refuse(t, []refusal{
		{"no body", call(func(b *bench) []*UOp { return nil }), "CALL: needs a body"},
		{"a place as body", call(func(b *bench) []*UOp { return []*UOp{b.x} }), "CALL: the body must be a value or a SINK, got PARAM in memory"},
		{"a missing argument", call(func(b *bench) []*UOp { return []*UOp{b.Make(OpAdd, Arg{}, b.f32, b.f32), b.i32} }),
			"CALL: PARAM slot 1 has no argument"},
		{"the wrong dtype", call(func(b *bench) []*UOp { return []*UOp{b.f32, b.i32, b.i32} }), "CALL: argument 1 has dtype i32, the body wants f32"},
		{"a value for a place", call(func(b *bench) []*UOp { return []*UOp{load(b.Graph, place(b.Graph, F32, 0, 4), b.one), b.f32} }),
			"CALL: argument 0 is a value, the body wants a place"},
		{"a place for a value", call(func(b *bench) []*UOp { return []*UOp{b.i32, place(b.Graph, I32, 0, 4)} }),
			"CALL: argument 0 is a place, the body wants a value"},
		{"size 8 for size 4", call(func(b *bench) []*UOp { return []*UOp{load(b.Graph, place(b.Graph, F32, 0, 4), b.one), b.y} }),
			"CALL: argument 0 has shape (8), the body wants (4)"},
		{"two axes for one", call(func(b *bench) []*UOp {
			return []*UOp{load(b.Graph, place(b.Graph, F32, 0, 4), b.one), place(b.Graph, F32, 9, 2, 2)}
		}),
			"CALL: argument 0 has shape (2,2), the body wants (4)"},
		{"an effect as argument", call(func(b *bench) []*UOp { return []*UOp{b.i32, b.st} }),
			"CALL: argument 0 must be a value or a place, got STORE"},
		{"a BUFFER in the body", call(func(b *bench) []*UOp {
			return []*UOp{load(b.Graph, b.Make(OpBuffer, PlaceArg(F32, 0, "", 4)), b.one)}
		}), "CALL: a body may not contain a BUFFER (global buffers come in as PARAMs)"},
		{"a loop that nothing closes", call(func(b *bench) []*UOp { return []*UOp{loop(b.Graph, 5, b.one)} }),
			"CALL: the body uses RANGE axis=5 outside the END that closes it"},
		{"a nested CALL with an unknown slot", call(func(b *bench) []*UOp {
			inner := b.Make(OpCall, Arg{}, b.i32, b.Cast(b.idx, I32))
			return []*UOp{inner, b.i32}
		}), "CALL: PARAM slot 3 has no argument"},
		{"mapped over two shapes", call(func(b *bench) []*UOp {
			two := b.Broadcast(b.Int(I32, 1), Ints(2))
			return []*UOp{b.Add(b.f32, b.Cast(b.i32, F32)), two, b.Broadcast(b.F32(1), Ints(3))}
		}), "CALL: a body of scalars is mapped over arguments of one shape, got (3) and (2)"},
		{"memory in a mapped body", call(func(b *bench) []*UOp {
			ld := load(b.Graph, place(b.Graph, F32, 0, 4), b.one)
			return []*UOp{b.Add(b.f32, ld), b.x, b.Broadcast(b.F32(1), Ints(2))}
		}), "CALL: a body that is mapped over elements is scalar arithmetic alone, got PARAM in memory"},
		{"a computed size of the value", call(func(b *bench) []*UOp {
			n := b.Add(param(b.Graph, Index, 0), b.one)
			r := b.Make(OpReshape, DimsArg(1), b.F32(1))
			return []*UOp{b.Make(OpExpand, DimsArg(Dynamic), r, n), b.idx}
		}), "CALL: axis 0 of the body's value has a computed size; only a PARAM may be a size there"},
		{"a size below zero", call(func(b *bench) []*UOp {
			r := b.Make(OpReshape, DimsArg(1), b.F32(1))
			return []*UOp{b.Make(OpExpand, DimsArg(Dynamic), r, param(b.Graph, Index, 0)), b.Idx(-5)}
		}), "CALL: size -5 is outside [0, 1099511627776], the limit on the elements of one value"},
	})
}

// What the refusals are close to and must be accepted.
func TestAccepted(t *testing.T) {
	b := newBench()
	f := b.Make(OpCall, NameArg("f"), b.f32, b.i32, b.F32(0))
	nested := b.Make(OpCall, NameArg("g"), b.Add(f, f), b.i32, b.F32(0))
	if nested.DType() != F32 || nested.Space() != ALU || len(nested.Args()) != 2 || nested.Body().Src()[0] != f {
		t.Errorf("nested CALL: %s %s", nested.DType(), nested.Space())
	}
	// A body of scalars is mapped over elements; scalar arguments and those it does not use are no matter.
	six := b.Broadcast(b.F32(1), Ints(2, 3))
	m := b.Make(OpCall, Arg{}, b.Add(b.f32, param(b.Graph, F32, 2)), b.x, six, b.F32(1))
	if !m.Mapped() || m.Shape().String() != "(2,3)" || m.DType() != F32 || f.Mapped() {
		t.Errorf("a mapped CALL has shape %v", m.Shape())
	}
	// A dynamic size takes what the argument has, and the value's size follows.
	r := b.Make(OpReshape, DimsArg(1), b.F32(1))
	n := param(b.Graph, Index, 0)
	ones := b.Make(OpExpand, DimsArg(Dynamic), r, n)
	if s := b.Make(OpCall, Arg{}, ones, b.Idx(7)).Shape(); s.String() != "(7)" {
		t.Errorf("a value of 7 elements has shape %v", s)
	}
	if s := b.Make(OpCall, Arg{}, ones, b.idx).Shape(); s[0].U != b.idx {
		t.Errorf("a value of idx elements has shape %v", s)
	}
	e := b.Make(OpEnd, Arg{}, b.st, b.rng)
	a := b.Make(OpAfter, Arg{}, b.x, b.st, load(b.Graph, b.x, b.one), e, b.Make(OpSink, Arg{}, b.st, e), b.rng)
	if a.Space() != MEM || a.Base() != b.x || at(b.Graph, a, b.one).Base() != b.x || a.Shape().String() != "(4)" {
		t.Errorf("AFTER: %s %v", a.Space(), a.Shape())
	}
	for _, c := range []struct {
		u     *UOp
		d     DType
		space string
	}{{b.ix, F32, "MEM"}, {b.st, Void, "none"}, {b.f32, F32, "ALU"}, {e, Void, "none"}, {b.rng, Index, "ALU"}} {
		if c.u.DType() != c.d || c.u.Space().String() != c.space || c.u.IsEffect() != (c.space == "none") || len(c.u.Shape()) != 0 {
			t.Errorf("%s: %s %s %v", c.u.Op(), c.u.DType(), c.u.Space(), c.u.Shape())
		}
	}
}
