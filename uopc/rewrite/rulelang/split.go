package rulelang

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// part is the head of a rule, or one of its clauses.
type part struct {
	word string // law, yes, no; empty for the head
	at   int    // where it starts, with the word
	off  int    // where its text starts
	end  int
}

// statement is a rule as it stands in the file.
type statement struct {
	name  string
	off   int
	bad   bool // a bracket is open
	parts []part
}

var clauseWords = []string{"law", "yes", "no"}

// clause gives the clause word that a text starts with.
func clause(s string) string {
	for _, w := range clauseWords {
		if rest, ok := strings.CutPrefix(s, w); ok && (rest == "" || strings.ContainsAny(rest[:1], " \t\r\n")) {
			return w
		}
	}
	return ""
}

// continues tells whether a line that starts like s belongs to the statement above it.
func continues(s string) bool {
	for _, sign := range []string{"&&", "||", "~>", "=>"} {
		if strings.HasPrefix(s, sign) {
			return true
		}
	}
	return clause(s) != ""
}

// rule reads a rule with its clauses, once for each op of the loop around it.
func (r *reader) rule() {
	r.rules++
	st := &statement{off: r.at}
	from := r.at
	named := guarded(func() { st.name, from = r.ruleName() })
	r.split(st, from)
	if !named || st.bad || r.loop != nil && r.loop.bad {
		return
	}
	if p, ok := r.names[st.name]; ok {
		r.failAt(st.off, "there is a rule %q in line %d already: give this one another name", st.name, p.Line)
	}
	r.names[st.name] = r.pos(st.off)
	if r.loop == nil {
		r.expand(st, uop.OpInvalid)
		return
	}
	fits := false
	for _, op := range r.loop.ops {
		fits = r.expand(st, op) || fits
	}
	if !fits {
		r.failAt(st.off, "no op of the loop fits this pattern: none has so many sources, or its dtypes")
	}
}

// ruleName reads up to the colon that ends the name, and gives what comes behind it.
func (r *reader) ruleName() (name string, behind int) {
	end := lineEnd(r.text, r.at)
	if i := strings.IndexByte(r.text[r.at:end], '#'); i >= 0 && r.text[r.at] != '"' {
		end = r.at + i
	}
	line := r.text[r.at:end]
	if line[0] == '"' {
		l := r.lex(r.at, end)
		name = l.unquote(l.tok)
		behind = skipSpace(r.text[:end], l.off)
		if behind >= end || r.text[behind] != ':' {
			r.failAt(min(behind, end), "want a colon after the name of the rule")
			panic(stop{})
		}
		behind++
	} else {
		i := nameEnd(line)
		if i < 0 {
			r.failAt(r.at, "a rule starts with its name and a colon, as in x*1: Mul[x, @one] ~> x")
			panic(stop{})
		}
		name, behind = strings.TrimSpace(line[:i]), r.at+i+1
	}
	if name == "" {
		r.failAt(r.at, "a rule needs a name before the colon")
		panic(stop{})
	}
	return name, behind
}

// nameEnd finds the colon after a name: the first with a space behind it, so that names such as
// a?b:c need no quotes, else the first.
func nameEnd(line string) int {
	for i := range len(line) {
		if line[i] == ':' && (i+1 == len(line) || strings.IndexByte(" \t\r", line[i+1]) >= 0) {
			return i
		}
	}
	return strings.IndexByte(line, ':')
}

// split finds the parts of a statement whose name ends before from, and passes it.
func (r *reader) split(st *statement, from int) {
	cur := part{at: from, off: from}
	var open []int // brackets that are not closed
	i := from
scan:
	for i < len(r.text) {
		switch c := r.text[i]; c {
		case '#':
			i = lineEnd(r.text, i)
			continue
		case '"', '`':
			if n := quotedLen(r.text[i:]); n > 0 {
				i += n
				continue
			}
			if c == '`' {
				r.failAt(i, "this ` is never closed")
				i = lineEnd(r.text, i)
				continue
			}
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			if c == '}' && len(open) == 0 {
				break scan // of the loop
			}
			open = open[:max(0, len(open)-1)]
		case '\n':
			next := skipSpace(r.text, i)
			word := clause(r.text[next:])
			if len(open) > 0 && word != "" {
				r.unclosed(st, open)
				open = nil
			}
			if len(open) == 0 && !continues(r.text[next:]) {
				break scan
			}
			if word != "" {
				cur.end = i
				st.parts = append(st.parts, cur)
				cur = part{word, next, next + len(word), 0}
				next = cur.off
			}
			i = next
			continue
		}
		i++
	}
	if len(open) > 0 {
		r.unclosed(st, open)
	}
	cur.end = i
	st.parts = append(st.parts, cur)
	r.at = i
}

func (r *reader) unclosed(st *statement, open []int) {
	st.bad = true
	at := open[len(open)-1]
	r.failAt(at, "this %c is never closed", r.text[at])
}

// leftOut leaves the rule for an op that does not fit it.
type leftOut struct{}

// expand reads a statement for one op of the loop around it, or for none. It tells whether the op
// fits; a rule with errors counts as one that does.
func (r *reader) expand(st *statement, op uop.Op) (fits bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(leftOut); !ok {
				panic(e)
			}
			fits = false
		}
	}()
	rule := &Rule{Pos: r.pos(st.off), Name: st.name, Set: r.setName, Doc: r.doc, Op: op}
	if r.loop != nil {
		rule.OpVar = r.loop.name
	}
	rr := &ruleReader{r: r, rule: rule}
	if !guarded(func() { rr.head(st.parts[0], false) }) {
		return true
	}
	for _, p := range st.parts[1:] {
		guarded(func() { rr.clause(p) })
	}
	s := r.set()
	s.Rules = append(s.Rules, rule)
	return true
}

// clause reads a law or an example.
func (rr *ruleReader) clause(p part) {
	switch p.word {
	case "law":
		rr.law(p)
	case "yes":
		rr.rule.Yes = append(rr.rule.Yes, rr.r.example(p, true))
	case "no":
		rr.rule.No = append(rr.rule.No, rr.r.example(p, false))
	}
}

// law reads a law, or one in SMT-LIB.
func (rr *ruleReader) law(p part) {
	r := rr.r
	if rr.rule.Make != nil {
		r.failAt(p.at, "a law says what a rule with a Go right side relies on; this rule has ~> and is proved itself")
		panic(stop{})
	}
	l := r.lex(p.off, p.end)
	if l.is("smt") {
		l.next()
		if l.tok.kind != tokRaw {
			l.fail("got %s, want SMT-LIB text in backticks", l.tok.describe())
		}
		text := l.next().text
		if l.tok.kind != tokEnd {
			l.fail("%s is too much here: the law ended", l.tok.describe())
		}
		rr.rule.SMT = append(rr.rule.SMT, strings.Trim(text, "`"))
		return
	}
	law := &Rule{Pos: l.pos(), Name: rr.rule.Name, Set: rr.rule.Set, OpVar: rr.rule.OpVar, Op: rr.rule.Op}
	lr := &ruleReader{r: r, rule: law}
	lr.head(p, true)
	rr.rule.Laws = append(rr.rule.Laws, law)
}
