package render

import (
	"cmp"
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
	maxVisits = 4e7 // statements looked at in the search, some tenths of a second
)

// splitLoops finds the split of each innermost loop of independent iterations, if it has one.
func (p *Program) splitLoops() {
	walkStmts(p.Body, func(s *Stmt, _ int) {
		if s.Kind == Loop && independent(s) {
			if n, ok := s.Node.Src()[0].Vmax().Int64(); !ok || n >= blockSize {
				s.split = p.findSplit(s.Body, nil)
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
	return p.findSplit(p.Body, p.Ret)
}

// findSplit takes the conditions that save most, one after the other: each splits the short body of
// those before it. The body is there for its stores, and for ret if that is not nil.
func (p *Program) findSplit(body []Stmt, ret *uop.UOp) (first *split) {
	var last *split
	for n, c := range p.candidates(body, ret) {
		if n == maxChain {
			break
		}
		f := newFlow(body, ret)
		x := newSplit(c.cond, c.value, last)
		if _, ok := f.at[c.cond]; !ok || p.try(x, f) < minSaved || !p.fill(x, f) {
			continue // those before have done with it
		}
		if last == nil {
			first = x
		} else {
			last.inner = x
		}
		p.learn(x)
		last, body = x, x.short
	}
	for x := last; x != nil; x = x.outer {
		p.forget(x)
	}
	return first
}

type candidate struct {
	cond  *uop.UOp
	value uint64
	saved float64
}

// candidates tries all conditions on the whole body; those that save most come first.
func (p *Program) candidates(body []Stmt, ret *uop.UOp) (out []candidate) {
	f := newFlow(body, ret)
	visits := 0
	for _, cond := range choices(body) {
		var best candidate
		for value := range uint64(2) {
			if visits += 4 * len(body); visits > maxVisits {
				break
			}
			if saved := p.try(newSplit(cond, value, nil), f); saved >= max(minSaved, best.saved) {
				best = candidate{cond, value, saved}
			}
		}
		if best.cond != nil {
			out = append(out, best)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.saved, a.saved) })
	return out
}

// choices lists the conditions, computed in the body too, of the WHEREs whose arms both compute on
// floats.
func choices(body []Stmt) (conds []*uop.UOp) {
	lets := plus(nil, body)
	computes := map[*uop.UOp]bool{} // there is a sum, a product or a quotient in it, but for conditions
	for i := range body {
		u := body[i].Node
		operands := u.Src()
		if u.Op() == uop.OpWhere {
			operands = operands[1:]
			if lets[u.Src()[0]] && computes[operands[0]] && computes[operands[1]] {
				conds = append(conds, u.Src()[0])
				delete(lets, u.Src()[0]) // it is listed once
			}
		}
		computes[u] = arithmetic(body[i:i+1]) > 0 || u.Op().IsALU() && slices.ContainsFunc(operands, func(o *uop.UOp) bool { return computes[o] })
	}
	return conds
}

// try gives what x saves; 0 if it is not to be.
func (p *Program) try(x *split, f *flow) float64 {
	other := newSplit(x.cond, x.value^1, x.outer)
	short, long := f.short(x), f.short(other)
	arm, saved := f.only(short, long), weights(f.only(long, short))
	if saved < minSaved || arithmetic(arm) < minArm || saved < armRatio*weights(arm) {
		return 0
	}
	test := f.test(x.cond, x.outer)
	if weights(f.only(test, nil)) > testShare*saved || f.stale(test) || p.hazard(f, test, x.outer) {
		return 0
	}
	return saved
}

// fill makes the bodies of x. It computes what is constant in the short one alone, and drops it there
// with what only it needs.
func (p *Program) fill(x *split, f *flow) bool {
	x.test = f.only(f.test(x.cond, x.outer), nil)
	for _, t := range f.only(f.short(x), nil) {
		if u := t.Node; t.Kind == Let && u.Op().IsALU() {
			if arm := x.arm(u); arm == nil {
				p.foldNode(u)
			} else if bits, ok := p.constant(arm); ok {
				p.consts[u] = bits
			}
			if bits, ok := p.consts[u]; ok {
				x.known[u], x.constant[u] = bits, bits
			}
		}
	}
	p.forget(x)
	x.short = f.only(f.short(x), nil)
	return !x.outside()
}

func (p *Program) constant(u *uop.UOp) (bits uint64, ok bool) {
	if u.IsConst() {
		return u.Bits(), true
	}
	bits, ok = p.consts[u]
	return bits, ok
}

// hazard tells whether a test has something that only the conditions of x make safe: C computes the
// tests of a chain one after the other, whatever came out of the first.
func (p *Program) hazard(f *flow, test []bool, x *split) bool {
	assumes := make([]bool, len(f.body))
	for i := range f.body {
		u := f.body[i].Node
		if !test[i] {
			continue
		}
		assumes[i] = x.arm(u) != nil || slices.ContainsFunc(operands(u), x.knows) ||
			slices.ContainsFunc(f.uses[i], func(j int) bool { return assumes[j] })
		if assumes[i] && p.unsafe(u) {
			return true
		}
	}
	return false
}

// unsafe tells whether u is not defined in C for all operands, but for those that it can have.
func (p *Program) unsafe(u *uop.UOp) bool {
	switch u.Op() {
	case uop.OpLoad:
		return true
	case uop.OpFloordiv, uop.OpFloormod:
		return plainDivision(u)
	case uop.OpCast:
		s := u.Src()[0]
		return s.DType().IsFloat() && u.DType().IsInt() && fits(p.floats.at(s), u.DType())
	}
	return false
}

// outside tells whether the short body has a position that is known and lies outside: Go refuses
// those of constants, if they are never reached or not.
func (x *split) outside() bool {
	for i := range x.short {
		u := x.short[i].Node
		if op := u.Op(); op != uop.OpLoad && op != uop.OpStore {
			continue
		}
		shape := u.Src()[0].Src()[0].Shape()
		for k, o := range u.Src()[0].Src()[1:] {
			if bits, ok := x.known[o]; ok && (int64(bits) < 0 || shape[k].U == nil && int64(bits) >= shape[k].N) {
				return true
			}
		}
	}
	return false
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
