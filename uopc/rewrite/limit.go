package rewrite

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

const lastSteps = 6

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
	Last    []string // the last steps, as "rule: before -> after", oldest first
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
	for i, s := range e.Last {
		if i == 0 {
			b.WriteString("; last steps:")
		}
		b.WriteString("\n\t" + s)
	}
	return b.String()
}

func (r *Rewriter[C]) limit(reason string) error {
	e := &LimitError{Reason: reason}
	for i, n := range r.fired {
		if n > 0 {
			e.Busiest = append(e.Busiest, Firing{r.m.names[i], n})
		}
	}
	slices.SortStableFunc(e.Busiest, func(a, b Firing) int { return cmp.Compare(b.Count, a.Count) })
	e.Busiest = e.Busiest[:min(3, len(e.Busiest))]
	for i := max(0, r.total-lastSteps); i < r.total; i++ {
		s := r.last[i%lastSteps]
		e.Last = append(e.Last, fmt.Sprintf("%s: %s -> %s", r.m.names[s.rule], show(s.before), show(s.after)))
	}
	return e
}

// count hands the firings over to the caller's map.
func (r *Rewriter[C]) count() {
	for i, n := range r.fired {
		if n > 0 && r.o.Counts != nil {
			r.o.Counts[r.m.names[i]] += n
		}
	}
	clear(r.fired)
}

// showDepth keeps the print of a deep program to one line.
const showDepth = 4

func show(u *uop.UOp) string {
	var b strings.Builder
	showTo(&b, u, showDepth)
	return b.String()
}

func showTo(b *strings.Builder, u *uop.UOp, depth int) {
	switch {
	case u.Op() == uop.OpConst:
		b.WriteString(constText(u))
		return
	case u.Op() == uop.OpParam:
		b.WriteString("p" + strconv.Itoa(u.X().Slot))
		return
	case depth == 0:
		b.WriteString("...")
		return
	}
	b.WriteString(u.Op().String() + "(")
	for i, s := range u.Src() {
		if i > 0 {
			b.WriteString(", ")
		}
		showTo(b, s, depth-1)
	}
	b.WriteString(")")
}

func constText(u *uop.UOp) string {
	switch u.DType() {
	case uop.Bool:
		return strconv.FormatBool(u.Bits() != 0)
	case uop.F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(u.Bits()))), 'g', -1, 32)
	case uop.F64:
		return strconv.FormatFloat(math.Float64frombits(u.Bits()), 'g', -1, 64)
	}
	return u.ConstWide().String()
}
