package lower

import "github.com/uopc/uopc/uopc/uop"

// moved gives the position in the source of a movement op for a position in its result.
func (l *lowerer) moved(u *uop.UOp, idx []*uop.UOp) []*uop.UOp {
	g, from, dims := l.g, u.Src()[0].Shape(), u.X().Dims
	out := make([]*uop.UOp, len(from))
	switch u.Op() {
	case uop.OpReshape:
		return l.reshaped(idx, u.Shape(), from)
	case uop.OpExpand:
		for i := range out {
			out[i] = idx[i]
			if from[i] == uop.Static(1) {
				out[i] = g.Idx(0)
			}
		}
	case uop.OpPermute:
		for i, k := range dims {
			out[k] = idx[i]
		}
	case uop.OpShrink:
		for i := range out {
			out[i] = l.plus(idx[i], dims[2*i])
		}
	case uop.OpFlip:
		for i := range out {
			out[i] = idx[i]
			if dims[i] != 0 {
				last := l.plus(l.size(from[i]), -1)
				out[i] = g.Add(last, g.Neg(idx[i]))
			}
		}
	case uop.OpPad:
		for i := range out {
			out[i] = idx[i]
			if dims[2*i] != 0 || dims[2*i+1] != 0 {
				out[i] = l.clamped(l.plus(idx[i], -dims[2*i]), from[i].N)
			}
		}
	}
	return out
}

func (l *lowerer) plus(u *uop.UOp, n int64) *uop.UOp {
	if n == 0 {
		return u
	}
	if u.IsConst() {
		return l.g.Idx(int64(u.Bits()) + n)
	}
	return l.g.Add(u, l.g.Idx(n))
}

// clamped keeps a position inside [0, n), for the elements of a PAD that come from nowhere still
// load something: both branches of a WHERE are computed.
func (l *lowerer) clamped(u *uop.UOp, n int64) *uop.UOp {
	g := l.g
	low := g.Bin(uop.OpMax, u, g.Idx(0))
	return g.Neg(g.Bin(uop.OpMax, g.Neg(low), g.Idx(1-n)))
}

// padded is the source's element inside the window and zero outside.
func (l *lowerer) padded(u *uop.UOp, idx []*uop.UOp, v *uop.UOp) *uop.UOp {
	g, dims := l.g, u.X().Dims
	var in *uop.UOp
	and := func(c *uop.UOp) {
		if in == nil {
			in = c
		} else {
			in = g.Bin(uop.OpAnd, in, c)
		}
	}
	for i, d := range u.Src()[0].Shape() {
		if before := dims[2*i]; before > 0 {
			and(g.Bin(uop.OpCmplt, g.Idx(before-1), idx[i]))
		}
		if dims[2*i+1] > 0 {
			and(g.Bin(uop.OpCmplt, idx[i], g.Idx(dims[2*i]+d.N)))
		}
	}
	if in == nil {
		return v
	}
	return g.Where(in, v, g.Const(u.DType(), 0))
}

// reshaped maps a position of one shape to the position of the same element in another. Axes of
// size 1 cost nothing; where the other axes agree the position is copied; else it goes through
// the row-major number of the element.
func (l *lowerer) reshaped(idx []*uop.UOp, to, from uop.Shape) []*uop.UOp {
	var big []*uop.UOp
	var bigTo uop.Shape
	for i, d := range to {
		if d != uop.Static(1) {
			big, bigTo = append(big, idx[i]), append(bigTo, d)
		}
	}
	var bigFrom uop.Shape
	for _, d := range from {
		if d != uop.Static(1) {
			bigFrom = append(bigFrom, d)
		}
	}
	if !bigFrom.Equal(bigTo) {
		big = l.unravel(l.ravel(big, bigTo), bigFrom)
	}
	out := make([]*uop.UOp, len(from))
	for i, d := range from {
		if d == uop.Static(1) {
			out[i] = l.g.Idx(0)
		} else {
			out[i], big = big[0], big[1:]
		}
	}
	return out
}

func (l *lowerer) ravel(idx []*uop.UOp, s uop.Shape) *uop.UOp {
	n := l.g.Idx(0)
	for i, u := range idx {
		if i > 0 {
			n = l.g.Mul(n, l.size(s[i]))
		}
		if i == 0 {
			n = u
		} else {
			n = l.g.Add(n, u)
		}
	}
	return n
}

func (l *lowerer) unravel(n *uop.UOp, s uop.Shape) []*uop.UOp {
	out := make([]*uop.UOp, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		if i == 0 {
			out[i] = n
			break
		}
		d := l.size(s[i])
		out[i] = l.g.Bin(uop.OpFloormod, n, d)
		n = l.g.Bin(uop.OpFloordiv, n, d)
	}
	return out
}

// size gives the lowered node of a size.
func (l *lowerer) size(d uop.Dim) *uop.UOp {
	if d.U == nil {
		return l.g.Idx(d.N)
	}
	return l.at(d.U, nil)
}

// ranges makes a fresh loop for each axis; an axis of size 1 is position 0 and no loop.
func (l *lowerer) ranges(s uop.Shape) (idx, loops []*uop.UOp) {
	for _, d := range s {
		if d == uop.Static(1) {
			idx = append(idx, l.g.Idx(0))
			continue
		}
		r := l.rng(l.size(d))
		idx, loops = append(idx, r), append(loops, r)
	}
	return idx, loops
}

func (l *lowerer) rng(size *uop.UOp) *uop.UOp {
	r := l.g.Make(uop.OpRange, uop.RangeArg(l.axes), size)
	l.axes++
	return r
}
