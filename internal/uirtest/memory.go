package uirtest

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// positions gives up to all positions into a place or value of fixed shape, all inside it.
func (b *builder) positions(s uop.Shape) []*uop.UOp {
	var out []*uop.UOp
	d := pick(b.r, []uop.DType{uop.Index, uop.Index, uop.I32, uop.U8, uop.I64})
	for _, dim := range s[:b.r.IntN(len(s)+1)] {
		if dim.U != nil {
			break
		}
		out = append(out, b.g.Int(d, b.r.Int64N(dim.N)))
	}
	return out
}

func (b *builder) index(p *uop.UOp, at []*uop.UOp) *uop.UOp {
	return b.g.Make(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{p}, at...)...)
}

// element indexes a value.
func (b *builder) element() {
	if u := b.recent(); len(u.Shape()) > 0 {
		b.add(b.index(u, b.positions(u.Shape())))
	}
}

func (b *builder) memory() *memory {
	if len(b.mems) == 0 {
		b.place()
	}
	return pick(b.r, b.mems)
}

func (b *builder) load() {
	m := b.memory()
	u := b.g.Make(uop.OpLoad, uop.Arg{}, b.index(m.now, b.positions(m.base.Shape())))
	m.loads = append(m.loads, u)
	b.add(u)
}

func (b *builder) store() {
	m := b.memory()
	at := b.positions(m.base.Shape())
	b.storeTo(m, at, b.fill(m.base.DType(), m.base.Shape()[len(at):]))
}

// targetOf gives the place for the next store, after all that came before it.
func (b *builder) targetOf(m *memory) *uop.UOp {
	if len(m.loads) == 0 {
		return m.now
	}
	return b.g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{m.now}, m.loads...)...)
}

func (b *builder) storeTo(m *memory, at []*uop.UOp, v *uop.UOp) {
	p := b.targetOf(m)
	b.done(m, p, b.g.Make(uop.OpStore, uop.Arg{}, b.index(p, at), v))
}

func (b *builder) done(m *memory, p, effect *uop.UOp) {
	m.last, m.loads = effect, nil
	m.now = b.g.Make(uop.OpAfter, uop.Arg{}, p, effect)
}

// loop stores to every element of a place, in as many loops as it has axes.
func (b *builder) loop() {
	m := b.memory()
	p := b.targetOf(m)
	var ranges []*uop.UOp
	for _, d := range p.Shape() {
		b.count++
		ranges = append(ranges, b.g.Make(uop.OpRange, uop.RangeArg(b.count), b.g.Size(d)))
	}
	at := b.index(p, ranges)
	v := b.cast(pick(b.r, ranges), p.DType())
	if b.r.IntN(2) == 0 {
		v = b.g.Bin(uop.OpMax, v, b.g.Make(uop.OpLoad, uop.Arg{}, at))
	}
	effect := b.g.Make(uop.OpStore, uop.Arg{}, at, b.g.Bin(uop.OpMul, v, b.fill(p.DType(), nil)))
	if b.r.IntN(3) == 0 {
		effect = b.g.Make(uop.OpSink, uop.Arg{}, effect)
	}
	b.done(m, p, b.g.Make(uop.OpEnd, uop.Arg{}, append([]*uop.UOp{effect}, ranges...)...))
}

// result stores a value to a place of its own, so that the root reaches it.
func (b *builder) result(u *uop.UOp) {
	a := uop.PlaceArg(u.DType(), len(b.params), b.name())
	var at []*uop.UOp
	var dyn []*uop.UOp
	a.X.Dims, dyn = u.Shape().Sizes()
	for _, d := range a.X.Dims {
		if d == 0 {
			return
		}
	}
	if len(a.X.Dims) == 0 {
		a.X.Dims, a.X.Role = []int64{1}, uop.RoleResult
		at = []*uop.UOp{b.g.Idx(0)}
	}
	m := &memory{base: b.param(a, dyn...)}
	m.now = m.base
	b.mems = append(b.mems, m)
	b.storeTo(m, at, u)
}

// sink stores the newest values and gives the effect of all that was stored.
func (b *builder) sink() *uop.UOp {
	for _, u := range b.vals[max(0, len(b.vals)-4):] {
		b.result(u)
	}
	b.result(b.g.F32(1)) // there is something to store, whatever came before
	var last []*uop.UOp
	for _, m := range b.mems {
		if m.last != nil {
			last = append(last, m.last)
		}
	}
	return b.g.Make(uop.OpSink, uop.Arg{}, last...)
}

// call wraps a body in a CALL whose arguments are BUFFERs and constants.
func (b *builder) call(body *uop.UOp) *uop.UOp {
	src := []*uop.UOp{body}
	for slot, p := range b.params {
		x := p.X()
		switch {
		case x.Mem:
			a := uop.PlaceArg(p.DType(), slot, b.name(), x.Dims...)
			src = append(src, b.g.Make(uop.OpBuffer, a, p.Src()...))
		case x.HasMax:
			src = append(src, b.g.Int(p.DType(), x.Max))
		case p.DType() == uop.Index && len(x.Dims) == 0:
			src = append(src, b.g.Idx(int64(1+b.r.IntN(8)))) // it may be a size
		default:
			src = append(src, b.g.Broadcast(Value(b.r, b.g, p.DType()), p.Shape()))
		}
	}
	a := uop.NameArg(pick(b.r, []string{"f", "", "Every op", "a-b.c"}))
	a.X.Schedule = pick(b.r, []string{"", "vec=0:16", "tile(2, 3)"})
	return b.g.Make(uop.OpCall, a, src...)
}

// nested calls a scalar function of its own, or one of libm, on scalars or mapped over elements.
func (b *builder) nested() {
	body := RandomScalar(b.r, b.g, 1+b.r.IntN(6))
	if b.r.IntN(4) == 0 {
		body = Function(b.r).Body(b.g, pick(b.r, []uop.DType{uop.F32, uop.F64}))
	}
	var s uop.Shape
	if b.r.IntN(2) == 0 {
		s = b.recent().Shape()
	}
	b.count++
	src := []*uop.UOp{body}
	for _, p := range uop.Params(body) {
		d, shape := uop.F32, s
		if p != nil {
			d = p.DType()
		}
		if b.r.IntN(4) == 0 {
			shape = nil
		}
		src = append(src, b.fill(d, shape))
	}
	b.add(b.g.Make(uop.OpCall, uop.NameArg(fmt.Sprintf("f%d", b.count)), src...))
}
