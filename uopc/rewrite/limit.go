package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

const (
	lastSteps   = 6  // kept for the error of rules that grow a program without end
	cycleSteps  = 20 // of a cycle, so many are printed
	busiestKept = 3
)

type step struct {
	rule          int
	before, after *uop.UOp
}

// Firing is how often a rule fired.
type Firing struct {
	Rule  string
	Count int
}

// LimitError tells that the rules do not come to an end.
type LimitError struct {
	Reason  string
	Busiest []Firing // the three busiest rules
	// Cycle is how a node came back to itself, as "rule: before -> after". The step "its sources"
	// is no rule: there a node got the finished forms of its sources.
	Cycle []string
	Last  []string // the last firings of all, in the same form, oldest first
}

func (e *LimitError) Error() string {
	var b strings.Builder
	b.WriteString("rewriting does not end: " + e.Reason)
	for i, f := range e.Busiest {
		sep := ", "
		if i == 0 {
			sep = "; busiest rules: "
		}
		fmt.Fprintf(&b, "%s%q (%d)", sep, f.Rule, f.Count)
	}
	title, steps := "; the cycle:", e.Cycle
	if len(steps) == 0 {
		title, steps = "; last steps:", e.Last
	}
	if len(steps) > 0 {
		b.WriteString(title + "\n\t" + strings.Join(steps, "\n\t"))
	}
	return b.String()
}

func (r *Rewriter[C]) limit(reason string) error {
	e := &LimitError{Reason: reason}
	for i, n := range r.fired {
		if n > 0 {
			e.Busiest = append(e.Busiest, Firing{r.names[i], n})
		}
	}
	slices.SortStableFunc(e.Busiest, func(a, b Firing) int { return cmp.Compare(b.Count, a.Count) })
	e.Busiest = e.Busiest[:min(busiestKept, len(e.Busiest))]
	for i := max(0, r.total-lastSteps); i < r.total; i++ {
		s := r.last[i%lastSteps]
		e.Last = append(e.Last, stepText(r.names[s.rule], s.before, s.after))
	}
	return e
}

// circle is the error of a node that waits for itself. All nodes at work are different, so what
// lies between its first time and now is the shortest cycle there is.
func (r *Rewriter[C]) circle(back *uop.UOp) error {
	e := r.limit("the rules run in a circle").(*LimitError)
	first, at := 0, refOf(back)
	for f := r.stack.at(0); f.u != at && f.now != at; f = r.stack.at(first) {
		first++
	}
	left := 0
	for i := first; i < r.stack.n; i++ {
		f := r.stack.at(i)
		steps := r.steps(f, i == first && f.u != at)
		room := min(len(steps), cycleSteps-len(e.Cycle))
		e.Cycle = append(e.Cycle, steps[:room]...)
		left += len(steps) - room
	}
	if left > 0 {
		e.Cycle = append(e.Cycle, fmt.Sprintf("... and %d more steps", left))
	}
	return e
}

// steps tells what became of the node of one frame; late leaves out what came before now.
func (r *Rewriter[C]) steps(f *frame, late bool) (out []string) {
	at := f.u
	if f.now != none && f.now != at {
		if !late {
			out = append(out, stepText("its sources", r.node(at), r.node(f.now)))
		}
		at = f.now
	}
	if f.result == none {
		return out
	}
	by := "its sources"
	if f.rule != rebuilt {
		by = r.names[f.rule]
	}
	return append(out, stepText(by, r.node(at), r.node(f.result)))
}

func stepText(rule string, before, after *uop.UOp) string {
	return rule + ": " + show(before) + " -> " + show(after)
}

// count hands the firings over to the caller's map.
func (r *Rewriter[C]) count() {
	if r.total == r.counted {
		return
	}
	r.counted = r.total
	for i, n := range r.fired {
		if n > 0 && r.o.Counts != nil {
			r.o.Counts[r.names[i]] += n
		}
	}
	clear(r.fired)
}
