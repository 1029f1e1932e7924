package rules

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// frame is one scope at work.
type frame struct {
	vals   map[*uop.UOp]*uop.UOp // the constants, in the machine's graph, that values came to
	places map[*uop.UOp]*place
	args   []binding
}

// enter runs a body and gives its value, or nil for an effect.
func (m *machine) enter(body *uop.UOp, args []binding) (*uop.UOp, error) {
	f := &frame{vals: map[*uop.UOp]*uop.UOp{}, places: map[*uop.UOp]*place{}, args: args}
	if closable(body) {
		return m.closed(f, body)
	}
	m.frames = append(m.frames, f)
	err := m.runBlock(f, m.plan(body), nil)
	m.frames = m.frames[:len(m.frames)-1]
	if err != nil || body.Space() != uop.ALU {
		return nil, err
	}
	return f.vals[body], nil
}

// closable tells whether a body is arithmetic that cannot fail: then it may be run in one piece.
func closable(body *uop.UOp) bool {
	ok := true
	uop.Walk([]*uop.UOp{body}, uop.AllSrc, func(u *uop.UOp) bool {
		ok = u.Space() == uop.ALU && u.Op() != uop.OpRange && u.Op() != uop.OpIndex && !u.Mapped()
		for _, d := range u.X().Dims {
			ok = ok && d != uop.Dynamic // a size may turn out not to fit
		}
		return ok
	})
	return ok
}

// closed replaces the PARAMs and rewrites what that gives.
func (m *machine) closed(f *frame, body *uop.UOp) (*uop.UOp, error) {
	var fail error
	root := transplant(m.g, body, func(u *uop.UOp) *uop.UOp {
		if u.Op() != uop.OpParam {
			return nil
		}
		v, err := m.param(f, u)
		if err != nil && fail == nil {
			fail = err
		}
		if v == nil {
			return emptyOf(m.g, u.DType(), u.Shape())
		}
		return v
	})
	if fail != nil {
		return nil, fail
	}
	v, err := m.rw.Rewrite(root)
	if err != nil {
		return nil, err
	}
	if _, ok := flatten(v); !ok {
		return nil, fmt.Errorf("the program does not come down to a value: rewriting stops at %s", v.Op())
	}
	return v, nil
}

