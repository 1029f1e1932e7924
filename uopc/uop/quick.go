package uop

// The functions below make the nodes that programs mostly consist of, without the tables of rules
// that the others need. They give nil for what they do not know or what is wrong; then the caller
// does it again with all checks, to find the error.

func (g *Graph) quick(op Op, a Arg, src []*UOp) *UOp {
	if op >= NumOps {
		return nil
	}
	if op == OpConst && len(src) == 0 {
		return g.constant(a.DType, a.Bits)
	}
	if info := &ops[op]; info.class == ClassALU && len(src) == info.arity {
		return g.elementwise(op, info, a.DType, src)
	}
	return nil
}

func (g *Graph) constant(d DType, bits uint64) *UOp {
	if !d.IsValue() {
		return nil
	}
	bits = canonBits(d, bits)
	h := contentHash(OpConst, d, bits, nil, nil)
	u, slot := g.find(OpConst, d, bits, nil, nil, h)
	if u != nil {
		return u
	}
	u = g.add(OpConst, d, ALU, nil, h, slot)
	u.c = &g.scalar
	u.lo, u.hi = int64(bits), int64(bits)
	u.flags = flagSafe | rangeFlags(u)
	return u
}

func (g *Graph) elementwise(op Op, info *opInfo, arg DType, src []*UOp) *UOp {
	for _, s := range src {
		if s == nil {
			return nil
		}
	}
	d := info.result(arg, src)
	h := contentHash(op, d, 0, nil, src)
	u, slot := g.find(op, d, 0, nil, src, h)
	if u != nil {
		return u
	}
	if !legal(op, info, d, src) {
		return nil
	}
	c := g.shared(src)
	if c == nil {
		return nil
	}
	u = g.add(op, d, ALU, g.copied(src), h, slot)
	u.c = c
	if !smallBounds(u) {
		computeBounds(u)
	}
	return u
}

// legal tells whether an ALU op takes the dtypes of its sources and gives d.
func legal(op Op, info *opInfo, d DType, src []*UOp) bool {
	first := src[0].dtype
	if info.out == choice {
		return first == Bool && src[1].dtype == src[2].dtype
	}
	for _, s := range src[1:] {
		if s.dtype != first {
			return false
		}
	}
	if info.out == toArg && (!d.IsValue() || op == OpBitcast && d.Bits() != first.Bits()) {
		return false
	}
	return info.in.has(first.Kind())
}

// shared gives what an elementwise node of these sources has in common with them; nil when they
// are not values of g of one shape.
func (g *Graph) shared(src []*UOp) *common {
	c := src[0].c
	if c.g != g {
		return nil
	}
	for _, s := range src {
		if s.space != ALU {
			return nil
		}
		if s.c != c {
			if c = g.join(c, s.c); c == nil {
				return nil
			}
		}
	}
	return c
}

// join gives a common that has the open RANGEs of both.
func (g *Graph) join(a, b *common) *common {
	switch {
	case b.g != g || !a.shape.Equal(b.shape):
		return nil
	case len(b.open) == 0 || sameNodes(a.open, b.open):
		return a
	case len(a.open) == 0:
		return b
	}
	k := [2]*common{a, b}
	c := g.joins[k]
	if c == nil {
		switch both := union(a.open, b.open); len(both) {
		case len(a.open):
			c = a
		case len(b.open):
			c = b
		default:
			c = &common{g, a.shape, both}
		}
		if g.joins == nil {
			g.joins = map[[2]*common]*common{}
		}
		g.joins[k] = c
	}
	return c
}

// commonOf gives the common of a new node of the given shape: that of a source where it can be.
func (g *Graph) commonOf(u *UOp, s Shape) *common {
	open := openRanges(u)
	if len(s) == 0 && len(open) == 0 {
		return &g.scalar
	}
	for _, v := range u.src {
		if v.Shape().Equal(s) && sameNodes(v.Open(), open) {
			return v.c
		}
	}
	return &common{g, s, open}
}
