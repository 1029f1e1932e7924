package prove

import (
	"github.com/uopc/uopc/uopc/uop"
)

// hints is what makes rules on division provable at every width at once. Each thing said here is
// true of all integers, so that saying it cannot prove what is false:
//
//   - A division is spelled out, x = y*q + r, and all divisions of x by y are one.
//   - A sum or product that the machine wraps is W of its value in unbounded integers, where W
//     leaves alone what is between the ends.
//   - For a division whose numerator is made of others there are candidates for the quotient:
//     where y*e <= x < y*e+y, q is e. The solver does not find such products by itself.
type hints struct {
	divs  map[[2]string]*division
	order []*division
	defs  map[string]made   // how an unbounded value, or a remainder, is made
	whole map[string]string // the unbounded value of a term, where it has one of its own
	leaf  map[string]string // the other way round, for leaves

	afresh bool              // the quotient MIN//-1 is MIN in unbounded integers too, as nowrap sees it
	equal  [][2]string       // what the guard compares by ==
	level  int               // above 1: all quotients are candidates for each other
	ranges bool              // there are vmin and vmax, whose quotients are candidates
	powers bool              // wraps are spelled out too, for divisors that are powers of two
	times  map[string]string // what times MOD a machine value is short of its unbounded one
}

type division struct{ x, y, q, r string }

type made struct {
	op   uop.Op
	args []string // unbounded values
}

func (s *script) useHints(level int) {
	s.hints = &hints{level: level, times: map[string]string{}, divs: map[[2]string]*division{}, defs: map[string]made{}, whole: map[string]string{}, leaf: map[string]string{}}
}

// division gives the total floor division of x by y.
func (s *script) division(x, y string) *division {
	h := s.hints
	if d := h.divs[[2]string{x, y}]; d != nil {
		return d
	}
	d := &division{x, y, s.declare("q", "Int"), s.declare("r", "Int")}
	s.assert("(ite (= %s 0) (and (= %s 0) (= %s %s)) (and (= %s (+ (* %s %s) %s)) (ite (> %s 0) (and (<= 0 %s) (< %s %s)) (and (<= %s 0) (< %s %s)))))",
		y, d.q, d.r, x, x, y, d.q, d.r, y, d.r, d.r, y, d.r, y, d.r)
	h.divs[[2]string{x, y}] = d
	h.order = append(h.order, d)
	h.defs[d.r] = made{uop.OpFloormod, []string{x, y}}
	return d
}

// floorDiv and floorMod give x//y and x%y of integers, total as in the contract.
func (s *script) floorDiv(x, y string) string {
	if s.hints != nil {
		return s.division(x, y).q
	}
	return floorDiv(x, y)
}

func (s *script) floorMod(x, y string) string {
	if s.hints != nil {
		return s.division(x, y).r
	}
	return floorMod(x, y)
}

// unwrapped gives the unbounded value of a term.
func (h *hints) unwrapped(t string) string {
	if x, ok := h.whole[t]; ok {
		return x
	}
	return t
}

// ringOp makes +, - or * of integers.
func (s *script) ringOp(fn string, op uop.Op, r rep, args []string) string {
	var xs []string
	for _, a := range args {
		xs = append(xs, s.hints.unwrapped(a))
	}
	x := s.define("X", "Int", call(fn)(s, r, xs))
	s.hints.defs[x] = made{op, xs}
	return s.machine(r, x)
}

// machine gives what the machine makes of an unbounded value.
func (s *script) machine(r rep, x string) string {
	if r.lo == "" {
		return x
	}
	if !s.uses["W"] {
		s.uses["W"] = true
		s.WriteString("(declare-fun W (Int) Int)\n")
	}
	n := s.define("n", "Int", "(W "+x+")")
	s.assert("(<= %s %s %s)", r.lo, n, r.hi)
	s.assert("(=> (<= %s %s %s) (= %s %s))", r.lo, x, r.hi, n, x)
	s.hints.whole[n] = x
	if s.hints.powers {
		k := s.declare("k", "Int")
		s.assert("(= %s (- %s (* %s %s)))", n, x, r.mod, k)
		s.hints.times[n] = k
	}
	return n
}
