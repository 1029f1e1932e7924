package rulelang

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// The sets of dtypes that rules have names for.
const (
	boolType   DTypes = 1 << uop.Bool
	sintTypes  DTypes = 1<<uop.I8 | 1<<uop.I16 | 1<<uop.I32 | 1<<uop.I64
	uintTypes  DTypes = 1<<uop.U8 | 1<<uop.U16 | 1<<uop.U32 | 1<<uop.U64
	fixedTypes DTypes = sintTypes | uintTypes
	indexType  DTypes = 1 << uop.Index
	intTypes   DTypes = fixedTypes | indexType
	floatTypes DTypes = 1<<uop.F32 | 1<<uop.F64
	numTypes   DTypes = intTypes | floatTypes
	allTypes   DTypes = numTypes | boolType
)

// typeNames lists the names, the larger sets first.
var typeNames = []struct {
	name string
	set  DTypes
}{
	{"any", allTypes}, {"num", numTypes}, {"int", intTypes}, {"fixed", fixedTypes}, {"sint", sintTypes},
	{"uint", uintTypes}, {"float", floatTypes}, {"index", indexType}, {"bool", boolType},
}

func typeByName(name string) (DTypes, bool) {
	for _, t := range typeNames {
		if t.name == name {
			return t.set, true
		}
	}
	if d, ok := uop.ParseDType(name); ok && d.IsValue() {
		return 1 << d, true
	}
	return 0, false
}

var allTypeNames = func() (out []string) {
	for _, t := range typeNames {
		out = append(out, t.name)
	}
	for _, d := range uop.ValueDTypes() {
		out = append(out, d.String())
	}
	return out
}()

// String gives the set as a rule file has it, such as int|bool.
func (s DTypes) String() string {
	var parts []string
	for _, t := range typeNames {
		if s&t.set == t.set {
			parts = append(parts, t.name)
			s &^= t.set
		}
	}
	for _, d := range s.List() {
		parts = append(parts, d.String())
	}
	if len(parts) == 0 {
		return "no dtype"
	}
	return strings.Join(parts, "|")
}

// single tells whether the set has one member.
func (s DTypes) single() bool { return s != 0 && s&(s-1) == 0 }

// note is what stands behind the colon of a node: a type variable, or a set.
type note struct {
	pos    Pos
	letter string
	set    DTypes
	text   string
}

// types reads int|bool, or A.
func (l *lexer) types() note {
	n := note{pos: l.pos()}
	for {
		if l.tok.kind != tokName {
			l.fail("got %s, want a dtype such as i32, a set of them (int, float ...) or a type variable such as A", l.tok.describe())
		}
		t := l.next()
		n.text += t.text
		if isLetterVar(t.text) {
			if n.set != 0 || l.is("|") {
				l.failAt(t.off, "a type variable stands alone: limit %s with a guard, as in is(%s, int)", t.text, t.text)
			}
			n.letter = t.text
			return n
		}
		s, ok := typeByName(t.text)
		if !ok {
			l.failAt(t.off, "there is no dtype %s%s", t.text, nearest(t.text, allTypeNames))
		}
		n.set |= s
		if !l.take("|") {
			return n
		}
		n.text += "|"
	}
}

// isLetterVar tells whether a word is a type variable.
func isLetterVar(s string) bool { return len(s) == 1 && isUpper(s[0]) }
