package uir

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Format gives the canonical text of a file. Calls of functions that the file wrote by name stay so,
// see [File.Named].
func Format(f *File) []byte {
	w := &writer{f: f, named: f.asRead(), docs: map[*uop.UOp]string{}, num: map[*uop.UOp]int{}}
	for _, r := range f.Roots {
		if w.docs[r.Node] == "" {
			w.docs[r.Node] = r.Doc
		}
	}
	w.header()
	for i, r := range f.Roots {
		w.root(r.Node, i == 0)
	}
	if len(f.Tail) > 0 {
		w.b = append(w.b, '\n')
		w.comments(f.Tail)
	}
	return w.b
}

// FormatNode gives the whole file of one root, with every call in full.
func FormatNode(u *uop.UOp) string { return FormatRoots(u) }

// FormatRoots gives the file of several kernels, in this order, with every call in full. Parse finds the same roots when
// they are CALLs, none a part of another; or when there is one root only.
func FormatRoots(roots ...*uop.UOp) string {
	f := &File{}
	for _, u := range roots {
		f.Roots = append(f.Roots, Root{Node: u})
	}
	return string(Format(f))
}

// nodes gives the roots' nodes.
func (f *File) nodes() []*uop.UOp {
	out := make([]*uop.UOp, len(f.Roots))
	for i, r := range f.Roots {
		out[i] = r.Node
	}
	return out
}

// writer is the state of one Format.
type writer struct {
	f     *File
	named map[*uop.UOp]bool
	b     []byte
	docs  map[*uop.UOp]string
	num   map[*uop.UOp]int
}

// header writes the first line and the comments of the file.
func (w *writer) header() {
	w.b = append(w.b, header...)
	if t := strings.Join(strings.Fields(w.f.Title), " "); t != "" {
		w.b = append(append(w.b, ' '), t...)
	}
	w.b = append(w.b, '\n')
	w.comments(w.f.Head)
}

// root writes the nodes that a root needs and that are not written yet. A blank line parts it
// from the root before, and a comment of the file from that of a node.
func (w *writer) root(r *uop.UOp, first bool) {
	start := len(w.num)
	w.walk(r, func(u *uop.UOp) {
		block := w.f.block(u, w.docs)
		if len(w.num) == start && (!first || w.headEnds(block)) {
			w.b = append(w.b, '\n')
		}
		w.comments(block)
		w.node(u)
	})
}

// headEnds tells whether a blank line must stand above the first node, so that the comments
// above it are read back as what they are.
func (w *writer) headEnds(block []string) bool {
	if len(w.f.Head) == 0 || len(block) > 0 {
		return len(block) > 0
	}
	k := w.f.onlyKernel()
	return k == nil || len(w.f.block(k.Node, w.docs)) > 0
}

// walk visits what is not written yet of a root, sources first. Unlike uop.Walk it goes on from
// one root to the next.
func (w *writer) walk(root *uop.UOp, visit func(*uop.UOp)) {
	type frame struct {
		u    *uop.UOp
		next int
	}
	if _, ok := w.num[root]; ok {
		return
	}
	stack := []frame{{root, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if src := written(f.u, w.named); f.next < len(src) {
			s := src[f.next]
			f.next++
			if _, ok := w.num[s]; !ok {
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		visit(f.u) // which numbers it
		stack = stack[:len(stack)-1]
	}
}

func (w *writer) comments(lines []string) {
	for _, l := range lines {
		for l := range strings.SplitSeq(l, "\n") {
			w.comment(l)
			w.b = append(w.b, '\n')
		}
	}
}

func (w *writer) comment(text string) {
	w.b = append(w.b, ';')
	if text = strings.TrimRight(text, " \t\r"); text != "" {
		w.b = append(append(w.b, ' '), text...)
	}
}

// node writes one line.
func (w *writer) node(u *uop.UOp) {
	n := len(w.num)
	w.num[u] = n
	w.b = append(w.b, '%')
	w.b = strconv.AppendInt(w.b, int64(n), 10)
	w.b = append(w.b, " = "...)
	w.b = append(w.b, w.word(u)...)
	for i, s := range written(u, w.named) {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = append(w.b, " %"...)
		w.b = strconv.AppendInt(w.b, int64(w.num[s]), 10)
	}
	if !w.named[u] {
		w.keys(u)
	}
	if t := w.f.Trailing[u]; t != "" {
		w.b = append(w.b, ' ')
		w.comment(strings.ReplaceAll(t, "\n", " "))
	}
	w.b = append(w.b, '\n')
}

// word is what stands behind "=".
func (w *writer) word(u *uop.UOp) string {
	if w.named[u] {
		return textName(u.X().Name)
	}
	return u.Op().String()
}

func (w *writer) keys(u *uop.UOp) {
	may := specs[u.Op()].may
	sep := " : "
	for k := range numKeys {
		if !may.has(k) {
			continue
		}
		start := len(w.b)
		w.b = append(append(append(w.b, sep...), keyNames[k]...), '=')
		var ok bool
		if w.b, ok = writers[k](w.b, u, u.X()); !ok {
			w.b = w.b[:start]
			continue
		}
		sep = " "
	}
}
