package rulelang

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uopc/uopc/uopc/uop"
)

// Parse reads and checks a rule file. Its error is an Errors. The name is for messages, and its
// base without the extension is the name of the first set.
func Parse(name string, text []byte) (*File, error) {
	r := &reader{source: newSource(name, string(text)), file: &File{Name: name}, names: map[string]Pos{}, examples: map[int]Example{}}
	r.setName = defaultSet(name)
	if off := badUTF8(r.text); off >= 0 {
		r.failAt(off, "this is not UTF-8 text; a rule file is")
	} else {
		r.read()
	}
	if len(r.errs) == 0 {
		r.priority()
	}
	if len(r.errs) > 0 {
		return nil, r.errs.sorted()
	}
	return r.file, nil
}

func badUTF8(s string) int {
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// reader goes through a file, statement by statement.
type reader struct {
	*source
	file     *File
	setName  string
	names    map[string]Pos
	examples map[int]Example // by the byte where the line starts
	at       int             // the next byte
	doc      []string        // the comment lines right above
	loop     *loop           // the loop that is open, or nil
	rules    int             // statements so far
}

// loop is a for loop.
type loop struct {
	off   int
	name  string
	ops   []uop.Op
	group bool // ops that do not fit a pattern are left out
	bad   bool // an error was noted; its rules are passed over
}

func (r *reader) read() {
	for r.comments(); r.at < len(r.text); r.comments() {
		switch rest := r.text[r.at:]; {
		case rest[0] == '@':
			r.guardedLine(r.directive)
		case rest[0] == '}':
			r.close()
		case isFor(rest):
			r.guardedLine(r.open)
		case continues(rest):
			r.failAt(r.at, "a line that starts like this goes on from a rule, and there is none above it")
			r.at = lineEnd(r.text, r.at)
		default:
			r.rule()
		}
		r.doc = nil
	}
	if r.loop != nil {
		r.failAt(r.loop.off, "this loop is never closed: want a } after its rules")
	}
}

// guardedLine runs f, and goes on at the next line when it stops.
func (r *reader) guardedLine(f func()) {
	start := r.at
	if !guarded(f) {
		r.at = lineEnd(r.text, start)
	}
}

// comments passes white space and comments, and keeps the comment that ends right above.
func (r *reader) comments() {
	for r.at < len(r.text) {
		end := lineEnd(r.text, r.at)
		line := strings.TrimSpace(r.text[r.at:end])
		switch {
		case line == "":
			if r.at == 0 || r.text[r.at-1] == '\n' {
				r.doc = nil // a line with nothing on it
			}
		case line[0] == '#':
			r.doc = append(r.doc, strings.TrimPrefix(line[1:], " "))
		default:
			r.at = skipSpace(r.text, r.at)
			return
		}
		r.at = min(end+1, len(r.text))
	}
}

// isFor tells whether a loop starts here: for NAME in.
func isFor(s string) bool {
	end := lineEnd(s, 0)
	f := strings.Fields(s[:end])
	return len(f) > 2 && f[0] == "for" && f[2] == "in"
}

// open reads the head of a loop, up to its brace.
func (r *reader) open() {
	lo := &loop{off: r.at, bad: true}
	if r.loop != nil {
		r.failAt(r.at, "a loop cannot stand in a loop: close the one of line %d first", r.pos(r.loop.off).Line)
	}
	if line := r.text[r.at:lineEnd(r.text, r.at)]; strings.Contains(line, "{") {
		r.loop = lo // so that its } closes something, whatever else is wrong
	}
	l := r.lex(r.at, len(r.text))
	l.next()
	if l.tok.kind != tokName || isUpper(l.tok.text[0]) || l.tok.text == "_" {
		l.fail("got %s, want a name for the op, as in: for op in [Add, Mul] {", l.tok.describe())
	}
	lo.name = l.next().text
	l.next() // in
	var allowed []uop.Op
	if l.tok.kind == tokName {
		lo.group = true
		lo.ops = r.group(l)
		allowed = lo.ops
	}
	if l.is("[") {
		lo.group = false
		lo.ops = l.opList(allowed)
	} else if lo.ops == nil {
		l.fail("got %s, want a group (%s) or a list of ops such as [Add, Mul]", l.tok.describe(), strings.Join(groupNames, ", "))
	}
	if !l.is("{") {
		l.fail("got %s, want { before the rules of the loop", l.tok.describe())
	}
	r.at = skipLine(r.text, l.tok.off+1)
	lo.bad = false
	r.loop = lo
}

// skipLine passes spaces, and a comment with its line.
func skipLine(text string, off int) int {
	for off < len(text) && (text[off] == ' ' || text[off] == '\t') {
		off++
	}
	if off < len(text) && text[off] == '#' {
		return lineEnd(text, off)
	}
	return off
}

func (r *reader) close() {
	if r.loop == nil {
		r.failAt(r.at, "this } closes nothing: no loop is open")
	}
	r.loop = nil
	r.at = skipLine(r.text, r.at+1)
}

func (r *reader) group(l *lexer) []uop.Op {
	ops, ok := groups[l.tok.text]
	if !ok {
		l.fail("there is no group %s%s; the groups are %s", l.tok.text, nearest(l.tok.text, groupNames), strings.Join(groupNames, ", "))
	}
	l.next()
	return ops
}

// opList reads [Add, Mul]; allowed are the ops that may stand in it, nil for all.
func (l *lexer) opList(allowed []uop.Op) (ops []uop.Op) {
	l.want("[", "before the ops")
	for {
		at := l.tok.off
		if l.tok.kind != tokName {
			l.fail("got %s, want an op such as Add", l.tok.describe())
		}
		op := l.opNamed(l.next())
		if allowed != nil && !hasOp(allowed, op) {
			l.failAt(at, "%s is not in the group before the list", opName(op))
		}
		if hasOp(ops, op) {
			l.failAt(at, "%s stands in the list twice", opName(op))
		}
		ops = append(ops, op)
		if !l.take(",") {
			break
		}
	}
	l.want("]", "after the ops")
	return ops
}

// set gives the set that rules go to now.
func (r *reader) set() *Set {
	for _, s := range r.file.Sets {
		if s.Name == r.setName {
			return s
		}
	}
	s := &Set{Name: r.setName}
	r.file.Sets = append(r.file.Sets, s)
	return s
}

// unquote reads a text in double quotes.
func (l *lexer) unquote(t lexeme) string {
	s, err := strconv.Unquote(t.text)
	if err != nil {
		l.failAt(t.off, "%s is not a quoted text as Go has it", t.text)
	}
	return s
}
