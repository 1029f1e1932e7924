package prove

import (
	"math/big"
	"sort"
	"strings"
)

// poly is a polynomial over names of terms: the coefficient of each product, which is its names
// in order with spaces between.
type poly map[string]*big.Int

// maxTerms bounds a polynomial.
const maxTerms = 60

func (p poly) add(mono string, c *big.Int) {
	if old := p[mono]; old != nil {
		c = new(big.Int).Add(c, old)
	}
	if c.Sign() == 0 {
		delete(p, mono)
	} else {
		p[mono] = c
	}
}

func (p poly) plus(q poly, times int64) poly {
	out := poly{}
	for m, c := range p {
		out.add(m, c)
	}
	for m, c := range q {
		out.add(m, new(big.Int).Mul(c, big.NewInt(times)))
	}
	return out
}

func (p poly) times(q poly) poly {
	out := poly{}
	for m, c := range p {
		for n, d := range q {
			out.add(product(m, n), new(big.Int).Mul(c, d))
		}
	}
	return out
}

func product(m, n string) string {
	f := append(strings.Fields(m), strings.Fields(n)...)
	sort.Strings(f)
	return strings.Join(f, " ")
}

// monomials lists the products in order.
func (p poly) monomials() []string {
	out := make([]string, 0, len(p))
	for m := range p {
		out = append(out, m)
	}
	sort.Strings(out)
	return out
}

// key is a text that equal polynomials share.
func (p poly) key() string {
	var b strings.Builder
	for _, m := range p.monomials() {
		b.WriteString(p[m].String() + "*" + m + ";")
	}
	return b.String()
}

// term writes the polynomial as an SMT-LIB term.
func (p poly) term() string {
	out := []string{"0"}
	for _, m := range p.monomials() {
		f := append([]string{integer(p[m])}, strings.Fields(m)...)
		if len(f) == 1 {
			out = append(out, f[0])
		} else {
			out = append(out, "(* "+strings.Join(f, " ")+")")
		}
	}
	if len(out) == 1 {
		return "0"
	}
	return "(+ " + strings.Join(out, " ") + ")"
}

// subst replaces a name.
func (p poly) subst(name string, by poly) poly {
	out := poly{}
	for m, c := range p {
		part := poly{"": c}
		for _, f := range strings.Fields(m) {
			if f == name {
				part = part.times(by)
			} else {
				part = part.times(poly{f: big.NewInt(1)})
			}
		}
		out = out.plus(part, 1)
	}
	return out
}

// split cuts p as y*quot + rest, product by product.
func (p poly) split(y string) (quot, rest poly) {
	quot, rest = poly{}, poly{}
	num, isNum := new(big.Int).SetString(strings.NewReplacer("(- ", "-", ")", "").Replace(y), 10)
	for m, c := range p {
		f := strings.Fields(m)
		i := 0
		for i < len(f) && f[i] != y {
			i++
		}
		switch {
		case i < len(f):
			quot.add(strings.Join(append(append([]string(nil), f[:i]...), f[i+1:]...), " "), c)
		case isNum && num.Sign() != 0 && new(big.Int).Rem(c, num).Sign() == 0:
			quot.add(m, new(big.Int).Quo(c, num))
		default:
			rest.add(m, c)
		}
	}
	return quot, rest
}
