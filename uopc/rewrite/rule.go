package rewrite

import "github.com/uopc/uopc/uopc/uop"

// Rule is one way to replace a node by another of the same value. Fn must be a pure function of
// the node, for its answer is remembered. It gives nil, or u itself, where it does not apply.
type Rule struct {
	Name string
	Ops  []uop.Op // the ops of the nodes it looks at; empty for all
	Fn   func(g *uop.Graph, u *uop.UOp) *uop.UOp
}

// Matcher is an ordered list of rules, indexed by op. It is never changed after it was made, so
// any number of goroutines may use one.
type Matcher struct {
	rules []Rule
	byOp  [uop.NumOps][]int32 // positions in rules, rising
}

// NewMatcher makes a Matcher that tries the rules in the order given.
func NewMatcher(rules ...Rule) *Matcher {
	m := &Matcher{rules: append([]Rule(nil), rules...)}
	for i, r := range m.rules {
		if len(r.Ops) == 0 {
			for op := range m.byOp {
				m.byOp[op] = append(m.byOp[op], int32(i))
			}
			continue
		}
		var seen [uop.NumOps]bool
		for _, op := range r.Ops {
			if !seen[op] {
				seen[op] = true
				m.byOp[op] = append(m.byOp[op], int32(i))
			}
		}
	}
	return m
}

// Add makes a Matcher that tries the rules of m first and those of other after them.
func (m *Matcher) Add(other *Matcher) *Matcher {
	return NewMatcher(append(append([]Rule(nil), m.rules...), other.rules...)...)
}

// Names lists the rules in order of priority.
func (m *Matcher) Names() []string {
	out := make([]string, len(m.rules))
	for i, r := range m.rules {
		out[i] = r.Name
	}
	return out
}
