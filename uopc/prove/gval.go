package prove

import (
	"fmt"
	"math/big"

	"github.com/uopc/uopc/uopc/uop"
)

// gval is an exact integer of a guard: a signed bit vector wide enough that nothing wraps, or an
// integer, with bits 0.
type gval struct {
	term string
	bits int
}

// maxGuardBits bounds the width of a guard's integers.
const maxGuardBits = 2048

func (e *encoder) named(bits int, term string) gval {
	if bits > maxGuardBits {
		fail(noModelf("a guard's integers take more than %d bits", maxGuardBits))
	}
	if !e.bits {
		return gval{e.s.define("g", "Int", term), 0}
	}
	return gval{e.s.define("g", fmt.Sprintf("(_ BitVec %d)", bits), term), bits}
}

// exact gives the value of a term of the dtype as a guard sees it.
func (e *encoder) exact(r rep, term string) gval {
	switch {
	case r.form == asFP:
		fail(noModelf("a guard takes a float for an integer"))
	case r.form == asBool && e.bits:
		return e.named(2, fmt.Sprintf("(ite %s (_ bv1 2) (_ bv0 2))", term))
	case r.form == asBool:
		return e.named(0, fmt.Sprintf("(ite %s 1 0)", term))
	case r.form == asInt:
		return gval{term, 0}
	case r.signed:
		return gval{term, r.bits}
	}
	return e.named(r.bits+1, fmt.Sprintf("((_ zero_extend 1) %s)", term))
}

func (e *encoder) lit(v *big.Int) gval {
	if !e.bits {
		return gval{integer(v), 0}
	}
	n := v.BitLen() + 1
	return gval{bv(v, n), n}
}

func (v gval) to(bits int) string { return resize(v.term, v.bits, bits, true) }

// both brings two integers to one width, with some bits to spare.
func both(a, b gval, spare int) (x, y string, bits int) {
	if a.bits == 0 {
		return a.term, b.term, 0
	}
	n := max(a.bits, b.bits) + spare
	return a.to(n), b.to(n), n
}

func (e *encoder) fn(ints, vecs string) string {
	if e.bits {
		return vecs
	}
	return ints
}

func (e *encoder) addG(a, b gval) gval {
	x, y, n := both(a, b, 1)
	return e.named(n, fmt.Sprintf("(%s %s %s)", e.fn("+", "bvadd"), x, y))
}

func (e *encoder) negG(a gval) gval {
	x, _, n := both(a, a, 1)
	return e.named(n, fmt.Sprintf("(%s %s)", e.fn("-", "bvneg"), x))
}

func (e *encoder) mulG(a, b gval) gval {
	x, y, n := both(a, b, min(a.bits, b.bits))
	g := e.named(n, fmt.Sprintf("(%s %s %s)", e.fn("*", "bvmul"), x, y))
	if h := e.s.hints; h != nil {
		h.defs[g.term] = made{uop.OpMul, []string{x, y}}
	}
	return g
}

// divG is // and modG is %, total as the ops are.
func (e *encoder) divG(a, b gval) gval {
	x, y, n := both(a, b, 1)
	if n == 0 {
		return gval{e.s.floorDiv(x, y), 0}
	}
	r := rep{form: asBV, bits: n, signed: true}
	return e.named(n, bvDiv(e.s, r, []string{e.named(n, x).term, e.named(n, y).term}))
}

func (e *encoder) modG(a, b gval) gval {
	x, y, n := both(a, b, 1)
	if n == 0 {
		return gval{e.s.floorMod(x, y), 0}
	}
	return e.named(n, bvMod(e.s, rep{form: asBV, bits: n, signed: true}, []string{x, y}))
}

var compares = map[string][2]string{
	"==": {"=", "="}, "!=": {"distinct", "distinct"},
	"<": {"<", "bvslt"}, "<=": {"<=", "bvsle"}, ">": {">", "bvsgt"}, ">=": {">=", "bvsge"},
}

func (e *encoder) compare(op string, a, b gval) string {
	x, y, _ := both(a, b, 0)
	f := compares[op]
	return fmt.Sprintf("(%s %s %s)", e.fn(f[0], f[1]), x, y)
}

func (e *encoder) ite(cond string, a, b gval) gval {
	x, y, n := both(a, b, 0)
	return e.named(n, fmt.Sprintf("(ite %s %s %s)", cond, x, y))
}

// gcdG only says that it divides both, so that a rule may not rely on more.
func (e *encoder) gcdG(a, b gval) gval {
	n := max(a.bits, b.bits) + 1
	fresh := func(bits int) gval {
		sort := "Int"
		if e.bits {
			sort = fmt.Sprintf("(_ BitVec %d)", bits)
		}
		return gval{e.s.declare("d", sort), bits * len(e.fn("", "x"))}
	}
	g := fresh(n)
	zero := e.lit(new(big.Int))
	e.s.assert("(or %s (and %s %s %s))", e.compare(">", g, zero),
		e.compare("==", g, zero), e.compare("==", a, zero), e.compare("==", b, zero))
	for _, v := range []gval{a, b} {
		e.s.assert("%s", e.compare("==", e.mulG(g, fresh(n)), v))
	}
	return g
}
