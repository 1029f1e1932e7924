package simptest

import (
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// formTest runs a check of the form of the result over programs of every sweep.
func formTest(t *testing.T, perSweep int, f func(u *uop.UOp, r *rand.Rand) *failure) (n int) {
	t.Helper()
	seed := seedOf(t)
	for k := range sweeps {
		s := &sweeps[k]
		for i := range scaled(t, perSweep) {
			u := s.program(seed, i+1<<32) // others than those of the sweep itself
			try := func(v *uop.UOp) *failure { return f(v, newRand(seed, uint64(i))) }
			if bad := try(u); bad != nil {
				bad.shrink(try)
				t.Errorf("%s, program %d: %v", s.name, i, bad)
				break
			}
			n++
		}
	}
	return n
}

// idempotent tells where simplifying twice is not simplifying once.
func idempotent(u *uop.UOp, simplify simplifier) *failure {
	v, fired, err := simplify(u)
	if err != nil {
		return &failure{before: u, kind: "error", what: err.Error(), fired: fired}
	}
	w, again, err := simplify(v)
	switch {
	case err != nil:
		return &failure{before: u, after: v, kind: "error", what: "the second time: " + err.Error(), fired: again}
	case w != v:
		return &failure{before: u, after: v, kind: "idempotent", what: "again it becomes " + show(w), fired: again}
	}
	return nil
}

// TestIdempotent: simplify(simplify(u)) is simplify(u).
func TestIdempotent(t *testing.T) {
	n := formTest(t, 4000, func(u *uop.UOp, _ *rand.Rand) *failure { return idempotent(u, strict) })
	t.Logf("%d programs simplified twice", n)
}

// orders is in how many orders of creation a program is simplified.
const orders = 4

// shuffled tells where the order in which nodes were made shows in the result.
func shuffled(u *uop.UOp, r *rand.Rand, simplify simplifier) *failure {
	v, fired, err := simplify(u)
	if err != nil {
		return &failure{before: u, kind: "error", what: err.Error(), fired: fired}
	}
	for range orders {
		g := uop.NewGraph()
		w, _, err := simplify(copyTo(g, u, randomOrder(u, r), r))
		if err != nil {
			return &failure{before: u, kind: "error", what: "made in another order: " + err.Error(), fired: fired}
		}
		if w.Hash() != v.Hash() {
			return &failure{before: u, after: v, kind: "order", what: "made in another order it becomes " + show(w), fired: fired}
		}
	}
	return nil
}

// TestShuffled: one program made in several orders becomes one structure.
func TestShuffled(t *testing.T) {
	n := formTest(t, 1500, func(u *uop.UOp, r *rand.Rand) *failure { return shuffled(u, r, strict) })
	t.Logf("%d programs in %d orders each", n, orders)
}

// randomOrder lists the nodes of a program in a random order that has each after its sources.
func randomOrder(root *uop.UOp, r *rand.Rand) (out []*uop.UOp) {
	users, missing := map[*uop.UOp][]*uop.UOp{}, map[*uop.UOp]int{}
	var ready []*uop.UOp
	for _, u := range uop.Topo(root) {
		missing[u] = len(u.Src())
		for _, s := range u.Src() {
			users[s] = append(users[s], u)
		}
		if len(u.Src()) == 0 {
			ready = append(ready, u)
		}
	}
	for len(ready) > 0 {
		k := r.IntN(len(ready))
		u := ready[k]
		ready = append(ready[:k], ready[k+1:]...)
		out = append(out, u)
		for _, v := range users[u] {
			if missing[v]--; missing[v] == 0 {
				ready = append(ready, v)
			}
		}
	}
	return out
}

// copyTo makes a program anew in another graph, in the order given, among nodes that nothing uses.
func copyTo(g *uop.Graph, root *uop.UOp, order []*uop.UOp, r *rand.Rand) *uop.UOp {
	done := map[*uop.UOp]*uop.UOp{}
	for _, u := range order {
		src := make([]*uop.UOp, len(u.Src()))
		for i, s := range u.Src() {
			src[i] = done[s]
		}
		v := g.Make(u.Op(), u.Arg(), src...)
		if done[u] = v; r.IntN(4) == 0 && v.DType().IsInt() {
			g.Add(v, g.Int(v.DType(), int64(r.IntN(9))))
		}
	}
	return done[root]
}

// TestReversed tries the rules in the opposite order of priority: the values must be right, the
// forms may differ, and it says how many do.
func TestReversed(t *testing.T) {
	if reversed == nil {
		t.Skip("there is no simplifier with the rules reversed")
	}
	seed := seedOf(t)
	for k := range sweeps {
		s := &sweeps[k]
		other, n := 0, scaled(t, s.programs/3)
		f := s.run(t, seed, n, func(u *uop.UOp) (*uop.UOp, map[string]int, error) {
			v, err := reversed(u)
			if err != nil {
				return nil, nil, err
			}
			w, _, err := strict(u)
			if err == nil && w != v {
				other++
			}
			return v, nil, err
		})
		if f != nil {
			t.Errorf("%s, program %d: %v", s.name, f.number, f)
		}
		t.Logf("%s: %d of %d programs have another form than with the usual order", s.name, other, n)
	}
}

// reversed simplifies with the last rule first. Nil is none.
var reversed func(*uop.UOp) (*uop.UOp, error)
