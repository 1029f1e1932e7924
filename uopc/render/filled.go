package render

import "github.com/uopc/uopc/uopc/uop"

// filled tells that every element of the scratch place a is written before any is read: all
// mentions of a are in one list of statements or below, and the first of them is a loop that
// stores to a[i] for every i, or the store of an only element. It is what reductions do first.
func filled(body []Stmt, a *uop.UOp) bool {
	for {
		first, others := -1, false
		for i := range body {
			switch {
			case !touches(&body[i], a):
			case first < 0:
				first = i
			default:
				others = true
			}
		}
		if first < 0 {
			return true
		}
		s := &body[first]
		if fills(s, a) {
			return true
		}
		if others || s.Kind != Loop {
			return false // what comes after a loop that may never run cannot rely on it
		}
		body = s.Body
	}
}

// fills tells whether s alone writes all of a, and reads none of it.
func fills(s *Stmt, a *uop.UOp) bool {
	if s.Kind == Store {
		return allocLen(a) == 1 && s.Node.Src()[0].Base() == a
	}
	if s.Kind != Loop {
		return false
	}
	n, ok := s.Node.Src()[0].Vmin().Int64()
	if !ok || n < allocLen(a) {
		return false
	}
	wrote := false
	for i := range s.Body {
		t := &s.Body[i]
		if !touches(t, a) {
			continue
		}
		if t.Kind != Store || t.Node.Src()[0].Base() != a {
			return false
		}
		at := t.Node.Src()[0].Src()[1:]
		wrote = wrote || len(at) == 1 && at[0] == s.Node
	}
	return wrote
}

// touches tells whether s reads or writes a.
func touches(s *Stmt, a *uop.UOp) (found bool) {
	walkStmts([]Stmt{*s}, func(t *Stmt, _ int) {
		if op := t.Node.Op(); t.Kind != Loop && (op == uop.OpLoad || op == uop.OpStore) {
			found = found || t.Node.Src()[0].Base() == a
		}
	})
	return found
}
