package prove

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// script is the text of one query. Every step has a name, so that what is used twice is written
// once.
type script struct {
	strings.Builder
	n    int
	uses map[string]bool

	hints *hints // nil where there are none
}

func newScript() *script { return &script{uses: map[string]bool{}} }

func (s *script) name(prefix string) string {
	s.n++
	return fmt.Sprintf("%s%d", prefix, s.n)
}

func (s *script) declare(prefix, sort string) string {
	n := s.name(prefix)
	fmt.Fprintf(s, "(declare-const %s %s)\n", n, sort)
	return n
}

func (s *script) define(prefix, sort, term string) string {
	n := s.name(prefix)
	fmt.Fprintf(s, "(define-fun %s () %s %s)\n", n, sort, term)
	return n
}

func (s *script) assert(format string, args ...any) {
	fmt.Fprintf(s, "(assert "+format+")\n", args...)
}

// ends declares the ends of integers of any width: 2^w is only known to be an even number.
func (s *script) ends(signed bool) {
	s.WriteString("(declare-const HALF Int)\n(assert (>= HALF 1))\n(define-fun MOD () Int (* 2 HALF))\n")
	if signed {
		s.WriteString("(define-fun LO () Int (- HALF))\n(define-fun HI () Int (- HALF 1))\n")
	} else {
		s.WriteString("(define-fun LO () Int 0)\n(define-fun HI () Int (- MOD 1))\n")
	}
}

// step names a term, unless it is a name.
func (s *script) step(r rep, term string) string {
	if s.hints != nil && !strings.ContainsAny(term, " (") {
		return term
	}
	return s.define("n", r.sort(), term)
}

// number names a literal.
func (s *script) number(r rep, term string) string {
	n := s.define("c", r.sort(), term)
	if s.hints != nil {
		if _, ok := readInt(term); ok {
			s.hints.defs[n] = made{uop.OpConst, []string{term}}
		}
	}
	return n
}

// input declares an unknown value of a dtype.
func (s *script) input(prefix string, r rep) string {
	n := s.declare(prefix, r.sort())
	if r.lo != "" {
		s.assert("(<= %s %s %s)", r.lo, n, r.hi)
	}
	return n
}

// wrapInt brings an integer between the ends.
func (s *script) wrapInt(r rep, term string) string {
	if r.lo == "" {
		return term
	}
	if s.hints != nil {
		return s.machine(r, s.number(r, term))
	}
	v, k := s.declare("w", "Int"), s.declare("k", "Int")
	s.assert("(= %s (- %s (* %s %s)))", v, term, r.mod, k)
	s.assert("(<= %s %s %s)", r.lo, v, r.hi)
	return v
}

// function declares an op that the solver knows nothing about, once.
func (s *script) function(name string, r rep) string {
	n := fmt.Sprintf("%s_%d_%d", name, r.eb, r.sb)
	if !s.uses[n] {
		s.uses[n] = true
		fmt.Fprintf(s, "(declare-fun %s (%s) %s)\n", n, r.sort(), r.sort())
	}
	return n
}
