package lower

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// expansions are the elementwise ops that no machine has, as graphs of those that all have. They
// give the same bits: for f32 because both are correctly rounded, for f64 because the contract does
// the same operations.
var expansions = map[uop.Op]func(x *uop.UOp) *uop.UOp{
	uop.OpExp2: libm.Exp2, uop.OpLog2: libm.Log2, uop.OpSin: libm.Sin,
}

// item is one element of a value: the node and the position, as the number of an index list.
type item struct {
	u   *uop.UOp
	idx int
}

// lowerer holds one lowering.
type lowerer struct {
	g      *uop.Graph
	axes   int // next free axis number
	allocs int // next free ALLOC slot

	lists   [][]*uop.UOp // index lists by number; 0 is the empty one
	listNum map[string]int

	memo    map[item]*uop.UOp
	effects map[*uop.UOp]*uop.UOp // tensor-level effect -> loop-level effect
	places  map[*uop.UOp]*uop.UOp // tensor-level place -> loop-level place
	busy    map[*uop.UOp]bool     // effects being lowered, to find cycles
	users   map[*uop.UOp][]user   // tensor LOAD -> what its elements go into
	parent  map[*uop.UOp]*uop.UOp // effect -> the END or SINK that holds it

	level    map[*uop.UOp]int // nesting depth of REDUCEs and STOREs below a node
	groups   map[string][]*uop.UOp
	reducing map[*uop.UOp]bool     // REDUCEs being lowered, to find cycles
	ends     map[*uop.UOp]*uop.UOp // REDUCE to a scalar -> the last effect of its loops
}

func newLowerer(body *uop.UOp) *lowerer {
	l := &lowerer{g: body.Graph(), listNum: map[string]int{"": 0}, lists: [][]*uop.UOp{nil},
		memo: map[item]*uop.UOp{}, effects: map[*uop.UOp]*uop.UOp{}, places: map[*uop.UOp]*uop.UOp{},
		busy: map[*uop.UOp]bool{}, level: map[*uop.UOp]int{}, groups: map[string][]*uop.UOp{},
		reducing: map[*uop.UOp]bool{}, ends: map[*uop.UOp]*uop.UOp{}}
	for _, u := range uop.Topo(body) {
		switch u.Op() {
		case uop.OpRange:
			l.axes = max(l.axes, u.X().Axis+1)
		case uop.OpAlloc:
			l.allocs = max(l.allocs, u.X().Slot+1)
		}
		for _, s := range u.Src() {
			l.level[u] = max(l.level[u], l.level[s])
		}
		if u.Op() == uop.OpReduce {
			if len(u.Shape()) == 0 && len(u.Open()) == 0 {
				key := l.groupKey(u)
				l.groups[key] = append(l.groups[key], u)
			}
			l.level[u]++
		}
		if u.Op() == uop.OpStore {
			l.level[u]++ // what is read after it may not be read in one loop with what is read before
		}
	}
	l.users, l.parent = tensorUsers(body), parents(body)
	return l
}

// list gives the number of an index list.
func (l *lowerer) list(idx []*uop.UOp) int {
	if len(idx) == 0 {
		return 0
	}
	var b strings.Builder
	for _, u := range idx {
		fmt.Fprintf(&b, "%d,", u.ID())
	}
	n, ok := l.listNum[b.String()]
	if !ok {
		n = len(l.lists)
		l.lists = append(l.lists, idx)
		l.listNum[b.String()] = n
	}
	return n
}

func (l *lowerer) root(body *uop.UOp) *uop.UOp {
	if body.Space() == uop.ALU {
		return l.at(body, nil)
	}
	return l.effect(body)
}

