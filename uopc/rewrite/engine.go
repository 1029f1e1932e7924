package rewrite

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Limits that a zero Options stands for.
const (
	DefaultPerNode = 1_000
	DefaultTotal   = 500_000
	totalPerNode   = 20 // large programs may fire more than DefaultTotal: so many times each node
)

// Options are the choices of a run; the zero value is the usual one.
type Options struct {
	// Trace is told every firing.
	Trace func(rule string, before, after *uop.UOp)
	// Counts, when not nil, gains the firings of each rule by name.
	Counts map[string]int
	// PerNode limits the firings in a row that start from one node; 0 means DefaultPerNode.
	PerNode int
	// Total limits all firings; 0 means DefaultTotal, or 20 for each node visited if that is more.
	Total int
	// Pure promises that no root reaches a RANGE, a STORE or a CALL on memory. Each run is
	// then spared a walk that looks for them.
	Pure bool
}

// Rewrite gives the fixed point of root under the rules of m. o may be nil. The error is a
// *LimitError, or says which rule gave a node that cannot stand for the old one.
func Rewrite[C any](root *uop.UOp, m *Matcher[C], c C, o *Options) (*uop.UOp, error) {
	return New(root.Graph(), m, c, o).Rewrite(root)
}

// Rewriter is a Matcher at work on one graph. What it found for a node it remembers, so that
// many roots of one program cost no more than one.
type Rewriter[C any] struct {
	g     *uop.Graph
	m     *Matcher[C]
	c     C
	o     Options
	done  []*uop.UOp // by id: the finished form
	busy  []uint64   // by id: being rewritten now
	stack []frame
	buf   []*uop.UOp
	fired []int // by rule
	total int
	seen  int
	last  [lastSteps]step
	keep  keeper
}

// frame is a node at work. Its sources are done up to next; then now is the node rebuilt from
// them, and result, if not nil, what a rule made of now and what is being finished above.
type frame struct {
	u, now, result *uop.UOp
	next, depth    int32
}

// New makes a Rewriter. o may be nil.
func New[C any](g *uop.Graph, m *Matcher[C], c C, o *Options) *Rewriter[C] {
	r := &Rewriter[C]{g: g, m: m, c: c, fired: make([]int, len(m.names))}
	if o != nil {
		r.o = *o
	}
	if r.o.PerNode == 0 {
		r.o.PerNode = DefaultPerNode
	}
	return r
}

// Forget drops what is remembered of nodes with ids from n on, before the graph rolls back to n.
func (r *Rewriter[C]) Forget(n int) {
	if n < len(r.done) {
		r.done = r.done[:n]
	}
	for i, d := range r.done {
		if d != nil && d.ID() >= n {
			r.done[i] = nil
		}
	}
}

// Rewrite gives the fixed point of root.
func (r *Rewriter[C]) Rewrite(root *uop.UOp) (out *uop.UOp, err error) {
	defer r.count()
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(*uop.Error)
			if !ok {
				panic(e)
			}
			out, err = nil, fmt.Errorf("rule %q made a node that cannot be: %w", r.culprit(), bad)
		}
		if err != nil {
			r.reset()
		}
	}()
	if r.get(root) == nil {
		if !r.o.Pure {
			r.keep.scan(root)
		}
		r.push(root, 0)
		if err := r.run(); err != nil {
			return nil, err
		}
	}
	return r.get(root), nil
}

