package rulelang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

var directives = map[string]func(*reader, *lexer){
	"package": (*reader).packageLine,
	"import":  (*reader).importLine,
	"context": (*reader).contextLine,
	"set":     (*reader).setLine,
}

// directive reads a line that starts with @.
func (r *reader) directive() {
	end := lineEnd(r.text, r.at)
	l := r.lex(r.at+1, end)
	f := directives[l.tok.text]
	switch {
	case f == nil:
		l.failAt(r.at, "there is no directive @%s%s; there are @package, @import, @context and @set", l.tok.text, nearest(l.tok.text, []string{"package", "import", "context", "set"}))
	case r.loop != nil:
		l.failAt(r.at, "a directive cannot stand in a loop: close the one of line %d first", r.pos(r.loop.off).Line)
	}
	f(r, l)
	r.at = end
}

// word reads the one name that a directive takes.
func (l *lexer) word(example string) string {
	l.next()
	if l.tok.kind != tokName {
		l.fail("got %s, want a name, as in %s", l.tok.describe(), example)
	}
	t := l.next()
	l.end1(example)
	return t.text
}

func (l *lexer) end1(example string) {
	if l.tok.kind != tokEnd {
		l.fail("%s is too much here: want no more than in %s", l.tok.describe(), example)
	}
}

func (r *reader) packageLine(l *lexer) {
	at := l.tok.off
	name := l.word("@package rules")
	switch {
	case r.file.Package != "":
		l.failAt(at, "the package was given already: it is %s", r.file.Package)
	case !token.IsIdentifier(name) || name == "_":
		l.failAt(at+len("package "), "%s is no name for a Go package", name)
	}
	r.file.Package = name
}

func (r *reader) importLine(l *lexer) {
	l.next()
	if l.tok.kind != tokString {
		l.fail("got %s, want a path in quotes, as in @import \"example.com/project/facts\"", l.tok.describe())
	}
	at := l.tok.off
	p := l.unquote(l.next())
	l.end1(`@import "example.com/project/facts"`)
	if p == "" || strings.ContainsAny(p, " \t\n\"'`\\{}") {
		l.failAt(at, "%q is no import path", p)
	}
	for _, q := range r.file.Imports {
		if p == q {
			l.failAt(at, "%q is imported twice", p)
		}
	}
	r.file.Imports = append(r.file.Imports, p)
}

func (r *reader) contextLine(l *lexer) {
	at, from := r.at, l.off
	text := plain(r.text[from:l.end])
	switch {
	case r.file.Context != "":
		l.failAt(at, "the context was given already: it is %s", r.file.Context)
	case r.rules > 0:
		l.failAt(at, "the context must stand before the first rule")
	case text == "":
		l.failAt(at, "want a Go type, as in @context *State")
	case !isGoType(text):
		l.failAt(skipSpace(r.text, from), "%s is no Go type", text)
	}
	r.file.Context = text
}

// isGoType tells whether a text is a Go type: a name, that of a package, a pointer, slice or map.
func isGoType(s string) bool {
	e, err := parser.ParseExpr(s)
	if err != nil {
		return false
	}
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.IndexExpr, *ast.IndexListExpr,
			*ast.StructType, *ast.InterfaceType, *ast.FieldList, *ast.Field, *ast.BasicLit, *ast.FuncType:
		default:
			ok = false
		}
		return ok
	})
	_, lit := e.(*ast.BasicLit)
	return ok && !lit
}

func (r *reader) setLine(l *lexer) { r.setName = l.word("@set strict") }

// plain is a text without its comments, on one line.
func plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if c := s[i]; c == '#' {
			i = lineEnd(s, i)
			continue
		} else if c == '"' || c == '`' {
			if n := quotedLen(s[i:]); n > 0 {
				b.WriteString(s[i : i+n])
				i += n
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
