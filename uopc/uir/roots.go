package uir

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// findRoots finds the kernels: the CALLs that no other line uses. A file without one is a
// program, the node of its last line.
func (p *parser) findRoots() {
	used := make(map[*uop.UOp]bool)
	for _, l := range p.order {
		for _, s := range l.u.Src() {
			if s.Op() == uop.OpCall {
				used[s] = true
			}
		}
	}
	for _, l := range p.order {
		if l.u.Op() == uop.OpCall && !used[l.u] {
			used[l.u] = true // once, however many lines give it
			p.file.Roots = append(p.file.Roots, Root{Node: l.u, Line: l.no})
		}
	}
	if len(p.file.Roots) == 0 {
		l := p.order[len(p.order)-1]
		p.file.Roots = []Root{{Node: l.u, Line: l.no}}
	}
	p.findUnused()
}

func (p *parser) findUnused() {
	reached := make([]bool, p.g.Len())
	uop.Walk(p.file.nodes(), uop.AllSrc, func(u *uop.UOp) bool { reached[u.ID()] = true; return true })
	for _, l := range p.order {
		if !reached[l.u.ID()] {
			p.file.Unused = append(p.file.Unused, fmt.Sprintf("line %d: %s is not used", l.no, l.name))
		}
	}
}
