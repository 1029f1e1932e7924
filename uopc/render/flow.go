package render

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// A flow is a body with what its statements need, by number: conditions are tried by the hundred.
type flow struct {
	body []Stmt
	at   map[*uop.UOp]int // the Lets
	uses [][]int          // by statement
	late []bool           // LOADs that a STORE before them may have changed
	ret  int              // the Let of the value that the body is there for, beside its stores; -1 for none
}

func newFlow(body []Stmt, ret *uop.UOp) *flow {
	f := &flow{body: body, at: map[*uop.UOp]int{}, uses: make([][]int, len(body)), late: make([]bool, len(body)), ret: -1}
	var stores []*uop.UOp
	for i := range body {
		for _, o := range operands(body[i].Node) {
			if j, ok := f.at[o]; ok {
				f.uses[i] = append(f.uses[i], j)
			}
		}
		switch u := body[i].Node; {
		case body[i].Kind == Store:
			stores = append(stores, u.Src()[0])
		case body[i].Kind != Let:
			continue
		case u.Op() == uop.OpLoad:
			f.late[i] = slices.ContainsFunc(stores, func(st *uop.UOp) bool { return mayAlias(st, u.Src()[0]) })
			fallthrough
		default:
			f.at[u] = i
		}
	}
	if i, ok := f.at[ret]; ok {
		f.ret = i
	}
	return f
}

// test marks the statements that cond needs, in the short body of x if that is not nil.
func (f *flow) test(cond *uop.UOp, x *split) []bool {
	live := make([]bool, len(f.body))
	live[f.at[cond]] = true
	f.spread(live, x)
	return live
}

// stale tells whether a marked LOAD stands after a STORE to what may be its place: a test runs before
// all stores.
func (f *flow) stale(marked []bool) bool {
	for i, late := range f.late {
		if late && marked[i] {
			return true
		}
	}
	return false
}

// short marks what is left in the short body of x.
func (f *flow) short(x *split) []bool {
	live := make([]bool, len(f.body))
	for i := range f.body {
		live[i] = f.body[i].Kind == Store || i == f.ret
	}
	f.spread(live, x)
	return live
}

// spread marks what the marked statements need; in a short body a WHERE on the condition needs one
// arm, and what is known there needs nothing.
func (f *flow) spread(live []bool, x *split) {
	for i := len(f.body) - 1; i >= 0; i-- { // sources stand before their users
		if !live[i] {
			continue
		}
		u := f.body[i].Node
		if x.knows(u) {
			live[i] = false
			continue
		}
		if arm := x.arm(u); arm != nil {
			if j, ok := f.at[arm]; ok {
				live[j] = true
			}
			continue
		}
		for _, j := range f.uses[i] {
			live[j] = true
		}
	}
}

// only gives the statements that are in a and not in b; b may be nil.
func (f *flow) only(a, b []bool) (out []Stmt) {
	for i, in := range a {
		if in && (b == nil || !b[i]) {
			out = append(out, f.body[i])
		}
	}
	return out
}
