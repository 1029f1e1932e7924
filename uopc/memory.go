package uopc

import "github.com/uopc/uopc/uopc/uop"

// buffer threads the order of accesses to one place: a load waits for the last store, a store
// for the loads since the last store and for that store. AFTER nodes say so in the graph.
type buffer struct {
	k           *Kernel
	name        string
	read, write bool // what the declaration allows
	written     bool
	states      []*bufState // one for the kernel, then one for each open loop that uses the place
}

// bufState is the present state of a place within one loop, or within the kernel.
type bufState struct {
	version *uop.UOp   // the place after all that happened to it
	readers []*uop.UOp // loads since the last store
	last    *uop.UOp   // last store or loop that stored
}

func (k *Kernel) addBuffer(name string, u *uop.UOp, read, write bool) *Expr {
	b := &buffer{k: k, name: name, read: read, write: write, states: []*bufState{{version: u}}}
	k.bufs = append(k.bufs, b)
	return &Expr{k: k, u: u, buf: b}
}

// state gives the state within the innermost loop, entering the loops in between.
func (b *buffer) state() *bufState {
	for len(b.states) <= len(b.k.loops) {
		outer := b.states[len(b.states)-1]
		v := outer.version
		if b.write {
			// What the loop does to the place is done in each iteration anew.
			deps := append([]*uop.UOp{v}, outer.readers...)
			v = b.k.g.Make(uop.OpAfter, none, append(deps, b.k.loops[len(b.states)-1].r)...)
		}
		b.states = append(b.states, &bufState{version: v})
	}
	return b.states[len(b.states)-1]
}

func (b *buffer) checkRead() bool {
	if !b.read && !b.written {
		b.k.fail("%s is an Out parameter and is read before it is written; declare it InOut", b.name)
		return false
	}
	return true
}

func (b *buffer) loadAll() *uop.UOp {
	if !b.checkRead() {
		return nil
	}
	return b.load()
}

func (b *buffer) load(idx ...*uop.UOp) *uop.UOp {
	s := b.state()
	p, err := b.k.g.New(uop.OpIndex, none, append([]*uop.UOp{b.inLoop(s.version, idx)}, idx...)...)
	if err != nil {
		b.k.fail("%s: %s", b.name, message(err))
		return nil
	}
	ld := b.k.g.Make(uop.OpLoad, none, p)
	s.readers = append(s.readers, ld)
	return ld
}

// inLoop keeps the load of an element inside the loop that it is written in, also when the
// position does not depend on the counter: a loop that never runs loads nothing. Places that may
// be written have it by their state.
func (b *buffer) inLoop(place *uop.UOp, idx []*uop.UOp) *uop.UOp {
	if b.write || len(idx) == 0 || len(b.k.loops) == 0 {
		return place
	}
	r := b.k.loops[len(b.k.loops)-1].r
	for _, i := range idx {
		for _, o := range i.Open() {
			if o == r {
				return place
			}
		}
	}
	return b.k.g.Make(uop.OpAfter, none, place, r)
}

func (b *buffer) store(v *uop.UOp, idx ...*uop.UOp) {
	if !b.write {
		b.k.fail("%s is an In parameter and cannot be written; declare it Out or InOut", b.name)
		return
	}
	s := b.state()
	ptr := s.version
	if len(s.readers) > 0 {
		ptr = b.k.g.Make(uop.OpAfter, none, append([]*uop.UOp{ptr}, s.readers...)...)
	}
	p, err := b.k.g.New(uop.OpIndex, none, append([]*uop.UOp{ptr}, idx...)...)
	if err != nil {
		b.k.fail("%s: %s", b.name, message(err))
		return
	}
	if !v.Shape().Equal(p.Shape()) {
		w, err := b.k.broadcast([]*uop.UOp{v, b.k.g.Make(uop.OpLoad, none, p)})
		if err != nil || !w[0].Shape().Equal(p.Shape()) {
			hint := ""
			if len(v.Shape()) > len(p.Shape()) {
				hint = "; Reshape drops axes of size 1, such as those that a reduction leaves"
			}
			b.k.fail("%s has shape %v, and a value of shape %v does not go in%s", b.name, p.Shape(), v.Shape(), hint)
			return
		}
		v = w[0]
	}
	st, err := b.k.g.New(uop.OpStore, none, p, v)
	if err != nil {
		b.k.fail("%s: %s", b.name, message(err))
		return
	}
	b.done(s, ptr, st)
}

