package rulelang

import (
	"strings"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind uint8

const (
	tokEnd    kind = iota
	tokName        // a word
	tokInt         // 7, 0x10
	tokFloat       // 1.5, 1e8
	tokString      // "..."
	tokRaw         // `...`
	tokSign        // an operator or a bracket
)

// lexeme is one token, with where it starts in the file.
type lexeme struct {
	kind kind
	text string
	off  int
}

// describe names a token in messages.
func (t lexeme) describe() string {
	switch t.kind {
	case tokEnd:
		return "the end of the rule"
	case tokRaw:
		return "text in backticks"
	}
	return t.text
}

// signs are the operators of more than one letter, longest first.
var signs = []string{"...", "&&", "||", "~>", "=>", "->", "==", "!=", "<=", ">=", "<<", ">>", "//"}

// lexer splits a range of the file into tokens. A new line is only a space to it.
type lexer struct {
	src *source
	off int
	end int
	tok lexeme // the next token
}

func (s *source) lex(off, end int) *lexer {
	l := &lexer{src: s, off: off, end: end}
	l.next()
	return l
}

// fail notes an error at the next token and leaves the statement.
func (l *lexer) fail(format string, args ...any) {
	l.failAt(l.tok.off, format, args...)
}

func (l *lexer) failAt(off int, format string, args ...any) {
	l.src.failAt(off, format, args...)
	panic(stop{})
}

// pos gives the place of the next token.
func (l *lexer) pos() Pos { return l.src.pos(l.tok.off) }

// next moves on, and gives the token it leaves behind.
func (l *lexer) next() lexeme {
	old := l.tok
	l.off = skipSpace(l.src.text[:l.end], l.off)
	rest := l.src.text[l.off:l.end]
	k, n := l.scan(rest)
	l.tok = lexeme{k, rest[:n], l.off}
	l.off += n
	return old
}

// skipSpace passes white space and comments.
func skipSpace(text string, off int) int {
	for off < len(text) {
		switch c := text[off]; {
		case c == '#':
			off = lineEnd(text, off)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			off++
		default:
			return off
		}
	}
	return off
}

func lineEnd(text string, off int) int {
	if i := strings.IndexByte(text[off:], '\n'); i >= 0 {
		return off + i
	}
	return len(text)
}

// scan gives the kind and the length of the token that s starts with.
func (l *lexer) scan(s string) (kind, int) {
	if s == "" {
		return tokEnd, 0
	}
	switch c := s[0]; {
	case isLetter(c):
		return tokName, wordLen(s)
	case isDigit(c):
		return numberLen(s)
	case c == '"' || c == '`':
		n := quotedLen(s)
		if n == 0 {
			l.failAt(l.off, "this %c is never closed", c)
		}
		if c == '"' {
			return tokString, n
		}
		return tokRaw, n
	}
	for _, sign := range signs {
		if strings.HasPrefix(s, sign) {
			return tokSign, len(sign)
		}
	}
	if strings.IndexByte("+-*%&|^<>!()[]{},:=@", s[0]) < 0 {
		r, n := utf8.DecodeRuneInString(s)
		l.off += n // go on behind it, should anyone go on
		l.failAt(l.off-n, "%q has no meaning in a rule", r)
	}
	return tokSign, 1
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }

func wordLen(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// numberLen takes what looks like a number: its own reader says what is wrong with it.
func numberLen(s string) (kind, int) {
	k, n := tokInt, wordLen(s)
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		return k, n
	}
	if n+1 < len(s) && s[n] == '.' && isDigit(s[n+1]) {
		k = tokFloat
		n += 1 + wordLen(s[n+1:])
	}
	if e := s[n-1] | 0x20; e == 'e' && n+1 < len(s) && (s[n] == '+' || s[n] == '-') && isDigit(s[n+1]) {
		n += 1 + wordLen(s[n+1:])
	}
	if strings.ContainsAny(s[:n], "eE") {
		k = tokFloat
	}
	return k, n
}

// quotedLen gives the length of a quoted text, or 0 when it has no end. A text in " has no new
// line, one in ` may have.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return i + 1
		case s[0] == '"' && s[i] == '\\':
			i++
		case s[0] == '"' && s[i] == '\n':
			return 0
		}
	}
	return 0
}

// is tells whether the next token is the given sign or word.
func (l *lexer) is(text string) bool {
	return l.tok.text == text && (l.tok.kind == tokSign || l.tok.kind == tokName)
}

// take passes the given sign or word if it comes next.
func (l *lexer) take(text string) bool {
	if l.is(text) {
		l.next()
		return true
	}
	return false
}

// want passes the given sign, which must come next.
func (l *lexer) want(text, after string) {
	if !l.take(text) {
		l.fail("got %s, want %s %s", l.tok.describe(), text, after)
	}
}
