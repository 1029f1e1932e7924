package uir

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// File is a .uir file: one graph, the roots in it, and the words around them.
type File struct {
	Title string // what follows "; uop v1" on the first line
	Graph *uop.Graph
	Roots []Root
	Head  []string // comment lines of the file, between the first line and the first node
	Tail  []string // comment lines after the last node

	Comments map[*uop.UOp][]string // comment lines above a node
	Trailing map[*uop.UOp]string   // the comment behind a node, on its line

	// Named has the calls of elementary functions that the text writes by name alone, as in
	// %y = tanh %x. Format writes them so again, as long as the roots are those that Parse found: what
	// a pass made of a file is written in full. Set it to nil to have everything in full.
	Named map[*uop.UOp]bool

	// Unused has one sentence for each node line that no root uses. Format drops these nodes.
	Unused []string
}

// Root is a node that a file is about: a CALL that no other node uses, which is a kernel, unless it is
// that of a function by name; in a file without one, the node of the last line, which is a program.
type Root struct {
	Node *uop.UOp
	Doc  string // the comment of the kernel, lines joined by "\n"
	Line int    // where the node is defined; 0 when it was not read from text

	read *uop.UOp // the Node that Parse gave
}

// Kernels gives the roots that are CALLs.
func (f *File) Kernels() []Root {
	var out []Root
	for _, r := range f.Roots {
		if r.Node.Op() == uop.OpCall {
			out = append(out, r)
		}
	}
	return out
}

// asRead gives Named if the roots are those that were read.
func (f *File) asRead() map[*uop.UOp]bool {
	for _, r := range f.Roots {
		if r.read != r.Node {
			return nil
		}
	}
	return f.Named
}

// written gives the sources of a node that its line names: not the body of a function, whose name
// stands for it.
func written(u *uop.UOp, named map[*uop.UOp]bool) []*uop.UOp {
	if named[u] {
		return u.Args()
	}
	return u.Src()
}

// onlyKernel gives the root of a file of one kernel, else nil.
func (f *File) onlyKernel() *Root {
	if len(f.Roots) == 1 && f.Roots[0].Node.Op() == uop.OpCall {
		return &f.Roots[0]
	}
	return nil
}

// block gives the comment lines that stand above a node. The Doc of a root says more than the
// comments, for a builder sets only the former; but one that came from the head of the file is
// printed there.
func (f *File) block(u *uop.UOp, docs map[*uop.UOp]string) []string {
	if doc := docs[u]; doc != "" && doc != strings.Join(f.Head, "\n") {
		return strings.Split(doc, "\n")
	}
	return f.Comments[u]
}
