package uop

import (
	"math"
	"testing"
)

func TestConstantsApart(t *testing.T) {
	g := NewGraph()
	negZero := math.Copysign(0, -1)
	all := []*UOp{
		g.Bool(true), g.Bool(false), g.F32(1), g.F64(1), g.F32(0), g.F32(float32(negZero)), g.F64(0), g.F64(negZero),
		g.F32(float32(math.NaN())), g.F64(math.NaN()),
	}
	for _, d := range ValueDTypes() {
		if d.IsInt() {
			all = append(all, g.Int(d, 0), g.Int(d, 1))
		}
	}
	seen := map[*UOp]bool{}
	for _, u := range all {
		if seen[u] {
			t.Errorf("const %s %#x is one node with another constant", u.DType(), u.Bits())
		}
		seen[u] = true
	}
	if g.Len() != len(all) {
		t.Errorf("%d nodes for %d constants", g.Len(), len(all))
	}
}

func TestConstantsTogether(t *testing.T) {
	g := NewGraph()
	for _, c := range []struct {
		d    DType
		bits []uint64
		want uint64
	}{
		{F32, []uint64{0x7fc00000, 0x7f800001, 0xffc00000, 0xffffffff, 0x1_7fc12345}, 0x7fc00000},
		{F64, []uint64{0x7ff8000000000000, 0x7ff0000000000001, 0xfff8000000000000, math.MaxUint64}, 0x7ff8000000000000},
		{F32, []uint64{0x80000000, 0xffffffff_80000000}, 0x80000000},
		{Bool, []uint64{1, 3, math.MaxUint64}, 1},
		{I8, []uint64{0xff, math.MaxUint64, 0x1ff}, math.MaxUint64},
		{I8, []uint64{0x80, 0xffffffffffffff80}, 0xffffffffffffff80},
		{U8, []uint64{0xff, math.MaxUint64}, 0xff},
		{I32, []uint64{1 << 31, 0xffffffff80000000}, 0xffffffff80000000},
		{U32, []uint64{1<<32 + 7, 7}, 7},
		{I64, []uint64{1 << 63}, 1 << 63},
		{Index, []uint64{math.MaxUint64}, math.MaxUint64},
		{DType(99), nil, 0},
	} {
		for _, b := range c.bits {
			if u := g.Const(c.d, b); u != g.Const(c.d, c.want) || u.Bits() != c.want {
				t.Errorf("const %s %#x has bits %#x, want %#x", c.d, b, u.Bits(), c.want)
			}
		}
	}
}

// variants of an arg, each different in one field that its op has.
func argVariants() map[Op][]Arg {
	place := func(f func(x *Ext)) Arg {
		x := &Ext{Slot: 1, Name: "a", Mem: true, Dims: []int64{4}}
		f(x)
		return Arg{DType: I32, X: x}
	}
	value := func(f func(x *Ext)) Arg {
		x := &Ext{Slot: 1, HasMin: true, HasMax: true, Min: -3, Max: 9}
		f(x)
		return Arg{DType: I32, X: x}
	}
	return map[Op][]Arg{
		OpParam: {
			place(func(x *Ext) {}), place(func(x *Ext) { x.Slot = 2 }), place(func(x *Ext) { x.Name = "b" }),
			place(func(x *Ext) { x.Name = "" }), place(func(x *Ext) { x.Mem = false }), place(func(x *Ext) { x.Role = RoleResult }),
			place(func(x *Ext) { x.Dims = []int64{5} }), place(func(x *Ext) { x.Dims = []int64{4, 1} }), place(func(x *Ext) { x.Dims = []int64{1, 4} }),
			value(func(x *Ext) {}), value(func(x *Ext) { x.HasMin = false }), value(func(x *Ext) { x.HasMax = false }),
			value(func(x *Ext) { x.Min = 0 }), value(func(x *Ext) { x.Max = 10 }), value(func(x *Ext) { x.HasMin, x.HasMax = false, false }),
			value(func(x *Ext) { x.HasMax, x.Min = false, 0 }),
		},
		OpReduce: {ReduceArg(OpAdd, 1, 1), ReduceArg(OpMul, 1, 1), ReduceArg(OpAdd, 2, 1), ReduceArg(OpAdd, 1, 2)},
		OpRange:  {RangeArg(0), RangeArg(1), RangeArg(256)},
		OpCall:   {NameArg("f"), NameArg("g"), NameArg(""), {X: &Ext{Name: "f", Schedule: "vec=8"}}},
		OpCast:   {CastArg(I32), CastArg(U32), CastArg(F32)},
		OpFlip:   {DimsArg(0, 0), DimsArg(0, 1), DimsArg(1, 0)},
	}
}

func sourcesFor(g *Graph, op Op) []*UOp {
	switch op {
	case OpReduce, OpFlip:
		return []*UOp{tensor(g, I32, 2, 2)}
	case OpRange:
		return []*UOp{g.Idx(4)}
	case OpCall, OpCast:
		return []*UOp{g.Int(I32, 1)}
	}
	return nil
}

