package prove

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// Verdict is what became of a rule.
type Verdict uint8

// The verdicts.
const (
	Unknown    Verdict = iota // the solver found neither a proof nor a counterexample, or could not be asked
	Proved                    // no input tells the two sides apart
	Refuted                   // an input does; see Counterexample
	Definition                // the rule computes ops by package contract, with which the models here agree
	Skipped                   // it takes longer than quick mode allows
)

var verdictNames = [...]string{"unknown", "proved", "REFUTED", "definition", "skipped (slow)"}

// String gives the verdict in words.
func (v Verdict) String() string { return verdictNames[v] }

// Result is the verdict on one rule.
type Result struct {
	Rule, Set      string
	File           string
	Pos            rulelang.Pos
	Verdict        Verdict
	How            string // the kinds of proof, the weakest first
	Widths         string // what each of them covers
	Time           time.Duration
	Counterexample string
	Note           string // why it is Unknown
	wanted         Verdict
}

// OK tells whether the verdict is the one that the rule's set must have. Skipped rules are not
// held against it.
func (r *Result) OK() bool {
	return r.Verdict == r.wanted || r.Verdict == Skipped || r.wanted == Proved && r.Verdict == Definition
}

// kind is a kind of proof.
type kind uint8

const (
	bounded    kind = iota // small widths, and integers without wrapping
	byFormats              // small float formats
	full                   // the dtype itself
	anyWidth               // integers between symbolic ends
	polynomial             // an identity of rings
	raw                    // a law in SMT-LIB
	ground                 // on constants, by the contract
	numKinds
)

var kindNames = [...]string{"bounded", "small formats", "full", "every width", "ring over the integers", "raw law", "contract"}

// coverage is what was proved, by kind.
type coverage [numKinds][]string

func (c *coverage) add(k kind, what ...string) {
	for _, w := range what {
		if !contains(c[k], w) {
			c[k] = append(c[k], w)
		}
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// texts gives the columns How and Widths.
func (c *coverage) texts() (how, widths string) {
	var hs, ws []string
	for k, what := range c {
		if len(what) > 0 {
			hs = append(hs, kindNames[k])
			ws = append(ws, kindNames[k]+": "+shorten(what))
		}
	}
	return strings.Join(hs, " + "), strings.Join(ws, "; ")
}

// shorten keeps a row readable when a rule has hundreds of combinations of dtypes.
func shorten(what []string) string {
	const most = 12
	if len(what) <= most {
		return strings.Join(what, " ")
	}
	return fmt.Sprintf("%s ... %s (%d)", strings.Join(what[:2], " "), what[len(what)-1], len(what))
}

// Table prints results, one rule a line, and what is wrong below its line.
func Table(w io.Writer, results []Result) {
	wide := 4
	for _, r := range results {
		wide = max(wide, len(r.Set)+1+len(r.Rule))
	}
	wide = min(wide, 44)
	for _, r := range results {
		text := r.Widths
		if r.Verdict != Proved {
			text = r.Note
		}
		fmt.Fprintf(w, "%-*s  %-10s %7.2fs  %s\n", wide, r.Set+" "+r.Rule, r.Verdict, r.Time.Seconds(), text)
		if r.Counterexample != "" {
			fmt.Fprintf(w, "%*s  %s\n", wide, "", r.Counterexample)
		}
		if !r.OK() {
			fmt.Fprintf(w, "%*s  %s:%d:%d: this rule must be %s\n", wide, "", r.File, r.Pos.Line, r.Pos.Col, r.wanted)
		}
	}
	fmt.Fprintln(w, Summary(results))
}

// Summary counts the verdicts.
func Summary(results []Result) string {
	var n [len(verdictNames)]int
	bad := 0
	for _, r := range results {
		n[r.Verdict]++
		if !r.OK() {
			bad++
		}
	}
	var parts []string
	for v, name := range verdictNames {
		if n[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[v], name))
		}
	}
	return fmt.Sprintf("%d rules: %s; %d not as they must be", len(results), strings.Join(parts, ", "), bad)
}
