package uop

import "testing"

func dynPlace(g *Graph, slot int, name string, dims []int64, sizes ...*UOp) *UOp {
	return g.Make(OpParam, Arg{DType: F32, X: &Ext{Slot: slot, Name: name, Mem: true, Dims: dims}}, sizes...)
}

func TestSignature(t *testing.T) {
	g := NewGraph()
	n := g.Make(OpParam, ParamArg(Index, 2, "n"))
	m := g.Make(OpParam, ParamArg(Index, 3, ""))
	x := dynPlace(g, 0, "x", []int64{Dynamic}, n)
	y := dynPlace(g, 1, "y", []int64{Dynamic, Dynamic}, n, m)
	res := g.Make(OpParam, Arg{DType: F32, X: &Ext{Slot: 4, Mem: true, Role: RoleResult, Dims: []int64{1}}})
	k := g.Make(OpParam, BoundedArg(I32, 5, "k", -1, 9))
	r := loop(g, 0, n)
	body := g.Make(OpSink, Arg{},
		g.Make(OpEnd, Arg{}, store(g, load(g, x, r), y, r, g.Idx(0)), r),
		store(g, g.Cast(k, F32), res, g.Idx(0)))
	spare := dynPlace(g, 0, "spare", []int64{Dynamic}, m)
	s, err := SignatureOf(g.Make(OpCall, Arg{}, body, x, y, n, m, res, k, spare))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "kernel" || s.Ret != Void || len(s.Params) != 7 {
		t.Fatalf("%s gives %s, %d params", s.Name, s.Ret, len(s.Params))
	}
	for i, w := range []struct {
		name                                          string
		mem, result, told, read, stored, used, minmax bool
	}{
		{name: "x", mem: true, read: true, used: true}, {name: "y", mem: true, stored: true, used: true},
		{name: "n", told: true, used: true}, {name: "p3", told: true, used: true}, // m: by spare alone
		{name: "p4", mem: true, result: true, stored: true, used: true},
		{name: "k", used: true, minmax: true}, {name: "spare", mem: true},
	} {
		p := s.Params[i]
		if p.Slot != i || p.Name != w.name || p.Mem != w.mem || p.Result != w.result || p.Told != w.told || p.Read != w.read ||
			p.Stored != w.stored || p.Used != w.used || p.HasMin != w.minmax || p.HasMax != w.minmax {
			t.Errorf("param %d: %+v, want %+v", i, p, w)
		}
	}
	if _, err := SignatureOf(x); err == nil || err.Error() != "a kernel is a CALL, got PARAM in memory" {
		t.Errorf("a signature of no CALL: %v", err)
	}
	v := tensor(g, F32, 2)
	if s, err := SignatureOf(g.Make(OpCall, NameArg("f"), v, v)); err != nil || s.Name != "f" || s.Ret != F32 || s.Shape.String() != "(2)" {
		t.Errorf("f: %+v %v", s, err)
	}
}

// A place handed to a nested CALL counts as read and written.
func TestSignatureOfNestedCall(t *testing.T) {
	g := NewGraph()
	x := place(g, F32, 0, 4)
	inner := g.Make(OpCall, Arg{}, load(g, x, g.Idx(0)), g.Make(OpAfter, Arg{}, x))
	s, err := SignatureOf(g.Make(OpCall, Arg{}, inner, x))
	if err != nil || !s.Params[0].Read || !s.Params[0].Stored {
		t.Errorf("%+v %v", s, err)
	}
}

func TestSignatureOfLongAfterChain(t *testing.T) {
	g := NewGraph()
	x, zero := place(g, F32, 0, 4), g.Idx(0)
	p := x
	for range 100_000 {
		p = g.Make(OpAfter, Arg{}, p, store(g, g.F32(1), p, zero))
	}
	s, err := SignatureOf(g.Make(OpCall, Arg{}, load(g, p, zero), x))
	if err != nil || !s.Params[0].Read || !s.Params[0].Stored {
		t.Errorf("%+v %v", s, err)
	}
}
