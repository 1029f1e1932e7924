package jit

import (
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"github.com/uopc/uopc/runtimecache"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// Run runs the kernel on arguments by slot, as interp.Run does: places are written in place, and
// sizes that lengths tell may be nil. Results are the value, or the result places in order of slot.
func (p *Program) Run(args []*interp.Value) ([]*interp.Value, error) {
	args = append(args[:len(args):len(args)], make([]*interp.Value, max(0, len(p.Sig.Params)-len(args)))...)
	args, err := interp.BindSizes(p.Sig, args)
	if err != nil {
		return nil, err
	}
	if p.check != nil {
		if err := p.runCheck(args); err != nil {
			return nil, err
		}
	}
	return p.call(args)
}

// runCheck looks at the accesses that could not be proved, before anything is written.
func (p *Program) runCheck(args []*interp.Value) error {
	var given []*interp.Value
	for i, prm := range p.Sig.Params {
		if !prm.Result {
			given = append(given, args[i])
		}
	}
	out, err := p.check.call(append(given, nil, nil))
	if err != nil {
		return err
	}
	if limit := int64(out[1].Bits[0]); limit >= 0 {
		return fmt.Errorf("index %d is outside [0, %d)", int64(out[0].Bits[0]), limit)
	}
	return nil
}

// memory is what one call works on: everything outside Go's typed world, kept alive until the end.
type memory struct {
	cells []uint64 // the argument struct
	state []uint64
	bufs  []*guarded // by field
}

func (p *Program) call(args []*interp.Value) ([]*interp.Value, error) {
	l := p.Source.Args
	m := &memory{cells: make([]uint64, max(1, l.Size/8)), bufs: make([]*guarded, len(l.Fields))}
	vals := make([]*interp.Value, len(args))
	copy(vals, args)
	for i, f := range l.Fields {
		if err := p.fill(m, i, f, vals); err != nil {
			return nil, err
		}
	}
	if err := p.invoke(m); err != nil {
		return nil, err
	}
	for i, b := range m.bufs {
		if b != nil && !b.intact() {
			return nil, fmt.Errorf("BUG: the kernel %s wrote outside of %s", p.Source.Name, l.Fields[i].Name)
		}
	}
	var results []*interp.Value
	for i, f := range l.Fields {
		switch f.Kind {
		case render.FieldRet:
			results = append(results, interp.Scalar(f.DType, readBits(f.DType, cellBytes(m.cells, f.Offset))))
		case render.FieldPlace:
			prm := p.Sig.Params[f.Slot]
			if prm.Stored || prm.Result {
				unpack(vals[f.Slot], m.bufs[i].data())
			}
			if prm.Result {
				v := vals[f.Slot]
				if len(v.Bits) == 1 && len(v.Shape) == 1 {
					v = interp.Scalar(v.DType, v.Bits[0])
				}
				results = append(results, v)
			}
		}
	}
	return results, nil
}

// fill sets one field of the argument struct.
func (p *Program) fill(m *memory, i int, f render.Field, vals []*interp.Value) error {
	at := cellBytes(m.cells, f.Offset)
	switch f.Kind {
	case render.FieldScalar:
		if v := vals[f.Slot]; v != nil {
			writeBits(f.DType, at, v.Bits[0])
		} else if p.Sig.Params[f.Slot].Used {
			return fmt.Errorf("argument %d (%s) is missing", f.Slot, p.Sig.Params[f.Slot].Name)
		}
	case render.FieldPlace:
		if vals[f.Slot] == nil {
			v, err := p.resultPlace(f.Slot, vals)
			if err != nil {
				return err
			}
			vals[f.Slot] = v
		}
		m.bufs[i] = pack(vals[f.Slot])
		binary.NativeEndian.PutUint64(at, m.bufs[i].pointer())
	case render.FieldScratch:
		m.bufs[i] = newGuarded(int(f.Len) * f.DType.Size())
		binary.NativeEndian.PutUint64(at, m.bufs[i].pointer())
	case render.FieldBudget:
		budget := p.budget
		if budget == 0 {
			budget = math.MaxInt64
		}
		binary.NativeEndian.PutUint64(at, uint64(budget))
	case render.FieldState:
		m.state = make([]uint64, p.Source.State.Size/8)
		binary.NativeEndian.PutUint64(at, uint64(uintptr(unsafe.Pointer(&m.state[0]))))
	}
	return nil
}

// resultPlace makes the memory of a result, whose sizes may be computed from the arguments.
func (p *Program) resultPlace(slot int, vals []*interp.Value) (*interp.Value, error) {
	prm := p.Sig.Params[slot]
	if !prm.Result {
		return nil, fmt.Errorf("argument %d (%s) is missing", slot, prm.Name)
	}
	return interp.NewPlace(prm, vals)
}

// invoke calls the kernel until it says that it is finished.
func (p *Program) invoke(m *memory) error {
	for {
		if err := runtimecache.Call(p.fn, unsafe.Pointer(&m.cells[0])); err != nil {
			return err
		}
		runtime.KeepAlive(m)
		if p.budget == 0 || m.state == nil || int64(m.state[0]) < 0 {
			return nil
		}
	}
}

func cellBytes(cells []uint64, offset int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&cells[offset/8])), 8)
}

// pack lays a value out as the kernel sees it.
func pack(v *interp.Value) *guarded {
	size := v.DType.Size()
	b := newGuarded(len(v.Bits) * size)
	raw := b.data()
	for i, bits := range v.Bits {
		writeBits(v.DType, raw[i*size:], bits)
	}
	return b
}

func unpack(v *interp.Value, raw []byte) {
	size := v.DType.Size()
	for i := range v.Bits {
		v.Bits[i] = readBits(v.DType, raw[i*size:])
	}
}

func writeBits(d uop.DType, to []byte, bits uint64) {
	switch d.Size() {
	case 1:
		to[0] = byte(bits)
	case 2:
		binary.NativeEndian.PutUint16(to, uint16(bits))
	case 4:
		binary.NativeEndian.PutUint32(to, uint32(bits))
	default:
		binary.NativeEndian.PutUint64(to, bits)
	}
}

// readBits reads an element in the encoding of package contract, in which all NaNs are one.
func readBits(d uop.DType, from []byte) uint64 { return contract.Canon(d, rawBits(d, from)) }

func rawBits(d uop.DType, from []byte) uint64 {
	switch d {
	case uop.Bool:
		return uint64(from[0] & 1)
	case uop.I8:
		return uint64(int64(int8(from[0])))
	case uop.U8:
		return uint64(from[0])
	case uop.I16:
		return uint64(int64(int16(binary.NativeEndian.Uint16(from))))
	case uop.U16:
		return uint64(binary.NativeEndian.Uint16(from))
	case uop.I32:
		return uint64(int64(int32(binary.NativeEndian.Uint32(from))))
	case uop.U32, uop.F32:
		return uint64(binary.NativeEndian.Uint32(from))
	}
	return binary.NativeEndian.Uint64(from)
}
