package rulelang

import (
	"path"
	"strconv"
	"strings"
)

// String gives the whole file in canonical form. Reading it gives the same rules.
func (f *File) String() string {
	p := &printer{}
	if f.Package != "" {
		p.put("@package ", f.Package, "\n")
	}
	for _, i := range f.Imports {
		p.put("@import ", strconv.Quote(i), "\n")
	}
	if f.Context != "" {
		p.put("@context ", f.Context, "\n")
	}
	for i, s := range f.Sets {
		if i > 0 || s.Name != defaultSet(f.Name) {
			p.put("@set ", s.Name, "\n")
		}
		p.set(s)
	}
	return p.Builder.String()
}

// defaultSet gives the name of the set of a file that names none.
func defaultSet(name string) string {
	base := path.Base(strings.ReplaceAll(name, "\\", "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// set writes the rules of a set; those that a loop made as a loop.
func (p *printer) set(s *Set) {
	for i := 0; i < len(s.Rules); {
		r, end := s.Rules[i], i+1
		for end < len(s.Rules) && s.Rules[end].Pos == r.Pos {
			end++
		}
		if r.OpVar == "" {
			p.statement(r, "")
			i = end
			continue
		}
		var names []string
		for _, q := range s.Rules[i:end] {
			names = append(names, opName(q.Op))
		}
		p.put("for ", r.OpVar, " in [", strings.Join(names, ", "), "] {\n")
		p.loop = r.OpVar
		p.statement(r, "\t")
		p.loop = ""
		p.put("}\n")
		i = end
	}
}

// statement writes a rule with its comment and its clauses.
func (p *printer) statement(r *Rule, indent string) {
	for _, d := range r.Doc {
		p.put(indent, strings.TrimRight("# "+d, " "), "\n")
	}
	p.put(indent, bareName(r.Name), ": ")
	p.rule(r)
	p.put("\n")
	for _, l := range r.Laws {
		p.put(indent, "\tlaw ")
		p.rule(l)
		p.put("\n")
	}
	for _, s := range r.SMT {
		p.put(indent, "\tlaw smt `", s, "`\n")
	}
	for _, e := range r.Yes {
		p.put(indent, "\tyes ", e.In, " -> ", e.Want, "\n")
	}
	for _, e := range r.No {
		p.put(indent, "\tno ", e.In, "\n")
	}
}
