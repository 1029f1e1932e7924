package egraph

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// Conflict is the error of rules that are not sound: they made two different values equal.
type Conflict struct {
	Rules  []string // those that led from one value to the other, the latest first
	DType  uop.DType
	Detail string // the two values, or what is known of them
}

func (e *Conflict) Error() string {
	return fmt.Sprintf("unsound rule: two values of dtype %v are equal that cannot be: %s; see %s, and prove them with uopc-gen prove",
		e.DType, e.Detail, strings.Join(e.Rules, ", "))
}

// fail records a conflict between two nodes.
func (g *graph) fail(d uop.DType, x, y nodeID, detail string) {
	c := &Conflict{DType: d, Detail: detail}
	builtin := 0
	for _, name := range append([]string{g.names(g.last)}, g.between(x, y)...) {
		name = fmt.Sprintf("%q", name)
		switch {
		case contains(c.Rules, name):
		case strings.HasPrefix(name, `"`+reorder):
			builtin++ // true by algebra
		default:
			c.Rules = append(c.Rules, name)
		}
	}
	if len(c.Rules) == 0 && builtin > 0 {
		c.Rules = []string{"the rules of parts of it"}
	}
	g.conflict = c
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

// clash records a conflict when two classes, which a merge of x and y makes one, cannot have one
// value.
func (g *graph) clash(a, b classID, x, y nodeID) bool {
	if b < a {
		a, b = b, a
	}
	p, q := g.at(a), g.at(b)
	d := p.dtype
	switch {
	case p.dtype != q.dtype:
		g.fail(d, x, y, fmt.Sprintf("one has dtype %v", q.dtype))
	case p.known && q.known && p.bits != q.bits:
		g.fail(d, g.constNode(a), g.constNode(b), fmt.Sprintf("%s and %s", contract.FormatValue(d, p.bits), contract.FormatValue(d, q.bits)))
	case empty(meet(p.v, q.v)):
		g.fail(d, x, y, apart(p.v, q.v))
	}
	return g.conflict != nil
}

func apart(a, b uop.Span) string {
	return fmt.Sprintf("one in [%v, %v], one in [%v, %v]", a.Lo, a.Hi, b.Lo, b.Hi)
}

// constNode gives the CONST of a class whose value is known.
func (g *graph) constNode(c classID) nodeID {
	cl := g.at(c)
	if id, ok := g.memo[key{op: uop.OpConst, dtype: cl.dtype, bits: cl.bits}]; ok {
		return id
	}
	return cl.first
}
