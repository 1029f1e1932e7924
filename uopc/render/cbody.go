package render

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// body writes statements. It recurses as deep as loops nest.
func (w *cWriter) body(body []Stmt) {
	for i := range body {
		s := &body[i]
		switch s.Kind {
		case Let:
			w.let(s.Node)
		case Store:
			w.line("%s = %s;", w.element(s.Node.Src()[0]), w.value(s.Node.Src()[1], nil).s)
		case Loop:
			if cost, ok := w.cuts.through[s]; ok {
				w.throughLoop(s, cost)
			} else if c := w.cutOf(s); c != nil {
				w.cutLoop(c)
			} else {
				w.loop(s, "0", w.value(s.Node.Src()[0], nil).s)
			}
		}
	}
}

func (w *cWriter) let(u *uop.UOp) {
	if w.p.inline[u] {
		return
	}
	left := w.names.nodes[u]
	if !w.early[u] {
		left = u.DType().CName() + " " + left
	}
	if u.Op() == uop.OpLoad {
		w.line("%s = %s;", left, w.element(u.Src()[0]))
		return
	}
	w.line("%s = %s;", left, w.compute(u).s)
}

// element writes the element that an INDEX names.
func (w *cWriter) element(index *uop.UOp) string {
	base := index.Base()
	name, ok := w.names.nodes[base]
	if !ok {
		name = w.names.slots[base.X().Slot]
	}
	return name + "[" + w.offset(index).s + "]"
}

func (w *cWriter) loop(s *Stmt, from, to string) {
	if independent(s) {
		together := ""
		if n := interleave(s); n > 0 {
			together = fmt.Sprintf(" interleave_count(%d)", n)
		}
		w.line("#pragma clang loop vectorize(assume_safety)%s", together)
	}
	i := w.names.nodes[s.Node]
	w.line("for (int64_t %s = %s; %s < %s; %s++) {", i, from, i, to, i)
	w.indent++
	w.body(s.Body)
	w.indent--
	w.line("}")
}

func (w *cWriter) cutOf(s *Stmt) *cutLoop {
	for _, c := range w.cuts.loops {
		if c.stmt == s {
			return c
		}
	}
	return nil
}
