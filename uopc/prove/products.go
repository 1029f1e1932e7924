package prove

import (
	"maps"
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// products writes each product with a numerator, or with a remainder, by what that is.
func (s *script) products(divs []*division) {
	h := s.hints
	for _, x := range slices.Sorted(maps.Keys(h.defs)) {
		m := h.defs[x]
		if m.op != uop.OpMul {
			continue
		}
		for i, a := range m.args {
			k := m.args[1-i]
			for _, eq := range h.equal {
				if a == eq[0] {
					p := s.expand(x, expandDepth).subst(a, s.expand(eq[1], expandDepth))
					for _, d := range divs { // k may be a remainder
						if k == d.r {
							p = p.subst(k, s.atom(d.x).plus(s.atom(d.y).times(s.atom(d.q)), -1))
						}
					}
					s.assert("(=> (= %s %s) (= %s %s))", a, eq[1], x, p.term())
					s.unwrappedToo(x, p, a, eq[1])
				}
			}
			for _, d := range divs {
				switch a {
				case d.x:
					s.assert("(= %s (+ (* %s %s %s) (* %s %s)))", x, k, d.y, d.q, k, d.r)
				case d.r:
					s.assert("(= %s (- (* %s %s) (* %s %s %s)))", x, k, d.x, k, d.y, d.q)
					s.factored(x, k, d, divs)
				}
			}
		}
	}
}

// unwrappedToo says x = p again, where a = b, for what p has that did not wrap.
func (s *script) unwrappedToo(x string, p poly, a, b string) {
	for _, d := range s.hints.order {
		w, ok := s.hints.whole[d.x]
		if q := p.subst(d.x, s.atom(w)); ok && q.key() != p.key() {
			s.assert("(=> (and (= %s %s) (= %s %s)) (= %s %s))", a, b, d.x, w, x, q.term())
		}
	}
}

// factored says what the product x of k and the remainder of d is where the divisor is a product
// that did not wrap, and the quotient is that of a division by one of its factors.
func (s *script) factored(x, k string, d *division, divs []*division) {
	y := s.hints.unwrapped(d.y)
	for _, o := range divs {
		if o != d && s.factor(o.y, d.y) {
			p := s.atom(d.x).plus(s.expand(y, expandDepth).times(s.atom(o.q)), -1).times(s.atom(k))
			s.assert("(=> (and (= %s %s) (= %s %s)) (= %s %s))", d.y, y, d.q, o.q, x, p.term())
		}
	}
}
