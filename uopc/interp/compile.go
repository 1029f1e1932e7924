package interp

import (
	"fmt"
	"sync"

	"github.com/uopc/uopc/uopc/uop"
)

// schedule is how one scope runs: made once, followed for every CALL of that body.
type schedule struct {
	code   []instr
	consts []constant
	slots  int  // values
	places int  // places in memory
	shaped bool // some value has axes
	root   int32
	body   *uop.UOp
	frame  *frame // graphs have no cycle, so a body is never active twice
}

type constant struct {
	slot int32
	u    *uop.UOp
}

// instr is one step. Scalar arithmetic, which is most of them, has no do: operands and result
// are numbers of slots.
type instr struct {
	do      func(m *machine, f *frame, in *instr) error
	u       *uop.UOp
	op      uop.Op
	dt, st  uop.DType // of the result, and of the operands
	a, b, c int32
	out     int32
	x       *detail
}

// detail is what the less frequent instructions need beside.
type detail struct {
	src   []int32   // slots of the sources, by position; of a place, -1
	sizes []int32   // slots of the dynamic sizes of the shape, -1 for a number
	fixed []int64   // the numbers
	ref   ref       // LOAD, STORE
	args  []operand // CALL
	given []given   // CALL: where the arguments go, by slot
	body  []instr   // END: one iteration
	sched *schedule // CALL, once it has run
}

// ref names a place, or the part of it that indices leave.
type ref struct {
	place int32
	idx   []int32 // slots
	u     *uop.UOp
}

// operand is an argument of a CALL.
type operand struct {
	slot int32
	mem  bool
	ref  ref
}

// compiler makes schedules. slotOf is by node id, and holds one more than the number of the slot
// of a value, or of the place, that a node has in the blocks being compiled; 0 for none.
type compiler struct {
	*marks
	order Order
	p     *schedule
	s     *scope
	err   error
}

type undo struct {
	id  int
	old int32
}

// marks is the part of a compiler that is as large as the graph. It is kept from one compilation
// to the next, so that a small kernel in a large graph costs what the kernel costs.
type marks struct {
	w      walker
	slotOf []int32 // all 0 between compilations
	undo   []undo
}

var spare = sync.Pool{New: func() any { return new(marks) }}

func newCompiler(g *uop.Graph, order Order) *compiler {
	k := spare.Get().(*marks)
	if n := g.Len(); len(k.slotOf) < n {
		n += n / 4
		k.slotOf, k.w.seen, k.w.epoch = make([]int32, n), make([]uint32, n), 0
	}
	return &compiler{marks: k, order: order}
}

// close gives the marks to the next compilation.
func (c *compiler) close() {
	spare.Put(c.marks)
	c.marks = nil
}

func (c *compiler) compile(body *uop.UOp) (*schedule, error) {
	c.p, c.err = &schedule{body: body, root: -1}, nil
	c.s = newScope(&c.w, body, c.order)
	c.p.code = c.emitAll(c.s.top(body), nil)
	if body.Space() == uop.ALU {
		c.p.root = c.use(body)
	}
	c.rewind(0)
	return c.p, c.err
}

func (c *compiler) rewind(to int) {
	for i := len(c.undo) - 1; i >= to; i-- {
		c.slotOf[c.undo[i].id] = c.undo[i].old
	}
	c.undo = c.undo[:to]
}

func (c *compiler) set(u *uop.UOp, slot int32) {
	c.undo = append(c.undo, undo{u.ID(), c.slotOf[u.ID()]})
	c.slotOf[u.ID()] = slot + 1
}

// define gives a value a slot.
func (c *compiler) define(u *uop.UOp) int32 {
	n := int32(c.p.slots)
	c.p.slots++
	c.p.shaped = c.p.shaped || len(u.Shape()) > 0
	c.set(u, n)
	return n
}

// definePlace gives a PARAM, BUFFER or ALLOC a place.
func (c *compiler) definePlace(u *uop.UOp) int32 {
	n := int32(c.p.places)
	c.p.places++
	c.set(u, n)
	return n
}

// use gives the slot of a node that has run by now.
func (c *compiler) use(u *uop.UOp) int32 {
	n := c.slotOf[u.ID()] - 1
	if n < 0 && c.err == nil {
		c.err = fmt.Errorf("%s depends on a counter that is not running where it is needed: an outer loop is sized by an inner one", u.Op())
	}
	return n
}

// emitAll compiles the nodes of a block. skip is the counter of the loop itself.
func (c *compiler) emitAll(nodes []*uop.UOp, skip *uop.UOp) []instr {
	code := make([]instr, 0, len(nodes))
	for _, u := range nodes {
		if u == skip {
			continue
		}
		if in, ok := c.emit(u); ok {
			code = append(code, in)
		}
		if c.err != nil {
			return nil
		}
	}
	return code
}

// emitEnd compiles the loop number level of e, and those inside it.
func (c *compiler) emitEnd(e *uop.UOp, level int) instr {
	counter := e.Src()[1+level]
	in := instr{do: doLoop, u: counter, a: c.use(counter.Src()[0]), x: &detail{}}
	mark := len(c.undo)
	in.out = c.define(counter)
	in.x.body = c.emitAll(c.s.loop(e, level), counter)
	if level+2 < len(e.Src()) && c.err == nil {
		in.x.body = append(in.x.body, c.emitEnd(e, level+1))
	}
	c.rewind(mark)
	return in
}
