package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Program is a kernel made ready to run many times. Nothing in it depends on the arguments, so it
// serves every length and size. No run sees what another left behind.
//
// It is not safe for concurrent use: all runs share one set of slots for values. For the same
// reason Options.OnValue must not run the Program that calls it. Programs of different graphs may
// run at the same time. Between runs a Program keeps the memory of the last one alive, the
// caller's places included.
type Program struct {
	sig *uop.Signature
	ret bool // the body has a value
	m   *machine
	top *schedule
}

// Compile makes a Program of a kernel, which is a CALL. opt holds for each run: MaxSteps bounds
// each by itself. A body that a CALL within the kernel names is compiled when that CALL first
// runs, so an error in it comes from Run.
func Compile(call *uop.UOp, opt Options) (*Program, error) {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, err
	}
	m := newMachine(opt)
	top, err := m.schedule(call.Body())
	if err != nil {
		return nil, err
	}
	return &Program{sig: sig, ret: call.Space() == uop.ALU, m: m, top: top}, nil
}

// Run runs the kernel once, with arguments and results as those of the function Run. The results
// are the caller's own: later runs do not change them.
func (p *Program) Run(args []*Value) (results []*Value, err error) {
	if len(args) != len(p.sig.Params) {
		return nil, fmt.Errorf("kernel %s takes %d arguments, got %d", p.sig.Name, len(p.sig.Params), len(args))
	}
	in, err := bind(p.sig.Params, args)
	if err != nil {
		return nil, err
	}
	p.m.steps = 0
	f, err := p.m.start(p.top, in)
	if err != nil {
		return nil, err
	}
	if p.ret {
		results = append(results, f.result().clone())
	}
	for _, q := range p.sig.Params {
		if !q.Result || !q.Mem {
			continue
		}
		v, err := resultOf(q, f.args[q.Slot])
		if err != nil {
			return nil, err
		}
		results = append(results, v)
	}
	return results, nil
}
