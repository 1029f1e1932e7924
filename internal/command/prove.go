package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"

	"github.com/uopc/uopc/internal/progress"
	"github.com/uopc/uopc/uopc/prove"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

func init() {
	commands["prove"] = subcommand{"[-timeout 20s] [-rule NAME] [-quick] [-jobs N] [FILE.rules...]",
		"ask z3 whether rules hold, by default those that uopc ships; exit 1 when one is not as it must be", proveCmd}
}

func proveCmd(c *ctx, args []string) error {
	f := c.flags()
	o := prove.Options{}
	f.DurationVar(&o.Timeout, "timeout", prove.DefaultTimeout, "the time for one question to z3; a rule may need several")
	f.StringVar(&o.Rule, "rule", "", "prove only the rules of this name")
	f.BoolVar(&o.Quick, "quick", false, "skip rules that take more than "+prove.QuickTime.String())
	f.IntVar(&o.Jobs, "jobs", 1, "how many z3 run at a time")
	if err := parse(f, args); err != nil {
		return err
	}
	if o.Timeout <= 0 || o.Jobs < 1 {
		return usagef("-timeout and -jobs must be positive")
	}
	files, skipped, err := c.ruleFiles(f.Args(), o.Quick)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	all, err := c.proveFiles(ctx, files, o)
	if err != nil {
		return err
	}
	if len(all) == 0 && o.Rule != "" {
		return fmt.Errorf("no rule is named %q: names are what is before the colon", o.Rule)
	}
	if len(all) == 0 && o.Rule == "" {
		return usagef("there are no rules in %s", strings.Join(f.Args(), ", "))
	}
	prove.Table(c.Out, all)
	if skipped > 0 {
		fmt.Fprintf(c.Out, "%d more, whose proofs take long, are left to a run without -quick\n", skipped)
	}
	for i := range all {
		if !all[i].OK() {
			return errFindings
		}
	}
	return nil
}

// proveFiles shows progress, for all shipped rules take minutes.
func (c *ctx) proveFiles(ctx context.Context, files []*rulelang.File, o prove.Options) (all []prove.Result, err error) {
	count := 0
	for _, file := range files {
		count += prove.Count(file, o)
	}
	w := &proofWatch{count: count}
	o.Watch = w.note
	defer progress.New(c.Err).Every(w.text)()
	for _, file := range files {
		rs, err := prove.File(ctx, file, o)
		if err != nil {
			return nil, err
		}
		all = append(all, rs...)
	}
	return all, nil
}

// A proofWatch knows how far proofs have come.
type proofWatch struct {
	mu          sync.Mutex
	done, count int
	now         []string // the rules at work
}

func (w *proofWatch) note(rule string, done bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !done {
		w.now = append(w.now, rule)
		return
	}
	w.done++
	at := slices.Index(w.now, rule)
	w.now = slices.Delete(w.now, at, at+1)
}

func (w *proofWatch) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprintf("proving: %d of %d rules done, now %s", w.done, w.count, strings.Join(w.now, ", "))
}

// ruleFiles reads rule files, or gives the shipped ones where none is named.
func (c *ctx) ruleFiles(names []string, quick bool) (out []*rulelang.File, skipped int, err error) {
	if len(names) == 0 {
		return shippedRules(quick)
	}
	for _, n := range names {
		name, text, err := c.read(n)
		if err != nil {
			return nil, 0, err
		}
		file, err := rulelang.Parse(name, text)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, file)
	}
	return out, 0, nil
}
