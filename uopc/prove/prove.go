package prove

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// Options say how hard to try.
type Options struct {
	Timeout time.Duration                // of one question to the solver; DefaultTimeout when 0
	Rule    string                       // only the rules of this name
	Quick   bool                         // give a rule QuickTime in all, and skip it when it takes longer
	Jobs    int                          // solvers at a time; 1 when 0
	Want    func(set string) Verdict     // what a set's rules must be; Want when nil
	Watch   func(rule string, done bool) // is told when a rule starts and when it is done, by several goroutines; may be nil
	Dump    func(question string)        // gets the text of each question about a rule, when not nil
}

// Times.
const (
	DefaultTimeout = 20 * time.Second
	QuickTime      = 2 * time.Second
)

// Want is the rule for shipped sets: those named fast must be refuted, all others proved.
func Want(set string) Verdict {
	if set == "fast" {
		return Refuted
	}
	return Proved
}

// File proves the rules of a file. The error is of the solver or of the context; what is wrong
// with a rule is in its Result.
func File(ctx context.Context, f *rulelang.File, o Options) ([]Result, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Want == nil {
		o.Want = Want
	}
	if o.Watch == nil {
		o.Watch = func(string, bool) {}
	}
	rules := distinct(f, o.Rule)
	out := make([]Result, len(rules))
	errs := make([]error, len(rules))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, o.Jobs) {
		wg.Go(func() {
			p := &prover{solver: solver{path: path}, o: o, seen: map[string]answer{}}
			defer p.solver.stop()
			for i := range next {
				o.Watch(rules[i].Name, false)
				out[i], errs[i] = p.prove(ctx, rules[i])
				out[i].File = f.Name
				o.Watch(rules[i].Name, true)
			}
		})
	}
	for i := range rules {
		next <- i
	}
	close(next)
	wg.Wait()
	return merge(out), errors.Join(errs...)
}

// Count tells how many rules File proves, a rule of a loop once for each op.
func Count(f *rulelang.File, o Options) int { return len(distinct(f, o.Rule)) }

// distinct lists the rules to prove.
func distinct(f *rulelang.File, name string) (out []*rulelang.Rule) {
	for _, s := range f.Sets {
		for _, r := range s.Rules {
			if name == "" || r.Name == name {
				out = append(out, r)
			}
		}
	}
	return out
}

// merge makes one row of the rules that a loop expands to, unless their verdicts differ.
func merge(rs []Result) (out []Result) {
	for _, r := range rs {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if last.Rule == r.Rule && last.Set == r.Set && last.Verdict == r.Verdict {
				last.Time += r.Time
				if last.Widths != r.Widths && !contains(strings.Split(last.Widths, " / "), r.Widths) {
					last.Widths += " / " + r.Widths
				}
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// prover has one solver and what it has answered.
type prover struct {
	solver
	o    Options
	seen map[string]answer

	grounded bool          // the models agree with the contract
	part     time.Duration // the part of a question's time that is spent on it at first
	until    time.Time     // when quick: the end of the rule's time
}

// prove gives the verdict on a rule.
func (p *prover) prove(ctx context.Context, r *rulelang.Rule) (res Result, err error) {
	start := time.Now()
	res = Result{Rule: r.Name, Set: r.Set, Pos: r.Pos, wanted: p.o.Want(r.Set)}
	p.until = start.Add(QuickTime)
	defer func() { res.Time = time.Since(start) }()
	var cover coverage
	err = p.claims(ctx, r, &cover)
	var no noModel
	var bad *refuted
	switch {
	case err == nil && len(cover[ground]) > 0:
		res.Verdict, res.Note = Definition, "computed by the contract, with which the models agree"
	case err == nil:
		res.Verdict = Proved
		res.How, res.Widths = cover.texts()
	case errors.As(err, &bad):
		res.Verdict, res.Counterexample, err = Refuted, bad.text, nil
	case errors.Is(err, errLate):
		res.Verdict, err = Skipped, nil
	case errors.As(err, &no):
		res.Note, err = no.what, nil
	}
	if err != nil {
		err = fmt.Errorf("rule %s, line %d: %w", r.Name, r.Line, err)
	}
	return res, err
}

// refuted is the error that a counterexample is.
type refuted struct{ text string }

func (r *refuted) Error() string { return r.text }

// errLate tells that the time of quick mode is over.
var errLate = errors.New("slow")

// claims proves all that a rule relies on.
func (p *prover) claims(ctx context.Context, r *rulelang.Rule, c *coverage) error {
	laws := r.Laws
	switch {
	case r.Make != nil:
		laws = []*rulelang.Rule{r}
	case len(r.Laws) > 0 || len(r.SMT) > 0:
	case r.Call != nil && r.Call.Func == "fold":
		c.add(ground, "constants")
		if !p.grounded {
			if _, err := Ground(ctx); err != nil {
				return err
			}
		}
		p.grounded = true
		return nil
	default:
		return noModelf("a rule with a Go right side needs a law, or a law smt, that says what it relies on")
	}
	for i, text := range r.SMT {
		if err := p.rawLaw(ctx, text, i, c); err != nil {
			return err
		}
	}
	if r.Make != nil && len(r.SMT) > 0 {
		return nil // what it says is not modelled, so its raw laws stand for it
	}
	for _, l := range laws {
		if err := p.claim(ctx, l, c); err != nil {
			return err
		}
	}
	return nil
}

// rawLaw asks whether assertions in SMT-LIB have no model.
func (p *prover) rawLaw(ctx context.Context, text string, i int, c *coverage) error {
	limit, err := p.limit()
	if err != nil {
		return err
	}
	ans, _, err := p.ask(ctx, text+"\n", limit, nil)
	switch {
	case err != nil:
		return err
	case ans == sat:
		return &refuted{fmt.Sprintf("law smt number %d has a model", i+1)}
	case ans == unknown && p.o.Quick:
		return errLate
	case ans == unknown:
		return noModelf("law smt number %d: no answer in %s", i+1, limit)
	}
	c.add(raw, "smt")
	return nil
}

// limit gives the time that the next question may take.
func (p *prover) limit() (time.Duration, error) {
	part := max(1, p.part)
	if !p.o.Quick {
		return p.o.Timeout / part, nil
	}
	left := time.Until(p.until)
	if left <= 0 {
		return 0, errLate
	}
	return min(left, QuickTime/min(part, 4)), nil
}
