package interp

import "github.com/uopc/uopc/uopc/uop"

// emit compiles one node; ok is false when there is nothing to run.
func (c *compiler) emit(u *uop.UOp) (in instr, ok bool) {
	in = instr{u: u, op: u.Op(), dt: u.DType(), st: u.DType()}
	switch op := u.Op(); {
	case op == uop.OpConst:
		c.p.consts = append(c.p.consts, constant{c.define(u), u})
		return in, false
	case op == uop.OpAfter:
		// What it waits for are its sources, and has run.
		c.set(u, c.use(u.Src()[0]))
		return in, false
	case op == uop.OpSink || op == uop.OpIndex && u.Space() == uop.MEM:
		return in, false // the LOAD, STORE or CALL that uses an INDEX follows it
	case op == uop.OpRange:
		c.use(u) // the counter of no loop that runs here
		return in, false
	case op == uop.OpEnd:
		return c.emitEnd(u, 0), true
	case op.IsALU():
		c.emitALU(u, &in)
	default:
		c.emitOther(u, &in)
	}
	return in, true
}

func (c *compiler) emitALU(u *uop.UOp, in *instr) {
	src := u.Src()
	in.st = src[0].DType()
	if in.op == uop.OpWhere {
		in.st = u.DType()
	}
	in.a = c.use(src[0])
	if len(src) > 1 {
		in.b = c.use(src[1])
	}
	if len(src) > 2 {
		in.c = c.use(src[2])
	}
	if len(u.Shape()) > 0 {
		in.do = doElementwise
	}
	in.out = c.define(u)
}

func (c *compiler) emitOther(u *uop.UOp, in *instr) {
	in.x = &detail{}
	switch u.Op() {
	case uop.OpParam, uop.OpBuffer, uop.OpAlloc:
		c.emitLeaf(u, in)
	case uop.OpLoad:
		in.do, in.x.ref = doLoad, c.ref(u.Src()[0])
		if len(u.Shape()) > 0 {
			in.do = doLoadAll
		}
		in.out = c.define(u)
	case uop.OpStore:
		in.do, in.x.ref, in.a = doStore, c.ref(u.Src()[0]), c.use(u.Src()[1])
		if len(u.Src()[1].Shape()) > 0 {
			in.do = doStoreAll
		}
	case uop.OpCall:
		c.emitCall(u, in)
	default:
		in.do = valueOps[u.Op()]
		in.x.src = c.uses(u.Src())
		c.shape(u.X().Dims, in.x.src[1:], in.x)
		in.out = c.define(u)
	}
}

// valueOps are the instructions that make values of values.
var valueOps = [uop.NumOps]func(*machine, *frame, *instr) error{
	uop.OpReshape: doReshape,
	uop.OpExpand:  doMove,
	uop.OpPermute: doMove,
	uop.OpShrink:  doMove,
	uop.OpPad:     doPad,
	uop.OpFlip:    doMove,
	uop.OpReduce:  doReduce,
	uop.OpStack:   doStack,
	uop.OpIndex:   doIndex,
}

func (c *compiler) uses(src []*uop.UOp) []int32 {
	out := make([]int32, len(src))
	for i, s := range src {
		out[i] = c.use(s)
	}
	return out
}

// shape keeps how to find the sizes in dims when the node runs.
func (c *compiler) shape(dims []int64, dyn []int32, x *detail) {
	x.fixed, x.sizes = dims, make([]int32, len(dims))
	for i, d := range dims {
		x.sizes[i] = -1
		if d == uop.Dynamic && len(dyn) > 0 {
			x.sizes[i], dyn = dyn[0], dyn[1:]
		}
	}
}

func (c *compiler) emitLeaf(u *uop.UOp, in *instr) {
	c.shape(u.X().Dims, c.uses(u.Src()), in.x)
	switch {
	case u.Op() == uop.OpAlloc:
		in.do, in.out = doAlloc, c.definePlace(u)
	case u.Space() == uop.MEM:
		in.do, in.out = doPlace, c.definePlace(u)
	case len(u.Shape()) > 0:
		in.do, in.out = doTensorParam, c.define(u)
	default:
		in.do, in.out = doScalarParam, c.define(u)
	}
}

// ref compiles a place in memory, seen through INDEX.
func (c *compiler) ref(u *uop.UOp) ref {
	if u.Op() == uop.OpIndex {
		return ref{c.use(u.Src()[0]), c.uses(u.Src()[1:]), u}
	}
	return ref{place: c.use(u), u: u}
}

func (c *compiler) emitCall(u *uop.UOp, in *instr) {
	in.do, in.x.given = doCall, make([]given, len(u.Args()))
	if u.Mapped() {
		in.do = doMap
	}
	for _, a := range u.Args() {
		o := operand{slot: -1, mem: a.Space() == uop.MEM}
		if o.mem {
			o.ref = c.ref(a)
		} else {
			o.slot = c.use(a)
		}
		in.x.args = append(in.x.args, o)
	}
	if u.Space() == uop.ALU {
		in.out = c.define(u)
	}
}
