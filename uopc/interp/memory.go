package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
)

// place is memory, or the part of it that a scope was given.
type place struct {
	bits    []uint64
	written []bool // nil when every element has a value
	shape   []int64
	raw     bool // the caller's: elements may have bits that are not canonical
}

// element gives the position of the one element that as many indices as axes name.
func (f *frame) element(r *ref, p *place) (int64, error) {
	if len(r.idx) == 1 && len(p.shape) == 1 {
		if v := f.scalars[r.idx[0]]; v < uint64(p.shape[0]) {
			return int64(v), nil
		}
	}
	at, _, err := f.offset(r, p.shape)
	return at, err
}

// offset gives the first element that indices name, and how many there are.
func (f *frame) offset(r *ref, shape []int64) (at, n int64, err error) {
	for i, size := range shape {
		if i >= len(r.idx) {
			return at * count(shape[i:]), count(shape[i:]), nil
		}
		v := f.scalars[r.idx[i]]
		if v >= uint64(size) { // a negative index is above every size
			d := r.u.Src()[1+i].DType()
			return 0, 0, fmt.Errorf("index %s is outside [0, %d): axis %d of %s",
				contract.FormatValue(d, v), size, i, label(r.u.Base()))
		}
		at = at*size + int64(v)
	}
	return at, 1, nil
}

// part gives the memory that a ref names.
func (f *frame) part(r *ref) (place, error) {
	p := f.places[r.place]
	at, n, err := f.offset(r, p.shape)
	if err != nil {
		return place{}, err
	}
	p.bits, p.shape = p.bits[at:at+n:at+n], p.shape[len(r.idx):]
	if p.written != nil {
		p.written = p.written[at : at+n : at+n]
	}
	return p, nil
}

// unwritten is the error of reading element at of p.
func unwritten(r *ref, at int64, shape []int64) error {
	pos := make([]int64, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		pos[i] = at % shape[i]
		at /= shape[i]
	}
	b := r.u.Base()
	return fmt.Errorf("read of memory that was never written: element %s of %s (%s slot %d)",
		shapeText(pos), nameOf(b), b.Op(), b.X().Slot)
}

func doLoad(_ *machine, f *frame, in *instr) error {
	p := &f.places[in.x.ref.place]
	at, err := f.element(&in.x.ref, p)
	if err != nil {
		return err
	}
	if p.written != nil && !p.written[at] {
		return unwritten(&in.x.ref, at, p.shape)
	}
	v := p.bits[at]
	if p.raw {
		v = contract.Canon(in.dt, v)
	}
	f.scalars[in.out] = v
	return nil
}

func doLoadAll(m *machine, f *frame, in *instr) error {
	p := &f.places[in.x.ref.place]
	at, n, err := f.offset(&in.x.ref, p.shape)
	if err != nil {
		return err
	}
	if err := m.charge(n); err != nil {
		return err
	}
	out := make([]uint64, n)
	for i := range out {
		k := at + int64(i)
		if p.written != nil && !p.written[k] {
			return unwritten(&in.x.ref, k, p.shape)
		}
		out[i] = p.bits[k]
		if p.raw {
			out[i] = contract.Canon(in.dt, out[i])
		}
	}
	f.tensors[in.out] = &Value{in.dt, p.shape[len(in.x.ref.idx):], out}
	return nil
}

func doStore(_ *machine, f *frame, in *instr) error {
	p := &f.places[in.x.ref.place]
	at, err := f.element(&in.x.ref, p)
	if err != nil {
		return err
	}
	p.bits[at] = f.scalars[in.a]
	if p.written != nil {
		p.written[at] = true
	}
	return nil
}

func doStoreAll(m *machine, f *frame, in *instr) error {
	p, err := f.part(&in.x.ref)
	if err != nil {
		return err
	}
	v := f.tensors[in.a]
	if err := m.charge(int64(len(v.Bits))); err != nil {
		return err
	}
	if len(v.Bits) != len(p.bits) {
		return fmt.Errorf("store of shape %s in %s, whose shape there is %s", shapeText(v.Shape), label(in.x.ref.u.Base()), shapeText(p.shape))
	}
	copy(p.bits, v.Bits)
	for i := range p.written {
		p.written[i] = true
	}
	return nil
}
