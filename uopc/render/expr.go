package render

import "github.com/uopc/uopc/uopc/uop"

// expr is a piece of text and how tightly it binds.
type expr struct {
	s     string
	level int
}

// Levels. A * may hold a * on its left and a + may hold either; whatever else is an operand is
// put in brackets, for no reader knows the rest of C's table.
const (
	levelAny = iota
	levelSum
	levelProduct
	levelAtom
)

func atom(s string) expr { return expr{s, levelAtom} }

// at gives the text of e fit to stand where level is wanted.
func (e expr) at(level int) string {
	if e.level >= level {
		return e.s
	}
	return "(" + e.s + ")"
}

// infix writes a binary operator.
func infix(a expr, op string, b expr) expr {
	switch op {
	case "+", "-":
		return expr{a.at(levelSum) + " " + op + " " + b.at(levelProduct), levelSum}
	case "*":
		return expr{a.at(levelProduct) + " * " + b.at(levelAtom), levelProduct}
	}
	return expr{a.at(levelAtom) + " " + op + " " + b.at(levelAtom), levelAny}
}

func prefix(op string, a expr) expr { return expr{op + a.at(levelAtom), levelAny} }

// call writes a call of a function, or a conversion in Go.
func call(f string, args ...expr) expr {
	s := f + "("
	for i, a := range args {
		if i > 0 {
			s += ", "
		}
		s += a.s
	}
	return atom(s + ")")
}

// dialect is what the two languages spell differently inside an expression.
type dialect interface {
	// alu writes one op on the texts of its operands.
	alu(u *uop.UOp, a []expr) expr
	// literal writes a constant that is an operand of user, or nil's where its type is known.
	literal(d uop.DType, bits uint64, user *uop.UOp) expr
	// slot writes a scalar parameter.
	slot(u *uop.UOp) expr
	// position converts an index of another dtype to that of positions.
	position(u *uop.UOp, e expr) expr
}

// writer turns values into text.
type writer struct {
	p     *Program
	names *nameTable
	d     dialect
	short *split // while its short body is written
}

// enter begins a short body, within those that are begun; leaveAll ends all that were begun in order.
func (w *writer) enter(x *split) {
	w.short = x
	w.p.learn(x)
}

func (w *writer) leaveAll(xs []*split) {
	for i := len(xs) - 1; i >= 0; i-- {
		w.p.forget(xs[i])
		w.short = xs[i].outer
	}
}

// value writes u as an operand of user. It recurses no deeper than maxHeight, through inlined
// values only.
func (w *writer) value(u, user *uop.UOp) expr {
	if bits, ok := w.p.consts[u]; ok {
		return w.d.literal(u.DType(), bits, user)
	}
	if u.Op() == uop.OpParam {
		return w.d.slot(u)
	}
	if s, ok := w.names.nodes[u]; ok {
		return atom(s)
	}
	return w.compute(u)
}

// compute writes the op of u itself, whether or not u has a name.
func (w *writer) compute(u *uop.UOp) expr {
	if arm := w.short.arm(u); arm != nil {
		return w.value(arm, nil)
	}
	args := make([]expr, len(u.Src()))
	for i, s := range u.Src() {
		args[i] = w.value(s, u)
	}
	return w.d.alu(u, args)
}

// offset writes the row-major position that an INDEX names in its place.
func (w *writer) offset(index *uop.UOp) expr {
	idx, shape := index.Src()[1:], index.Src()[0].Shape()
	if len(idx) == 1 {
		return w.value(idx[0], nil)
	}
	var sum expr
	for i, u := range idx {
		e := w.d.position(u, w.value(u, nil))
		if i == 0 {
			sum = e
			continue
		}
		sum = infix(infix(sum, "*", w.size(shape[i])), "+", e)
	}
	return sum
}

func (w *writer) size(d uop.Dim) expr {
	if d.U != nil {
		return w.value(d.U, nil)
	}
	return w.d.literal(uop.Index, uint64(d.N), nil)
}
