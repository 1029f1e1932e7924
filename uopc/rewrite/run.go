package rewrite

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// frame is a node at work. First, with next below 0, the rules on the way down look at u. Then its
// sources are finished, up to next. Then now is u rebuilt from them, and the rules on the way up
// look at it. Once a rule gave another node, that is result, and finished in the frames above.
type frame struct {
	u, now, result ref
	next           int32
	depth          int32 // rewrites in a row that led here; a source that no rule made begins anew
	rule           int16 // the one that gave result; rebuilt if it is u with its finished sources
	changed        bool  // some source before next is not what it was
}

const rebuilt = -1

func (r *Rewriter[C]) run() (err error) {
	for err == nil && r.stack.n > 0 {
		f := r.stack.at(r.stack.n - 1)
		switch {
		case f.result != none:
			v := r.node(f.result)
			r.finish(f, r.node(r.memo.at(v)))
		case f.next < 0:
			err = r.matchDown(f)
		case f.now == none:
			err = r.sources(f)
		default:
			err = r.matchUp(f, r.node(f.now))
		}
	}
	return err
}

// sources goes on to the next unfinished source. After the last one it rebuilds the node and, if
// that changed nothing, goes straight on to the rules.
func (r *Rewriter[C]) sources(f *frame) error {
	u := r.node(f.u)
	src := u.Src()
	for i := max(int(f.next), r.closed(u)); i < len(src); i++ {
		s := src[i]
		switch v := r.memo.at(s); v {
		case refOf(s):
		case none, busy:
			if r.still[s.Op()] && len(s.Src()) == 0 {
				r.memo.set(s, refOf(s))
				continue
			}
			f.next = int32(i)
			depth := f.depth
			if s.ID() < r.made {
				depth = 0
			}
			return r.enter(s, depth)
		default:
			f.changed = true
		}
	}
	f.next = int32(len(src))
	if f.changed {
		return r.rebuild(f, u)
	}
	f.now = f.u
	return r.matchUp(f, u)
}

// closed is how many of u's first sources stay as they are: the body of a closed CALL, or none.
func (r *Rewriter[C]) closed(u *uop.UOp) int {
	if u.Op() == uop.OpCall && r.o.Closed != nil && r.o.Closed(u) {
		return 1
	}
	return 0
}

// rebuild gives u its finished sources.
func (r *Rewriter[C]) rebuild(f *frame, u *uop.UOp) error {
	n := r.closed(u)
	r.buf = append(r.buf[:0], u.Src()[:n]...)
	for _, s := range u.Src()[n:] {
		r.buf = append(r.buf, r.get(s))
	}
	now, err := r.remake(u)
	if err != nil {
		return err
	}
	if now == u {
		f.now = f.u
		return nil
	}
	if d := r.get(now); d != nil {
		r.finish(f, d)
		return nil
	}
	if r.down != nil {
		f.result, f.rule = refOf(now), rebuilt
		return r.enter(now, f.depth)
	}
	f.now = refOf(now)
	if r.memo.at(now) == busy {
		return r.circle(now)
	}
	r.memo.set(now, busy)
	return nil
}

// matchDown asks the rules about a node whose sources are as they were.
func (r *Rewriter[C]) matchDown(f *frame) error {
	u := r.node(f.u)
	v, i := r.ask(r.down, u, false)
	if v == nil {
		f.next = 0
		return nil
	}
	base := 0
	if r.up != nil {
		base = len(r.up.names)
	}
	return r.become(f, base+i, u, v)
}

// matchUp asks the rules about a node whose sources are finished.
func (r *Rewriter[C]) matchUp(f *frame, now *uop.UOp) error {
	if isEffect[now.Op()] && !r.o.Pure {
		r.keep.note(now)
	}
	if r.up == nil {
		r.finish(f, now)
		return nil
	}
	v, i := r.ask(r.up, now, true)
	if v == nil {
		r.finish(f, now)
		return nil
	}
	return r.become(f, i, now, v)
}

// ask gives the result of the first rule that fits and loses no effect. done tells that the
// sources of u are finished.
func (r *Rewriter[C]) ask(m *Matcher[C], u *uop.UOp, done bool) (*uop.UOp, int) {
	v, i := m.Match(r.g, r.c, u, 0)
	for v != nil && r.drops(u, v, done) {
		v, i = m.Match(r.g, r.c, u, i+1)
	}
	return v, i
}

// become goes on with v, which a rule made of u.
func (r *Rewriter[C]) become(f *frame, rule int, u, v *uop.UOp) error {
	if err := r.fire(rule, u, v); err != nil {
		return err
	}
	if f.depth++; int(f.depth) > r.o.PerNode {
		return r.limit(fmt.Sprintf("more than %d rewrites of one node", r.o.PerNode))
	}
	if d := r.get(v); d != nil {
		r.finish(f, d)
		return nil
	}
	f.result, f.rule = refOf(v), int16(rule)
	return r.enter(v, f.depth)
}

// fire records a firing and checks that its result can stand for the old node.
func (r *Rewriter[C]) fire(i int, u, v *uop.UOp) error {
	name := r.names[i]
	if v.Graph() != r.g {
		return fmt.Errorf("rule %q made of %s a node that belongs to another graph", name, show(u))
	}
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

// enter starts on a node that f waits for. A node that is at work already waits for itself.
func (r *Rewriter[C]) enter(u *uop.UOp, depth int32) error {
	if r.memo.at(u) == busy {
		return r.circle(u)
	}
	r.push(u, depth)
	return nil
}

func (r *Rewriter[C]) push(u *uop.UOp, depth int32) {
	r.memo.set(u, busy)
	if u.ID() < r.made {
		r.seen++
	}
	f := r.stack.push()
	*f = frame{u: refOf(u), depth: depth, next: r.first}
}

// finish ends the work on the topmost frame, whose finished form is v.
func (r *Rewriter[C]) finish(f *frame, v *uop.UOp) {
	done := refOf(v)
	r.memo.refs[f.u-1] = done
	if f.now != none && f.now != f.u {
		r.memo.refs[f.now-1] = done
	}
	if done != f.u {
		r.memo.set(v, done)
	}
	r.stack.n--
}

// get gives the finished form of u, or nil.
func (r *Rewriter[C]) get(u *uop.UOp) *uop.UOp {
	switch v := r.memo.at(u); v {
	case none, busy:
		return nil
	case refOf(u):
		return u
	default:
		return r.node(v)
	}
}

func (r *Rewriter[C]) node(v ref) *uop.UOp { return r.g.Node(int(v - 1)) }
