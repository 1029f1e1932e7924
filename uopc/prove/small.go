package prove

import (
	"context"
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// format is a float format that is small enough for any question. What rounds alike in all of
// them does not depend on the number of bits.
type format struct {
	eb, sb int
	name   string
	must   bool
}

var smallFormats = []format{
	{3, 5, "8-bit", true}, {4, 4, "8-bit", true},
	{5, 11, "f16", false}, {8, 8, "bf16", false},
}

// formats proves a rule on floats in small formats, when its own is too large, and tries it on
// many inputs of its own.
func (p *prover) formats(ctx context.Context, r *rulelang.Rule, a *assign, c *coverage) error {
	if p.o.Quick {
		return errLate
	}
	i := 0
	for i < len(a.reps) && a.reps[i].form != asFP {
		i++
	}
	if i == len(a.reps) {
		return p.bounds(ctx, r, a, c)
	}
	var done []string
	for _, f := range smallFormats {
		ans, err := p.tryCheck(ctx, r, a.with(i, small(a.reps[i].d, f.eb, f.sb), a.dts[i]))
		switch {
		case err != nil:
			return err
		case ans != unsat && f.must:
			return noModelf("no answer in %s for %s, nor for %s floats", p.o.Timeout, a, f.name)
		case ans == unsat && !contains(done, f.name):
			done = append(done, f.name)
		}
	}
	tried, err := sample(r, a)
	if err != nil {
		return err
	}
	if tried {
		done = append(done, "samples")
	}
	c.add(byFormats, names([]*assign{a})[0]+" by "+strings.Join(done, ", "))
	return nil
}

// bounds proves a rule on unbounded integers for small constants.
func (p *prover) bounds(ctx context.Context, r *rulelang.Rule, a *assign, c *coverage) error {
	const most = 12
	q, err := newEncoder(r, a, &chooser{}).encode()
	if err != nil {
		return err
	}
	var consts []string
	for _, in := range q.enc.inputs {
		if in.node != nil && in.node.Kind == rulelang.ConstNode && in.rep.form == asInt {
			consts = append(consts, in.term)
		}
	}
	if len(consts) == 0 || len(consts) > 2 {
		return noModelf("no answer in %s for %s", p.o.Timeout, a)
	}
	side := 2*most + 1
	for k := range side * (1 + (len(consts)-1)*(side-1)) {
		text := q.text
		for i, t := 0, k; i < len(consts); i, t = i+1, t/side {
			text += fmt.Sprintf("(assert (= %s (- %d %d)))\n", consts[i], t%side, most)
		}
		ans, _, err := p.ask(ctx, text, p.o.Timeout, nil)
		if err != nil {
			return err
		}
		if ans != unsat {
			return noModelf("no answer in %s for %s, nor with each constant from -%d to %d", p.o.Timeout, a, most, most)
		}
	}
	c.add(bounded, names([]*assign{a})[0]+fmt.Sprintf(" by constants from -%d to %d", most, most))
	return nil
}
