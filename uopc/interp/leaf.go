package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// sizesOf gives the shape that an instruction's dims have now.
func (f *frame) sizesOf(in *instr) ([]int64, error) {
	x := in.x
	out := make([]int64, len(x.fixed))
	for i, d := range x.fixed {
		if x.sizes[i] >= 0 {
			d = int64(f.scalars[x.sizes[i]])
		}
		if d < 0 {
			return nil, fmt.Errorf("%s has size %d on axis %d: a size is 0 or more", label(in.u), d, i)
		}
		out[i] = d
	}
	return out, nil
}

// label names a node in errors.
func label(u *uop.UOp) string {
	switch u.Op() {
	case uop.OpParam, uop.OpBuffer, uop.OpAlloc:
		return nameOf(u)
	}
	return u.Op().String()
}

func doAlloc(m *machine, f *frame, in *instr) error {
	shape, err := f.sizesOf(in)
	if err != nil {
		return err
	}
	n, err := m.room(in.u, shape)
	if err != nil {
		return err
	}
	if p := &f.places[in.out]; int64(len(p.bits)) == n {
		clear(p.written) // another call of the same body: the memory is fresh again
		return nil
	}
	f.places[in.out] = place{bits: make([]uint64, n), written: make([]bool, n), shape: shape}
	return nil
}

// room checks that n elements may be made, and charges for them.
func (m *machine) room(u *uop.UOp, shape []int64) (int64, error) {
	n := count(shape)
	if n > maxElements {
		return 0, fmt.Errorf("%s of shape %s has more than %d elements, the most that the interpreter holds", label(u), shapeText(shape), int64(maxElements))
	}
	return n, m.charge(n)
}

func (f *frame) arg(u *uop.UOp) (*given, error) {
	if k := u.X().Slot; k < len(f.args) {
		return &f.args[k], nil
	}
	return nil, fmt.Errorf("%s (slot %d) has no argument", nameOf(u), u.X().Slot)
}

// fits compares the sizes that a slot declares with those it was given. At the caller's edge
// the elements may come in one row.
func fits(u *uop.UOp, want, got []int64, elems int) error {
	same := len(want) == len(got)
	for i := range want {
		same = same && want[i] == got[i]
	}
	if same || len(got) < len(want) && len(got) <= 1 && count(want) == int64(elems) {
		return nil
	}
	if len(got) <= 1 && len(want) == 1 {
		return fmt.Errorf("%s has %d elements, want %d", nameOf(u), elems, want[0])
	}
	return fmt.Errorf("%s has shape %s, want %s", nameOf(u), shapeText(got), shapeText(want))
}

func doPlace(m *machine, f *frame, in *instr) error {
	shape, err := f.sizesOf(in)
	if err != nil {
		return err
	}
	g, err := f.arg(in.u)
	if err != nil {
		return err
	}
	if !g.set {
		// A result place that the caller left to us.
		n, err := m.room(in.u, shape)
		if err != nil {
			return err
		}
		*g = given{set: true, place: place{bits: make([]uint64, n), written: make([]bool, n), shape: shape}}
	}
	if err := fits(in.u, shape, g.place.shape, len(g.place.bits)); err != nil {
		return err
	}
	f.places[in.out] = g.place
	f.places[in.out].shape = shape
	return nil
}

func doTensorParam(_ *machine, f *frame, in *instr) error {
	shape, err := f.sizesOf(in)
	if err != nil {
		return err
	}
	g, err := f.arg(in.u)
	if err != nil {
		return err
	}
	if err := fits(in.u, shape, g.tensor.Shape, len(g.tensor.Bits)); err != nil {
		return err
	}
	f.tensors[in.out] = &Value{in.dt, shape, g.tensor.Bits}
	return nil
}

func doScalarParam(_ *machine, f *frame, in *instr) error {
	g, err := f.arg(in.u)
	if err != nil {
		return err
	}
	f.scalars[in.out] = g.bits
	x := in.u.X()
	if !x.HasMin && !x.HasMax {
		return nil
	}
	v := uop.WideU64(g.bits)
	if in.dt.IsSigned() {
		v = uop.Wide64(int64(g.bits))
	}
	switch {
	case x.HasMin && v.Less(uop.Wide64(x.Min)):
		return fmt.Errorf("%s is %v, but its declared min is %d", nameOf(in.u), v, x.Min)
	case x.HasMax && uop.Wide64(x.Max).Less(v):
		return fmt.Errorf("%s is %v, but its declared max is %d", nameOf(in.u), v, x.Max)
	}
	return nil
}