// at gives the scalar node for the element of u at idx. It keeps its own stack, so that a long
// chain of elementwise ops is no deeper than a short one; only REDUCE and memory recurse.
func (l *lowerer) at(u *uop.UOp, idx []*uop.UOp) *uop.UOp {
	start := item{u, l.list(idx)}
	stack := []item{start}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		if l.memo[it] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		deps := l.deps(it.u, l.lists[it.idx])
		ready := true
		for i := len(deps) - 1; i >= 0; i-- {
			if l.memo[deps[i]] == nil {
				stack = append(stack, deps[i])
				ready = false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		vals := make([]*uop.UOp, len(deps))
		for i, d := range deps {
			vals[i] = l.memo[d]
		}
		l.memo[it] = l.element(it.u, l.lists[it.idx], vals)
	}
	return l.memo[start]
}

// deps gives the elements that the element of u at idx is made from.
func (l *lowerer) deps(u *uop.UOp, idx []*uop.UOp) []item {
	switch {
	case u.Op().IsALU():
		n := l.list(idx)
		out := make([]item, len(u.Src()))
		for i, s := range u.Src() {
			out[i] = item{s, n}
		}
		return out
	case u.Op().Class() == uop.ClassMove:
		return []item{{u.Src()[0], l.list(l.moved(u, idx))}}
	}
	switch u.Op() {
	case uop.OpRange:
		return []item{{u.Src()[0], 0}}
	case uop.OpIndex:
		if len(u.Src()) == 1 {
			return []item{{u.Src()[0], l.list(idx)}}
		}
		out := make([]item, 0, len(u.Src())-1)
		for _, s := range u.Src()[1:] {
			out = append(out, item{s, 0})
		}
		return out
	case uop.OpStack:
		if len(idx) > 0 && idx[0].IsConst() {
			return []item{{u.Src()[idx[0].Bits()], l.list(idx[1:])}}
		}
		out := make([]item, len(u.Src()))
		for i, s := range u.Src() {
			out[i] = item{s, l.list(idx[1:])}
		}
		return out
	}
	return nil
}

// element makes the scalar node from the elements that deps named.
func (l *lowerer) element(u *uop.UOp, idx, vals []*uop.UOp) *uop.UOp {
	g := l.g
	switch {
	case expansions[u.Op()] != nil:
		return expansions[u.Op()](vals[0])
	case u.Op().IsALU():
		return g.Make(u.Op(), u.Arg(), vals...)
	case u.Op() == uop.OpPad:
		return l.padded(u, idx, vals[0])
	case u.Op().Class() == uop.ClassMove:
		return vals[0]
	}
	switch u.Op() {
	case uop.OpConst:
		return u
	case uop.OpParam:
		if len(idx) > 0 {
			refuse("PARAM %s is a value with shape %v; a kernel takes scalars and places in memory", u.X().Name, u.Shape())
		}
		return u
	case uop.OpRange:
		return g.With(u, vals...)
	case uop.OpIndex:
		if len(u.Src()) == 1 {
			return vals[0]
		}
		return l.at(u.Src()[0], append(append([]*uop.UOp{}, vals...), idx...))
	case uop.OpStack:
		return l.picked(vals, idx)
	case uop.OpLoad:
		return g.Make(uop.OpLoad, uop.Arg{}, l.index(u.Src()[0], idx))
	case uop.OpReduce:
		return l.reduce(u, idx)
	}
	refuse("%s cannot be lowered", u.Op())
	return nil
}

// picked chooses among the elements of a STACK by a position that is not a constant.
func (l *lowerer) picked(vals, idx []*uop.UOp) *uop.UOp {
	out := vals[len(vals)-1]
	if len(vals) == 1 || idx[0].IsConst() {
		return vals[0]
	}
	for i := len(vals) - 2; i >= 0; i-- {
		here := l.g.Bin(uop.OpCmplt, idx[0], l.g.Int(idx[0].DType(), int64(i+1)))
		out = l.g.Where(here, vals[i], out)
	}
	return out
}

// index lowers an INDEX of a place and appends the element's own position.
func (l *lowerer) index(u *uop.UOp, idx []*uop.UOp) *uop.UOp {
	src := []*uop.UOp{l.place(u.Src()[0])}
	for _, s := range u.Src()[1:] {
		src = append(src, l.at(s, nil))
	}
	return l.g.Make(uop.OpIndex, uop.Arg{}, append(src, idx...)...)
}
