package prove

import (
	"math/big"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// lemmas writes the candidates for quotients. A numerator x is written as y*e + rest by what is
// known of the divisions of its parts by y. Of two numerators with one rest, the quotients differ
// as their e do.
func (s *script) lemmas() {
	h := s.hints
	divs := append([]*division(nil), h.order...)
	s.products(divs)
	said := map[string]bool{}
	parts := map[*division][]parted{}
	for _, d := range divs {
		parts[d] = s.parts(d)
		for _, p := range parts[d] {
			if len(p.e) > 0 || h.ranges { // 0 is of use where something tells that x is small
				s.candidate(d, p.e, said)
			}
		}
	}
	for _, d := range divs {
		for _, o := range divs {
			if d == o {
				continue
			}
			if d.y == o.y {
				s.sameRest(d, o, parts, said)
			}
			if h.ranges && d.y == o.y || h.level > 1 || s.factor(d.y, o.y) || s.factor(o.y, d.y) {
				s.candidate(d, poly{o.q: big.NewInt(1)}, said)
			}
		}
	}
}

// factor tells whether y is a product of x and something.
func (s *script) factor(x, y string) bool {
	m := s.hints.defs[s.hints.unwrapped(y)]
	if m.op != uop.OpMul {
		return false
	}
	for _, a := range m.args {
		if a == x || s.hints.leaf[a] == x {
			return true
		}
	}
	return false
}

func (s *script) sameRest(d, o *division, parts map[*division][]parted, said map[string]bool) {
	for _, p := range parts[d] {
		for _, q := range parts[o] {
			if p.rest.key() == q.rest.key() {
				s.candidate(d, p.e.plus(q.e, -1).plus(poly{o.q: big.NewInt(1)}, 1), said)
			}
		}
	}
}

// candidate says that a quotient is e where that fits.
func (s *script) candidate(d *division, e poly, said map[string]bool) {
	if len(e) > maxTerms || e.key() == (poly{d.q: big.NewInt(1)}).key() || said[d.q+e.key()] {
		return
	}
	said[d.q+e.key()] = true
	p := s.define("E", "Int", e.times(s.atom(d.y)).term())
	s.assert("(=> (ite (> %s 0) (and (<= %s %s) (< %s (+ %s %s))) (and (>= %s %s) (> %s (+ %s %s)))) (and (= %s %s) (= %s (- %s %s))))",
		d.y, p, d.x, d.x, p, d.y, p, d.x, d.x, p, d.y, d.q, e.term(), d.r, d.x, p)
}

// atom is the polynomial of one name or number.
func (s *script) atom(t string) poly {
	out := poly{}
	if v, ok := s.hints.number(t); ok {
		out.add("", v)
	} else {
		out.add(t, big.NewInt(1))
	}
	return out
}

// number reads a term that is a number.
func (h *hints) number(t string) (*big.Int, bool) {
	if m := h.defs[t]; m.op == uop.OpConst && len(m.args) == 1 {
		t = m.args[0]
	}
	return readInt(t)
}

// expand writes an unbounded value by what it is made of.
func (s *script) expand(t string, depth int) poly {
	h := s.hints
	m, ok := h.defs[t]
	if !ok || depth == 0 || m.op == uop.OpFloormod || m.op == uop.OpConst {
		return s.atom(t)
	}
	first := s.expand(m.args[0], depth-1)
	switch m.op {
	case uop.OpNeg:
		return poly{}.plus(first, -1)
	case uop.OpAdd:
		return first.plus(s.expand(m.args[1], depth-1), 1)
	}
	return first.times(s.expand(m.args[1], depth-1))
}

// parted is a numerator as y*e + rest.
type parted struct{ e, rest poly }

const expandDepth = 8

// restOfMOD names the remainder of 2^w by y, which a guard may make 0 by itself.
func (s *script) restOfMOD(y string) []string {
	if d := s.hints.divs[[2]string{"MOD", y}]; d != nil {
		return []string{d.r}
	}
	return nil
}

// parts writes the numerator of a division in the ways that are worth a try: with wraps left out
// or spelled out, and with the remainders of its parts left in or taken for 0.
func (s *script) parts(d *division) (out []parted) {
	h := s.hints
	x := h.unwrapped(d.x)
	ways := []poly{s.expand(x, expandDepth)}
	whole, renamed := h.whole[d.y]
	if renamed = renamed && h.leaf[whole] == d.y; renamed {
		ways[0] = ways[0].subst(whole, s.atom(d.y))
	}
	if k, ok := h.times[d.x]; ok {
		mod := poly{"MOD": big.NewInt(1)}
		ways = append(ways, ways[0].plus(mod.times(s.atom(k)), -1))
	}
	for i, p := range ways {
		subject := x
		if i == 1 {
			subject = d.x
		}
		reduced, rems, exact := s.reduce(p, d)
		if len(reduced) > maxTerms {
			continue
		}
		if len(rems) > 0 && exact && !renamed {
			s.assert("(= %s %s)", subject, reduced.term())
		}
		for _, zero := range [][]string{nil, s.restOfMOD(d.y), rems} {
			for _, r := range zero {
				reduced = reduced.subst(r, poly{})
			}
			e, rest := reduced.split(d.y)
			out = append(out, parted{e, rest})
		}
	}
	return out
}

// reduce replaces the parts of a numerator by what is known of them: k by y*q + r where k was
// divided by y, and a remainder by x - m*q. It gives the remainders that it brought in, and whether
// the result is p whatever wraps.
func (s *script) reduce(p poly, d *division) (_ poly, rems []string, exact bool) {
	h := s.hints
	exact = true
	done := map[string]bool{d.y: true}
	for range 12 {
		name := ""
		for _, m := range p.monomials() {
			for _, f := range strings.Fields(m) {
				if !done[f] && name == "" {
					name = f
				}
			}
		}
		if name == "" {
			break
		}
		done[name] = true
		by := h.divs[[2]string{name, d.y}]
		switch m := h.defs[name]; {
		case by != nil && by != d:
			done[by.q], done[by.r] = true, true
			p = p.subst(name, s.atom(d.y).times(s.atom(by.q)).plus(s.atom(by.r), 1))
			rems = append(rems, by.r)
		case m.op == uop.OpFloormod && m.args[1] != d.y:
			of := h.divs[[2]string(m.args)]
			x, y := h.unwrapped(m.args[0]), h.unwrapped(m.args[1])
			exact = exact && x == m.args[0] && y == m.args[1]
			p = p.subst(name, s.expand(x, expandDepth).plus(s.expand(y, expandDepth).times(s.atom(of.q)), -1))
			done[of.q] = true
		}
	}
	return p, rems, exact
}
