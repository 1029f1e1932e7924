package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os/exec"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// A run is one call of a kernel: the image of its argument struct, then the memory that its
// pointers point to. The same bytes go to the compiled C and to the compiled Go.
type run struct {
	kernel int
	block  []byte
	ptrs   []pointer
	state  int64 // where the state is in the block, or -1
	calls  int64 // how many calls it took, after
}

type pointer struct{ field, elems int64 }

// suite is kernels that are compiled together.
type suite struct {
	calls []*uop.UOp
	c     []*Source
	g     []*GoSource
}

func newSuite(t testing.TB, calls ...*uop.UOp) *suite {
	t.Helper()
	s := &suite{calls: calls}
	for i, call := range calls {
		c, err := C(call, COptions{Name: fmt.Sprintf("K%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		g, err := Go(call, GoOptions{Name: fmt.Sprintf("K%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		s.c, s.g = append(s.c, c), append(s.g, g)
	}
	return s
}

// args fills the block of a run. A value is a raw scalar, or a []uint64 for a place; two equal
// slices (by address) share memory. budget is used by kernels that can be cut.
func (s *suite) run(kernel int, budget int64, values ...any) *run {
	r := &run{kernel: kernel, state: -1}
	src := s.c[kernel]
	r.block = make([]byte, src.Args.Size)
	shared := map[*uint64]int{}
	for _, f := range src.Args.Fields {
		switch f.Kind {
		case FieldScalar:
			putValue(r.block[f.Offset:], f.DType, values[f.Slot].(uint64))
		case FieldPlace:
			v := values[f.Slot].([]uint64)
			at, ok := 0, false
			if len(v) > 0 {
				at, ok = shared[&v[0]]
			}
			if !ok {
				at = r.grow(int64(len(v)) * int64(f.DType.Size()))
				for i, x := range v {
					putValue(r.block[at+i*f.DType.Size():], f.DType, x)
				}
				if len(v) > 0 {
					shared[&v[0]] = at
				}
			}
			r.point(f, at, int64(len(v)))
		case FieldScratch:
			r.point(f, r.grow(f.Len*int64(f.DType.Size())), f.Len)
		case FieldBudget:
			binary.LittleEndian.PutUint64(r.block[f.Offset:], uint64(budget))
		case FieldState:
			at := r.grow(int64(src.State.Size))
			r.point(f, at, 1)
			r.state = int64(at)
			if budget == 1<<63-1 {
				r.state = -1
			}
		}
	}
	return r
}

func (r *run) grow(n int64) int {
	at := len(r.block)
	r.block = append(r.block, make([]byte, (n+15)/8*8)...)
	return at
}

func (r *run) point(f Field, at int, elems int64) {
	binary.LittleEndian.PutUint64(r.block[f.Offset:], uint64(at))
	r.ptrs = append(r.ptrs, pointer{int64(f.Offset), elems})
}

func putValue(b []byte, d uop.DType, v uint64) {
	for i := range d.Size() {
		b[i] = byte(v >> (8 * i))
	}
}

func getValue(b []byte, d uop.DType) uint64 {
	var v uint64
	for i := range d.Size() {
		v |= uint64(b[i]) << (8 * i)
	}
	return contract.Canon(d, v)
}

// place reads back the memory of a slot, ret the body's value.
func (s *suite) place(r *run, slot int) []uint64 {
	for _, f := range s.c[r.kernel].Args.Fields {
		if f.Kind != FieldPlace || f.Slot != slot {
			continue
		}
		at := int(binary.LittleEndian.Uint64(r.block[f.Offset:]))
		var out []uint64
		for _, p := range r.ptrs {
			for i := 0; p.field == int64(f.Offset) && i < int(p.elems); i++ {
				out = append(out, getValue(r.block[at+i*f.DType.Size():], f.DType))
			}
		}
		return out
	}
	return nil
}

func (s *suite) ret(r *run) uint64 {
	for _, f := range s.c[r.kernel].Args.Fields {
		if f.Kind == FieldRet {
			return getValue(r.block[f.Offset:], f.DType)
		}
	}
	return 0
}

// execute sends copies of the runs through a program and returns them.
func execute(t testing.TB, program string, runs []*run) []*run {
	t.Helper()
	var in bytes.Buffer
	for _, r := range runs {
		put := func(v int64) { _ = binary.Write(&in, binary.LittleEndian, v) }
		put(int64(r.kernel))
		put(int64(len(r.block)))
		put(r.state)
		put(int64(len(r.ptrs)))
		for _, p := range r.ptrs {
			put(p.field)
			put(p.elems)
		}
		in.Write(r.block)
	}
	cmd := exec.Command(program)
	cmd.Stdin = &in
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, msg.String())
	}
	done := make([]*run, len(runs))
	for i, r := range runs {
		c := *r
		c.block = make([]byte, len(r.block))
		if _, err := io.ReadFull(&out, c.block); err != nil {
			t.Fatalf("%s: run %d of %d: %v\n%s", program, i, len(runs), err, msg.String())
		}
		_ = binary.Read(&out, binary.LittleEndian, &c.calls)
		done[i] = &c
	}
	return done
}
