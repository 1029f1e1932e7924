package uir

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is one fault of a text: where it is, what is wrong, and what would be right.
type Error struct {
	File      string
	Line, Col int // from 1; Col counts bytes
	Msg       string
	Src       string // the line
	Hint      string // what would be right; may be empty
}

// Error gives "file:line:col: message", the line, a caret below the fault, and the hint.
func (e *Error) Error() string {
	src, caret := excerpt(e.Src, e.Col-1)
	s := fmt.Sprintf("%s:%d:%d: %s\n%s\n%s", e.File, e.Line, e.Col, e.Msg, src, caret)
	if e.Hint != "" {
		s += "\n" + e.Hint
	}
	return s
}

// fail is a fault within one line; the parser adds file and line.
type fail struct {
	col       int // from 0
	msg, hint string
}

func failf(col int, hint, format string, args ...any) *fail {
	return &fail{col: col, hint: hint, msg: fmt.Sprintf(format, args...)}
}

// maxErrors is how many faults are told at once: more are seldom read.
const maxErrors = 10

// join makes one error of several, from which errors.As still takes the first *Error.
func join(list []*Error) error {
	if len(list) == 1 {
		return list[0]
	}
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// Widths of the window that is shown of a long line.
const (
	wideLine   = 160
	wideBefore = 60
)

// excerpt gives the line, or the part of a long one round the column, and the line with the
// caret. Tabs are kept in front of the caret, so that it stands below the fault at any width.
func excerpt(src string, col int) (line, caret string) {
	col = min(max(col, 0), len(src))
	if len(src) > wideLine {
		from := runeStart(src, max(0, col-wideBefore))
		to := runeStart(src, min(len(src), from+wideLine))
		cut := src[from:to]
		col -= from
		if to < len(src) {
			cut += "..."
		}
		if from > 0 {
			cut, col = "..."+cut, col+3
		}
		src = cut
	}
	var b strings.Builder
	for _, r := range src[:col] {
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	return src, b.String() + "^"
}

func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// shorten cuts a text that goes into a message.
func shorten(s string) string {
	const most = 60
	if len(s) > most {
		return s[:runeStart(s, most)] + "..."
	}
	return s
}
