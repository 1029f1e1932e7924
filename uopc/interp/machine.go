package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// machine follows schedules and keeps them.
type machine struct {
	order  Order
	byBody map[*uop.UOp]*schedule
	hook   func(*uop.UOp, *Value)
	steps  int64
	limit  int64
}

func newMachine(opt Options) *machine {
	m := &machine{order: opt.Order, byBody: map[*uop.UOp]*schedule{}, hook: opt.OnValue, limit: opt.MaxSteps}
	if m.limit <= 0 {
		m.limit = defaultSteps
	}
	return m
}

// frame holds the values of one scope while it runs.
type frame struct {
	p       *schedule
	scalars []uint64
	tensors []*Value // nil when no value of the scope has axes
	places  []place
	args    []given
}

// result gives the value of the body.
func (f *frame) result() *Value { return f.value(f.p.root, f.p.body) }

// value gives what a slot holds.
func (f *frame) value(slot int32, u *uop.UOp) *Value {
	if len(u.Shape()) > 0 {
		return f.tensors[slot]
	}
	return Scalar(u.DType(), f.scalars[slot])
}

// schedule gives the schedule of a body, which is compiled the first time.
func (m *machine) schedule(body *uop.UOp) (*schedule, error) {
	if p := m.byBody[body]; p != nil {
		return p, nil
	}
	c := newCompiler(body.Graph(), m.order)
	defer c.close()
	p, err := c.compile(body)
	if err != nil {
		return nil, err
	}
	m.byBody[body] = p
	return p, nil
}

// start runs a body with its PARAMs bound to args. The frame may hold what an earlier run left:
// each slot is written before the code reads it, and doAlloc makes memory fresh.
func (m *machine) start(p *schedule, args []given) (*frame, error) {
	if p.frame == nil {
		p.frame = &frame{p: p, scalars: make([]uint64, p.slots), places: make([]place, p.places)}
		if p.shaped {
			p.frame.tensors = make([]*Value, p.slots)
		}
		for _, k := range p.consts {
			p.frame.scalars[k.slot] = k.u.Bits()
		}
	}
	f := p.frame
	f.args = args
	if m.hook != nil {
		for _, k := range p.consts {
			m.hook(k.u, f.value(k.slot, k.u))
		}
	}
	return f, m.run(f, p.code)
}

// charge counts work before it is done.
func (m *machine) charge(n int64) error {
	if n > m.limit-m.steps {
		return fmt.Errorf("the program takes more than %d steps: raise Options.MaxSteps if it should", m.limit)
	}
	m.steps += n
	return nil
}

// run runs the instructions of a block once.
func (m *machine) run(f *frame, code []instr) error {
	if err := m.charge(int64(len(code)) + 1); err != nil {
		return err
	}
	for i := range code {
		in := &code[i]
		if in.do == nil {
			f.scalars[in.out] = contract.Eval(in.op, in.dt, in.st, f.scalars[in.a], f.scalars[in.b], f.scalars[in.c])
		} else if err := in.do(m, f, in); err != nil {
			return err
		}
		if m.hook != nil && in.u.Space() == uop.ALU && in.u.Op() != uop.OpRange {
			m.hook(in.u, f.value(in.out, in.u))
		}
	}
	return nil
}

// doLoop runs one loop of an END. The size is read once, before the first iteration.
func doLoop(m *machine, f *frame, in *instr) error {
	n := int64(f.scalars[in.a])
	for i := int64(0); i < n; i++ {
		f.scalars[in.out] = uint64(i)
		if m.hook != nil {
			m.hook(in.u, Scalar(uop.Index, uint64(i)))
		}
		if err := m.run(f, in.x.body); err != nil {
			return err
		}
	}
	return nil
}

func doCall(m *machine, f *frame, in *instr) error {
	args := in.x.given // of no use to anyone once the callee has returned
	for i, o := range in.x.args {
		switch {
		case o.mem:
			p, err := f.part(&o.ref)
			if err != nil {
				return err
			}
			args[i] = given{set: true, place: p}
		case f.tensors != nil && f.tensors[o.slot] != nil:
			args[i] = given{set: true, tensor: f.tensors[o.slot]}
		default:
			args[i] = given{set: true, bits: f.scalars[o.slot]}
		}
	}
	callee, err := m.enterCall(in, args)
	if err != nil {
		return err
	}
	if callee.p.root >= 0 {
		f.take(in, callee)
	}
	return nil
}

// enterCall finds the schedule of a CALL the first time, and keeps it with the instruction.
func (m *machine) enterCall(in *instr, args []given) (*frame, error) {
	if in.x.sched == nil {
		p, err := m.schedule(in.u.Body())
		if err != nil {
			return nil, err
		}
		in.x.sched = p
	}
	return m.start(in.x.sched, args)
}

// take moves the result of a CALL into its slot.
func (f *frame) take(in *instr, callee *frame) {
	if len(in.u.Shape()) == 0 {
		f.scalars[in.out] = callee.scalars[callee.p.root]
	} else {
		f.tensors[in.out] = callee.tensors[callee.p.root]
	}
}
