package render

import (
	"maps"
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// What makes it worth while to have a loop twice. Both arms of a WHERE must compute something, or one
// is a special case, such as an overflow, and not the common one; and the longer arm must be so much
// longer that nobody writes that for both to be common.
const (
	minSaved  = 40  // operations
	armRatio  = 3   // the longer arm to the shorter one
	minArm    = 2   // sums, products and quotients of floats in the shorter arm
	testShare = 0.2 // of what is saved, the most that the test may cost
	maxChain  = 32  // splits of short bodies, each of which Go tests inside the one before
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
	known map[*uop.UOp]uint64 // what the short body's arms make constant

	inner *split // of the short body, if that has one
	outer *split // whose short body this splits
}

// chain lists x and the splits inside of it.
func (x *split) chain() (out []*split) {
	for ; x != nil; x = x.inner {
		out = append(out, x)
	}
	return out
}

// splitLoops finds the split of each innermost loop of independent iterations, if it has one.
func (p *Program) splitLoops() {
	walkStmts(p.Body, func(s *Stmt, _ int) {
		if s.Kind == Loop && independent(s) {
			if n, ok := s.Node.Src()[0].Vmax().Int64(); !ok || n >= blockSize {
				s.split = p.bestSplit(s.Body, nil, nil, choices(s.Body))
			}
		}
	})
}

// splitWhole finds the split of a kernel without loops.
func (p *Program) splitWhole() *split {
	for i := range p.Body {
		if p.Body[i].Kind == Loop {
			return nil
		}
	}
	return p.bestSplit(p.Body, p.Ret, nil, choices(p.Body))
}

// bestSplit takes the condition that saves most. The body is there for its stores, and for ret if
// that is not nil; it may be the short one of another split, and conds those that were good before.
func (p *Program) bestSplit(body []Stmt, ret *uop.UOp, outer *split, conds []*uop.UOp) (best *split) {
	var good []*uop.UOp
	f := newFlow(body, ret)
	least := float64(minSaved)
	for _, cond := range conds {
		if _, ok := f.at[cond]; !ok {
			continue // an outer split has done with it
		}
		ok := false
		for value := range uint64(2) {
			x := &split{cond: cond, value: value, known: map[*uop.UOp]uint64{}, outer: outer}
			saved := p.try(x, f)
			ok = ok || saved >= minSaved
			if saved >= least {
				best, least = x, saved
			}
		}
		if ok {
			good = append(good, cond)
		}
	}
	if best != nil && best.depth() < maxChain {
		good = slices.DeleteFunc(good, func(u *uop.UOp) bool { return u == best.cond })
		p.learn(best)
		best.inner = p.bestSplit(best.short, ret, best, good)
		p.forget(best)
	}
	return best
}

// choices lists the conditions of the WHEREs that are computed in the body too.
func choices(body []Stmt) (conds []*uop.UOp) {
	lets := plus(nil, body)
	for i := range body {
		if u := body[i].Node; u.Op() == uop.OpWhere && lets[u.Src()[0]] {
			conds = append(conds, u.Src()[0])
			delete(lets, u.Src()[0]) // it is listed once
		}
	}
	return conds
}

// try fills x, and gives what it saves; 0 if it is not to be.
func (p *Program) try(x *split, f *flow) float64 {
	test, short := f.test(x.cond, x.outer), f.short(x)
	other := *x
	other.value ^= 1
	long := f.short(&other)
	arm, saved := f.only(short, long), weights(f.only(long, short))
	if saved < minSaved || arithmetic(arm) < minArm || saved < armRatio*weights(arm) || weights(f.only(test, nil)) > testShare*saved {
		return 0
	}
	x.test = f.only(test, nil)
	x.short = f.only(short, nil)
	p.foldShort(f, x)
	return saved
}

func (x *split) depth() (n int) {
	for ; x != nil; x = x.outer {
		n++
	}
	return n
}

// arithmetic counts sums, products and quotients of floats.
func arithmetic(body []Stmt) (n int) {
	for i := range body {
		switch u := body[i].Node; u.Op() {
		case uop.OpAdd, uop.OpMul, uop.OpFdiv, uop.OpFma:
			if u.DType().IsFloat() {
				n++
			}
		}
	}
	return n
}

func weights(body []Stmt) (sum float64) {
	for i := range body {
		if s := &body[i]; s.Kind == Let {
			sum += weight(s.Node)
		}
	}
	return sum
}

// foldShort computes what is constant in the short body alone, and drops it there with what only it
// needs.
func (p *Program) foldShort(f *flow, x *split) {
	for _, t := range x.short {
		if u := t.Node; t.Kind == Let && u.Op().IsALU() {
			if arm := x.arm(u); arm == nil {
				p.foldNode(u)
			} else if bits, ok := p.constant(arm); ok {
				p.consts[u] = bits
			}
			if bits, ok := p.consts[u]; ok {
				x.known[u] = bits
			}
		}
	}
	x.short = f.only(f.short(x), nil)
	p.forget(x)
}

func (p *Program) constant(u *uop.UOp) (bits uint64, ok bool) {
	if u.IsConst() {
		return u.Bits(), true
	}
	bits, ok = p.consts[u]
	return bits, ok
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
	for ; x != nil; x = x.outer {
		if _, ok := x.known[u]; ok {
			return true
		}
	}
	return false
}

// arm gives what stands for a WHERE on a condition of x, or of a split around it, and nil for all else.
func (x *split) arm(u *uop.UOp) *uop.UOp {
	for ; x != nil && u.Op() == uop.OpWhere; x = x.outer {
		switch {
		case u.Src()[0] != x.cond:
		case x.value != 0:
			return u.Src()[1]
		default:
			return u.Src()[2]
		}
	}
	return nil
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
