package render

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// StmtKind tells statements apart.
type StmtKind uint8

// The kinds of statements.
const (
	Let   StmtKind = iota // the value of Node gets a name
	Store                 // Node is the STORE
	Loop                  // Node is the RANGE; Body runs for each of its values
)

// Stmt is one statement of a Program.
type Stmt struct {
	Kind StmtKind
	Node *uop.UOp
	Body []Stmt

	split *split // of a Loop that is written twice
}

// Program is a kernel as statements in the order of execution, shared by the back ends.
type Program struct {
	Name   string
	Sig    *uop.Signature
	Body   []Stmt
	Ret    *uop.UOp   // the value that the body gives, or nil
	Allocs []*uop.UOp // scratch places, in order of first mention

	consts map[*uop.UOp]uint64 // values known now: CONSTs, and what the contract makes of them
	inline map[*uop.UOp]bool   // values written inside the one expression that uses them
	used   map[*uop.UOp]bool   // values that something mentions
	split  *split              // of a kernel without loops; the Go back end alone writes it
	floats *ranges             // what floats are known to be
}

// Linearize puts the nodes of a loop-level kernel in order: depth first, sources before users,
// in order of sources. An END becomes its loops at its place; what depends on a counter is
// inside that loop, and everything else is outside of it. lang names the language in errors.
func Linearize(call *uop.UOp, lang string) (*Program, error) {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: sig.Name, Sig: sig, consts: map[*uop.UOp]uint64{}, floats: &ranges{root: call.Body()}}
	if err := check(sig.Name, call, lang); err != nil {
		return nil, err
	}
	l := &linearizer{p: p, allocs: map[*uop.UOp]bool{}}
	top := newScope(nil, nil)
	if err := l.run(call.Body(), top); err != nil {
		return nil, err
	}
	p.Body = top.stmts
	if call.Body().Space() == uop.ALU {
		p.Ret = call.Body()
	}
	p.fold()
	p.prune()
	p.splitLoops()
	if lang == "Go" {
		p.split = p.splitWhole()
	}
	p.chooseInline()
	return p, nil
}

// scope is the inside of one loop while it is being filled, or the top of the kernel.
type scope struct {
	parent *scope
	rng    *uop.UOp
	stmts  []Stmt
	done   map[*uop.UOp]bool
}

func newScope(parent *scope, rng *uop.UOp) *scope {
	return &scope{parent: parent, rng: rng, done: map[*uop.UOp]bool{}}
}

// home is the scope, from s outwards, that u belongs to: the innermost one whose counter it
// depends on.
func (s *scope) home(u *uop.UOp) *scope {
	open := u.Open()
	for s.parent != nil && !slices.Contains(open, s.rng) {
		s = s.parent
	}
	return s
}

// visit is a node on the stack of the walk. inner is the scope that its sources are seen from:
// for an END it moves inwards with each RANGE.
type visit struct {
	u     *uop.UOp
	next  int
	home  *scope
	inner *scope
}

type linearizer struct {
	p      *Program
	stack  []visit
	allocs map[*uop.UOp]bool
}

func (l *linearizer) run(root *uop.UOp, top *scope) error {
	l.push(root, top, top)
	for len(l.stack) > 0 {
		v := &l.stack[len(l.stack)-1]
		if v.u.Op() == uop.OpEnd {
			if l.stepEnd(v) {
				continue
			}
		} else if v.next < len(v.u.Src()) {
			s := v.u.Src()[v.next]
			v.next++
			home := v.inner.home(s)
			l.push(s, home, home)
			continue
		}
		u, home, inner := v.u, v.home, v.inner
		l.stack = l.stack[:len(l.stack)-1]
		l.emit(u, home, inner)
	}
	return nil
}

func (l *linearizer) push(u *uop.UOp, home, inner *scope) {
	if home.done[u] {
		return
	}
	home.done[u] = true
	l.stack = append(l.stack, visit{u: u, home: home, inner: inner})
}

// stepEnd goes one step on with an END: the size of each RANGE, seen from the loop around it,
// then the effect inside all of them. It is false when nothing is left to do.
func (l *linearizer) stepEnd(v *visit) bool {
	src := v.u.Src()
	n := len(src) - 1
	switch {
	case v.next < n:
		r := src[1+v.next]
		v.next++
		from := v.inner
		v.inner = newScope(from, r)
		size := r.Src()[0]
		home := from.home(size)
		l.push(size, home, home)
	case v.next == n:
		v.next++
		// The effect runs once an iteration even when it does not depend on the counter.
		l.push(src[0], v.inner, v.inner)
	default:
		return false
	}
	return true
}

// emit writes the statement of a node whose sources are done.
func (l *linearizer) emit(u *uop.UOp, home, inner *scope) {
	switch op := u.Op(); {
	case op == uop.OpEnd:
		for s := inner; s != home; s = s.parent {
			loop := Stmt{Kind: Loop, Node: s.rng, Body: s.stmts}
			s.parent.stmts = append(s.parent.stmts, loop)
		}
	case op == uop.OpStore:
		home.stmts = append(home.stmts, Stmt{Kind: Store, Node: u})
	case op.IsALU() || op == uop.OpLoad:
		home.stmts = append(home.stmts, Stmt{Kind: Let, Node: u})
	case op == uop.OpAlloc && !l.allocs[u]:
		l.allocs[u] = true
		l.p.Allocs = append(l.p.Allocs, u)
	}
}
