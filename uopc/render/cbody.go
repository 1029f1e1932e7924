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
	if s.split != nil {
		w.splitLoop(s, from, to)
		return
	}
	w.plainLoop(s, s.Body, from, to)
}

func (w *cWriter) plainLoop(s *Stmt, body []Stmt, from, to string) {
	if independent(s) {
		together := ""
		if n := interleave(s, body); n > 0 {
			together = fmt.Sprintf(" interleave_count(%d)", n)
		}
		w.line("#pragma clang loop vectorize(assume_safety)%s", together)
	}
	i := w.names.nodes[s.Node]
	w.line("for (int64_t %s = %s; %s < %s; %s++) {", i, from, i, to, i)
	w.indent++
	w.body(body)
	w.indent--
	w.line("}")
}

// splitLoop goes by blocks: if the conditions have the values of the shortest body in all iterations
// of a block, that will do.
func (w *cWriter) splitLoop(s *Stmt, from, to string) {
	i := w.names.nodes[s.Node]
	w.line("for (int64_t block = %s; block < %s; block += %d) {", from, to, blockSize)
	w.indent++
	w.line("int64_t stop = %[1]s - block > %[2]d ? block + %[2]d : %[1]s;", to, blockSize)
	w.line("int rare = 0;")
	w.line("for (int64_t %[1]s = block; %[1]s < stop; %[1]s++) {", i)
	w.indent++
	var done map[*uop.UOp]bool
	chain := s.split.chain()
	for _, x := range chain {
		w.body(rest(x.test, done))
		done = plus(done, x.test)
		not := ""
		if x.value != 0 {
			not = "!"
		}
		w.line("rare |= %s%s;", not, w.names.nodes[x.cond])
		w.enter(x)
	}
	w.leaveAll(chain)
	w.indent--
	w.line("}")
	w.line("if (rare) {")
	w.indent++
	w.plainLoop(s, s.Body, "block", "stop")
	w.indent--
	w.line("} else {")
	w.indent++
	for _, x := range chain {
		w.enter(x)
	}
	w.plainLoop(s, w.short.short, "block", "stop")
	w.leaveAll(chain)
	w.indent--
	w.line("}")
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
