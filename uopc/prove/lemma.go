package prove

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// hints is what makes rules on division provable at every width at once. Each thing said here is
// true of all integers, so that saying it cannot prove what is false:
//
//   - A division is spelled out, x = y*q + r, and all divisions of x by y are one.
//   - A sum or product that the machine wraps is W of its value in unbounded integers, where W
//     leaves alone what is between the ends.
//   - For a division with a numerator that is made of others, there is a candidate for the
//     quotient: where y*e <= x < y*e+y, q is e. The solver does not find such products by itself.
type hints struct {
	divs  map[[2]string]*division
	order []*division
	defs  map[string]made   // how a term is made
	whole map[string]string // the unbounded value of a term, where it has one of its own
	leaf  map[string]string // the other way round, for leaves

	ranges bool // there are vmin and vmax, whose quotients are candidates
}

type division struct{ x, y, q, r string }

type made struct {
	op   uop.Op
	args []string // unbounded values
}

func (s *script) useHints() {
	s.hints = &hints{divs: map[[2]string]*division{}, defs: map[string]made{}, whole: map[string]string{}, leaf: map[string]string{}}
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
	s.hints.defs[n] = s.hints.defs[x]
	return n
}

// lemmas writes the candidates for quotients.
func (s *script) lemmas() {
	for _, d := range s.hints.order {
		for _, e := range s.candidates(d) {
			p := fmt.Sprintf("(* %s %s)", d.y, e)
			s.assert("(=> (ite (> %s 0) (and (<= %s %s) (< %s (+ %s %s))) (and (>= %s %s) (> %s (+ %s %s)))) (and (= %s %s) (= %s (- %s %s))))",
				d.y, p, d.x, d.x, p, d.y, p, d.x, d.x, p, d.y, d.q, e, d.r, d.x, p)
		}
	}
}

// candidates gives terms that the quotient may be: where there are ranges those of other numerators
// by the same divisor, and one that follows from how the numerator is made.
func (s *script) candidates(d *division) (out []string) {
	h := s.hints
	for _, o := range h.order {
		if h.ranges && o != d && o.y == d.y {
			out = append(out, o.q)
		}
	}
	if e, ok := s.quotient(d.x, d.y, 8); ok && e != d.q {
		out = append(out, e)
	}
	// x//(a*b) is (x//a)//b.
	if m := h.defs[d.y]; m.op == uop.OpMul {
		for i, a := range m.args {
			if first := h.divs[[2]string{d.x, a}]; first != nil {
				if second := h.divs[[2]string{first.q, m.args[1-i]}]; second != nil {
					out = append(out, second.q)
				}
			}
		}
	}
	return out
}

// quotient gives a candidate for x//y by the way that x is made.
func (s *script) quotient(x, y string, depth int) (string, bool) {
	h := s.hints
	m, ok := h.defs[x]
	switch {
	case x == y:
		return "1", true
	case depth == 0:
		return "", false
	case ok && m.op == uop.OpAdd:
		a, ok1 := s.quotient(m.args[0], y, depth-1)
		b, ok2 := s.quotient(m.args[1], y, depth-1)
		return "(+ " + a + " " + b + ")", ok1 && ok2
	case ok && m.op == uop.OpNeg:
		a, ok := s.quotient(m.args[0], y, depth-1)
		return "(- " + a + ")", ok
	case ok && m.op == uop.OpMul:
		for i, k := range m.args {
			switch d := h.divs[[2]string{k, y}]; {
			case k == y:
				return m.args[1-i], true
			case d != nil:
				return s.product(m.args[1-i], d), true
			}
		}
	case ok && m.op == uop.OpFloormod:
		if d := h.divs[[2]string{m.args[1], y}]; d != nil {
			a, ok := s.quotient(m.args[0], y, depth-1)
			return "(- " + a + " " + s.product(h.divs[[2]string(m.args)].q, d) + ")", ok
		}
	}
	for _, t := range []string{x, h.leaf[x]} {
		if d := h.divs[[2]string{t, y}]; d != nil {
			return d.q, true
		}
	}
	return "", false
}

// product gives a*q, where q is the quotient of k by y, and says what a*k is by it.
func (s *script) product(a string, d *division) string {
	s.assert("(= (* %s %s) (+ (* %s %s %s) (* %s %s)))", a, d.x, d.y, a, d.q, a, d.r)
	return "(* " + a + " " + d.q + ")"
}
