package uir

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// item is one element of a flattened tuple: a number, or the name of a node.
type item struct {
	n   int64
	ref token
}

// tupleScanner reads tuples. Sizes may be "?" or names; the tuples of the other keys are numbers.
type tupleScanner struct {
	scanner
	col   int // where s starts in the line
	sizes bool
	hint  string
	items []item
}

func (t *tupleScanner) failf(format string, args ...any) *fail {
	return failf(t.col+t.pos, t.hint, format, args...)
}

// readItems reads "(1, 2)". With pairs set the elements must be tuples of two.
func readItems(v token, sizes, pairs bool, hint string) ([]item, *fail) {
	t := &tupleScanner{scanner: scanner{s: v.text}, col: v.col, sizes: sizes, hint: hint}
	one := t.item
	if pairs {
		one = t.pair
	}
	if _, f := t.list(one); f != nil {
		return nil, f
	}
	if t.pos < len(t.s) {
		return nil, t.failf("nothing may follow ')', got %s", t.rest())
	}
	return t.items, nil
}

// list reads a parenthesised list and counts its elements. A comma may follow the last.
func (t *tupleScanner) list(one func() *fail) (n int, f *fail) {
	if t.peek() != '(' {
		return 0, t.failf("want '(', got %s", t.rest())
	}
	for t.pos++; t.peek() != ')'; n++ {
		if f := one(); f != nil {
			return 0, f
		}
		if b := t.peek(); b != ',' && b != ')' {
			return 0, t.failf("want ',' or ')', got %s", t.rest())
		} else if b == ',' {
			t.pos++
		}
	}
	t.pos++
	return n, nil
}

func (t *tupleScanner) pair() *fail {
	at := *t
	n, f := t.list(t.item)
	if f == nil && n != 2 {
		return at.failf("want two numbers for each axis, got %d", n)
	}
	return f
}

func (t *tupleScanner) item() *fail {
	t.peek()
	w := t.word()
	w.col += t.col
	it, f := readItem(w, t.sizes, t.hint)
	if f != nil {
		if w.text == "" {
			return t.failf("a number is missing before %s", t.rest())
		}
		return f
	}
	t.items = append(t.items, it)
	return nil
}

func readItem(w token, sizes bool, hint string) (item, *fail) {
	if sizes {
		switch {
		case w.text == "?":
			return item{n: uop.Dynamic}, nil
		case strings.HasPrefix(w.text, "%"):
			return item{n: uop.Dynamic, ref: w}, nil
		}
	}
	n, err := strconv.ParseInt(w.text, 10, 64)
	switch {
	case err != nil && w.text != "" && isInteger(w.text):
		return item{}, failf(w.col, hint, "%s is too large", shorten(w.text))
	case err != nil:
		return item{}, failf(w.col, hint, "want a whole number, got '%s'", shorten(w.text))
	case sizes && n < 0:
		// -1 would otherwise pass as the mark of a dynamic size.
		return item{}, failf(w.col, hint, "a size must not be negative, got %d", n)
	}
	return item{n: n}, nil
}

// readSizes reads size=4, size=(2,3) or shape=(?,3).
func readSizes(v token) ([]item, *fail) {
	const hint = "sizes are written 4, (2,3), or (?,3) where the next source gives one"
	if strings.HasPrefix(v.text, "(") {
		return readItems(v, true, false, hint)
	}
	it, f := readItem(v, true, hint)
	return []item{it}, f
}

// appendSizes writes a list of sizes; bare leaves the parentheses off a single one.
func appendSizes(b []byte, dims []int64, bare bool) []byte {
	if bare && len(dims) == 1 {
		return appendSize(b, dims[0])
	}
	b = append(b, '(')
	for i, d := range dims {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendSize(b, d)
	}
	return append(b, ')')
}

func appendSize(b []byte, d int64) []byte {
	if d == uop.Dynamic {
		return append(b, '?')
	}
	return strconv.AppendInt(b, d, 10)
}

func appendPairs(b []byte, dims []int64) []byte {
	b = append(b, '(')
	for i := 0; i+1 < len(dims); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendSizes(b, dims[i:i+2], false)
	}
	return append(b, ')')
}
