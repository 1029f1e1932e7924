package rulelang

import "slices"

// Unconditional tells whether the rule fires on every node that its pattern fits.
func (r *Rule) Unconditional() bool { return r.Make != nil && r.Guard == nil && !r.Make.bounded() }

// bounded tells whether a template needs a bound, which may be infinite: then the rule declines.
func (n *Node) bounded() bool {
	return n.Expr.bounded() || slices.ContainsFunc(n.Src, (*Node).bounded)
}

func (e *Expr) bounded() bool {
	if e == nil {
		return false
	}
	return e.Kind == ExprFn && (e.Text == "vmin" || e.Text == "vmax") || slices.ContainsFunc(e.Args, (*Expr).bounded)
}

// priority checks what the order of the rules says: none may be shadowed, and no two may go on
// for ever.
func (r *reader) priority() {
	for _, s := range r.file.Sets {
		forms := make([][]*tree, len(s.Rules))
		for i, rule := range s.Rules {
			forms[i] = orders(rule.Find)
		}
		r.shadowed(s.Rules, forms)
		r.undone(s.Rules, forms)
	}
}

// shadowed finds the rules that never fire. A rule in a loop is one when that is so for every op.
func (r *reader) shadowed(rules []*Rule, forms [][]*tree) {
	for i := 0; i < len(rules); {
		end := i + 1 // of the rules of this statement
		for end < len(rules) && rules[end].Pos == rules[i].Pos {
			end++
		}
		var by *Rule
		for k := i; k < end; k++ {
			if by = shadow(rules[:i], forms, forms[k]); by == nil {
				break
			}
		}
		if by != nil {
			r.fail(rules[i].Pos, "this rule never fires: %q in line %d comes first and takes all that it fits; move this one above it, or leave it out", by.Name, by.Line)
		}
		i = end
	}
}

// shadow gives the first of the rules that takes all that a later rule fits.
func shadow(rules []*Rule, forms [][]*tree, later []*tree) *Rule {
	for i, rule := range rules {
		if !rule.Unconditional() || len(later) == 0 {
			continue
		}
		all := true
		for _, b := range later {
			covered := slices.ContainsFunc(forms[i], func(a *tree) bool {
				c := cover{map[*Var]*tree{}, map[*Type]*Type{}}
				return c.node(a, b)
			})
			if all = covered; !all {
				break
			}
		}
		if all {
			return rule
		}
	}
	return nil
}

// cover finds out whether one ordered pattern fits all that another fits.
type cover struct {
	vars  map[*Var]*tree // of the general one: what it stands for in the special one
	types map[*Type]*Type
}

func (c *cover) node(a, b *tree) bool {
	return c.dtype(a.Type, b.Type) && c.kind(a, b) && c.name(a.Var, b)
}

func (c *cover) dtype(a, b *Type) bool {
	if b.Set&^a.Set != 0 {
		return false
	}
	old := c.types[a]
	c.types[a] = b
	return old == nil || sameType(old, b)
}

func (c *cover) name(v *Var, b *tree) bool {
	if v == nil {
		return true
	}
	old := c.vars[v]
	c.vars[v] = b
	return old == nil || sameNode(old, b)
}

func (c *cover) kind(a, b *tree) bool {
	switch {
	case a.Kind == AnyNode:
		return true
	case a.Kind != b.Kind:
		return false
	case a.Kind == ConstNode:
		return c.constant(a, b)
	}
	for _, op := range b.Ops {
		if !hasOp(a.Ops, op) {
			return false
		}
	}
	for _, t := range a.Args {
		if !slices.ContainsFunc(b.Args, func(u ArgTest) bool { t.Pos = u.Pos; return t == u }) {
			return false
		}
	}
	if len(a.kids) > len(b.kids) || a.Match != AtLeast && (len(a.kids) < len(b.kids) || !fixed(b)) {
		return false
	}
	for i, k := range a.kids {
		if !c.node(k, b.kids[i]) {
			return false
		}
	}
	return true
}

// fixed tells whether a pattern fits nodes of just so many sources as it has.
func fixed(b *tree) bool {
	if b.Match != AtLeast {
		return true
	}
	for _, op := range b.Ops {
		if op.Arity() != len(b.kids) {
			return false
		}
	}
	return true
}

// constant compares constants; by their bits, in each dtype that the special one may have.
func (c *cover) constant(a, b *tree) bool {
	if a.Val != nil {
		old := c.vars[a.Val]
		c.vars[a.Val] = b
		return old == nil || old.Val != nil && old.Val == b.Val || old.Lit != nil && b.Lit != nil && equalLit(old.Lit, b.Lit, b.Type.Set, true)
	}
	return a.Lit == nil || b.Lit != nil && equalLit(a.Lit, b.Lit, b.Type.Set, true)
}

// equalLit tells whether two literals are one value: in every dtype that has the second, or in
// one at least.
func equalLit(a, b *Lit, set DTypes, every bool) bool {
	some := false
	for _, d := range set.List() {
		y, ok := b.Bits(d)
		if !ok {
			continue
		}
		x, has := a.Bits(d)
		if same := has && x == y; same {
			some = true
		} else if every {
			return false
		}
	}
	return some
}
