package rulegen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/rewrite/rulegen/testrules"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// fits is a second, plain matcher: it follows the tree of a pattern and tries every order. On
// rules without a guard it must agree with the compiled one.
type fits struct {
	nodes map[*rulelang.Var]*uop.UOp
	types map[*rulelang.Type]uop.DType
}

// match calls then with the bindings of each way in which u fits n, until then says yes.
func (f fits) match(n *rulelang.Node, u *uop.UOp, then func(fits) bool) bool {
	f, ok := f.bind(n, u)
	if !ok {
		return false
	}
	switch n.Kind {
	case rulelang.AnyNode:
		return then(f)
	case rulelang.ConstNode:
		k := u.Konst()
		if k == nil || n.Lit != nil && !isLit(n.Lit, k) {
			return false
		}
		return then(f)
	}
	ok = false
	for _, op := range n.Ops {
		ok = ok || op == u.Op()
	}
	for _, a := range n.Args {
		ok = ok && fmt.Sprint(map[string]any{"pop": int64(u.X().Pop), "op": u.X().RedOp}[a.Field]) == fmt.Sprint(map[string]any{"pop": a.Int, "op": a.Op}[a.Field])
	}
	src := u.Src()
	if !ok || len(src) < len(n.Src) || len(src) > len(n.Src) && n.Match != rulelang.AtLeast {
		return false
	}
	if n.Match != rulelang.AnyOrder {
		return f.sources(n.Src, src, then)
	}
	return orders(len(src), func(p []int) bool {
		swapped := make([]*uop.UOp, len(src))
		for i, j := range p {
			swapped[j] = src[i]
		}
		return f.sources(n.Src, swapped, then)
	})
}

func (f fits) sources(ns []*rulelang.Node, src []*uop.UOp, then func(fits) bool) bool {
	if len(ns) == 0 {
		return then(f)
	}
	return f.match(ns[0], src[0], func(g fits) bool { return g.sources(ns[1:], src[1:], then) })
}

// bind adds what n says of u: its name, the name of its value, its dtype.
func (f fits) bind(n *rulelang.Node, u *uop.UOp) (fits, bool) {
	g := fits{map[*rulelang.Var]*uop.UOp{}, map[*rulelang.Type]uop.DType{}}
	for k, v := range f.nodes {
		g.nodes[k] = v
	}
	for k, v := range f.types {
		g.types[k] = v
	}
	if d, ok := g.types[n.Type]; n.Type != nil && (ok && d != u.DType() || !n.Type.Set.Has(u.DType())) {
		return g, false
	}
	g.types[n.Type] = u.DType()
	for _, b := range []struct {
		v *rulelang.Var
		u *uop.UOp
	}{{n.Var, u}, {n.Val, u.Konst()}} {
		if have, ok := g.nodes[b.v]; b.v != nil && ok && have != b.u {
			return g, false
		}
		g.nodes[b.v] = b.u
	}
	return g, true
}

// isLit compares a constant with the few literals that the rules without guards have.
func isLit(l *rulelang.Lit, k *uop.UOp) bool {
	g, d := k.Graph(), k.DType()
	switch l.Kind {
	case rulelang.LitZero, rulelang.LitFalse:
		return k.Bits() == 0
	case rulelang.LitOne, rulelang.LitTrue:
		return k.Bits() == rewrite.One(d)
	case rulelang.LitOnes:
		return k.Bits() == rewrite.Ones(d)
	case rulelang.LitNegZero:
		return k.Bits() == rewrite.NegZero(d)
	}
	var v float64
	if _, err := fmt.Sscan(l.Text, &v); err != nil {
		panic(err)
	}
	switch lo, hi := uop.DTypeRange(d); {
	case d == uop.F32:
		return k == g.F32(float32(v))
	case d == uop.F64:
		return k == g.F64(v)
	case uop.Wide64(int64(v)).Less(lo) || hi.Less(uop.Wide64(int64(v))):
		return false
	}
	return k == g.Int(d, int64(v))
}

func orders(n int, try func([]int) bool) bool {
	var grow func(p []int) bool
	grow = func(p []int) bool {
		if len(p) == n {
			return try(p)
		}
		for i := range n {
			used := false
			for _, j := range p {
				used = used || i == j
			}
			if !used && grow(append(p[:len(p):len(p)], i)) {
				return true
			}
		}
		return false
	}
	return grow(nil)
}

