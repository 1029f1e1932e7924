package uop

import (
	"fmt"
	"slices"
)

// Param is what the caller of a kernel sees of one slot.
type Param struct {
	Slot  int
	Name  string // "p" and the slot when the program gives none
	DType DType
	Mem   bool
	Shape Shape // of the PARAM in the body's scope

	HasMin, HasMax bool
	Min, Max       int64

	Result bool // a result place: the caller gets it back and does not give it
	Told   bool // an index that sizes of places tell, so that the caller need not give it
	Read   bool // a LOAD reads the place
	Stored bool // a STORE writes the place
	Used   bool // the body mentions the slot
}

// Signature is what a caller must know of a kernel.
type Signature struct {
	Name   string
	Params []Param // by slot
	Ret    DType   // dtype of the value that the body gives; Void for none
	Shape  Shape   // shape of that value
}

// SignatureOf reads the signature of a CALL. A PARAM of the body says more than the argument
// that stands for it, so it is read first.
func SignatureOf(call *UOp) (*Signature, error) {
	if call.op != OpCall {
		return nil, fmt.Errorf("a kernel is a CALL, got %s", describe(call))
	}
	s := &Signature{Name: call.X().Name, Params: make([]Param, len(call.Args()))}
	if s.Name == "" {
		s.Name = "kernel"
	}
	body := call.Body()
	if body.space == ALU {
		s.Ret, s.Shape = body.dtype, body.Shape()
	}
	params := Params(body)
	for i, a := range call.Args() {
		p := &s.Params[i]
		from := a
		if i < len(params) && params[i] != nil {
			from, p.Used = params[i], true
		}
		x := from.X()
		p.Slot, p.DType, p.Mem, p.Shape, p.Name = i, from.dtype, from.space == MEM, from.Shape(), x.Name
		if from.op == OpParam {
			p.HasMin, p.HasMax, p.Min, p.Max = x.HasMin, x.HasMax, x.Min, x.Max
			p.Result = x.Role == RoleResult
		}
		if p.Name == "" {
			p.Name = fmt.Sprintf("p%d", i)
		}
	}
	s.markSizes(call.Args())
	s.markAccess(body)
	return s, nil
}

// markSizes finds the index slots that a place's size tells.
func (s *Signature) markSizes(args []*UOp) {
	for _, p := range s.Params {
		if p.Result {
			continue
		}
		// A place of several axes tells its sizes only when at most one of them is unknown,
		// for the caller's slice gives their product.
		d := lastDynamic(p.Shape)
		if d == nil || d.op != OpParam || dynamicCount(p.Shape) != 1 {
			continue
		}
		slot := d.X().Slot
		if !p.Used { // its shape is that of the argument, whose size is an argument too
			slot = slices.Index(args, d)
		}
		if slot >= 0 && slot < len(s.Params) {
			s.Params[slot].Told = true
		}
	}
}

func lastDynamic(s Shape) (u *UOp) {
	for _, d := range s {
		if d.U != nil {
			u = d.U
		}
	}
	return u
}

func dynamicCount(s Shape) (n int) {
	for _, d := range s {
		if d.U != nil {
			n++
		}
	}
	return n
}

// markAccess finds which places the body reads and writes, nested CALLs included: a place handed
// to a nested CALL counts as both.
func (s *Signature) markAccess(body *UOp) {
	bases := map[*UOp]*UOp{} // found from the sources up, for a chain of AFTERs may be long
	slot := func(u *UOp) *Param {
		b := bases[u]
		if b == nil {
			b = u.Base()
		}
		if b.op == OpParam && b.X().Slot < len(s.Params) {
			return &s.Params[b.X().Slot]
		}
		return &Param{}
	}
	Walk([]*UOp{body}, ScopeSrc, func(u *UOp) bool {
		switch u.op {
		case OpAfter, OpIndex:
			if b := bases[u.src[0]]; b != nil {
				bases[u] = b
			} else {
				bases[u] = u.Base()
			}
		case OpLoad:
			slot(u.src[0]).Read = true
		case OpStore:
			slot(u.src[0]).Stored = true
		case OpCall:
			for _, a := range u.Args() {
				if a.space == MEM {
					p := slot(a)
					p.Read, p.Stored = true, true
				}
			}
		}
		return true
	})
}
