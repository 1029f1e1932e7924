package prove

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// samples is the number of inputs that a rule on floats is tried on when it is proved in small
// formats only.
const samples = 200_000

// sample computes both sides of a rule by the contract, on inputs of the dtype itself. Its guard may
// ask only for dtypes, and what a predicate in Go says counts as true. A difference is a *refuted error. It tells whether the rule could be computed.
func sample(r *rulelang.Rule, a *assign) (bool, error) {
	q, err := newEncoder(r, a, &chooser{}).encode()
	if err != nil || !free(r.Guard) {
		return false, nil
	}
	rng := rand.New(rand.NewPCG(1, 2))
	ev := &evaluator{e: q.enc, in: map[string]uint64{}, real: true}
	d := q.enc.rep(r.Find.Type).d
	for i := range samples {
		for k, in := range q.enc.inputs {
			ev.in[in.term] = draw(rng, in.rep, i, k)
		}
		left, right := ev.node(r.Find), ev.made(r.Make)
		if !ev.real {
			return false, nil
		}
		if !contract.Same(d, left, right) {
			var parts []string
			for _, in := range q.enc.inputs {
				parts = append(parts, in.label+"="+show(in.rep.d, ev.in[in.term]))
			}
			return true, &refuted{fmt.Sprintf("%s: %s: left=%s, right=%s", a, strings.Join(parts, ", "), show(d, left), show(d, right))}
		}
	}
	return true, nil
}

// free tells whether a guard says nothing about values.
func free(x *rulelang.Expr) bool {
	switch {
	case x == nil || x.Kind == rulelang.ExprGo:
		return true
	case x.Kind == rulelang.ExprFn:
		return x.Text == "is" || x.Text == "exact"
	}
	return x.Kind == rulelang.ExprOp && x.Text == "&&" && !slices.ContainsFunc(x.Args, func(a *rulelang.Expr) bool { return !free(a) })
}

// draw gives a value: every special one with every other at first, then any bits, or bits of few
// exponents, so that sums meet.
func draw(rng *rand.Rand, r rep, i, k int) uint64 {
	const specials = 24
	if r.form == asFP && i < specials*specials*specials {
		for range k {
			i /= specials
		}
		return floatEdge(r.d, i)
	}
	bits := rng.Uint64()
	if r.form == asFP && i%2 == 0 {
		low := uint64(1)<<(r.sb-1) - 1
		bits = bits&(low|1<<(r.bits-1)) | (uint64(1)<<(r.eb-1)+bits>>7%64)<<(r.sb-1)
	}
	return contract.Canon(r.d, bits)
}
