package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// threads builds a memory program statement by statement and puts in the AFTERs that keep the
// statements in order.
type threads struct {
	g    b
	bufs []thread
	axis int
}

// thread is the state of one buffer: its newest pointer, and the reads that a store must wait for.
type thread struct {
	base, ptr *uop.UOp
	readers   []*uop.UOp
	last      *uop.UOp // the newest effect on it in this block
	touched   bool
}

func newThreads(vals []*Value) *threads {
	m := &threads{g: newB()}
	for i, v := range vals {
		p := m.g.mem(v.DType, i, fmt.Sprintf("b%d", i), int64(len(v.Bits)))
		m.bufs = append(m.bufs, thread{base: p, ptr: p})
	}
	return m
}

func (m *threads) alloc(d uop.DType, n int64) {
	p := m.g.alloc(d, 0, "scratch", n)
	m.bufs = append(m.bufs, thread{base: p, ptr: p})
}

func (m *threads) load(k int, i *uop.UOp) *uop.UOp {
	t := &m.bufs[k]
	u := m.g.load(t.ptr, i)
	t.readers, t.touched = append(t.readers, u), true
	return u
}

func (m *threads) store(k int, i, v *uop.UOp) {
	t := &m.bufs[k]
	p := t.ptr
	if len(t.readers) > 0 {
		p = m.g.after(p, t.readers...)
	}
	s := m.g.store(v, p, i)
	*t = thread{base: t.base, ptr: m.g.after(p, s), last: s, touched: true}
}

// loop runs body with a counter; what body stores must depend on the counter, which the
// pointers see to.
func (m *threads) loop(size *uop.UOp, body func(i *uop.UOp)) {
	r := m.g.rng(m.axis, size)
	m.axis++
	outer := append([]thread(nil), m.bufs...)
	for k := range m.bufs {
		t := &m.bufs[k]
		deps := append(append([]*uop.UOp(nil), t.readers...), r)
		*t = thread{base: t.base, ptr: m.g.after(t.ptr, deps...)}
	}
	body(r)
	var effects []*uop.UOp
	for _, t := range m.bufs {
		if t.last != nil {
			effects = append(effects, t.last)
		}
	}
	if len(effects) == 0 {
		m.bufs = outer
		return
	}
	end := m.g.end(m.g.sink(effects...), r)
	for k := range m.bufs {
		in := m.bufs[k]
		m.bufs[k] = outer[k]
		t := &m.bufs[k]
		switch {
		case in.last != nil:
			*t = thread{base: t.base, ptr: m.g.after(t.ptr, end), last: end, touched: true}
		case in.touched:
			t.readers, t.touched = append(t.readers, end), true
		}
	}
}

func (m *threads) kernel(name string) *uop.UOp {
	var effects []*uop.UOp
	for _, t := range m.bufs {
		if t.last != nil {
			effects = append(effects, t.last)
		}
	}
	// A buffer that nothing touches still is an argument.
	var args []*uop.UOp
	for _, t := range m.bufs {
		if t.base.Op() == uop.OpParam {
			args = append(args, t.base)
		}
	}
	return m.g.call(m.g.sink(effects...), name, args...)
}
