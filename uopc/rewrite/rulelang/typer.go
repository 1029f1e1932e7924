package rulelang

import "github.com/uopc/uopc/uopc/uop"

// tvar is a type variable while a rule is typed. Those that must be one point to one of them.
type tvar struct {
	up     *tvar
	set    DTypes
	letter string
	find   bool // a node of the pattern has it
	out    *Type
}

func (t *tvar) root() *tvar {
	for t.up != nil {
		t = t.up
	}
	return t
}

// typer finds the dtypes of a rule by unification.
type typer struct {
	rr      *ruleReader
	nodes   map[*Node]*tvar
	exprs   map[*Expr]*tvar
	vars    map[*Var]*tvar
	letters map[string]*tvar
	order   []*tvar // in order of appearance
	right   bool    // the pattern is done: from here on its dtypes must not change
}

func newTyper(rr *ruleReader) *typer {
	return &typer{rr: rr, nodes: map[*Node]*tvar{}, exprs: map[*Expr]*tvar{}, vars: map[*Var]*tvar{}, letters: map[string]*tvar{}}
}

func (t *typer) fresh(set DTypes) *tvar {
	v := &tvar{set: set, find: !t.right}
	t.order = append(t.order, v)
	return v
}

// fail notes an error and leaves the statement.
func (t *typer) fail(p Pos, format string, args ...any) {
	t.rr.src.fail(p, format, args...)
	panic(stop{})
}

// noFit is the error that a pattern fits no dtype. In a loop over a group the op is left out.
func (t *typer) noFit(p Pos, a, b DTypes) {
	if t.leavesOut() {
		panic(leftOut{})
	}
	t.fail(p, "no dtype fits: this must be %s, and it must be %s", a, b)
}

// leavesOut tells whether an op of a loop is left out, rather than refused, where it does not fit.
func (t *typer) leavesOut() bool {
	rr := t.rr
	return !t.right && !rr.isLaw && rr.r.loop != nil && rr.r.loop.group
}

// unify makes two type variables one.
func (t *typer) unify(a, b *tvar, p Pos) {
	a, b = a.root(), b.root()
	if a == b {
		return
	}
	if a.find && !b.find {
		a, b = b, a
	}
	both := a.set & b.set
	switch {
	case both == 0:
		t.noFit(p, b.set, a.set)
	case t.right && a.find && b.find && (a.set != b.set || !a.set.single()):
		t.fail(p, "the right side needs two dtypes of the pattern to be one (%s and %s): write one letter at both places, as in x:A and y:A", a.set, b.set)
	case t.right && b.find && both != b.set:
		t.narrowed(p, b.set, both)
	}
	a.up, b.set, b.find = b, both, a.find || b.find
	if b.letter == "" {
		b.letter = a.letter
	}
}

// narrow takes dtypes away.
func (t *typer) narrow(a *tvar, set DTypes, p Pos) {
	a = a.root()
	both := a.set & set
	switch {
	case both == 0:
		t.noFit(p, a.set, set)
	case t.right && a.find && both != a.set:
		t.narrowed(p, a.set, both)
	}
	a.set = both
}

func (t *typer) narrowed(p Pos, has, needs DTypes) {
	t.fail(p, "the right side needs this to be %s, and the pattern lets it be %s: narrow the pattern, as in x:%s", needs, has, needs)
}

// pattern types the left side.
func (t *typer) pattern() { t.node(t.rr.rule.Find) }

// node types a node and what is below it.
func (t *typer) node(n *Node) *tvar {
	v := t.of(n)
	if k, ok := t.rr.notes[n]; ok {
		t.note(v, k)
	}
	for _, s := range n.Src {
		t.node(s)
	}
	if n.Kind == OpNode {
		t.op(n)
	}
	return v
}

// of gives the type variable that a node starts with.
func (t *typer) of(n *Node) *tvar {
	v := t.nodes[n]
	if n.Var != nil && v == nil {
		v = t.vars[n.Var]
	}
	if v == nil {
		v = t.fresh(allTypes)
	}
	t.nodes[n] = v
	if n.Var != nil {
		t.vars[n.Var] = v
	}
	if n.Lit != nil {
		t.narrow(v, n.Lit.domain(), n.Pos)
	}
	if n.Val != nil {
		if w := t.vars[n.Val]; w != nil {
			t.unify(w, v, n.Pos)
		}
		t.vars[n.Val] = v
	}
	return v
}

func (t *typer) note(v *tvar, k note) {
	if k.letter == "" {
		t.narrow(v, k.set, k.pos)
		return
	}
	w := t.letters[k.letter]
	if w == nil {
		t.letters[k.letter] = v
		if r := v.root(); r.letter == "" {
			r.letter = k.letter
		}
		return
	}
	t.unify(w, v, k.pos)
}

// op types the sources of an op against each other.
func (t *typer) op(n *Node) {
	f := flows[n.Ops[0]]
	for _, op := range n.Ops {
		if flows[op] != f {
			return // ops of different typing: nothing follows for all of them
		}
	}
	takes := operands(n.Ops)
	src := n.Src
	same := func(a *Node, rest []*Node) {
		for _, s := range rest {
			t.narrow(t.nodes[s], takes, s.Pos)
			t.unify(t.nodes[a], t.nodes[s], s.Pos)
		}
	}
	switch f {
	case flowSame:
		t.narrow(t.nodes[n], takes, n.Pos)
		same(n, src)
	case flowBool:
		t.narrow(t.nodes[n], boolType, n.Pos)
		if len(src) > 0 {
			same(src[0], src)
		}
	case flowWhere:
		if len(src) > 0 {
			t.narrow(t.nodes[src[0]], boolType, src[0].Pos)
			same(n, src[1:])
		}
	case flowFirst:
		same(n, src[:min(1, len(src))])
		for _, s := range src[min(1, len(src)):] {
			t.narrow(t.nodes[s], positions(n.Ops[0]), s.Pos)
		}
	case flowTwo:
		for _, a := range n.Args {
			if a.Field == "op" {
				takes = operands([]uop.Op{a.Op})
			}
		}
		same(n, src)
	case flowStore:
		if len(src) > 0 {
			same(src[0], src)
		}
	case flowIndex:
		t.narrow(t.nodes[n], indexType, n.Pos)
		for _, s := range src {
			t.narrow(t.nodes[s], indexType, s.Pos)
		}
	}
}