// done records an effect on the place.
func (b *buffer) done(s *bufState, ptr, effect *uop.UOp) {
	s.version = b.k.g.Make(uop.OpAfter, none, ptr, effect)
	s.readers, s.last = nil, effect
	b.written = true
}

// Set stores v, broadcast to the shape of the slice, in the whole slice.
func (e *Expr) Set(v any) {
	if e.bad() {
		return
	}
	if e.buf == nil {
		e.k.fail("Set needs an Out, InOut or Buffer parameter, got %s", describe(e))
		return
	}
	if u := e.k.operand(v, e.u.DType()); u != nil {
		e.buf.store(u)
	}
}

// Load reads the element at the position, one index for each axis.
func (e *Expr) Load(idx ...any) *Expr {
	if e.bad() {
		return e.k.poison()
	}
	if e.buf == nil {
		return e.k.fail("Load needs a slice or scratch memory, got %s", describe(e))
	}
	is, ok := e.k.indices(idx)
	if !ok || !e.buf.checkRead() {
		return e.k.poison()
	}
	return &Expr{k: e.k, u: e.buf.load(is...)}
}

// Store writes v at the position i of memory with one axis. For more axes see StoreAt.
func (e *Expr) Store(i, v any) { e.StoreAt(v, i) }

// StoreAt writes v at the position, one index for each axis.
func (e *Expr) StoreAt(v any, idx ...any) {
	if e.bad() {
		return
	}
	if e.buf == nil {
		e.k.fail("Store needs a slice or scratch memory, got %s", describe(e))
		return
	}
	is, ok := e.k.indices(idx)
	u := e.k.operand(v, e.u.DType())
	if ok && u != nil {
		e.buf.store(u, is...)
	}
}

func (k *Kernel) indices(idx []any) ([]*uop.UOp, bool) {
	out := make([]*uop.UOp, len(idx))
	for i, v := range idx {
		if out[i] = k.operand(v, Index); out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

type loopCtx struct{ r *uop.UOp }

// Loop runs f's loads and stores for i = 0, 1 ... n-1, in order; n is an int or an integer value.
// f is called once, with the counter, an Index value. Values made in f stay in f: results leave
// it through memory.
func (k *Kernel) Loop(n any, f func(i *Expr)) {
	size := k.operand(n, Index)
	if size == nil {
		return
	}
	if size.DType() != Index {
		if !size.DType().IsInt() || len(size.Shape()) != 0 {
			k.fail("the length of a loop must be a scalar integer, got %s", describe(&Expr{u: size}))
			return
		}
		size = k.g.Cast(size, Index)
	}
	r := k.g.Make(uop.OpRange, uop.RangeArg(k.axes), size)
	k.axes++
	k.loops = append(k.loops, &loopCtx{r})
	f(&Expr{k: k, u: r})
	k.loops = k.loops[:len(k.loops)-1]
	k.closeLoop(r)
}

// closeLoop makes the END of a loop and tells each place that the loop used.
func (k *Kernel) closeLoop(r *uop.UOp) {
	depth := len(k.loops) + 1
	var effects []*uop.UOp
	for _, b := range k.bufs {
		if len(b.states) > depth {
			if last := b.states[depth].last; last != nil {
				effects = append(effects, last)
			}
		}
	}
	var end *uop.UOp
	if len(effects) > 0 {
		e := effects[0]
		if len(effects) > 1 {
			e = k.g.Make(uop.OpSink, none, effects...)
		}
		end = k.g.Make(uop.OpEnd, none, e, r)
	}
	for _, b := range k.bufs {
		if len(b.states) <= depth {
			continue
		}
		inner := b.states[depth]
		b.states = b.states[:depth]
		outer := b.states[depth-1]
		switch {
		case inner.last != nil:
			b.done(outer, outer.version, end)
		case end != nil && b.write:
			outer.readers = append(outer.readers, end)
		}
	}
}
