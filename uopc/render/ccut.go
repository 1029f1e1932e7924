package render

import "fmt"

// resume writes what a call of a kernel with cuts starts with: the values that live across
// labels, and the jump to where the last call stopped. Without a limit the state is not touched.
func (w *cWriter) resume() {
	w.line("struct %s *st = args->st;", w.state.Name)
	w.line("int cut = args->budget != INT64_MAX;")
	w.line("double left = as_double(args->budget);")
	w.line("int64_t pos = 0, end;")
	for _, f := range w.state.Fields {
		if f.Kind == FieldSaved && f.Len == 0 {
			w.line("%s;", declare(f.DType.CName(), f.Name))
		}
	}
	w.line("/* A call with a budget goes on where the one before it stopped. */")
	w.line("if (cut && st->phase != 0) {")
	w.indent++
	w.line("pos = st->pos;")
	for _, c := range w.cuts.loops {
		w.line("if (st->phase == %d) {", c.phase)
		w.indent++
		w.move(c, "%s = st->%s;", "%s[at] = st->%s[at];")
		w.line("goto phase%d;", c.phase)
		w.indent--
		w.line("}")
	}
	w.line("return;")
	w.indent--
	w.line("}")
}

// move copies what a cut keeps, one way or the other.
func (w *cWriter) move(c *cutLoop, value, array string) {
	for _, u := range c.values {
		name := w.names.nodes[u]
		w.line(value, name, name)
	}
	for _, u := range c.arrays {
		name := w.names.nodes[u]
		w.line("for (int at = 0; at < %d; at++) "+array, allocLen(u), name, name)
	}
}

// cutLoop writes a loop that stops when the budget of the call is used up.
func (w *cWriter) cutLoop(c *cutLoop) {
	size := w.value(c.stmt.Node.Src()[0], nil).s
	w.line("pos = 0;")
	fmt.Fprintf(&w.b, "phase%d:;\n", c.phase)
	if c.nested {
		w.line("if (cut && left <= 0.0) {")
		w.indent++
		w.leave(c, "pos")
	}
	w.line("end = %s;", size)
	w.line("if (cut) end = chunk_end(pos, end, left, %s);", c.cost)
	w.loop(c.stmt, "pos", "end")
	w.line("if (cut) {")
	w.indent++
	w.line("if (end < %s) { /* the rest is for the next call */", size)
	w.indent++
	w.leave(c, "end")
	if c.nested || w.cuts.loops[len(w.cuts.loops)-1] != c {
		w.line("left -= as_double(end - pos) * (%s);", c.cost)
	}
	w.indent--
	w.line("}")
}

// leave ends the call and the block: the next call goes on with the iteration from.
func (w *cWriter) leave(c *cutLoop, from string) {
	w.line("st->phase = %d;", c.phase)
	w.line("st->pos = %s;", from)
	w.move(c, "st->%s = %s;", "st->%s[at] = %s[at];")
	w.line("return;")
	w.indent--
	w.line("}")
}

// throughLoop writes a loop that holds a cut. A call that goes on there jumps into the middle of
// it, so its counter is declared before, and kept.
func (w *cWriter) throughLoop(s *Stmt, cost float64) {
	i := w.names.nodes[s.Node]
	w.line("for (%s = 0; %s < %s; %s++) {", i, i, w.value(s.Node.Src()[0], nil).s, i)
	w.indent++
	w.line("if (cut) left -= %s;", number(cost))
	w.body(s.Body)
	w.indent--
	w.line("}")
}
