package uir

import (
	"strconv"
	"strings"
)

// token is a piece of a line and the byte where it starts.
type token struct {
	text string
	col  int
}

// stmt is a node line in pieces. The slices are used again for the next line.
type stmt struct {
	name, op   token
	operands   []token
	keys, vals []token
	end        int // where the node ends, without its comment
	comment    string
	hasComment bool
}

const usageLine = "a node line is: %n = op sources : key=value ..."

// delim tells the bytes that end a word.
var delim = func() (t [256]bool) {
	for _, c := range " \t\r,:=();\"" {
		t[c] = true
	}
	return t
}()

type scanner struct {
	s   string
	pos int
}

func (c *scanner) space() {
	for c.pos < len(c.s) && (c.s[c.pos] == ' ' || c.s[c.pos] == '\t' || c.s[c.pos] == '\r') {
		c.pos++
	}
}

// peek gives the next byte after blanks, or 0 at the end of the node.
func (c *scanner) peek() byte {
	c.space()
	if c.pos == len(c.s) || c.s[c.pos] == ';' {
		return 0
	}
	return c.s[c.pos]
}

func (c *scanner) word() token {
	from := c.pos
	for c.pos < len(c.s) && !delim[c.s[c.pos]] {
		c.pos++
	}
	return token{c.s[from:c.pos], from}
}

// rest names what stands at the position, for messages.
func (c *scanner) rest() string {
	if c.peek() == 0 {
		return "the end of the line"
	}
	from := c.pos
	if w := c.word(); w.text != "" {
		c.pos = from
		return "'" + shorten(w.text) + "'"
	}
	return "'" + c.s[from:from+1] + "'"
}

// scan takes a line that holds a node into pieces.
func (st *stmt) scan(line string) *fail {
	c := &scanner{s: line}
	*st = stmt{operands: st.operands[:0], keys: st.keys[:0], vals: st.vals[:0]}
	for _, part := range [...]func(*scanner) *fail{st.scanName, st.scanOperands, st.scanKeys} {
		if f := part(c); f != nil {
			return f
		}
	}
	if c.pos < len(c.s) {
		st.comment, st.hasComment = c.s[c.pos+1:], true
	}
	st.end = len(strings.TrimRight(c.s[:c.pos], " \t\r"))
	return nil
}

func (st *stmt) scanName(c *scanner) *fail {
	if c.peek() != '%' {
		return failf(c.pos, usageLine, "a line starts with %% or ;, got %s", c.rest())
	}
	st.name = c.word()
	if f := checkName(st.name); f != nil {
		return f
	}
	if c.peek() != '=' {
		return failf(c.pos, usageLine, "'=' must follow %s, got %s", shorten(st.name.text), c.rest())
	}
	c.pos++
	c.space()
	st.op = c.word()
	if st.op.text == "" {
		return failf(c.pos, usageLine, "an op must follow '=', got %s", c.rest())
	}
	return nil
}

func checkName(t token) *fail {
	if len(t.text) == 1 {
		return failf(t.col, "a node is named %0 or %sum", "a name must follow %%")
	}
	for i := 1; i < len(t.text); i++ {
		if !plain(t.text[i]) {
			return failf(t.col+i, "a name has letters, digits, '_', '.' and '-'", "%q cannot be in the name of a node", rune(t.text[i]))
		}
	}
	return nil
}

// plain tells the bytes of names that need no quotes.
func plain(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '-'
}

func (st *stmt) scanOperands(c *scanner) *fail {
	const hint = "sources are separated by commas, and ':' stands before the keys"
	for n := 0; ; n++ {
		b := c.peek()
		if n > 0 {
			if b != ',' {
				break
			}
			c.pos++
			b = c.peek()
		} else if b == 0 || b == ':' {
			break
		}
		t, f := c.operand(b)
		if f != nil {
			return f
		}
		if t.text == "" {
			return failf(c.pos, hint, "a source must follow '%s', got %s", before(c.s, c.pos, st.op), c.rest())
		}
		st.operands = append(st.operands, t)
	}
	if b := c.peek(); b != 0 && b != ':' {
		return failf(c.pos, hint, "want ',' or ':' or the end of the line, got %s", c.rest())
	}
	return nil
}

// before names what a missing source should have followed.
func before(s string, pos int, op token) string {
	if t := strings.TrimRight(s[:pos], " \t\r"); strings.HasSuffix(t, ",") {
		return ","
	}
	return op.text
}

func (c *scanner) operand(b byte) (token, *fail) {
	if b == '(' {
		return c.group()
	}
	return c.word(), nil
}

// group reads a tuple up to the parenthesis that closes it.
func (c *scanner) group() (token, *fail) {
	from, depth := c.pos, 0
	for ; c.pos < len(c.s); c.pos++ {
		switch c.s[c.pos] {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				c.pos++
				return token{c.s[from:c.pos], from}, nil
			}
		case ';':
			return token{}, failf(from, "write (2,3)", "')' is missing")
		}
	}
	return token{}, failf(from, "write (2,3)", "')' is missing")
}

func (st *stmt) scanKeys(c *scanner) *fail {
	if c.peek() != ':' {
		return nil
	}
	c.pos++
	for c.peek() != 0 {
		k := c.word()
		if k.text == "" || c.pos == len(c.s) || c.s[c.pos] != '=' {
			c.pos = k.col
			return failf(k.col, "keys are written key=value, without blanks, with a blank between two", "want key=value, got %s", c.rest())
		}
		c.pos++
		v, f := c.value()
		if f != nil {
			return f
		}
		if v.text == "" {
			return failf(v.col, "", "a value must follow '%s='", shorten(k.text))
		}
		st.keys, st.vals = append(st.keys, k), append(st.vals, v)
	}
	return nil
}

// value reads a tuple, a quoted string, or everything up to a blank: a schedule may hold ':'.
func (c *scanner) value() (token, *fail) {
	from := c.pos
	switch {
	case from == len(c.s):
	case c.s[from] == '(':
		return c.group()
	case c.s[from] == '"':
		q, err := strconv.QuotedPrefix(c.s[from:])
		if err != nil {
			return token{}, failf(from, `write name="a name"`, "the quoted text does not end, or has a bad escape")
		}
		c.pos += len(q)
		return token{q, from}, nil
	}
	for c.pos < len(c.s) && !strings.ContainsRune(" \t\r;", rune(c.s[c.pos])) {
		c.pos++
	}
	return token{c.s[from:c.pos], from}, nil
}
