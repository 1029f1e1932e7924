package render

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// Limits of one expression: past them a value gets a name of its own, so that neither the
// reader nor the compiler meets deep nesting.
const (
	maxHeight = 4
	maxOps    = 10
)

// operands gives the values that the text of u mentions, without those of nodes it inlines.
func operands(u *uop.UOp) []*uop.UOp {
	switch op := u.Op(); {
	case op.IsALU():
		return u.Src()
	case op == uop.OpLoad:
		return addressOperands(u.Src()[0], nil)
	case op == uop.OpStore:
		return addressOperands(u.Src()[0], u.Src()[1])
	}
	return nil
}

// addressOperands lists the indices of an INDEX, the sizes that its row-major position needs,
// and more when that is not nil.
func addressOperands(index, more *uop.UOp) []*uop.UOp {
	out := append([]*uop.UOp(nil), index.Src()[1:]...)
	for i, d := range index.Src()[0].Shape() {
		if i > 0 && d.U != nil {
			// A size is printed where nothing may be inlined, hence named: two mentions do that.
			out = append(out, d.U, d.U)
		}
	}
	if more != nil {
		out = append(out, more)
	}
	return out
}

// walkStmts visits all statements in order, with the number of their scope.
func walkStmts(body []Stmt, visit func(s *Stmt, scope int)) {
	type level struct {
		body  []Stmt
		next  int
		scope int
	}
	scopes := 1
	stack := []level{{body: body}}
	for len(stack) > 0 {
		l := &stack[len(stack)-1]
		if l.next == len(l.body) {
			stack = stack[:len(stack)-1]
			continue
		}
		s := &l.body[l.next]
		l.next++
		visit(s, l.scope)
		if s.Kind == Loop {
			stack = append(stack, level{body: s.Body, scope: scopes})
			scopes++
		}
	}
}

// fold computes what depends on constants only. The contract gives the bits, so that neither
// language gets to evaluate a constant expression by its own rules.
func (p *Program) fold() {
	note := func(u *uop.UOp) {
		if u != nil && u.IsConst() {
			p.consts[u] = u.Bits()
		}
	}
	note(p.Ret)
	walkStmts(p.Body, func(s *Stmt, _ int) {
		if s.Kind == Loop {
			note(s.Node.Src()[0])
		}
		for _, o := range operands(s.Node) {
			note(o)
		}
		if s.Kind == Let && s.Node.Op().IsALU() {
			p.foldNode(s.Node)
		}
	})
}

func (p *Program) foldNode(u *uop.UOp) {
	if u.Op() == uop.OpWhere {
		p.foldChoice(u)
		return
	}
	var v [3]uint64
	for i, s := range u.Src() {
		bits, ok := p.consts[s]
		if !ok {
			return
		}
		v[i] = bits
	}
	p.consts[u] = contract.Eval(u.Op(), u.DType(), u.Src()[0].DType(), v[0], v[1], v[2])
}

// foldChoice needs the condition and the arm that it picks.
func (p *Program) foldChoice(u *uop.UOp) {
	if c, ok := p.consts[u.Src()[0]]; ok {
		arm := u.Src()[2]
		if c != 0 {
			arm = u.Src()[1]
		}
		if bits, ok := p.consts[arm]; ok {
			p.consts[u] = bits
		}
	}
}

// prune drops the values that nothing uses, such as a LOAD that only orders a STORE after it,
// and loops that are left empty.
func (p *Program) prune() {
	live := map[*uop.UOp]bool{}
	var stack []*uop.UOp
	mark := func(u *uop.UOp) {
		if u != nil && !live[u] {
			live[u] = true
			stack = append(stack, u)
		}
	}
	mark(p.Ret)
	walkStmts(p.Body, func(s *Stmt, _ int) {
		switch s.Kind {
		case Store:
			mark(s.Node)
		case Loop:
			mark(s.Node.Src()[0])
		}
	})
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, known := p.consts[u]; known {
			continue
		}
		for _, o := range operands(u) {
			mark(o)
		}
	}
	p.Body = p.keep(p.Body, live)
	p.used = live
}

// keep recurses as deep as loops nest, which is as deep as the text's blocks.
func (p *Program) keep(body []Stmt, live map[*uop.UOp]bool) []Stmt {
	var out []Stmt
	for _, s := range body {
		switch s.Kind {
		case Let:
			if _, known := p.consts[s.Node]; known || !live[s.Node] {
				continue
			}
		case Loop:
			if s.Body = p.keep(s.Body, live); len(s.Body) == 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// chooseInline picks the values that are written where they are used: pure, used once, in the
// scope of their user, and small.
func (p *Program) chooseInline() {
	type use struct {
		count, scope int
		user         *uop.UOp
	}
	uses := map[*uop.UOp]use{}
	add := func(u, user *uop.UOp, scope, times int) {
		uses[u] = use{uses[u].count + times, scope, user}
	}
	if p.Ret != nil {
		add(p.Ret, nil, 0, 1)
	}
	for _, x := range p.split.chain() {
		add(x.cond, nil, 0, 2) // has a name, for the test
	}
	walkStmts(p.Body, func(s *Stmt, scope int) {
		if s.Kind == Loop {
			add(s.Node.Src()[0], nil, scope, 2) // mentioned more than once where a loop is cut
			for _, x := range s.split.chain() {
				add(x.cond, nil, scope, 2)
			}
		}
		for _, o := range operands(s.Node) {
			add(o, s.Node, scope, 1)
		}
	})
	type size struct{ height, ops int }
	sizes := map[*uop.UOp]size{}
	p.inline = map[*uop.UOp]bool{}
	walkStmts(p.Body, func(s *Stmt, scope int) {
		if s.Kind != Let {
			return
		}
		z := size{1, 1}
		for _, o := range operands(s.Node) {
			if p.inline[o] {
				z.height = max(z.height, sizes[o].height+1)
				z.ops += sizes[o].ops
			}
		}
		sizes[s.Node] = z
		u := uses[s.Node]
		p.inline[s.Node] = s.Node.Op().IsALU() && u.count == 1 && u.scope == scope &&
			z.height <= maxHeight && z.ops <= maxOps && !(isLogic(s.Node) && isLogic(u.user))
	})
	for u := range p.inline {
		if !p.inline[u] {
			delete(p.inline, u)
		}
	}
}

// isLogic tells whether u joins two bools, or chooses one. Logic is not nested: go vet objects to an
// operand that comes twice in one condition.
func isLogic(u *uop.UOp) bool {
	return u != nil && (len(u.Src()) == 2 && u.Op().IsALU() && u.Src()[0].DType() == uop.Bool ||
		u.Op() == uop.OpWhere && u.DType() == uop.Bool)
}

// usedSlots gives the parameters that the text mentions.
func (p *Program) usedSlots() map[int]bool {
	slots := map[int]bool{}
	for u := range p.used {
		switch u.Op() {
		case uop.OpLoad, uop.OpStore:
			u = u.Src()[0].Base()
		}
		if u.Op() == uop.OpParam {
			slots[u.X().Slot] = true
		}
	}
	return slots
}
