package render

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// scratch declares scratch memory and the places of results.
func (w *goWriter) scratch() {
	for i, prm := range w.p.Sig.Params {
		switch {
		case w.plain[i]:
			w.line("var %s %s", w.names.slots[i], prm.DType.GoName())
		case prm.Result:
			w.line("var %s [1]%s", w.names.slots[i], prm.DType.GoName())
		}
	}
	for _, a := range w.p.Allocs {
		name, n := w.names.nodes[a], allocLen(a)
		if n*int64(a.DType().Size()) > maxGoLocal {
			w.line("%s := make([]%s, %d)", name, a.DType().GoName(), n)
		} else {
			w.line("var %s [%d]%s", name, n, a.DType().GoName())
		}
	}
}

func (w *goWriter) results(rs []GoParam) {
	var out []string
	for _, r := range rs {
		switch {
		case r.Slot < 0:
			out = append(out, asResult(r, w.value(w.p.Ret, nil).s))
		case w.plain[r.Slot]:
			out = append(out, asResult(r, r.Name))
		default:
			out = append(out, asResult(r, r.Name+"[0]"))
		}
	}
	if len(out) > 0 {
		w.line("return %s", strings.Join(out, ", "))
	}
}

func asResult(r GoParam, s string) string {
	if r.Type == "int" {
		return "int(" + s + ")"
	}
	return s
}

// body writes statements. It recurses as deep as loops nest.
func (w *goWriter) body(body []Stmt) {
	for i := range body {
		s := &body[i]
		switch s.Kind {
		case Let:
			if !w.p.inline[s.Node] {
				w.line("%s := %s", w.names.nodes[s.Node], w.define(s.Node))
			}
		case Store:
			w.line("%s = %s", w.element(s.Node.Src()[0]), w.value(s.Node.Src()[1], nil).s)
		case Loop:
			w.loop(s)
		}
	}
}

func (w *goWriter) define(u *uop.UOp) string {
	if u.Op() == uop.OpLoad {
		return w.element(u.Src()[0])
	}
	return w.compute(u).s
}

func (w *goWriter) element(index *uop.UOp) string {
	base := index.Base()
	name, ok := w.names.nodes[base]
	if !ok {
		name = w.names.slots[base.X().Slot]
		if w.plain[base.X().Slot] {
			return name
		}
	}
	return name + "[" + w.offset(index).s + "]"
}

func (w *goWriter) loop(s *Stmt) {
	size := s.Node.Src()[0]
	n := w.value(size, nil).s
	if _, known := w.p.consts[size]; known {
		n = "int64(" + n + ")"
	}
	if w.mentions(s) {
		w.line("for %s := range %s {", w.names.nodes[s.Node], n)
	} else {
		w.line("for range %s {", n)
	}
	w.indent++
	if s.split != nil {
		w.splitBody(s.split, s.Body, func() {}, "continue")
	} else {
		w.body(s.Body)
	}
	w.indent--
	w.line("}")
}

// splitBody takes the shortest body where all conditions have the values for it, and ends it by what
// finish writes, or by leave. Else the whole body is next.
func (w *goWriter) splitBody(x *split, body []Stmt, finish func(), leave string) {
	var done map[*uop.UOp]bool
	chain := x.chain()
	for _, x := range chain {
		w.body(rest(x.test, done))
		done = plus(done, x.test)
		not := "!"
		if x.value != 0 {
			not = ""
		}
		w.line("if %s%s {", not, w.names.nodes[x.cond])
		w.indent++
		w.enter(x)
	}
	w.body(rest(w.short.short, done))
	before := w.b.Len()
	if finish(); w.b.Len() == before {
		w.line("%s", leave)
	}
	w.leaveAll(chain)
	for range chain {
		w.indent--
		w.line("}")
	}
	w.body(rest(body, plus(nil, x.test)))
}

// mentions tells whether the body of a loop uses its counter: Go refuses a variable that nothing
// reads.
func (w *goWriter) mentions(loop *Stmt) (found bool) {
	walkStmts(loop.Body, func(s *Stmt, _ int) {
		if s.Kind == Loop {
			found = found || s.Node.Src()[0] == loop.Node
			return
		}
		for _, o := range operands(s.Node) {
			found = found || o == loop.Node
		}
	})
	return found
}
