package rewrite

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// remake makes u anew from the sources in r.buf, which are not its own.
func (r *Rewriter[C]) remake(u *uop.UOp) (*uop.UOp, error) {
	switch u.Op() {
	case uop.OpRange:
		return r.remakeRange(u)
	case uop.OpIndex:
		return r.remakeIndex(u)
	case uop.OpLoad, uop.OpStore:
		return r.remakeAccess(u)
	}
	return r.g.New(u.Op(), u.Arg(), r.buf...)
}

// remakeRange: two loops whose sizes turn out to be one must stay two loops, so the second gets
// an axis number of its own.
func (r *Rewriter[C]) remakeRange(u *uop.UOp) (*uop.UOp, error) {
	for axis := u.X().Axis; ; axis++ {
		v, err := r.g.New(uop.OpRange, uop.RangeArg(axis), r.buf...)
		if err != nil {
			return nil, err
		}
		if r.o.Pure || r.keep.claim(v) {
			return v, nil
		}
	}
}

// remakeIndex: an index that turns out to be a constant outside its axis cannot be written down
// as one. Such a program fails when it runs, and does so still: the old index is kept.
func (r *Rewriter[C]) remakeIndex(u *uop.UOp) (*uop.UOp, error) {
	v, err := r.g.New(u.Op(), u.Arg(), r.buf...)
	if err == nil {
		return v, nil
	}
	for i, s := range u.Src()[1:] {
		if r.buf[i+1].IsConst() && r.sameLoops(s) {
			r.buf[i+1] = s
		}
	}
	return r.g.New(u.Op(), u.Arg(), r.buf...)
}

func (r *Rewriter[C]) sameLoops(u *uop.UOp) bool {
	for _, l := range u.Open() {
		if r.get(l) != l {
			return false
		}
	}
	return true
}

// remakeAccess: an access that no longer uses a loop's counter would move out of the loop, past
// other accesses and past the question whether the loop runs at all. AFTER keeps it inside.
func (r *Rewriter[C]) remakeAccess(u *uop.UOp) (*uop.UOp, error) {
	v, err := r.g.New(u.Op(), u.Arg(), r.buf...)
	if err != nil || len(u.Open()) == 0 {
		return v, err
	}
	var lost []*uop.UOp
	for _, l := range u.Open() {
		if l = r.get(l); l != nil && !slices.Contains(v.Open(), l) {
			lost = append(lost, l)
		}
	}
	if len(lost) == 0 {
		return v, nil
	}
	slices.SortFunc(lost, uop.Compare)
	at := v.Src()[0]
	place, err := r.g.New(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{at.Src()[0]}, lost...)...)
	if err != nil {
		return nil, err
	}
	at, err = r.g.New(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{place}, at.Src()[1:]...)...)
	if err != nil {
		return nil, err
	}
	return r.g.New(u.Op(), u.Arg(), append([]*uop.UOp{at}, v.Src()[1:]...)...)
}
