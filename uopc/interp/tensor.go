package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

func doElementwise(m *machine, f *frame, in *instr) error {
	a := f.tensors[in.a]
	b, c := a, a
	switch len(in.u.Src()) {
	case 3:
		c = f.tensors[in.c]
		fallthrough
	case 2:
		b = f.tensors[in.b]
	}
	if len(b.Bits) != len(a.Bits) || len(c.Bits) != len(a.Bits) {
		return fmt.Errorf("%s of shapes %s, %s and %s", in.op, shapeText(a.Shape), shapeText(b.Shape), shapeText(c.Shape))
	}
	if err := m.charge(int64(len(a.Bits))); err != nil {
		return err
	}
	out := make([]uint64, len(a.Bits))
	for i := range out {
		out[i] = contract.Eval(in.op, in.dt, in.st, a.Bits[i], b.Bits[i], c.Bits[i])
	}
	f.tensors[in.out] = &Value{in.dt, a.Shape, out}
	return nil
}

// source gives the first source of a value op, which may be a scalar, in its present shape.
func (f *frame) source(in *instr, i int) *Value {
	return f.value(in.x.src[i], in.u.Src()[i])
}

// put keeps the result of an op whose node may be a scalar.
func (f *frame) put(in *instr, v *Value) {
	if len(in.u.Shape()) > 0 {
		f.tensors[in.out] = v
	} else {
		f.scalars[in.out] = v.Bits[0]
	}
}

func doReshape(_ *machine, f *frame, in *instr) error {
	v := f.source(in, 0)
	shape, err := f.sizesOf(in)
	if err != nil {
		return err
	}
	if count(shape) != int64(len(v.Bits)) {
		return fmt.Errorf("reshape of %s to %s: the numbers of elements differ", shapeText(v.Shape), shapeText(shape))
	}
	f.put(in, &Value{in.dt, shape, v.Bits})
	return nil
}

// doMove runs the ops whose every element is an element of the source: a start, and a step
// in the source for each axis of the result.
func doMove(m *machine, f *frame, in *instr) error {
	v := f.source(in, 0)
	shape, start, steps, err := f.view(in, v)
	if err != nil {
		return err
	}
	n, err := m.room(in.u, shape)
	if err != nil {
		return err
	}
	out := make([]uint64, n)
	each(shape, func(at int64, pos []int64) {
		from := start
		for i, p := range pos {
			from += p * steps[i]
		}
		out[at] = v.Bits[from]
	})
	f.put(in, &Value{in.dt, shape, out})
	return nil
}

func (f *frame) view(in *instr, v *Value) (shape []int64, start int64, steps []int64, err error) {
	steps, dims := strides(v.Shape), in.u.X().Dims
	shape = append([]int64(nil), v.Shape...)
	switch in.op {
	case uop.OpExpand:
		if shape, err = f.sizesOf(in); err != nil {
			return nil, 0, nil, err
		}
		for i, n := range v.Shape {
			if n == shape[i] {
				continue
			}
			if n != 1 {
				return nil, 0, nil, fmt.Errorf("expand of %s to %s: axis %d must be 1", shapeText(v.Shape), shapeText(shape), i)
			}
			steps[i] = 0
		}
	case uop.OpPermute:
		from := steps
		steps = make([]int64, len(from))
		for i, k := range dims {
			shape[i], steps[i] = v.Shape[k], from[k]
		}
	case uop.OpShrink:
		for i := range shape {
			shape[i] = dims[2*i+1] - dims[2*i]
			start += dims[2*i] * steps[i]
		}
	case uop.OpFlip:
		for i, flip := range dims {
			if flip != 0 {
				start += (shape[i] - 1) * steps[i]
				steps[i] = -steps[i]
			}
		}
	}
	return shape, start, steps, nil
}

func doPad(m *machine, f *frame, in *instr) error {
	v, dims := f.source(in, 0), in.u.X().Dims
	shape := append([]int64(nil), v.Shape...)
	for i := range shape {
		shape[i] += dims[2*i] + dims[2*i+1]
	}
	n, err := m.room(in.u, shape)
	if err != nil {
		return err
	}
	out, steps := make([]uint64, n), strides(shape)
	each(v.Shape, func(at int64, pos []int64) {
		var to int64
		for i, p := range pos {
			to += (p + dims[2*i]) * steps[i]
		}
		out[to] = v.Bits[at]
	})
	f.put(in, &Value{in.dt, shape, out})
	return nil
}

// each counts through the positions of a shape in row-major order.
func each(shape []int64, visit func(at int64, pos []int64)) {
	pos := make([]int64, len(shape))
	for at, n := int64(0), count(shape); at < n; at++ {
		visit(at, pos)
		for i := len(pos) - 1; i >= 0; i-- {
			if pos[i]++; pos[i] < shape[i] {
				break
			}
			pos[i] = 0
		}
	}
}

func doReduce(m *machine, f *frame, in *instr) error {
	x := in.u.X()
	v := f.source(in, 0)
	y := f.source(in, len(in.x.src)-1)
	keep := v.Shape[:len(v.Shape)-x.Pop]
	n := count(v.Shape[len(keep):])
	rows, err := m.room(in.u, keep)
	if err != nil {
		return err
	}
	if err := m.charge(int64(len(v.Bits))); err != nil {
		return err
	}
	if len(y.Bits) != len(v.Bits) {
		return fmt.Errorf("reduce of shapes %s and %s", shapeText(v.Shape), shapeText(y.Shape))
	}
	out := make([]uint64, rows)
	r := contract.NewReducer(x.RedOp, in.dt, x.Lanes)
	for row := range out {
		for i := int64(row) * n; i < int64(row+1)*n; i++ {
			r.Add(v.Bits[i], y.Bits[i])
		}
		out[row] = r.Result()
	}
	f.put(in, &Value{in.dt, keep, out})
	return nil
}

func doStack(m *machine, f *frame, in *instr) error {
	first := f.source(in, 0)
	shape := append([]int64{int64(len(in.x.src))}, first.Shape...)
	n, err := m.room(in.u, shape)
	if err != nil {
		return err
	}
	out := make([]uint64, 0, n)
	for i := range in.x.src {
		out = append(out, f.source(in, i).Bits...)
	}
	f.put(in, &Value{in.dt, shape, out})
	return nil
}

// doIndex takes a part of a value.
func doIndex(_ *machine, f *frame, in *instr) error {
	v := f.source(in, 0)
	r := ref{idx: in.x.src[1:], u: in.u}
	at, n, err := f.offset(&r, v.Shape)
	if err != nil {
		return err
	}
	f.put(in, &Value{in.dt, v.Shape[len(r.idx):], v.Bits[at : at+n : at+n]})
	return nil
}
