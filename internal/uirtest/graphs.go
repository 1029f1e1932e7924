package uirtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/uop"
)

// Random makes a well-typed graph of about n steps with every op and dtype in reach: values of
// several shapes, fixed and dynamic, places, loops, stores in order, and nested CALLs. It gives
// a value, a SINK, or a CALL of the one or the other. Every access is inside its place. It is
// for tests of structure, such as text, walks and hashing: index arithmetic may overflow.
func Random(r *rand.Rand, g *uop.Graph, n int) *uop.UOp {
	b := &builder{scalars: scalars{r: r, g: g}, all: uop.ValueDTypes()}
	b.scalarParam()
	for range n {
		pick(r, steps)(b)
	}
	root := pick(r, b.vals)
	if r.IntN(3) > 0 {
		root = b.sink()
	}
	if r.IntN(2) == 0 || !callable(root) {
		return root
	}
	return b.call(root)
}

// callable tells whether a CALL may have the body, whose shape it must be able to say.
func callable(body *uop.UOp) bool {
	for _, d := range body.Shape() {
		if d.U != nil && d.U.Op() != uop.OpParam {
			return false
		}
	}
	return true
}

// memory is a place and what has happened to it, so that accesses come in one order.
type memory struct {
	base, now *uop.UOp // the place at first, and after its last store
	loads     []*uop.UOp
	last      *uop.UOp // the last store
	size      *uop.UOp // of a dynamic place
}

// builder makes graphs. Its vals have any shape and no open RANGE.
type builder struct {
	scalars
	all    []uop.DType
	params []*uop.UOp // by slot
	mems   []*memory
	count  int // names allocs, axes and calls apart
}

var steps = []func(*builder){
	(*builder).constant, (*builder).scalarParam, (*builder).shapedParam, (*builder).place, (*builder).place,
	(*builder).alu1, (*builder).alu1, (*builder).alu1, (*builder).alu1, (*builder).alu1, (*builder).alu1,
	(*builder).move, (*builder).move, (*builder).move, (*builder).reduce, (*builder).stack, (*builder).element,
	(*builder).load, (*builder).load, (*builder).store, (*builder).loop, (*builder).loop, (*builder).nested,
}

func (b *builder) add(u *uop.UOp) { b.vals = append(b.vals, u) }

func (b *builder) constant() { b.add(Value(b.r, b.g, pick(b.r, b.all))) }

func (b *builder) param(a uop.Arg, src ...*uop.UOp) *uop.UOp {
	u := b.g.Make(uop.OpParam, a, src...)
	b.params = append(b.params, u)
	return u
}

// name gives a name that needs quotes now and then, or none.
func (b *builder) name() string {
	return pick(b.r, []string{"", fmt.Sprintf("p%d", len(b.params)), "a b", "x;y", "größe", "\"q\"\n"})
}

func (b *builder) scalarParam() {
	d, slot := pick(b.r, b.all), len(b.params)
	if d.IsInt() && b.r.IntN(2) == 0 {
		b.add(b.param(uop.BoundedArg(d, slot, b.name(), 0, int64(b.r.IntN(100)))))
		return
	}
	b.add(b.param(uop.ParamArg(d, slot, b.name())))
}

func (b *builder) dims() []int64 {
	out := make([]int64, 1+b.r.IntN(3))
	for i := range out {
		out[i] = int64(1 + b.r.IntN(4))
	}
	return out
}

func (b *builder) shapedParam() {
	a := uop.ParamArg(pick(b.r, b.all), len(b.params), b.name())
	a.X.Dims = b.dims()
	b.add(b.param(a))
}

// place adds a PARAM in memory, of fixed or dynamic size, or an ALLOC that is filled first.
func (b *builder) place() {
	d := pick(b.r, b.all)
	m := &memory{}
	b.mems = append(b.mems, m)
	switch b.r.IntN(3) {
	case 0:
		m.size = b.param(uop.ParamArg(uop.Index, len(b.params), "n"))
		m.base = b.param(uop.PlaceArg(d, len(b.params), b.name(), uop.Dynamic), m.size)
	case 1:
		m.base = b.param(uop.PlaceArg(d, len(b.params), b.name(), b.dims()...))
	default:
		b.count++
		m.base = b.g.Make(uop.OpAlloc, uop.PlaceArg(d, b.count, b.name(), b.dims()...))
	}
	m.now = m.base
	if m.base.Op() == uop.OpAlloc {
		b.storeTo(m, nil, b.fill(d, m.base.Shape()))
	}
}

// fill gives a value of dtype d and shape s.
func (b *builder) fill(d uop.DType, s uop.Shape) *uop.UOp {
	for range 8 {
		if u := pick(b.r, b.vals); u.DType() == d && u.Shape().Equal(s) {
			return u
		}
	}
	for range 4 {
		if u := pick(b.r, b.vals); u.Shape().Equal(s) {
			return b.cast(u, d)
		}
	}
	return b.g.Broadcast(Value(b.r, b.g, d), s)
}

// alu1 makes an elementwise node over values of one shape.
func (b *builder) alu1() {
	op, u := pick(b.r, aluOps), b.recent()
	if !op.Takes(u.DType()) {
		u = b.cast(u, b.dtypeFor(op, b.all))
	}
	if op == uop.OpCast || op == uop.OpBitcast {
		b.add(b.g.Make(op, uop.CastArg(b.target(op, u.DType(), b.all)), u))
		return
	}
	src := []*uop.UOp{u}
	for len(src) < op.Arity() {
		src = append(src, b.fill(u.DType(), u.Shape()))
	}
	if op == uop.OpWhere {
		src[0] = b.fill(uop.Bool, u.Shape())
	}
	b.add(b.g.Make(op, uop.Arg{}, src...))
}

func (b *builder) stack() {
	u := b.recent()
	if len(u.Shape()) > 3 {
		return
	}
	src := []*uop.UOp{u}
	for range b.r.IntN(3) {
		src = append(src, b.fill(u.DType(), u.Shape()))
	}
	b.add(b.g.Make(uop.OpStack, uop.Arg{}, src...))
}

var foldOps = []uop.Op{uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpFma}

func (b *builder) reduce() {
	u, op := b.recent(), pick(b.r, foldOps)
	if len(u.Shape()) == 0 {
		return
	}
	if !op.Takes(u.DType()) {
		u = b.cast(u, b.dtypeFor(op, b.all))
	}
	src := []*uop.UOp{u}
	if op == uop.OpFma {
		src = append(src, b.fill(u.DType(), u.Shape()))
	}
	b.add(b.g.Make(uop.OpReduce, uop.ReduceArg(op, 1+b.r.IntN(len(u.Shape())), 1<<b.r.IntN(9)), src...))
}
