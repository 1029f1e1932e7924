package egraph

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// valuesOf computes the value of each class that root can be built of, from the leaves' values.
func (ch choice) valuesOf(leaf func(*uop.UOp) uint64) map[classID]uint64 {
	out := map[classID]uint64{}
	for c := range ch.g.classes {
		if ch.g.up[c] != classID(c) || ch.node[c] == noNode {
			continue
		}
		list, _ := ch.walk(classID(c))
		for _, c := range list {
			if _, ok := out[c]; !ok {
				out[c] = ch.g.eval(ch.node[c], out, leaf)
			}
		}
	}
	return out
}

func (g *graph) eval(id nodeID, of map[classID]uint64, leaf func(*uop.UOp) uint64) uint64 {
	k := &g.nodes[id].key
	switch {
	case k.op == uop.OpConst:
		return k.bits
	case k.leaf > 0:
		return leaf(g.leaves[k.leaf-1])
	}
	var v [3]uint64
	for i, s := range k.src[:k.n] {
		v[i] = of[g.find(s)]
	}
	return contract.Eval(k.op, k.dtype, g.at(g.find(k.src[k.n-1])).dtype, v[0], v[1], v[2])
}

// checkAll tests on one input that every node of a class has the value of the class, and that
// what is known of the class is true.
func checkAll(t *testing.T, g *graph, ch choice, leaf func(*uop.UOp) uint64) {
	t.Helper()
	of := ch.valuesOf(leaf)
	for i := range g.nodes {
		c := g.classOf(nodeID(i))
		want, ok := of[c]
		if !ok {
			continue
		}
		cl := g.at(c)
		if got := g.eval(nodeID(i), of, leaf); got != want {
			u, _ := ch.build(uop.NewGraph(), c, func(u *uop.UOp) *uop.UOp { return uop.NewGraph().Make(u.Op(), u.Arg()) })
			t.Fatalf("node %d (%v %v): %d, but the class has %d; %v", i, g.nodes[i].key.op, g.nodes[i].key.src, int64(got), int64(want), u)
		}
		w := wideOf(cl.dtype, want)
		if cl.dtype == uop.Index && !within(cl.v, full(uop.Index)) {
			continue // v is about unbounded integers, of which w is the low bits
		}
		if !within(at(w), cl.v) {
			t.Fatalf("class %d has %v, outside of [%v, %v]", c, w, cl.v.Lo, cl.v.Hi)
		}
		if cl.hasU {
			size := uop.WideU64(1 << (cl.dtype.Bits() - 1)).Mul(uop.Wide64(2))
			if up := w.Add(floorDiv(cl.u.Hi.Sub(w), size).Mul(size)); up.Less(cl.u.Lo) {
				t.Fatalf("class %d has %v, and no equal number modulo %v in [%v, %v]", c, w, size, cl.u.Lo, cl.u.Hi)
			}
		}
	}
}

// TestEveryNode saturates random programs and tests every equality that was found on inputs.
func TestEveryNode(t *testing.T) {
	r := rng(t)
	s := New(indexRules(t), Options{Budget: Budget{Nodes: 600}})
	n := 120
	if testing.Short() {
		n = 25
	}
	nodes, wide := 0, 0
	for _, d := range []uop.DType{uop.I8, uop.U8, uop.I32, uop.U64, uop.Index} {
		for i := range n {
			e := &gen{r, uop.NewGraph(), d, i%3 == 0 || d == uop.Index}
			u := e.index(3 + r.IntN(6))
			g := s.graph()
			g.ingest(u)
			if stop, _ := s.saturate(g, nil); stop == StopConflict {
				t.Fatal(g.conflict)
			}
			ch := g.cheapest()
			nodes += len(g.nodes)
			for c := range g.classes {
				if g.at(classID(c)).hasU {
					wide++
				}
			}
			for range 40 {
				in := map[*uop.UOp]uint64{}
				checkAll(t, g, ch, func(u *uop.UOp) uint64 {
					if v, ok := in[u]; ok {
						return v
					}
					in[u] = input(e, u)
					return in[u]
				})
			}
		}
	}
	if wide == 0 {
		t.Error("no class wraps: the programs test nothing of the second kind of span")
	}
	t.Logf("%d nodes, %d classes that may wrap", nodes, wide)
}

func input(e *gen, u *uop.UOp) uint64 {
	if u.X().HasMax {
		return uint64(e.r.Int64N(u.X().Max + 1))
	}
	if e.r.IntN(2) == 0 {
		lo, hi := uop.DTypeRange(u.DType())
		return contract.Canon(u.DType(), []uop.Wide{lo, hi, {}, lo.Add(uop.Wide64(1)), hi.Sub(uop.Wide64(3))}[e.r.IntN(5)].Bits())
	}
	return contract.Canon(u.DType(), e.r.Uint64())
}

