package prove

import (
	"context"
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
