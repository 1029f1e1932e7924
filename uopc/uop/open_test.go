package uop

import (
	"slices"
	"testing"
)

// The inner loop's size depends on the outer counter.
func TestOpenRanges(t *testing.T) {
	g := NewGraph()
	x := place(g, Index, 0, 9)
	i := loop(g, 0, g.Idx(4))
	j := loop(g, 1, g.Add(i, g.Idx(1)))
	k := loop(g, 2, g.Idx(3))
	both := store(g, g.Add(i, j), x, j)
	end := func(e *UOp, r ...*UOp) *UOp { return g.Make(OpEnd, Arg{}, append([]*UOp{e}, r...)...) }
	wide := store(g, k, x, g.Add(i, j))
	for _, c := range []struct {
		name string
		u    *UOp
		want []*UOp
	}{
		{"j", j, []*UOp{i, j}}, {"body", both, []*UOp{i, j}},
		{"one END", end(both, i, j), nil}, {"inner END", end(both, j), []*UOp{i}},
		{"two ENDs", end(end(both, j), i), nil}, {"the outer one first", end(both, i), []*UOp{j}},
		{"the outer one first, then the inner", end(end(both, i), j), []*UOp{i}},
		{"three", wide, []*UOp{i, j, k}}, {"three, k closed", end(wide, k), []*UOp{i, j}},
		{"an END that its effect does not need", end(store(g, g.Idx(1), x, g.Idx(0)), k), nil},
		{"a shared RANGE", g.Make(OpSink, Arg{}, end(both, i, j), store(g, i, x, i)), []*UOp{i}},
		{"after in a loop", g.Make(OpAfter, Arg{}, x, k), []*UOp{k}},
		{"after an END", g.Make(OpAfter, Arg{}, x, end(both, i, j)), nil},
		{"call", g.Make(OpCall, Arg{}, param(g, Index, 0), j), []*UOp{i, j}},
	} {
		if !slices.Equal(c.u.Open(), c.want) {
			t.Errorf("%s leaves %d ranges open, want %d", c.name, len(c.u.Open()), len(c.want))
		}
		_, err := g.New(OpCall, Arg{}, c.u, x)
		if c.u.Space() == NoSpace && (err == nil) != (len(c.want) == 0) {
			t.Errorf("%s as a body: %v", c.name, err)
		}
	}
}
