package rulegen

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// answer is what is known of a question.
type answer uint8

const (
	maybe answer = iota
	yes
	no
)

// class is what a dispatch has found of a source.
type class struct {
	konst answer   // is it a constant
	ops   []uop.Op // if not nil: it is of one of these ops,
	not   []uop.Op // and of none of these
}

// apart tells that nodes of two classes cannot be one node.
func apart(a, b class) bool {
	if a.konst != maybe && b.konst != maybe && a.konst != b.konst {
		return true
	}
	return outside(a, b) || outside(b, a)
}

// outside tells that no op that a may have is one that b may have.
func outside(a, b class) bool {
	if a.ops == nil {
		return false
	}
	return !slices.ContainsFunc(a.ops, func(op uop.Op) bool {
		return (b.ops == nil || slices.Contains(b.ops, op)) && !slices.Contains(b.not, op)
	})
}

// possible drops the candidates that ask for one node in two places of different classes.
func (m *matcher) possible(vs []view) (out []view) {
	for _, v := range vs {
		ok := true
		for _, c := range v.open {
			if c.same && apart(m.known[c.needs[0].at], m.known[c.needs[1].at]) {
				ok = false
			}
		}
		if ok {
			out = append(out, v)
		}
	}
	return out
}
