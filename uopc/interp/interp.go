package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Order is the order in which the nodes of one block run. Both respect sources.
type Order uint8

// The orders.
const (
	ByID Order = iota // as the nodes were made
	DFS               // depth first from the root, in order of sources
)

// Options say how to run.
type Options struct {
	Order Order

	// MaxSteps bounds the work, counted in nodes run and elements computed; 0 for a large default.
	MaxSteps int64

	// OnValue is called for every value that a node gets, once each time it is computed. The
	// value must not be changed.
	OnValue func(u *uop.UOp, v *Value)
}

// The bounds on one run: minutes of work, and a value that still fits in memory.
const (
	defaultSteps = 1 << 34
	maxElements  = 1 << 28
	maxSlot      = 1 << 16
)

// Run runs a kernel, which is a CALL. args are by slot; nil may stand for a size that lengths
// tell and for a result place. Places are written where they lie. The results are the value of
// the body, if it has one, and then the elements of the result places in order of slot. To run
// one kernel many times, Compile it.
func Run(call *uop.UOp, args []*Value, opt Options) (results []*Value, err error) {
	p, err := Compile(call, opt)
	if err != nil {
		return nil, err
	}
	return p.Run(args)
}

// Eval runs a node that stands outside any CALL, with the PARAMs and BUFFERs of its scope from
// params by slot. The value is nil when u is an effect.
func Eval(u *uop.UOp, params map[int]*Value, opt Options) (*Value, error) {
	if u.Space() == uop.MEM {
		return nil, fmt.Errorf("%s is a place in memory and has no value: LOAD it", u.Op())
	}
	if open := u.Open(); len(open) > 0 {
		return nil, fmt.Errorf("%s uses RANGE axis=%d outside the END that closes it", u.Op(), open[0].X().Axis)
	}
	list, err := paramsOf(u)
	if err != nil {
		return nil, err
	}
	args := make([]*Value, len(list))
	for i := range args {
		args[i] = params[i]
	}
	in, err := bind(list, args)
	if err != nil {
		return nil, err
	}
	m := newMachine(opt)
	p, err := m.schedule(u)
	if err != nil {
		return nil, err
	}
	f, err := m.start(p, in)
	if err != nil || u.Space() != uop.ALU {
		return nil, err
	}
	return f.result().clone(), nil
}

// paramsOf lists what the scope of u takes from outside, by slot.
func paramsOf(u *uop.UOp) (list []uop.Param, err error) {
	uop.Walk([]*uop.UOp{u}, uop.ScopeSrc, func(p *uop.UOp) bool {
		if p.Op() != uop.OpParam && p.Op() != uop.OpBuffer {
			return true
		}
		x := p.X()
		if x.Slot > maxSlot {
			err = fmt.Errorf("%s has slot %d, above %d, the most that the interpreter takes", nameOf(p), x.Slot, maxSlot)
			return false
		}
		for len(list) <= x.Slot {
			list = append(list, uop.Param{Slot: len(list)})
		}
		q := &list[x.Slot]
		mem := p.Space() == uop.MEM
		if q.Used && (q.DType != p.DType() || q.Mem != mem || len(q.Shape) != len(p.Shape())) {
			err = fmt.Errorf("slot %d is both %s%v and %s%v", x.Slot, q.DType, q.Shape, p.DType(), p.Shape())
			return false
		}
		if !q.Used {
			*q = uop.Param{Slot: x.Slot, Name: nameOf(p), DType: p.DType(), Mem: mem, Shape: p.Shape(),
				Result: x.Role == uop.RoleResult, Used: true}
		}
		return true
	})
	return list, err
}

// nameOf names a PARAM, BUFFER or ALLOC in errors.
func nameOf(u *uop.UOp) string {
	if x := u.X(); x.Name != "" {
		return x.Name
	}
	if u.Op() == uop.OpAlloc {
		return fmt.Sprintf("alloc %d", u.X().Slot)
	}
	return fmt.Sprintf("p%d", u.X().Slot)
}