func (r *Rewriter[C]) run() error {
	for len(r.stack) > 0 {
		f := &r.stack[len(r.stack)-1]
		switch {
		case f.result != nil:
			r.finish(f, r.get(f.result))
		case f.now == nil:
			if err := r.sources(f); err != nil {
				return err
			}
		default:
			if err := r.match(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// sources goes on to the next unfinished source, or rebuilds the node from the finished ones.
func (r *Rewriter[C]) sources(f *frame) error {
	src := f.u.Src()
	for int(f.next) < len(src) {
		s := src[f.next]
		if r.get(s) == nil {
			return r.enter(s, f.depth)
		}
		f.next++
	}
	now, err := r.rebuild(f.u)
	if err != nil {
		return err
	}
	if now != f.u {
		if d := r.get(now); d != nil {
			r.finish(f, d)
			return nil
		}
		if r.isBusy(now) {
			return r.limit("the rules run in a circle")
		}
	}
	f.now = now
	return nil
}

// match asks the rules about a node whose sources are finished.
func (r *Rewriter[C]) match(f *frame) error {
	u := f.now
	v, i := r.m.Match(r.g, r.c, u, 0)
	for v != nil && r.keep.drops(u, v) {
		v, i = r.m.Match(r.g, r.c, u, i+1)
	}
	if v == nil {
		r.finish(f, u)
		return nil
	}
	if err := r.fire(i, u, v); err != nil {
		return err
	}
	if f.depth++; int(f.depth) > r.o.PerNode {
		return r.limit(fmt.Sprintf("more than %d rewrites of one node", r.o.PerNode))
	}
	if d := r.get(v); d != nil {
		r.finish(f, d)
		return nil
	}
	f.result = v
	return r.enter(v, f.depth)
}

// fire records a firing and checks that its result can stand for the old node.
func (r *Rewriter[C]) fire(i int, u, v *uop.UOp) error {
	name := r.m.names[i]
	if v.DType() != u.DType() || v.Space() != u.Space() || !v.Shape().Equal(u.Shape()) {
		return fmt.Errorf("rule %q may not make %s %v %s %s of %s %v %s %s: dtype, shape and space must stay", name,
			v.DType(), v.Shape(), v.Space(), show(v), u.DType(), u.Shape(), u.Space(), show(u))
	}
	r.fired[i]++
	r.last[r.total%lastSteps] = step{i, u, v}
	r.total++
	if r.o.Trace != nil {
		r.o.Trace(name, u, v)
	}
	limit := r.o.Total
	if limit == 0 {
		limit = max(DefaultTotal, totalPerNode*r.seen)
	}
	if r.total > limit {
		return r.limit(fmt.Sprintf("more than %d rewrites", limit))
	}
	return nil
}

// rebuild gives u with its finished sources.
func (r *Rewriter[C]) rebuild(u *uop.UOp) (*uop.UOp, error) {
	src := u.Src()
	r.buf = r.buf[:0]
	changed := false
	for _, s := range src {
		d := r.get(s)
		changed = changed || d != s
		r.buf = append(r.buf, d)
	}
	if !changed {
		return u, nil
	}
	return r.remake(u)
}

func (r *Rewriter[C]) enter(u *uop.UOp, depth int32) error {
	if r.isBusy(u) {
		return r.limit("the rules run in a circle")
	}
	r.push(u, depth)
	return nil
}

func (r *Rewriter[C]) push(u *uop.UOp, depth int32) {
	if n := u.ID() / 64; n >= len(r.busy) {
		r.busy = append(r.busy, make([]uint64, r.g.Len()/64+1-len(r.busy))...)
	}
	r.busy[u.ID()/64] |= 1 << (u.ID() % 64)
	if depth == 0 {
		r.seen++
	}
	r.stack = append(r.stack, frame{u: u, depth: depth})
}

func (r *Rewriter[C]) isBusy(u *uop.UOp) bool {
	n := u.ID() / 64
	return n < len(r.busy) && r.busy[n]&(1<<(u.ID()%64)) != 0
}

func (r *Rewriter[C]) finish(f *frame, v *uop.UOp) {
	r.busy[f.u.ID()/64] &^= 1 << (f.u.ID() % 64)
	r.set(f.u, v)
	if f.now != nil {
		r.set(f.now, v)
	}
	r.set(v, v)
	r.stack = r.stack[:len(r.stack)-1]
}

func (r *Rewriter[C]) get(u *uop.UOp) *uop.UOp {
	if u.ID() < len(r.done) {
		return r.done[u.ID()]
	}
	return nil
}

func (r *Rewriter[C]) set(u, v *uop.UOp) {
	if n := len(r.done); u.ID() >= n {
		r.done = append(r.done, make([]*uop.UOp, max(r.g.Len(), n+n/2)-n)...)
	}
	r.done[u.ID()] = v
}

func (r *Rewriter[C]) reset() {
	r.stack = r.stack[:0]
	clear(r.busy)
}

// culprit finds the rule that panics on the node at work.
func (r *Rewriter[C]) culprit() string {
	u := r.stack[len(r.stack)-1].now
	if u == nil {
		return "?"
	}
	for from := len(r.m.names) - 1; from > 0; from-- {
		if r.panics(u, from) {
			return r.m.names[from]
		}
	}
	return r.m.names[0]
}

func (r *Rewriter[C]) panics(u *uop.UOp, from int) (yes bool) {
	defer func() { yes = recover() != nil }()
	r.m.Match(r.g, r.c, u, from)
	return false
}