// TestWrapTrap: the class of x*2+b also holds z, which never wraps. That says nothing of x*2+b.
func TestWrapTrap(t *testing.T) {
	rules := readRules(t, "trap.rules", `
x*1: Mul[x:int, @one] ~> x
given: Xor[x:int, y] ~> Add(Mul(x, 2), y)
split: Floordiv(n@Add[Mul[x:int, @const(k)], b], @const(c)) && c > 0 && k%c == 0 && nowrap(n) && nowrap(b) ~> Add(Mul(x, {k//c}), Floordiv(b, {c}))
`)
	s := New(rules, Options{})
	g := uop.NewGraph()
	a, b := read(t, g, "i8: Floordiv(Xor(x, y), 2)"), read(t, g, "i8: Add(x, Floordiv(y, 2))")
	if ok, why := s.Equal(a, b); ok {
		t.Errorf("x*2+y was taken not to wrap: %s", why)
	}
	a, b = read(t, g, "i8: Floordiv(Xor(i, j), 2)"), read(t, g, "i8: Add(i, Floordiv(j, 2))")
	if ok, why := s.Equal(a, b); !ok {
		t.Errorf("i*2+j does not wrap, but %s", why)
	}
}

// TestIndexOverflow: (x%7)*5 fits 64 bits for a large index x, and x*5 does not. In unbounded
// integers the two are equal modulo 7; on a machine x*5 must not be divided.
func TestIndexOverflow(t *testing.T) {
	s := New(readRules(t, "index.rules", `
(a%m*b)%c: Floormod(n@Mul(Floormod(a, @const(m)), @const(b)), @const(c)) && c > 0 && m > 0 && m%c == 0 && nowrap(n) && nowrap(a) && nowrap(a*b) ~> Floormod(Mul(a, {b}), {c})
`), Options{})
	for _, c := range []struct {
		top   int64
		equal bool
	}{{1 << 61, false}, {1 << 60, true}} {
		g := uop.NewGraph()
		x := g.Make(uop.OpParam, uop.BoundedArg(uop.Index, 0, "x", 0, c.top))
		seven, five := g.Idx(7), g.Idx(5)
		a := g.Bin(uop.OpFloormod, g.Mul(g.Bin(uop.OpFloormod, x, seven), five), seven)
		e := s.graph()
		e.ingest(a)
		s.saturate(e, nil)
		_, there := e.memo[e.canon(key{op: uop.OpMul, dtype: uop.Index, n: 2, src: [3]classID{
			e.classOf(e.memo[key{op: uop.OpParam, dtype: uop.Index, leaf: e.leaf(x)}]), e.classOf(e.konst(uop.Index, 5))}})]
		if !there {
			t.Errorf("x up to %d: x*5 is not there", c.top)
		}
		v, st, err := s.Simplify(a)
		if err != nil || (v != a) != c.equal {
			t.Errorf("x up to %d: simplified is %v, want %v (%v, %v)", c.top, v != a, c.equal, st, err)
		}
	}
}

// TestComesBack: x-5 may wrap, but (x-5)+5 comes back, which its unbounded values tell: they are
// in [-133, 122] and in [-128, 127].
func TestComesBack(t *testing.T) {
	s := New(readRules(t, "back.rules", `
wrap not seen: Floordiv(n@Add[_:int, 5], 7) && nowrap(n) ~> Neg(n)
`), Options{NoAssoc: true})
	for _, c := range []struct {
		program string
		holds   bool
	}{{"i8: Floordiv(Add(Add(x, -5), 5), 7)", true}, {"i8: Floordiv(Add(x, 5), 7)", false}, {"i8: Floordiv(Add(Add(x, -6), 5), 7)", false}} {
		g := uop.NewGraph()
		a := read(t, g, c.program)
		if ok, why := s.Equal(a, g.Neg(a.Src()[0])); ok != c.holds {
			t.Errorf("%s: nowrap is %v, want %v (%s)", c.program, ok, c.holds, why)
		}
	}
}

var conflicts = []struct{ rules, program, want string }{
	{"one too few: Add[x:int, @one] ~> x", "i32: Add(Add(x, 1), Neg(x))", `"one too few"`},
	{"half of it: Mul[x:int, 2] ~> x", "i32: Mul(n, 2)", `one in [-8, -5], one in [-16, -10]; see "half of it"`},
	{"any is the largest: Max[x:int, _] ~> x", "i32: Max(n, i)", `see "any is the largest"`},
}

// TestConflict plants unsound rules.
func TestConflict(t *testing.T) {
	for _, c := range conflicts {
		rules := append(readRules(t, "bad.rules", c.rules), indexRules(t)...)
		u := read(t, uop.NewGraph(), c.program)
		_, _, err := New(rules, Options{}).Simplify(u)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.rules, err, c.want)
		}
		if ok, why := New(rules, Options{}).Equal(u, u.Graph().Make(uop.OpParam, uop.ParamArg(u.DType(), 9, "q"))); ok || !strings.Contains(why, c.want) {
			t.Errorf("%s: Equal says %v, %s", c.rules, ok, why)
		}
	}
}
