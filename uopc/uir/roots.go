package uir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// findRoots finds the kernels: the CALLs that no other line uses. A file without one is a
// program, the node of its last line.
func (p *parser) findRoots() {
	used := make(map[*uop.UOp]bool)
	for _, l := range p.order {
		for _, s := range written(l.u, p.file.Named) {
			if s.Op() == uop.OpCall {
				used[s] = true
			}
		}
	}
	for _, l := range p.order {
		if p.isKernel(l) && !used[l.u] {
			used[l.u] = true // once, however many lines give it
			p.file.Roots = append(p.file.Roots, Root{Node: l.u, Line: l.no, read: l.u})
		}
	}
	if len(p.file.Roots) == 0 {
		l := p.order[len(p.order)-1]
		p.file.Roots = []Root{{Node: l.u, Line: l.no, read: l.u}}
	}
	p.findUnused()
}

// findNamed finds the calls that are written by name. One that another line writes in full is not
// among them: its body has lines, and maybe comments, that must be kept.
func (p *parser) findNamed() {
	named := map[*uop.UOp]bool{}
	for _, l := range p.order {
		if l.fn {
			named[l.u] = true
		}
	}
	for _, l := range p.order {
		if !l.fn {
			delete(named, l.u)
		}
	}
	p.file.Named = named
}

// isKernel tells whether a line gives a kernel, if no other uses it. A function by name is a value.
func (p *parser) isKernel(l line) bool { return l.u.Op() == uop.OpCall && !p.file.Named[l.u] }

// checkLast refuses a program, a file without a kernel, whose value is a function: its node is a CALL,
// which would be a kernel as soon as it is written in full.
func (p *parser) checkLast() {
	last := p.order[len(p.order)-1]
	if !p.file.Named[last.u] || slices.ContainsFunc(p.order, p.isKernel) {
		return
	}
	p.no = 0
	for text := range strings.SplitSeq(p.text, "\n") {
		if p.no++; p.no == last.no {
			p.src = strings.TrimSuffix(text, "\r")
			break
		}
	}
	name := shorten(last.name)
	p.report(failf(last.col, "end the file with: %k = call "+name+p.paramNames(last.u)+" : name=K",
		"a file cannot end with a function, and %s is the CALL of one: make a kernel of it", name))
}

// paramNames gives the arguments of a kernel whose value is u: the names of its PARAMs, each behind a
// comma. A slot that is not used takes any value. More than a few are left to the reader.
func (p *parser) paramNames(u *uop.UOp) string {
	const most = 8
	var b strings.Builder
	for i, x := range uop.Params(u) {
		if i == most {
			return b.String() + ", ..."
		}
		name := "0"
		if i := slices.IndexFunc(p.order, func(l line) bool { return l.u == x }); i >= 0 {
			name = shorten(p.order[i].name)
		}
		b.WriteString(", " + name)
	}
	return b.String()
}

// findUnused walks what Format will write: a line that gives a part of the body of a function that
// is written by name is of no use.
func (p *parser) findUnused() {
	named := p.file.Named
	reached := make([]bool, p.g.Len())
	uop.Walk(p.file.nodes(), func(u *uop.UOp) []*uop.UOp { return written(u, named) }, func(u *uop.UOp) bool { reached[u.ID()] = true; return true })
	for _, l := range p.order {
		if !reached[l.u.ID()] {
			p.file.Unused = append(p.file.Unused, fmt.Sprintf("line %d: %s is not used", l.no, l.name))
		}
	}
}
