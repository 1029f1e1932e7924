package rules

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// place is memory, or the part of it that a scope was handed.
type place struct {
	d     uop.DType
	shape []int64
	bits  []uint64
	known []bool // nil when every element has a value
}

func (p *place) whole() bool {
	for _, k := range p.known {
		if !k {
			return false
		}
	}
	return true
}

func count(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// maxPlace bounds the memory that a program may ask for here.
const maxPlace = 1 << 26

func nameOf(u *uop.UOp) string {
	switch x := u.X(); {
	case x.Name != "":
		return x.Name
	case u.Op() == uop.OpAlloc:
		return fmt.Sprintf("alloc %d", x.Slot)
	default:
		return fmt.Sprintf("p%d", x.Slot)
	}
}

// sizes gives the sizes of a leaf as they are in this run.
func (m *machine) sizes(f *frame, u *uop.UOp) ([]int64, error) {
	out := make([]int64, 0, len(u.X().Dims))
	dyn := u.Src()
	for i, d := range u.X().Dims {
		if d == uop.Dynamic {
			v := f.vals[dyn[0]]
			if dyn = dyn[1:]; v == nil {
				return nil, fmt.Errorf("%s has a size that is not known", nameOf(u))
			}
			if d = int64(v.Bits()); d < 0 {
				return nil, fmt.Errorf("%s has size %d on axis %d: a size is 0 or more", nameOf(u), d, i)
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// placeOf gives the memory that a PARAM, ALLOC or AFTER stands for. An ALLOC is fresh each time.
func (m *machine) placeOf(f *frame, u *uop.UOp) (*place, error) {
	if u.Op() == uop.OpAfter {
		return f.places[u.Src()[0]], nil
	}
	shape, err := m.sizes(f, u)
	if err != nil {
		return nil, err
	}
	n := count(shape)
	slot := u.X().Slot
	var p *place
	switch {
	case u.Op() == uop.OpAlloc:
	case slot >= len(f.args):
		return nil, fmt.Errorf("slot %d has no argument", slot)
	default:
		p = f.args[slot].place
	}
	if p == nil {
		if n > maxPlace {
			return nil, fmt.Errorf("%s has %d elements, more than the %d that folding holds", nameOf(u), n, maxPlace)
		}
		p = &place{d: u.DType(), bits: make([]uint64, n), known: make([]bool, n)}
		if u.Op() != uop.OpAlloc {
			p.shape = shape
			f.args[slot].place = p
		}
	}
	if int64(len(p.bits)) != n {
		return nil, fmt.Errorf("%s has %d elements, want %d", nameOf(u), len(p.bits), n)
	}
	return &place{d: p.d, shape: shape, bits: p.bits, known: p.known}, nil
}

// view gives the part of memory that an INDEX, or a place itself, names.
func (m *machine) view(f *frame, u *uop.UOp) (*place, error) {
	if u.Op() != uop.OpIndex {
		return f.places[u], nil
	}
	p := f.places[u.Src()[0]]
	at := int64(0)
	for i, s := range u.Src()[1:] {
		v := f.vals[s]
		if v == nil {
			return nil, fmt.Errorf("index %d of %s uses a counter outside its loop", i, nameOf(u.Base()))
		}
		if err := checkIndex(v, p.shape[i]); err != nil {
			return nil, fmt.Errorf("%w: axis %d of %s", err, i, nameOf(u.Base()))
		}
		at = at*p.shape[i] + int64(v.Bits())
	}
	shape := p.shape[len(u.Src())-1:]
	n := count(shape)
	out := &place{d: p.d, shape: shape, bits: p.bits[at*n : (at+1)*n]}
	if p.known != nil {
		out.known = p.known[at*n : (at+1)*n]
	}
	return out, nil
}

func (m *machine) load(f *frame, u *uop.UOp) (*uop.UOp, error) {
	p, err := m.view(f, u.Src()[0])
	if err != nil {
		return nil, err
	}
	for i, k := range p.known {
		if !k {
			b := u.Src()[0].Base()
			return nil, fmt.Errorf("read of memory that was never written: element %d of what the LOAD reads of %s (%s slot %d)",
				i, nameOf(b), b.Op(), b.X().Slot)
		}
	}
	return m.tree(p.d, p.shape, p.bits), nil
}

func (m *machine) store(f *frame, u *uop.UOp) error {
	p, err := m.view(f, u.Src()[0])
	if err != nil {
		return err
	}
	v := f.vals[u.Src()[1]]
	if v == nil {
		return fmt.Errorf("STORE uses a counter outside its loop")
	}
	elems, _ := flatten(v)
	if len(elems) != len(p.bits) {
		return fmt.Errorf("store of %d elements in %s, where there are %d", len(elems), nameOf(u.Src()[0].Base()), len(p.bits))
	}
	for i, e := range elems {
		p.bits[i] = contract.Canon(p.d, e.Bits())
	}
	for i := range p.known {
		p.known[i] = true
	}
	return nil
}
