package uop

func inferStructure(op Op, _ Arg, x *Ext, src []*UOp) (typed, *Error) {
	return structTable[op](op, x, src)
}

var structTable = [NumOps]func(Op, *Ext, []*UOp) (typed, *Error){
	OpStack: inferStack,
	OpIndex: inferIndex,
	OpCall:  inferCall,
	OpEnd:   inferEnd,
	OpLoad:  inferLoad,
	OpStore: inferStore,
	OpAfter: inferAfter,
	OpSink:  inferSink,
}

func inferStack(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 {
		return typed{}, errf(op, "needs at least one value")
	}
	for i, s := range src {
		if s.space != ALU {
			return typed{}, errf(op, "source %d must be a value, got %s", i, describe(s))
		}
		if s.dtype != src[0].dtype || !s.Shape().Equal(src[0].Shape()) {
			return typed{}, errf(op, "all sources must have one dtype and shape, got %s%v and %s%v", src[0].dtype, src[0].Shape(), s.dtype, s.Shape())
		}
	}
	s := append(Shape{Static(int64(len(src)))}, src[0].Shape()...)
	return typed{src[0].dtype, s, ALU}, checkCount(op, s)
}

func inferIndex(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 {
		return typed{}, errf(op, "needs a place or a value, and indices")
	}
	p := src[0]
	if p.space == NoSpace {
		return typed{}, errf(op, "source 0 must be a place or a value, got %s", describe(p))
	}
	if p.op == OpIndex && p.space == MEM {
		return typed{}, errf(op, "source 0 is an INDEX already: give all indices to one INDEX")
	}
	if len(src)-1 > len(p.Shape()) {
		return typed{}, errf(op, "got %d indices for %d axes", len(src)-1, len(p.Shape()))
	}
	for i, s := range src[1:] {
		if s.space != ALU || len(s.Shape()) != 0 || !s.dtype.IsInt() {
			return typed{}, errf(op, "index %d must be a scalar integer, got %s", i, describe(s))
		}
		d := p.Shape()[i]
		if s.op == OpConst && d.U == nil {
			if v := constWide(s); v.Less(Wide64(0)) || !v.Less(Wide64(d.N)) {
				return typed{}, errf(op, "index %v is outside axis %d of %v", v, i, p.Shape())
			}
		}
	}
	return typed{p.dtype, p.Shape()[len(src)-1:], p.space}, nil
}

func inferCall(op Op, x *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 {
		return typed{}, errf(op, "needs a body")
	}
	body, args := src[0], src[1:]
	if body.space == MEM {
		return typed{}, errf(op, "the body must be a value or a SINK, got %s", describe(body))
	}
	if len(body.Open()) > 0 {
		return typed{}, errf(op, "the body uses RANGE axis=%d outside the END that closes it", body.Open()[0].X().Axis)
	}
	for i, a := range args {
		if a.space == NoSpace {
			return typed{}, errf(op, "argument %d must be a value or a place, got %s", i, describe(a))
		}
	}
	var bad *Error
	Walk([]*UOp{body}, ScopeSrc, func(u *UOp) bool {
		if u.op == OpBuffer {
			bad = errf(op, "a body may not contain a BUFFER (global buffers come in as PARAMs)")
		} else if u.op == OpParam {
			bad = checkArg(op, u, args)
		}
		return bad == nil
	})
	if bad != nil {
		return typed{}, bad
	}
	if s, err := mappedShape(op, body, args); len(s) > 0 || err != nil {
		return typed{body.dtype, s, ALU}, err
	}
	s, err := callShape(op, body.Shape(), args)
	if err != nil {
		return typed{}, err
	}
	return typed{body.dtype, s, body.space}, nil
}

func checkArg(op Op, p *UOp, args []*UOp) *Error {
	slot := p.X().Slot
	if slot >= len(args) {
		return errf(op, "PARAM slot %d has no argument", slot)
	}
	a := args[slot]
	if a.space != p.space {
		if p.space == MEM {
			return errf(op, "argument %d is a value, the body wants a place", slot)
		}
		return errf(op, "argument %d is a place, the body wants a value", slot)
	}
	if a.dtype != p.dtype {
		return errf(op, "argument %d has dtype %s, the body wants %s", slot, a.dtype, p.dtype)
	}
	if p.space == ALU && len(p.Shape()) == 0 {
		return nil // a shaped argument maps the body over its elements
	}
	if len(a.Shape()) != len(p.Shape()) {
		return errf(op, "argument %d has shape %v, the body wants %v", slot, a.Shape(), p.Shape())
	}
	for i, d := range p.Shape() {
		// A dynamic size of the PARAM takes whatever size the argument has there.
		if d.U == nil && a.Shape()[i] != d {
			return errf(op, "argument %d has shape %v, the body wants %v", slot, a.Shape(), p.Shape())
		}
	}
	return nil
}

