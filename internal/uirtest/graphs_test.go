package uirtest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/uop"
)

var makers = map[string]func(*rand.Rand, *uop.Graph, int) *uop.UOp{
	"Random": uirtest.Random, "RandomScalar": uirtest.RandomScalar,
}

// TestSeedNamesGraph makes each graph twice.
func TestSeedNamesGraph(t *testing.T) {
	for name, make := range makers {
		for seed := range uint64(200) {
			one := make(rand.New(rand.NewPCG(seed, 0)), uop.NewGraph(), 30)
			two := make(rand.New(rand.NewPCG(seed, 0)), uop.NewGraph(), 30)
			if one.Hash() != two.Hash() || len(uop.Topo(one)) != len(uop.Topo(two)) {
				t.Fatalf("%s: seed %d gave two graphs", name, seed)
			}
		}
	}
}

// TestScalarCovers checks what RandomScalar promises: scalars only, every elementwise op, every
// dtype but index, every special value.
func TestScalarCovers(t *testing.T) {
	ops := map[uop.Op]bool{}
	params := map[uop.DType]bool{}
	values := map[uop.Arg]bool{}
	for seed := range uint64(3000) {
		u := uirtest.RandomScalar(rand.New(rand.NewPCG(seed, 0)), uop.NewGraph(), 30)
		for _, n := range uop.Topo(u) {
			ops[n.Op()] = true
			switch {
			case len(n.Shape()) > 0 || n.DType() == uop.Index:
				t.Fatalf("seed %d: a %v of %v%v", seed, n.Op(), n.DType(), n.Shape())
			case n.Op() == uop.OpParam:
				params[n.DType()] = true
			case n.IsConst():
				values[n.Arg()] = true
			}
		}
	}
	for op := range uop.NumOps {
		if op.IsALU() && !ops[op] {
			t.Errorf("no program has a %v", op)
		}
	}
	g := uop.NewGraph()
	for _, d := range uop.ValueDTypes() {
		if d == uop.Index {
			continue
		}
		if !params[d] {
			t.Errorf("no program has a PARAM of %v", d)
		}
		for _, bits := range uirtest.Specials(d) {
			if c := g.Const(d, bits); !values[c.Arg()] {
				t.Errorf("no program has the %v of bits %#x", d, c.Bits())
			}
		}
	}
}
