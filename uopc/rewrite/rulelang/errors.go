package rulelang

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is one mistake in a file.
type Error struct {
	Name string // of the file
	Pos
	Msg  string // what is wrong, and what would be right
	Line string // the text of the line; empty where there is none
}

// Error gives the place and the message, then the line with a caret below the place.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Pos.Line, e.Col, e.Msg)
	if strings.TrimSpace(e.Line) == "" {
		return s
	}
	return s + "\n  " + e.Line + "\n  " + caret(e.Line, e.Col)
}

// caret points at a column. Tabs stay tabs, so that it lines up wherever they stop.
func caret(line string, col int) string {
	var b strings.Builder
	for i, r := range line {
		if i >= col-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String() + "^"
}

// maxErrors is how many errors are printed.
const maxErrors = 20

// Errors is what is wrong with a file, in order of place.
type Errors []*Error

// Error prints the first of them.
func (es Errors) Error() string {
	var b strings.Builder
	for i, e := range es {
		if i == maxErrors {
			fmt.Fprintf(&b, "\nand %d more", len(es)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// sorted orders the errors by place and drops those that say a thing twice: a loop checks each
// rule once for each op, so at one place the first message stands for all.
func (es Errors) sorted() Errors {
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Col, b.Col))
	})
	return slices.CompactFunc(es, func(a, b *Error) bool { return a.Pos == b.Pos })
}

// source is the text of a file with its lines.
type source struct {
	name  string
	text  string
	lines []int // where each line starts
	errs  Errors
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// pos gives the place of a byte.
func (s *source) pos(off int) Pos {
	i, found := slices.BinarySearch(s.lines, off)
	if !found {
		i--
	}
	return Pos{i + 1, off - s.lines[i] + 1}
}

// line gives the text of a line, from 1.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	rest := s.text[s.lines[n-1]:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSuffix(rest, "\r")
}

// fail notes an error.
func (s *source) fail(p Pos, format string, args ...any) {
	s.errs = append(s.errs, &Error{s.name, p, fmt.Sprintf(format, args...), s.line(p.Line)})
}

// failAt notes an error at a byte.
func (s *source) failAt(off int, format string, args ...any) { s.fail(s.pos(off), format, args...) }

// stop leaves the statement that is being read, after its error was noted.
type stop struct{}

// guarded runs f, which a stop ends early. It tells whether f came to its end.
func guarded(f func()) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stop); !ok {
				panic(r)
			}
		}
	}()
	f()
	return true
}
