package render

import (
	"maps"

	"github.com/uopc/uopc/uopc/uop"
)

// blockSize is how many iterations are tested at a time in C. It holds a few of the longest rounds
// that clang makes of a loop, and is short enough that one rare element slows few others.
const blockSize = 64

// A split is a loop's body for the case that a condition has one of its values: an arm of a WHERE on
// which most of the work hangs is not needed then. Elementary functions have such arms, for large
// arguments. Iterations for which the condition has the other value take the whole body.
type split struct {
	cond  *uop.UOp
	value uint64 // of cond, in the shorter body
	test  []Stmt // what computes cond
	short []Stmt
	known map[*uop.UOp]uint64 // what its arms make constant in the short body

	inner *split // of the short body, if that has one
	outer *split // whose short body this splits

	// With those of all outer splits: what conditions are assumed to be, and what is constant.
	assumed, constant map[*uop.UOp]uint64
}

func newSplit(cond *uop.UOp, value uint64, outer *split) *split {
	x := &split{cond: cond, value: value, outer: outer, known: map[*uop.UOp]uint64{},
		assumed: map[*uop.UOp]uint64{}, constant: map[*uop.UOp]uint64{}}
	if outer != nil {
		maps.Copy(x.assumed, outer.assumed)
		maps.Copy(x.constant, outer.constant)
	}
	x.assumed[cond] = value
	return x
}

// chain lists x and the splits inside of it.
func (x *split) chain() (out []*split) {
	for ; x != nil; x = x.inner {
		out = append(out, x)
	}
	return out
}

// learn lets the constants of the short body hold, until forget.
func (p *Program) learn(x *split) { maps.Copy(p.consts, x.known) }

func (p *Program) forget(x *split) {
	for u := range x.known {
		delete(p.consts, u)
	}
}

// knows tells whether u is constant in the short body of x.
func (x *split) knows(u *uop.UOp) bool {
	if x == nil {
		return false
	}
	_, ok := x.constant[u]
	return ok
}

// arm gives what stands for a WHERE on a condition of x, or of a split around it, and nil for all else.
func (x *split) arm(u *uop.UOp) *uop.UOp {
	if x == nil || u.Op() != uop.OpWhere {
		return nil
	}
	value, ok := x.assumed[u.Src()[0]]
	switch {
	case !ok:
		return nil
	case value != 0:
		return u.Src()[1]
	}
	return u.Src()[2]
}

// rest gives the statements of body that are not done.
func rest(body []Stmt, done map[*uop.UOp]bool) (out []Stmt) {
	for _, s := range body {
		if !done[s.Node] {
			out = append(out, s)
		}
	}
	return out
}

// plus is done with the statements of body.
func plus(done map[*uop.UOp]bool, body []Stmt) map[*uop.UOp]bool {
	all := maps.Clone(done)
	if all == nil {
		all = map[*uop.UOp]bool{}
	}
	for i := range body {
		all[body[i].Node] = true
	}
	return all
}
