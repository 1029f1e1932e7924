package uop

import (
	"math/rand/v2"
	"testing"
)

// anyBits gives numbers that are mostly small or at the ends of a width.
func anyBits(r *rand.Rand) uint64 {
	switch r.IntN(4) {
	case 0:
		return r.Uint64()
	case 1, 2:
		return uint64(r.IntN(15) - 7)
	}
	return uint64(1)<<r.IntN(64) + uint64(r.IntN(3)-1)
}

// leaves makes constants, RANGEs, places, tensors, and PARAMs with and without a promise.
func leaves(r *rand.Rand, g *Graph) (pool []*UOp) {
	for i, d := range ValueDTypes() {
		for k := range 4 {
			lo, hi := int64(canonBits(d, anyBits(r))), int64(canonBits(d, anyBits(r)))
			if u, err := g.New(OpParam, BoundedArg(d, 10*i+k, "", min(lo, hi), max(lo, hi))); err == nil {
				pool = append(pool, u)
			}
			pool = append(pool, g.Const(d, anyBits(r)))
		}
		pool = append(pool, param(g, d, 300+i))
	}
	for k := range 3 {
		pool = append(pool, loop(g, k, g.Idx(int64(5*k+3))))
	}
	return pool
}

// randomALU picks an ALU op and sources for it, mostly of dtypes that agree.
func randomALU(r *rand.Rand, g *Graph, pool []*UOp) (Op, Arg, []*UOp) {
	op := OpNeg + Op(r.IntN(int(OpReshape-OpNeg)))
	src := make([]*UOp, op.Arity())
	for i := range src {
		src[i] = pool[r.IntN(len(pool))]
		for k := 0; k < 30 && i > 0 && op != OpWhere && src[i].dtype != src[0].dtype; k++ {
			src[i] = pool[r.IntN(len(pool))]
		}
	}
	if r.IntN(3) == 0 && len(src) == 2 && src[0].space == ALU && src[0].c.g == g {
		src[1] = g.Const(src[0].dtype, anyBits(r))
	}
	return op, CastArg(ValueDTypes()[r.IntN(12)]), src
}

// The quick way makes exactly the nodes that the type checker allows.
func TestQuickIsChecked(t *testing.T) {
	r := newRand(t)
	made, refused := 0, 0
	for range 20 {
		g, other := NewGraph(), NewGraph()
		pool := append(leaves(r, g), param(other, I32, 0), place(g, I32, 400, 4), tensor(g, I32, 2), tensor(g, I32, 3))
		pool = append(pool, store(g, g.Int(I32, 1), pool[len(pool)-3], g.Idx(0)))
		for range 2000 {
			op, a, src := randomALU(r, g, pool)
			switch r.IntN(30) {
			case 0:
				src = src[1:]
			case 1:
				src[r.IntN(len(src))] = nil
			case 2:
				a.DType = Void + DType(r.IntN(2))*99
			}
			ok := allowed(g, op, a, src)
			u := g.quick(op, a, src)
			if ok && len(src) != op.Arity() {
				t.Fatalf("%s of %d sources", op, len(src))
			}
			if (u != nil) != ok {
				t.Fatalf("%s: made is %v, want %v", op, u != nil, ok)
			}
			if !ok {
				refused++
				if u, err := g.New(op, a, src...); u != nil || err == nil {
					t.Fatalf("%s is made with an error, %v", op, err)
				}
				continue
			}
			made++
			want, _ := infer(g, op, normalArg(op, a), src)
			if u.dtype != want.dtype || u.space != want.space || !u.Shape().Equal(want.shape) || !sameNodes(u.Open(), openRanges(u)) {
				t.Fatalf("%s is %s%v, want %s%v", op, u.dtype, u.Shape(), want.dtype, want.shape)
			}
			pool = append(pool, u)
		}
	}
	if t.Logf("%d made, %d refused", made, refused); made < 1000 || refused < 1000 {
		t.Error("too few cases")
	}
}

func allowed(g *Graph, op Op, a Arg, src []*UOp) bool {
	for _, s := range src {
		if s == nil || s.c.g != g {
			return false
		}
	}
	_, err := infer(g, op, normalArg(op, a), src)
	return err == nil
}

// The rules on int64 give what the wide rules give.
func TestSmallBoundsAreTheWideOnes(t *testing.T) {
	r := newRand(t)
	small := 0
	for range 60 {
		g := NewGraph()
		pool := leaves(r, g)
		for range 1500 {
			op, a, src := randomALU(r, g, pool)
			u, err := g.New(op, a, src...)
			if err != nil {
				continue
			}
			pool = append(pool, u)
			quick, wide := *u, *u
			quick.truly, wide.truly = nil, nil
			if len(u.src) != 2 || !smallBounds(&quick) {
				continue
			}
			small++
			computeBounds(&wide)
			if quick.Bounds() != wide.Bounds() || quick.flags != wide.flags || quick.Nowrap() != wide.Nowrap() {
				t.Fatalf("%s of %v and %v: %v %v, want %v %v", op, src[0].Bounds(), src[1].Bounds(),
					quick.Bounds(), quick.flags, wide.Bounds(), wide.flags)
			}
		}
	}
	if t.Logf("%d nodes", small); small < 1000 {
		t.Error("too few nodes")
	}
}

// V lies in the dtype, and T differs from it only where it leaves the dtype: Nowrap rests on it.
func TestNowrapIsExact(t *testing.T) {
	r := newRand(t)
	wraps := 0
	for range 40 {
		g := randomGraph(r, 1500)
		pool := leaves(r, g)
		for range 500 {
			op, a, src := randomALU(r, g, pool)
			if u, err := g.New(op, a, src...); err == nil {
				pool = append(pool, u)
			}
		}
		for i := range g.Len() {
			u := g.Node(i)
			if u.space != ALU || !u.dtype.IsInt() {
				continue
			}
			lo, hi := DTypeRange(u.dtype)
			b, full := u.Bounds(), Span{lo, hi}
			if !within(b.V, full) || u.Nowrap() != within(b.T, full) {
				t.Fatalf("%s %s: V %v T %v, Nowrap %v", u.op, u.dtype, b.V, b.T, u.Nowrap())
			}
			if !u.Nowrap() {
				wraps++
			}
		}
	}
	if wraps < 1000 {
		t.Errorf("only %d nodes wrap", wraps)
	}
}

// Nodes made after a rollback owe nothing to those that it forgot, in whose memory they lie.
func TestRollbackLeavesNothing(t *testing.T) {
	g := NewGraph()
	i, j := loop(g, 0, g.Idx(4)), loop(g, 1, g.Idx(5))
	n := g.Len()
	old := loop(g, 2, g.Idx(6))
	g.Add(g.Add(i, j), old)
	x := param(g, I32, 0)
	g.Mul(g.Mul(x, x), x) // its true bounds are not its bounds
	g.Rollback(n)
	k := loop(g, 3, g.Idx(7))
	u := g.Add(g.Add(i, j), k)
	if !sameNodes(u.Open(), []*UOp{i, j, k}) || k.X().Axis != 3 || g.Node(n+1) != k {
		t.Errorf("open ranges %v", u.Open())
	}
	if v := g.Mul(g.Add(i, j), k); v.c != u.c {
		t.Error("two nodes of the same loops do not share")
	}
	g.Rollback(n)
	for v := range 12 {
		c := g.Int(I32, int64(v))
		if len(c.Src()) != 0 || !c.Nowrap() || !c.Safe() || c.Arg() != (Arg{DType: I32, Bits: uint64(v)}) {
			t.Errorf("node %d keeps something of what was there", c.ID())
		}
	}
}
