package rules

import (
	"math/rand"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// gen makes random programs over the PARAMs of one dtype, with casts to others.
type gen struct {
	r     *rand.Rand
	g     *uop.Graph
	d     uop.DType
	names []string
}

func (e *gen) konst(d uop.DType) *uop.UOp {
	if d.IsFloat() || e.r.Intn(6) == 0 {
		s := special(d)
		return e.g.Const(d, s[e.r.Intn(len(s))])
	}
	return e.g.Int(d, int64([]int{0, 1, -1, 2, 3, 4, 6, 8, 12, -2, -3, -4, 5, 7}[e.r.Intn(14)]))
}

// num makes a program of dtype d with about n ops.
func (e *gen) num(d uop.DType, n int) *uop.UOp {
	if n <= 0 {
		switch {
		case e.r.Intn(3) == 0:
			return e.konst(d)
		case d == uop.Bool:
			return named(e.g, e.d, []string{"b", "c"}[e.r.Intn(2)])
		case d != e.d:
			return e.g.Cast(named(e.g, e.d, e.names[e.r.Intn(len(e.names))]), d)
		}
		return named(e.g, d, e.names[e.r.Intn(len(e.names))])
	}
	if d == uop.Bool {
		return e.truth(n)
	}
	k := e.r.Intn(n)
	a := func() *uop.UOp { return e.num(d, k) }
	b := func() *uop.UOp { return e.num(d, n-1-k) }
	switch e.r.Intn(12) {
	case 0:
		return e.g.Where(e.truth(k), b(), e.num(d, n/3))
	case 1:
		return e.g.Neg(e.num(d, n-1))
	case 2:
		ds := uop.ValueDTypes()
		via := ds[e.r.Intn(len(ds))]
		return e.g.Cast(e.g.Cast(e.num(d, n-2), via), d)
	case 3, 4, 5:
		return e.g.Add(a(), b())
	case 6, 7:
		return e.g.Mul(a(), b())
	case 8:
		return e.g.Bin(uop.OpMax, a(), b())
	}
	if d.IsFloat() {
		return e.g.Mul(a(), e.konst(d))
	}
	ops := []uop.Op{uop.OpFloordiv, uop.OpFloormod, uop.OpFloordiv, uop.OpFloormod, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpShl, uop.OpShr}
	op := ops[e.r.Intn(len(ops))]
	if e.r.Intn(3) > 0 {
		return e.g.Bin(op, e.num(d, n-1), e.konst(d))
	}
	return e.g.Bin(op, a(), b())
}

func (e *gen) truth(n int) *uop.UOp {
	k := 0
	if n > 0 {
		k = e.r.Intn(n)
	}
	switch e.r.Intn(6) {
	case 0:
		return e.num(uop.Bool, 0)
	case 1:
		return e.g.Bin([]uop.Op{uop.OpMul, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpCmpne}[e.r.Intn(6)], e.num(uop.Bool, k), e.num(uop.Bool, n/2))
	case 2:
		return e.g.Bin(uop.OpCmpne, e.num(e.d, k), e.num(e.d, n/2))
	case 3:
		return e.g.Where(e.num(uop.Bool, 0), e.num(uop.Bool, k), e.num(uop.Bool, n/3))
	}
	return e.g.Bin(uop.OpCmplt, e.num(e.d, k), e.num(e.d, n/2))
}

// simplified simplifies, and checks that doing it again changes nothing.
func simplified(t *testing.T, u *uop.UOp) *uop.UOp {
	t.Helper()
	v, err := Simplify(u)
	if err != nil {
		t.Fatalf("%s: %v", show(u), err)
	}
	if w, err := Simplify(v); err != nil || w != v {
		t.Fatalf("%s became %s and then %s (%v)", show(u), show(v), show(w), err)
	}
	return v
}

// TestRandom compares random programs of every dtype before and after.
func TestRandom(t *testing.T) {
	r := rng(t)
	n := 2500
	if testing.Short() {
		n = 300
	}
	changed := 0
	for _, d := range uop.ValueDTypes() {
		if d == uop.Bool || d == uop.Index {
			continue
		}
		names := []string{"x", "y", "i", "j", "n"}
		if d.IsFloat() || !d.IsSigned() {
			names = []string{"x", "y", "z"}
		}
		if d.IsInt() && !d.IsSigned() {
			names = append(names, "i", "j")
		}
		if d.IsFloat() {
			names = []string{"x", "y"}
		}
		for range n {
			e := &gen{r, uop.NewGraph(), d, names}
			u := e.num(d, 1+r.Intn(10))
			if r.Intn(5) == 0 {
				u = e.truth(6)
			}
			v := simplified(t, u)
			if u != v {
				changed++
			}
			compare(t, r, u, v, 25)
		}
	}
	t.Logf("%d programs changed", changed)
}

// TestIndexDomain tries index arithmetic over small ranges on every point, 8 bits wide too.
func TestIndexDomain(t *testing.T) {
	r := rng(t)
	n := 300
	if testing.Short() {
		n = 40
	}
	for _, d := range []uop.DType{uop.I8, uop.U8, uop.I32, uop.Index} {
		for range n {
			e := &gen{r, uop.NewGraph(), d, []string{"i", "j", "k"}}
			u := e.index(6)
			v := simplified(t, u)
			everyPoint(t, u, v, d)
		}
	}
}

// index makes a sum of products with quotients and remainders in it, as indexes have.
func (e *gen) index(n int) *uop.UOp {
	if n <= 0 {
		return named(e.g, e.d, e.names[e.r.Intn(3)])
	}
	c := e.g.Int(e.d, int64(1+e.r.Intn(8)))
	switch e.r.Intn(6) {
	case 0:
		return e.g.Bin(uop.OpFloordiv, e.index(n-1), c)
	case 1:
		return e.g.Bin(uop.OpFloormod, e.index(n-1), c)
	case 2:
		return e.g.Mul(e.index(n-2), c)
	case 3:
		return e.g.Add(e.index(n-2), c)
	case 4:
		return e.g.Where(e.g.Bin(uop.OpCmplt, e.index(n/2), c), e.index(n/2), e.index(n/3))
	}
	return e.g.Add(e.index(n/2), e.g.Mul(e.index(n/2), c))
}

func everyPoint(t *testing.T, u, v *uop.UOp, d uop.DType) {
	t.Helper()
	for i := range int64(16) {
		for j := range int64(4) {
			for k := range int64(8) {
				args := map[int][]uint64{3: {uint64(i)}, 4: {uint64(j)}, 5: {uint64(k)}}
				x, y := walkEval(u, args)[0], walkEval(v, args)[0]
				if x != y {
					t.Fatalf("%s became %s: at i=%d j=%d k=%d %s is now %s", show(u), show(v), i, j, k,
						contract.FormatValue(d, x), contract.FormatValue(d, y))
				}
			}
		}
	}
}

// TestEveryByte tries programs of one or two unbounded 8-bit PARAMs on every value.
func TestEveryByte(t *testing.T) {
	r := rng(t)
	n := 150
	if testing.Short() {
		n = 15
	}
	for _, d := range []uop.DType{uop.I8, uop.U8} {
		for range n {
			e := &gen{r, uop.NewGraph(), d, []string{"x"}}
			u := e.num(d, 1+r.Intn(8))
			v := simplified(t, u)
			for x := range 256 {
				for b := range uint64(4) {
					args := map[int][]uint64{0: {contract.Canon(d, uint64(x))}, 7: {b & 1}, 8: {b >> 1}}
					if p, q := walkEval(u, args)[0], walkEval(v, args)[0]; p != q {
						t.Fatalf("%s became %s: at x=%d %d is now %d", show(u), show(v), x, int64(p), int64(q))
					}
				}
			}
		}
	}
}

// TestShuffled builds one program in two orders: the results are one structure.
func TestShuffled(t *testing.T) {
	r := rng(t)
	for range 300 {
		seed := r.Int63()
		build := func(noise int) uint64 {
			g := uop.NewGraph()
			for _, n := range r.Perm(4)[:noise] {
				c := g.Int(uop.I32, int64(n))
				g.Add(g.Mul(named(g, uop.I32, []string{"z", "y", "x", "i"}[n]), c), c)
			}
			e := &gen{rand.New(rand.NewSource(seed)), g, uop.I32, []string{"x", "y", "i", "j"}}
			v, err := Simplify(e.num(uop.I32, 9))
			if err != nil {
				t.Fatal(err)
			}
			return v.Hash()
		}
		if build(0) != build(4) {
			t.Fatalf("seed %d: the order of creation shows", seed)
		}
	}
}