// mappedShape is the shape of a CALL that maps a body of scalars over the elements of its
// arguments: theirs, which those that are no scalars share. It is empty where nothing is mapped.
func mappedShape(op Op, body *UOp, args []*UOp) (Shape, *Error) {
	var s Shape
	var bad *Error
	Walk([]*UOp{body}, ScopeSrc, func(u *UOp) bool {
		if u.op != OpParam || u.space != ALU || len(u.Shape()) > 0 {
			return true
		}
		switch a := args[u.X().Slot]; {
		case len(a.Shape()) == 0 || a.Shape().Equal(s):
		case s == nil:
			s = a.Shape()
		default:
			bad = errf(op, "a body of scalars is mapped over arguments of one shape, got %v and %v", s, a.Shape())
		}
		return bad == nil
	})
	if bad != nil || s == nil {
		return nil, bad
	}
	Walk([]*UOp{body}, ScopeSrc, func(u *UOp) bool {
		pure := u.op.IsALU() || u.op == OpConst || u.op == OpParam || u.op == OpCall
		if !pure || u.space != ALU || len(u.Shape()) > 0 {
			bad = errf(op, "a body that is mapped over elements is scalar arithmetic alone, got %s", describe(u))
		}
		return bad == nil
	})
	return s, bad
}

// Mapped tells whether u is a CALL that maps a body of scalars over the elements of its arguments.
func (u *UOp) Mapped() bool {
	return u.op == OpCall && u.space == ALU && len(u.Shape()) > 0 && len(u.src[0].Shape()) == 0
}

// callShape is the body's shape with a size that is itself a PARAM replaced by its argument.
func callShape(op Op, s Shape, args []*UOp) (Shape, *Error) {
	out := make(Shape, len(s))
	for i, d := range s {
		out[i] = d
		if d.U == nil {
			continue
		}
		if d.U.op != OpParam || d.U.X().Slot >= len(args) {
			return nil, errf(op, "axis %d of the body's value has a computed size; only a PARAM may be a size there", i)
		}
		out[i] = sizeDim(args[d.U.X().Slot])
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out, checkCount(op, out)
}

func inferEnd(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if len(src) < 2 {
		return typed{}, errf(op, "needs an effect and at least one RANGE")
	}
	if e := src[0]; e.op != OpStore && e.op != OpEnd && e.op != OpSink {
		return typed{}, errf(op, "source 0 must be a STORE, an END or a SINK, got %s", describe(e))
	}
	for i, r := range src[1:] {
		if r.op != OpRange {
			return typed{}, errf(op, "source %d must be a RANGE, got %s", i+1, describe(r))
		}
		for _, q := range src[1 : 1+i] {
			if q == r {
				return typed{}, errf(op, "closes RANGE axis=%d twice", r.X().Axis)
			}
		}
		// An effect that does not depend on the loop is allowed: it runs once an iteration.
	}
	return typed{}, nil
}

func inferLoad(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if src[0].op != OpIndex || src[0].space != MEM {
		return typed{}, errf(op, "needs an INDEX of a place, got %s", describe(src[0]))
	}
	return typed{src[0].dtype, src[0].Shape(), ALU}, nil
}

func inferStore(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	p, v := src[0], src[1]
	if p.op != OpIndex || p.space != MEM {
		return typed{}, errf(op, "needs an INDEX of a place, got %s", describe(p))
	}
	if v.space != ALU {
		return typed{}, errf(op, "needs a value to store, got %s", describe(v))
	}
	if v.dtype != p.dtype {
		return typed{}, errf(op, "cannot store a value of %s in a place of %s (CAST it)", v.dtype, p.dtype)
	}
	if !v.Shape().Equal(p.Shape()) {
		return typed{}, errf(op, "cannot store a value of shape %v in a place of shape %v", v.Shape(), p.Shape())
	}
	return typed{}, nil
}

func inferAfter(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 || src[0].space != MEM || src[0].op == OpIndex {
		return typed{}, errf(op, "source 0 must be a PARAM, BUFFER, ALLOC or AFTER in memory")
	}
	for i, s := range src[1:] {
		switch s.op {
		case OpStore, OpLoad, OpEnd, OpRange, OpSink:
		default:
			return typed{}, errf(op, "source %d must be a STORE, LOAD, END, SINK or RANGE, got %s", i+1, describe(s))
		}
	}
	return typed{src[0].dtype, src[0].Shape(), MEM}, nil
}

func inferSink(op Op, _ *Ext, src []*UOp) (typed, *Error) {
	if len(src) == 0 {
		return typed{}, errf(op, "needs one or more STOREs or ENDs")
	}
	for i, s := range src {
		if s.op != OpStore && s.op != OpEnd && s.op != OpSink {
			return typed{}, errf(op, "source %d must be a STORE or an END, got %s", i, describe(s))
		}
	}
	return typed{}, nil
}
