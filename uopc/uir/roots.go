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
		if p.file.isKernel(l.u) && !used[l.u] {
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

// checkLast refuses a program, a file without a kernel, whose value is a function: its node is a CALL,
// and whoever runs programs takes a CALL for a kernel, and its arguments for words of no weight.
func (p *parser) checkLast() {
	last := p.order[len(p.order)-1]
	if !p.file.Named[last.u] || slices.ContainsFunc(p.order, func(l line) bool { return p.file.isKernel(l.u) }) {
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
	p.report(failf(last.col, "end the file with a call: %k = call "+name+", %x : name=K, whose arguments are the PARAMs in order of slots",
		"a file cannot end with a function, and %s is the CALL of one: make a kernel of it", name))
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
