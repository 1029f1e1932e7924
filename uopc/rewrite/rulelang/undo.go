package rulelang

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// term is a side of a rule, with names replaced by what they stand for.
type term struct {
	op   uop.Op // OpInvalid for a leaf
	kids []*term
	lit  *Lit // a constant of this value
	val  *Var // a constant with the value of this name
	any  bool // a constant
	typ  *Type
}

// undone finds rules without a guard that make again what another, or they themselves, took away.
func (r *reader) undone(rules []*Rule, forms [][]*tree) {
	seen := map[*Rule]bool{}
	for j, b := range rules {
		for i, a := range rules[:j+1] {
			if seen[b] || a.Guard != nil || b.Guard != nil || a.Make == nil || b.Make == nil {
				continue
			}
			if !undoes(a, forms[i], b, forms[j]) && !undoes(b, forms[j], a, forms[i]) {
				continue
			}
			seen[b] = true
			if a.Pos == b.Pos {
				r.fail(b.Pos, "this rule undoes itself: what it makes, it takes back, for ever; give it a guard that holds in one direction only")
			} else {
				r.fail(b.Pos, "this rule undoes %q in line %d, and that undoes this one, for ever; leave one out, or give it a guard", a.Name, a.Line)
			}
		}
	}
}

// undoes tells whether b makes of a's right side a's left side again.
func undoes(a *Rule, as []*tree, b *Rule, bs []*tree) bool {
	for _, p := range as {
		env := map[*Var]*term{}
		left := leftTerm(p, env)
		right := rightTerm(a.Make, env, nil)
		for _, q := range bs {
			m := &meet{vars: map[*Var]*term{}, types: map[*Type]*Type{}, sets: map[*Type]DTypes{}}
			if m.node(q, right) && equalTerm(rightTerm(b.Make, m.vars, m.types), left) {
				return true
			}
		}
	}
	return false
}

// leftTerm makes the term of a left side, and notes what its names stand for.
func leftTerm(p *tree, env map[*Var]*term) *term {
	if p.Var != nil && env[p.Var] != nil {
		return env[p.Var]
	}
	t := &term{typ: p.Type}
	switch {
	case p.Kind == ConstNode:
		t.any, t.lit, t.val = true, p.Lit, p.Val
		if p.Val != nil && env[p.Val] == nil {
			env[p.Val] = t
		}
	case p.Kind == OpNode && len(p.Ops) == 1 && len(p.Args) == 0 && fixed(p):
		t.op = p.Ops[0]
		for _, k := range p.kids {
			t.kids = append(t.kids, leftTerm(k, env))
		}
	}
	if p.Var != nil {
		env[p.Var] = t
	}
	return t
}

// rightTerm makes the term of a right side.
func rightTerm(n *Node, env map[*Var]*term, types map[*Type]*Type) *term {
	typ := n.Type
	if types[typ] != nil {
		typ = types[typ]
	}
	t := &term{typ: typ}
	switch {
	case n.Kind == AnyNode:
		return env[n.Var]
	case n.Lit != nil:
		t.any, t.lit = true, n.Lit
	case n.Kind == ConstNode && n.Expr.Kind == ExprVar:
		return env[n.Expr.Var]
	case n.Kind == ConstNode && n.Expr.Kind == ExprInt:
		t.any, t.lit = true, &Lit{LitText, n.Expr.Int.String()}
	case n.Kind == ConstNode:
		t.any = true
	default:
		t.op = n.Ops[0]
		for _, k := range n.Src {
			t.kids = append(t.kids, rightTerm(k, env, types))
		}
	}
	return t
}

func equalTerm(a, b *term) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil || a.any != b.any:
		return false
	case a.any && a.val != nil:
		return a.val == b.val
	case a.any:
		return a.lit != nil && b.lit != nil && equalLit(a.lit, b.lit, a.typ.Set&b.typ.Set, false)
	}
	cast := a.op == uop.OpCast || a.op == uop.OpBitcast
	return a.op != uop.OpInvalid && a.op == b.op && (!cast || sameType(a.typ, b.typ)) && slices.EqualFunc(a.kids, b.kids, equalTerm)
}

func sameType(a, b *Type) bool { return a == b || a.Set == b.Set && b.Set.single() }

// meet finds out whether an ordered pattern fits a term, in some dtype.
type meet struct {
	vars  map[*Var]*term
	types map[*Type]*Type
	sets  map[*Type]DTypes
}

func (m *meet) node(p *tree, t *term) bool {
	return t != nil && m.dtype(p.Type, t.typ) && m.kind(p, t) && m.name(p.Var, t) && m.name(p.Val, t)
}

func (m *meet) dtype(p, t *Type) bool {
	if m.types[p] == nil {
		m.types[p], m.sets[p] = t, p.Set
	}
	m.sets[p] &= t.Set
	return m.sets[p] != 0
}

func (m *meet) name(v *Var, t *term) bool {
	if v == nil {
		return true
	}
	old := m.vars[v]
	m.vars[v] = t
	return old == nil || equalTerm(old, t)
}

func (m *meet) kind(p *tree, t *term) bool {
	switch p.Kind {
	case AnyNode:
		return true
	case ConstNode:
		return t.any && (p.Lit == nil || t.lit != nil && equalLit(p.Lit, t.lit, m.sets[p.Type], false))
	}
	if t.op == uop.OpInvalid || !hasOp(p.Ops, t.op) || len(p.Args) > 0 || len(p.kids) > len(t.kids) {
		return false
	}
	for i, k := range p.kids {
		if !m.node(k, t.kids[i]) {
			return false
		}
	}
	return true
}