// runBlock runs the nodes of a block; those of skip have their value already.
func (m *machine) runBlock(f *frame, nodes []*uop.UOp, skip *uop.UOp) error {
	for _, u := range nodes {
		if u == skip {
			continue
		}
		if err := m.step(f, u); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) step(f *frame, u *uop.UOp) (err error) {
	var v *uop.UOp
	switch op := u.Op(); {
	case op == uop.OpSink, op == uop.OpRange, u.Space() == uop.MEM && op == uop.OpIndex:
		return nil
	case op == uop.OpEnd:
		return m.loop(f, u, 0)
	case op == uop.OpStore:
		return m.store(f, u)
	case u.Space() == uop.MEM:
		f.places[u], err = m.placeOf(f, u)
		return err
	case op == uop.OpParam:
		v, err = m.param(f, u)
	case op == uop.OpLoad:
		v, err = m.load(f, u)
	case op == uop.OpCall:
		v, err = m.call(f, u)
	default:
		v, err = m.compute(f, u)
	}
	if v != nil {
		f.vals[u] = v
	}
	return err
}

// compute makes the node again from what its sources came to, and rewrites it.
func (m *machine) compute(f *frame, u *uop.UOp) (*uop.UOp, error) {
	src := make([]*uop.UOp, len(u.Src()))
	for i, s := range u.Src() {
		if src[i] = f.vals[s]; src[i] == nil {
			return nil, fmt.Errorf("%s uses a counter outside its loop", u.Op())
		}
	}
	if u.Op() == uop.OpIndex {
		for i, s := range src[1:] {
			if err := checkIndex(s, src[0].Shape()[i].N); err != nil {
				return nil, fmt.Errorf("%w: axis %d of %s", err, i, u.Src()[0].Op())
			}
		}
	}
	return m.value(u.Op(), u.Arg(), src...)
}

func checkIndex(i *uop.UOp, n int64) error {
	if w := i.ConstWide(); w.Sign() < 0 || !w.Less(uop.Wide64(n)) {
		return fmt.Errorf("index %v is outside [0, %d)", w, n)
	}
	return nil
}

// loop runs loop number level of an END. RANGE is a constant in each iteration.
func (m *machine) loop(f *frame, e *uop.UOp, level int) error {
	r := e.Src()[1+level]
	size := f.vals[r.Src()[0]]
	if size == nil {
		return fmt.Errorf("a loop is sized by a counter that does not run yet")
	}
	n := int64(size.Bits())
	for i := int64(0); i < n; i++ {
		f.vals[r] = m.g.Idx(i)
		if err := m.runBlock(f, m.ends[e].body[level], r); err != nil {
			return err
		}
		if level+2 < len(e.Src()) {
			if err := m.loop(f, e, level+1); err != nil {
				return err
			}
		}
		m.sweep()
	}
	delete(f.vals, r)
	return nil
}

// call runs a CALL in a scope of its own, on the values and the places it is handed.
func (m *machine) call(f *frame, u *uop.UOp) (*uop.UOp, error) {
	args := make([]binding, len(u.Args()))
	for i, a := range u.Args() {
		if a.Space() == uop.MEM {
			p, err := m.view(f, a)
			if err != nil {
				return nil, err
			}
			args[i].place = p
		} else {
			args[i].val = f.vals[a]
		}
	}
	if u.Mapped() {
		return m.mapped(u, args)
	}
	return m.enter(u.Body(), args)
}

// mapped runs the body for every element of the arguments that have a shape.
func (m *machine) mapped(u *uop.UOp, args []binding) (*uop.UOp, error) {
	var shape uop.Shape
	flat := make([][]*uop.UOp, len(args))
	for i, p := range uop.Params(u.Body()) {
		if p == nil || len(args[i].val.Shape()) == 0 {
			continue
		}
		a := args[i]
		if shape != nil && !shape.Equal(a.val.Shape()) {
			return nil, fmt.Errorf("call over arguments of shapes %v and %v", shape, a.val.Shape())
		}
		shape = a.val.Shape()
		var ok bool
		if flat[i], ok = flatten(a.val); !ok {
			return nil, fmt.Errorf("call: argument %d does not come down to constants", i)
		}
	}
	n, sizes := int64(1), make([]int64, len(shape))
	for i, d := range shape {
		sizes[i] = d.N
		n *= d.N
	}
	out := make([]uint64, n)
	one := make([]binding, len(args))
	for e := range out {
		copy(one, args)
		for i, f := range flat {
			if f != nil {
				one[i].val = f[e]
			}
		}
		v, err := m.enter(u.Body(), one)
		if err != nil {
			return nil, err
		}
		if !v.IsConst() {
			return nil, fmt.Errorf("call does not come down to a value: rewriting stops at %s", v.Op())
		}
		out[e] = v.Bits()
	}
	return m.tree(u.DType(), sizes, out), nil
}

// param gives the value of a PARAM as a tree of constants.
func (m *machine) param(f *frame, u *uop.UOp) (*uop.UOp, error) {
	slot := u.X().Slot
	if slot >= len(f.args) {
		return nil, fmt.Errorf("slot %d has no argument", slot)
	}
	b := f.args[slot]
	shape, err := m.sizes(f, u)
	if err != nil {
		return nil, err
	}
	if b.val == nil {
		if want := count(shape); want != int64(len(b.arg.Bits)) {
			return nil, fmt.Errorf("%s has %d elements, want %d", nameOf(u), len(b.arg.Bits), want)
		}
		b.val = m.tree(u.DType(), shape, b.arg.Bits)
	}
	if !b.val.Shape().Equal(uop.Ints(shape...)) {
		return nil, fmt.Errorf("%s has shape %v, want %v", nameOf(u), b.val.Shape(), uop.Ints(shape...))
	}
	return b.val, checkPromise(u, b.val)
}

func checkPromise(u, v *uop.UOp) error {
	x := u.X()
	if !x.HasMin && !x.HasMax || !v.IsConst() {
		return nil
	}
	switch w := v.ConstWide(); {
	case x.HasMin && w.Less(uop.Wide64(x.Min)):
		return fmt.Errorf("%s is %v, but its declared min is %d", nameOf(u), w, x.Min)
	case x.HasMax && uop.Wide64(x.Max).Less(w):
		return fmt.Errorf("%s is %v, but its declared max is %d", nameOf(u), w, x.Max)
	}
	return nil
}

// tree makes the constants of a value from raw bits.
func (m *machine) tree(d uop.DType, shape []int64, bits []uint64) *uop.UOp {
	elems := make([]*uop.UOp, len(bits))
	for i, b := range bits {
		elems[i] = m.g.Const(d, b)
	}
	return build(m.g, d, uop.Ints(shape...), elems)
}

// readOff gives the elements of a tree of constants.
func readOff(v *uop.UOp) Arg {
	elems, _ := flatten(v)
	a := Arg{DType: v.DType(), Bits: make([]uint64, len(elems))}
	for _, d := range v.Shape() {
		a.Shape = append(a.Shape, d.N)
	}
	for i, e := range elems {
		a.Bits[i] = contract.Canon(a.DType, e.Bits())
	}
	return a
}
