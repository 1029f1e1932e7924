package rulegen

import (
	"fmt"
	"go/token"
	"strings"
	"unicode"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// reserved are the names that the text of a rule's function uses itself.
var reserved = map[string]bool{
	"g": true, "u": true, "d": true, "ctx": true, "uop": true, "contract": true, "rewrite": true,
	"nil": true, "true": true, "false": true, "uint64": true, "int64": true, "_": true,
}

// choose gives each bound name a Go name that is free.
func (t *tail) choose() {
	taken := map[string]bool{}
	if t.rule.Call != nil {
		taken[t.rule.Call.Func] = true
	}
	t.predicates(t.rule.Guard, taken)
	for _, v := range t.rule.Vars {
		n := v.Name
		for reserved[n] || taken[n] || token.IsKeyword(n) || generated(n) {
			n += "x"
		}
		taken[n] = true
		t.names[v] = n
	}
}

// predicates notes the Go functions that a guard calls.
func (t *tail) predicates(e *rulelang.Expr, taken map[string]bool) {
	if e == nil {
		return
	}
	if e.Kind == rulelang.ExprGo {
		taken[e.Text] = true
	}
	for _, a := range e.Args {
		t.predicates(a, taken)
	}
}

// generated tells whether a name looks like those that fresh, temp and typeName make.
func generated(n string) bool {
	digits := strings.TrimLeft(n, "dtw")
	return len(digits) < len(n) && strings.Trim(digits, "0123456789") == "" && digits != ""
}

// fresh gives a Go name for a local variable.
func (t *tail) fresh(base string) string {
	n := base
	for i := 1; ; i++ {
		free := !reserved[n] && !token.IsKeyword(n)
		for _, have := range t.names {
			free = free && have != n
		}
		if t.rule.Call != nil {
			free = free && t.rule.Call.Func != n
		}
		if free {
			return n
		}
		n = fmt.Sprintf("%s_%d", base, i)
	}
}

// camel makes a name part of an exported Go name: fast-math gives FastMath.
func camel(s string) string {
	var b strings.Builder
	up := true
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
			continue
		case up:
			r = unicode.ToUpper(r)
		}
		up = false
		b.WriteRune(r)
	}
	return b.String()
}