func TestArgsComparedWhole(t *testing.T) {
	for op, args := range argVariants() {
		g := NewGraph()
		src := sourcesFor(g, op)
		nodes := map[*UOp]int{}
		for i, a := range args {
			u := g.Make(op, a, src...)
			if j, ok := nodes[u]; ok {
				t.Errorf("%s: args %d and %d are one node", op, i, j)
			}
			nodes[u] = i
			// A copy, down to the slices, is the same node.
			b := a
			if a.X != nil {
				x := *a.X
				x.Dims = append([]int64{}, a.X.Dims...)
				b.X = &x
			}
			if g.Make(op, b, src...) != u {
				t.Errorf("%s: a copy of arg %d is another node", op, i)
			}
		}
	}
}

// What an op does not have is dropped from the arg, so that one node has one spelling.
func TestOneSpelling(t *testing.T) {
	g := NewGraph()
	x := param(g, I32, 0)
	full := &Ext{Name: "n", Slot: 3, Mem: true, Axis: 2, Dims: []int64{1}, RedOp: OpMul, Pop: 1, Lanes: 2, Schedule: "s", HasMin: true, Min: 1}
	noise := Arg{DType: F64, Bits: 77, X: full}
	if g.Make(OpAdd, noise, x, x) != g.Add(x, x) {
		t.Error("ADD keeps an arg")
	}
	if g.Make(OpCast, Arg{DType: F32, Bits: 1, X: full}, x) != g.Cast(x, F32) {
		t.Error("CAST keeps more than its target")
	}
	if g.Make(OpConst, Arg{DType: I32, Bits: 5, X: full}) != g.Int(I32, 5) {
		t.Error("CONST keeps more than its value")
	}
	n := g.Idx(4)
	if g.Make(OpRange, Arg{}, n) != loop(g, 0, n) || g.Make(OpRange, noise, n) != loop(g, 2, n) {
		t.Error("RANGE keeps more than its axis")
	}
	if g.Make(OpCall, Arg{}, x, x) != g.Make(OpCall, NameArg(""), x, x) {
		t.Error("CALL without a name has two spellings")
	}
	if g.Make(OpParam, Arg{DType: F32}) != g.Make(OpParam, ParamArg(F32, 0, "")) {
		t.Error("PARAM without a name has two spellings")
	}
	if g.Make(OpParam, Arg{DType: I32, X: &Ext{Min: 5, Max: 9, Axis: 1, Lanes: 3}}) != g.Make(OpParam, ParamArg(I32, 0, "")) {
		t.Error("PARAM keeps bounds that it does not have")
	}
	v := g.Make(OpReshape, DimsArg(1), x)
	if g.Make(OpReshape, Arg{}, v) != g.Make(OpReshape, Arg{X: &Ext{Dims: []int64{}, Name: "z"}}, v) {
		t.Error("RESHAPE to a scalar has two spellings")
	}
}

func TestGraphsAreIndependent(t *testing.T) {
	a, b := NewGraph(), NewGraph()
	b.F32(3) // ids differ from here on
	x, y := a.Add(param(a, I32, 0), a.Int(I32, 1)), b.Add(param(b, I32, 0), b.Int(I32, 1))
	if x == y || x.Hash() != y.Hash() || x.Graph() != a || y.Graph() != b || x.ID() == y.ID() {
		t.Errorf("ids %d %d, hashes %x %x", x.ID(), y.ID(), x.Hash(), y.Hash())
	}
	for i := range a.Len() {
		if a.Node(i).ID() != i {
			t.Errorf("node %d has id %d", i, a.Node(i).ID())
		}
	}
}

func TestRollback(t *testing.T) {
	g := NewGraph()
	x := param(g, I32, 0)
	n := g.Len()
	for i := range 1000 { // the table grows meanwhile
		g.Add(x, g.Int(I32, int64(i)))
	}
	kept := g.Len()
	g.Rollback(kept + 5)
	if g.Len() != kept {
		t.Fatalf("a rollback to the future leaves %d of %d nodes", g.Len(), kept)
	}
	g.Rollback(n)
	if g.Len() != n || param(g, I32, 0) != x {
		t.Fatalf("%d nodes after the rollback, want %d", g.Len(), n)
	}
	u := g.Add(x, g.Int(I32, 7))
	if g.Len() != n+2 || u.ID() != n+1 || g.Add(x, g.Int(I32, 7)) != u {
		t.Errorf("%d nodes, id %d", g.Len(), u.ID())
	}
}

// The caller's slice of sources may be used again.
func TestSourcesAreCopied(t *testing.T) {
	g := NewGraph()
	src := []*UOp{param(g, I32, 0), param(g, I32, 1)}
	u := g.Make(OpAdd, Arg{}, src...)
	src[0] = src[1]
	if u.Src()[0] == u.Src()[1] {
		t.Error("the node changed with the caller's slice")
	}
}
