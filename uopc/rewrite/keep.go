package rewrite

import (
	"slices"

	"github.com/uopc/uopc/uopc/uop"
)

// keeper holds what the engine must know of a program's effects and loops.
type keeper struct {
	ranges map[*uop.UOp]bool // every RANGE of the program, and those they became
	active bool              // some value reaches an effect that can be seen from outside
	sets   map[*uop.UOp][]*uop.UOp
}

// scan looks at a program before it is rewritten.
func (k *keeper) scan(root *uop.UOp) {
	if k.ranges == nil {
		k.ranges = map[*uop.UOp]bool{}
	}
	wild := map[*uop.UOp]bool{} // reaches such an effect
	effects := false
	uop.Walk([]*uop.UOp{root}, uop.AllSrc, func(u *uop.UOp) bool {
		switch {
		case u.Op() == uop.OpRange:
			k.ranges[u] = true
		case visible(u):
			effects = true
			wild[u] = true
			k.active = k.active || u.Space() == uop.ALU
			return true
		}
		if !effects {
			return true
		}
		for _, s := range u.Src() {
			if wild[s] {
				wild[u] = true
				k.active = k.active || u.Space() == uop.ALU
				break
			}
		}
		return true
	})
	if k.active && k.sets == nil {
		k.sets = map[*uop.UOp][]*uop.UOp{}
	}
}

// visible tells whether u itself does something that lasts: a STORE outside scratch memory, or a
// CALL that was handed memory.
func visible(u *uop.UOp) bool {
	switch u.Op() {
	case uop.OpStore:
		return u.Src()[0].Base().Op() != uop.OpAlloc
	case uop.OpCall:
		for _, a := range u.Args() {
			if a.Space() == uop.MEM {
				return true
			}
		}
	}
	return false
}

// drops tells whether v, put in the place of u, would lose an effect that u reaches. Only a value
// can hold effects that it does not need: one that a LOAD had to come after.
func (k *keeper) drops(u, v *uop.UOp) bool {
	if !k.active {
		return false
	}
	before := k.effects(u)
	if len(before) == 0 {
		return false
	}
	after := k.effects(v)
	for _, e := range before {
		if !slices.Contains(after, e) {
			return true
		}
	}
	return false
}

// effects gives the last visible effects that u reaches: those that no other one stands above.
func (k *keeper) effects(u *uop.UOp) []*uop.UOp {
	type item struct {
		u    *uop.UOp
		next int
	}
	stack := []item{{u, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if _, ok := k.sets[f.u]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if visible(f.u) {
			k.sets[f.u] = []*uop.UOp{f.u}
			continue
		}
		if src := f.u.Src(); f.next < len(src) {
			f.next++
			stack = append(stack, item{src[f.next-1], 0})
			continue
		}
		k.sets[f.u] = k.union(f.u)
	}
	return k.sets[u]
}

func (k *keeper) union(u *uop.UOp) []*uop.UOp {
	var out []*uop.UOp
	shared := true
	for _, s := range u.Src() {
		set := k.sets[s]
		if out == nil {
			out = set
			continue
		}
		for _, e := range set {
			if slices.Contains(out, e) {
				continue
			}
			if shared {
				out, shared = slices.Clone(out), false
			}
			out = append(out, e)
		}
	}
	if out != nil && u.Op() == uop.OpEnd {
		return []*uop.UOp{u}
	}
	return out
}

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
		if !r.keep.ranges[v] {
			if r.keep.ranges != nil {
				r.keep.ranges[v] = true
			}
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
