package prove

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// claim proves a ~> rule, or a law, for all dtypes that it may have.
func (p *prover) claim(ctx context.Context, r *rulelang.Rule, c *coverage) error {
	applies := false
	for _, one := range cases(r) {
		ok, err := p.claimCase(ctx, one, c)
		if err != nil {
			return err
		}
		applies = applies || ok
	}
	if !applies {
		return noModelf("the rule applies to no dtype: look at its literals and its guard")
	}
	return nil
}

func (p *prover) claimCase(ctx context.Context, r *rulelang.Rule, c *coverage) (bool, error) {
	ring, err := p.ring(ctx, r, c)
	if err != nil {
		return false, err
	}
	applies := ring
	for _, g := range groups(r) {
		if ring && g.members[0].dts[0][0].IsInt() {
			continue
		}
		ok, err := p.group(ctx, r, g, c)
		if err != nil {
			return false, err
		}
		applies = applies || ok
	}
	return applies, nil
}

// group proves the members of a group: the least width by itself, then all at once, then each of
// the others, then small widths. It tells whether the rule applies to any.
func (p *prover) group(ctx context.Context, r *rulelang.Rule, g *group, c *coverage) (bool, error) {
	sh := look(r)
	if g.vary < 0 {
		ans, err := p.single(ctx, r, sh, g.members[0])
		if err == nil && ans == unknown {
			return true, p.formats(ctx, r, g.members[0], c)
		}
		return p.proved(ans, c, g.members...), err
	}
	applies := false
	for _, part := range []time.Duration{4, 1} {
		p.part = part * part // a division of bit vectors that takes long takes for ever
		ans, err := p.check(ctx, r, g.members[0])
		if err != nil {
			return false, err
		}
		applies = p.proved(ans, c, g.members[0])
		if ans != unknown && len(g.members) == 1 {
			return applies, nil
		}
		p.part = part
		all, err := p.allWidths(ctx, r, sh, g)
		if err != nil {
			return false, err
		}
		if all == unsat {
			c.add(anyWidth, names(g.members)...)
			return true, nil
		}
		if all == never || sh.bitwise {
			break
		}
	}
	p.part = 1
	return p.eachWidth(ctx, r, g, applies, c)
}

// eachWidth proves the members of a group one by one.
func (p *prover) eachWidth(ctx context.Context, r *rulelang.Rule, g *group, applies bool, c *coverage) (bool, error) {
	for i, a := range g.members {
		ans, err := p.check(ctx, r, a)
		if err != nil {
			return false, err
		}
		if ans == unknown {
			return true, p.smallWidths(ctx, r, g, g.members[i:], c)
		}
		applies = p.proved(ans, c, a) || applies
	}
	return applies, nil
}

// single asks about dtypes that have no width to vary. Integers without ends are asked about with
// hints too, first all ways shortly, for where one takes an hour another often takes a second.
func (p *prover) single(ctx context.Context, r *rulelang.Rule, sh *shape, a *assign) (ans answer, err error) {
	if a.bits || !sh.divides {
		p.part = 1
		return p.check(ctx, r, a)
	}
	for _, p.part = range []time.Duration{4, 1} {
		ans, err = p.firstOf(ctx, r, a.tries()...)
		if err != nil || ans != unknown {
			break
		}
	}
	p.part = 1
	return ans, err
}

// firstOf gives the first answer.
func (p *prover) firstOf(ctx context.Context, r *rulelang.Rule, as ...*assign) (ans answer, err error) {
	for _, a := range as {
		if ans, err = p.check(ctx, r, a); err != nil || ans != unknown {
			break
		}
	}
	return ans, err
}

// proved notes what is, and tells whether the rule applies there.
func (p *prover) proved(ans answer, c *coverage, as ...*assign) bool {
	if ans == unsat {
		c.add(full, names(as)...)
	}
	return ans == unsat || ans == unknown
}

func names(as []*assign) (out []string) {
	for _, a := range as {
		s := ""
		for i, ds := range a.dts {
			switch {
			case len(ds) > 1:
				continue // of no matter
			case ds[0] == uop.Bool && len(a.dts) > 1 && i > 0:
				continue
			case s != "":
				s += ","
			}
			s += ds[0].String()
		}
		if s == "" {
			s = "all"
		}
		out = append(out, s)
	}
	return out
}

// allWidths proves a group at once, with integers between symbolic ends. A model tells nothing.
func (p *prover) allWidths(ctx context.Context, r *rulelang.Rule, sh *shape, g *group) (answer, error) {
	a := g.members[0].with(g.vary, between(g.widths[0]), g.widths)
	for _, rp := range a.reps {
		if rp.form == asBV && rp.d != uop.U8 {
			return unknown, nil
		}
	}
	if sh.bitwise {
		return unknown, nil
	}
	tries := []*assign{a}
	if sh.divides {
		tries = a.tries()
	}
	for _, a := range tries {
		if ans, err := p.tryCheck(ctx, r, a); err != nil || ans == unsat || ans == never {
			return ans, err
		}
	}
	return unknown, nil
}

// tryCheck is check where an obligation that cannot be written, or a model, proves nothing.
func (p *prover) tryCheck(ctx context.Context, r *rulelang.Rule, a *assign) (answer, error) {
	ans, err := p.check(ctx, r, a)
	var no noModel
	var bad *refuted
	switch {
	case errors.As(err, &no):
		return unknown, nil
	case errors.As(err, &bad):
		return sat, nil
	}
	return ans, err
}

// The widths that stand for all when a dtype's own width takes too long.
const (
	mostBits  = 12
	leastBits = 8
)

// smallWidths proves a rule at small widths, as many as there is time for, and in integers.
func (p *prover) smallWidths(ctx context.Context, r *rulelang.Rule, g *group, left []*assign, c *coverage) error {
	if p.o.Quick {
		return errLate
	}
	done := 0
	for w := 1; w <= mostBits; w++ {
		ans, err := p.check(ctx, r, g.members[0].with(g.vary, narrow(g.widths[0], w), g.widths[:1]))
		if err != nil {
			return err
		}
		if ans == unknown {
			break
		}
		done = w
	}
	if done < leastBits {
		return noModelf("no answer in %s for %s, and small widths only up to %d bits", p.o.Timeout, left[0], done)
	}
	what := fmt.Sprintf("1-%d bits", done)
	whole := rep{form: asInt, d: g.widths[0], signed: true}
	if ans, err := p.tryCheck(ctx, r, g.members[0].with(g.vary, whole, g.widths)); err != nil {
		return err
	} else if ans == unsat {
		what += " and integers"
	}
	for _, n := range names(left) {
		c.add(bounded, n+" by "+what)
	}
	return nil
}
