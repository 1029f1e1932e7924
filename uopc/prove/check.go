package prove

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// check asks about all ways to read a rule under one assignment. A model is a *refuted error.
func (p *prover) check(ctx context.Context, r *rulelang.Rule, a *assign) (answer, error) {
	out := never
	for c := (&chooser{}); ; {
		q, err := newEncoder(r, a, c).encode()
		switch {
		case errors.Is(err, errNever):
		case err != nil:
			return unknown, err
		default:
			ans, err := p.query(ctx, q)
			if err != nil || ans == unknown {
				return unknown, err
			}
			out = unsat
		}
		if !c.next() {
			return out, nil
		}
	}
}

// query asks one question. One text is asked once: dtypes that an op does not tell apart give the
// same text.
func (p *prover) query(ctx context.Context, q *query) (answer, error) {
	if ans, ok := p.seen[q.text]; ok {
		return ans, nil
	}
	limit, err := p.limit()
	if err != nil {
		return unknown, err
	}
	terms := q.terms()
	if p.o.Dump != nil {
		p.o.Dump(fmt.Sprintf("; %s as %s\n%s(check-sat)\n", q.enc.rule.Name, q.enc.as, q.text))
	}
	ans, vals, err := p.portfolio(ctx, q, limit, terms)
	if err != nil {
		return unknown, err
	}
	if ans == sat {
		if small, err := p.smaller(ctx, q, terms); err == nil && small != nil {
			vals = small
		}
		return sat, q.refute(vals)
	}
	if ans == unsat {
		p.seen[q.text] = ans
	}
	return ans, nil
}

// portfolio asks in several ways where the time that one takes is a matter of luck: with floats,
// the names of the unknowns can make the difference between a second and an hour.
func (p *prover) portfolio(ctx context.Context, q *query, limit time.Duration, terms []string) (ans answer, vals []string, err error) {
	if !strings.Contains(q.text, "fp.") {
		return p.ask(ctx, q.text, limit, terms)
	}
	const viaSMT = "(check-sat-using (then simplify propagate-values fpa2bv simplify propagate-values (using-params smt :random_seed %d)))"
	for i, part := range []time.Duration{8, 8, 4, 1} {
		check := "(check-sat)"
		if i == 0 || i == 2 {
			check = fmt.Sprintf(viaSMT, i)
		}
		ans, vals, err = p.askBy(ctx, q.text, check, limit/part, terms)
		if err != nil || ans != unknown {
			break
		}
	}
	return ans, vals, err
}

// terms lists what a counterexample shows: the unknowns, and the two sides.
func (q *query) terms() (out []string) {
	for _, in := range q.enc.inputs {
		out = append(out, in.term)
	}
	return append(out, q.left, q.right)
}

// smaller looks for a model with small numbers where the integers have no ends.
func (p *prover) smaller(ctx context.Context, q *query, terms []string) ([]string, error) {
	text := q.text
	for _, in := range q.enc.inputs {
		if in.rep.form == asInt {
			text += fmt.Sprintf("(assert (<= (- 1000) %s 1000))\n", in.term)
		}
	}
	if text == q.text {
		return nil, nil
	}
	limit, err := p.limit()
	if err != nil {
		return nil, err
	}
	ans, vals, err := p.ask(ctx, text, limit, terms)
	if ans != sat {
		return nil, err
	}
	return vals, err
}

// refute makes the error of a counterexample, after computing it again by the contract.
func (q *query) refute(vals []string) error {
	e := q.enc
	ev := &evaluator{e: e, in: map[string]uint64{}, real: true}
	var parts []string
	for i, in := range e.inputs {
		text, bits, ok := readValue(in.rep, vals[i])
		ev.in[in.term], ev.real = bits, ev.real && ok
		parts = append(parts, in.label+"="+text)
	}
	root := e.rep(e.rule.Find.Type)
	left, _, _ := readValue(root, vals[len(vals)-2])
	right, _, _ := readValue(root, vals[len(vals)-1])
	if ev.real {
		l, r := ev.node(e.rule.Find), ev.made(e.rule.Make)
		if ev.real && contract.Same(root.d, l, r) {
			if e.opaque {
				return noModelf("the solver knows nothing of exp2, log2 and sin, and with less than that the rule does not hold")
			}
			return noModelf("internal mismatch: the solver has %s, where the contract gives %s for both sides (%s)",
				strings.Join(parts, ", "), contract.FormatValue(root.d, l), e.as)
		}
		if ev.real {
			left, right = show(root.d, l), show(root.d, r)
		}
	}
	return &refuted{fmt.Sprintf("%s: %s: left=%s, right=%s%s", e.as, strings.Join(parts, ", "), left, right,
		map[bool]string{false: " (not checked by the contract)"}[ev.real])}
}