// TestOracle: on random nodes the compiled rules fire where the plain matcher says they fit.
func TestOracle(t *testing.T) {
	m := rewrite.FromCompiled(testrules.TestRules)
	rules := load(t, "test.rules").Sets[0].Rules
	rng := rand.New(rand.NewPCG(1, 2))
	fired := make([]int, len(rules))
	tried := 0
	for range 200 {
		g := uop.NewGraph()
		pool := leaves(g)
		for range 200 {
			u := randomNode(g, rng, pool)
			if u == nil {
				continue
			}
			pool = append(pool, u)
			for num, r := range rules {
				if r.Guard != nil || r.Call != nil {
					continue
				}
				tried++
				want := fits{}.match(r.Find, u, func(fits) bool { return true })
				_, got := m.Match(g, rewrite.None{}, u, num)
				v, _ := m.Match(g, rewrite.None{}, u, num)
				if have := v != nil && got == num; have != want {
					t.Fatalf("rule %d, %s, on %v: fires %v, should %v", num, r.Name, u, have, want)
				}
				if want {
					fired[num]++
				}
			}
		}
	}
	t.Logf("%d pairs of rule and node", tried)
	for num, r := range rules {
		if r.Guard == nil && r.Call == nil && fired[num] == 0 {
			t.Logf("rule %d, %s, never fired", num, r.Name)
		}
	}
}

func leaves(g *uop.Graph) (out []*uop.UOp) {
	for i, d := range []uop.DType{uop.Bool, uop.I8, uop.I32, uop.U32, uop.F32, uop.F64, uop.Index} {
		x := g.Make(uop.OpParam, uop.ParamArg(d, i, "p"))
		out = append(out, x, g.Const(d, 0), g.Const(d, rewrite.One(d)))
		switch {
		case d.IsFloat():
			out = append(out, g.Const(d, rewrite.NegZero(d)))
		case d != uop.Bool:
			for _, v := range []int64{-1, 4, 5, 7} {
				out = append(out, g.Int(d, v))
			}
		}
		out = append(out, g.Broadcast(x, uop.Ints(2, 1)), rewrite.Like(g, g.Broadcast(x, uop.Ints(2, 1)), d, rewrite.One(d)))
	}
	return append(out, g.F32(0.5), g.F64(0.5))
}

// randomNode makes an ALU node of fitting sources, or gives nil.
func randomNode(g *uop.Graph, rng *rand.Rand, pool []*uop.UOp) (u *uop.UOp) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*uop.Error); !ok {
				panic(e)
			}
			u = nil
		}
	}()
	op := uop.OpNeg + uop.Op(rng.IntN(int(uop.OpFma-uop.OpNeg)+1))
	a := pool[rng.IntN(len(pool))]
	same := func() *uop.UOp {
		for range 50 {
			if b := pool[rng.IntN(len(pool))]; b.DType() == a.DType() && b.Shape().Equal(a.Shape()) {
				return b
			}
		}
		return a
	}
	switch {
	case op == uop.OpCast:
		return g.Cast(a, []uop.DType{uop.Bool, uop.I8, uop.I32, uop.F32, uop.F64}[rng.IntN(5)])
	case op == uop.OpBitcast:
		return nil
	case op == uop.OpWhere:
		c := g.Bin(uop.OpCmpne, same(), same())
		return g.Where(c, same(), same())
	case op.Arity() == 1:
		return g.Make(op, uop.Arg{}, a)
	case op.Arity() == 2:
		return g.Bin(op, same(), same())
	}
	return g.Make(op, uop.Arg{}, same(), same(), same())
}

// BenchmarkMatch asks the test rules about random nodes.
func BenchmarkMatch(b *testing.B) {
	m := rewrite.FromCompiled(testrules.TestRules)
	rng := rand.New(rand.NewPCG(1, 2))
	g := uop.NewGraph()
	pool := leaves(g)
	for len(pool) < 2000 {
		if u := randomNode(g, rng, pool); u != nil {
			if v, _ := m.Match(g, rewrite.None{}, u, 0); v == nil { // what fits makes nodes: not measured here
				pool = append(pool, u)
			}
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		m.Match(g, rewrite.None{}, pool[i%len(pool)], 0)
	}
}
