package uirtest

import "github.com/uopc/uopc/uopc/uop"

var moveOps = []uop.Op{uop.OpReshape, uop.OpExpand, uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip}

// move makes a movement op of a value that is not too large.
func (b *builder) move() {
	u, op := b.recent(), pick(b.r, moveOps)
	n, fixed := u.Shape().Count()
	if fixed && n > 64 || len(u.Shape()) > 4 {
		return
	}
	if !fixed && (op == uop.OpShrink || op == uop.OpPad) {
		return // windows of numbers need sizes that are numbers
	}
	dims, dyn := b.moveDims(op, u.Shape())
	b.add(b.g.Make(op, uop.DimsArg(dims...), append([]*uop.UOp{u}, dyn...)...))
}

// moveDims gives the numbers of a movement op, and the sizes that are nodes.
func (b *builder) moveDims(op uop.Op, s uop.Shape) (out []int64, dyn []*uop.UOp) {
	switch op {
	case uop.OpReshape:
		return b.reshapeDims(s)
	case uop.OpExpand:
		out, dyn = s.Sizes()
		for i, d := range out {
			if d == 1 {
				out[i] = int64(1 + b.r.IntN(3))
			}
		}
		return out, dyn
	case uop.OpPermute:
		for _, k := range b.r.Perm(len(s)) {
			out = append(out, int64(k))
		}
		return out, nil
	}
	for _, d := range s {
		switch op {
		case uop.OpFlip:
			out = append(out, int64(b.r.IntN(2)))
		case uop.OpPad:
			out = append(out, int64(b.r.IntN(3)), int64(b.r.IntN(3)))
		case uop.OpShrink:
			from := b.r.Int64N(d.N)
			out = append(out, from, from+1+b.r.Int64N(d.N-from))
		}
	}
	return out, nil
}

// reshapeDims puts axes of size 1 in front, or makes one axis of all.
func (b *builder) reshapeDims(s uop.Shape) (out []int64, dyn []*uop.UOp) {
	if n, ok := s.Count(); ok && b.r.IntN(2) == 0 {
		return []int64{n}, nil
	}
	out, dyn = s.Sizes()
	return append([]int64{1}, out...), dyn
}
