package simptest

import "github.com/uopc/uopc/uopc/uop"

// intFamilies are the expressions of integers that rules look for, and what is nearly one.
var intFamilies []family

func init() { // the generators call each other, by these lists
	intFamilies = []family{
		{5, (*gen).sum},
		{5, (*gen).divide},
		{4, (*gen).split},
		{2, (*gen).recombine},
		{3, (*gen).choice},
		{2, (*gen).ladder},
		{2, (*gen).extreme},
		{3, (*gen).castChain},
		{3, (*gen).bits},
		{2, (*gen).shifts},
		{3, (*gen).any},
	}
}

// term is x, x*c, -x or a constant.
func (e *gen) term(d uop.DType, n int) *uop.UOp {
	switch e.r.IntN(7) {
	case 0:
		return e.expr(d, n)
	case 1:
		return e.konst(d)
	case 2:
		return e.g.Neg(e.expr(d, n-1))
	}
	return e.swap(uop.OpMul, e.expr(d, n-1), e.konst(d))
}

// swap makes a op b or b op a.
func (e *gen) swap(op uop.Op, a, b *uop.UOp) *uop.UOp {
	if e.r.IntN(4) == 0 {
		a, b = b, a
	}
	return e.g.Bin(op, a, b)
}

func (e *gen) sum(d uop.DType, n int) *uop.UOp {
	k := 2 + e.r.IntN(3)
	u := e.term(d, (n-k)/k)
	for range k - 1 {
		u = e.swap(uop.OpAdd, u, e.term(d, (n-k)/k))
	}
	if e.r.IntN(4) == 0 {
		u = e.g.Mul(u, e.konst(d))
	}
	return u
}

// divOp is // or %.
func (e *gen) divOp() uop.Op { return pick(e.r, []uop.Op{uop.OpFloordiv, uop.OpFloormod}) }

// divide is x//c or x%c, often of another one.
func (e *gen) divide(d uop.DType, n int) *uop.UOp {
	x := e.expr(d, n-1)
	if e.r.IntN(2) == 0 {
		x = e.g.Bin(e.divOp(), e.expr(d, n-2), e.konst(d))
	}
	return e.g.Bin(e.divOp(), x, e.konst(d))
}

// split is (a*k*c + b) op c, where k*c may not be a multiple of c after all, and + may be more.
func (e *gen) split(d uop.DType, n int) *uop.UOp {
	k, rest := e.rest(n - 3)
	c := pick(e.r, []int64{2, 3, 4, 8, 6, 16})
	m := c * int64(1+e.r.IntN(4))
	if e.r.IntN(6) == 0 {
		m++
	}
	if e.r.IntN(4) == 0 {
		m = -m
	}
	x := e.swap(uop.OpAdd, e.g.Mul(e.expr(d, k), e.g.Int(d, m)), e.expr(d, rest))
	if e.r.IntN(3) == 0 {
		x = e.g.Add(x, e.konst(d))
	}
	if e.r.IntN(8) == 0 {
		c = -c
	}
	e.last = c
	return e.g.Bin(e.divOp(), x, e.g.Int(d, c))
}

// recombine is x//c*c + x%c, or nearly.
func (e *gen) recombine(d uop.DType, n int) *uop.UOp {
	x, c := e.expr(d, n-4), e.konst(d)
	by := func() *uop.UOp {
		if e.r.IntN(6) == 0 {
			return e.konst(d)
		}
		return c
	}
	q := e.swap(uop.OpMul, e.g.Bin(uop.OpFloordiv, x, c), by())
	if e.r.IntN(4) == 0 {
		return e.g.Add(x, e.g.Neg(q))
	}
	return e.swap(uop.OpAdd, q, e.g.Bin(uop.OpFloormod, x, by()))
}

// choice is a WHERE, often of WHEREs on the same condition or its negation.
func (e *gen) choice(d uop.DType, n int) *uop.UOp {
	k, rest := e.rest(n)
	c := e.expr(uop.Bool, min(k, 3))
	branch := func() *uop.UOp {
		if e.r.IntN(3) > 0 {
			return e.expr(d, rest/2)
		}
		return e.g.Where(e.maybeNot(c), e.expr(d, rest/3), e.expr(d, 0))
	}
	u := e.g.Where(e.maybeNot(c), branch(), branch())
	if d != uop.Bool && e.r.IntN(4) == 0 {
		v := e.g.Where(c, branch(), branch())
		return e.g.Bin(pick(e.r, []uop.Op{uop.OpAdd, uop.OpMax, uop.OpMul}), u, v)
	}
	return u
}

// ladder is WHERE in WHERE, where the conditions ask of one value whether it is below constants.
func (e *gen) ladder(d uop.DType, n int) *uop.UOp {
	k, rest := e.rest(n)
	x := e.expr(e.sideOf(), k/2)
	u := e.expr(d, rest/3)
	for range 2 + e.r.IntN(2) {
		c := e.swap(e.compareOp(), x, e.konst(x.DType()))
		if v := e.expr(d, rest/3); e.r.IntN(3) > 0 {
			u = e.g.Where(c, v, u)
		} else {
			u = e.g.Where(c, u, v)
		}
	}
	return u
}

func (e *gen) maybeNot(c *uop.UOp) *uop.UOp {
	switch e.r.IntN(5) {
	case 0:
		return e.g.Bin(uop.OpCmpne, c, e.g.Bool(true))
	case 1:
		return e.expr(uop.Bool, 1)
	}
	return c
}

// extreme is MAX, or MIN as -max(-a, -b) or as a WHERE, often of constants.
func (e *gen) extreme(d uop.DType, n int) *uop.UOp {
	k, rest := e.rest(n)
	a, b := e.expr(d, k), e.expr(d, rest)
	if e.r.IntN(2) == 0 {
		b = e.konst(d)
	}
	switch e.r.IntN(4) {
	case 0:
		return e.g.Neg(e.g.Bin(uop.OpMax, e.g.Neg(a), e.g.Neg(b)))
	case 1:
		return e.g.Where(e.g.Bin(uop.OpCmplt, a, b), a, b)
	case 2:
		a = e.swap(uop.OpMax, a, e.konst(d))
	}
	return e.swap(uop.OpMax, a, b)
}

// castChain is one to three CASTs that end in d.
func (e *gen) castChain(d uop.DType, n int) *uop.UOp {
	via := e.other(d, castsFor(d)...)
	if d != uop.Index && e.r.IntN(8) == 0 { // of bits
		for _, to := range uop.ValueDTypes() {
			if to.Bits() == d.Bits() && to != d && to != uop.Index {
				return e.g.Make(uop.OpBitcast, uop.CastArg(d), e.expr(to, n-1))
			}
		}
	}
	u := e.expr(via, n-2)
	switch e.r.IntN(3) {
	case 0:
		u = e.cast(e.expr(d, n-2), via)
	case 1:
		u = e.cast(e.cast(e.expr(d, n-3), e.other(d, castsFor(d)...)), via)
	}
	return e.cast(u, d)
}

var bitOps = []uop.Op{uop.OpAnd, uop.OpOr, uop.OpXor}

// bits is a chain of bitwise ops with masks.
func (e *gen) bits(d uop.DType, n int) *uop.UOp {
	mask := func() *uop.UOp {
		m := pick(e.r, []int64{0, -1, 1, 3, 7, 15, 0xf0, -2, -4, -16, 0x55})
		return e.g.Int(d, m)
	}
	u := e.swap(pick(e.r, bitOps), e.expr(d, n-2), mask())
	if e.r.IntN(2) == 0 {
		u = e.swap(pick(e.r, bitOps), u, mask())
	}
	if e.r.IntN(3) == 0 {
		u = e.swap(pick(e.r, bitOps), u, e.expr(d, n/3))
	}
	return u
}

// shifts is one or two shifts by constants, in range or not.
func (e *gen) shifts(d uop.DType, n int) *uop.UOp {
	w := int64(d.Bits())
	by := func() *uop.UOp {
		if d == uop.Index {
			return e.g.Int(d, int64(e.r.IntN(4)))
		}
		return e.g.Int(d, pick(e.r, []int64{0, 1, 2, 3, w / 2, w - 1, w, w + 1, -1}))
	}
	op := func() uop.Op { return pick(e.r, []uop.Op{uop.OpShl, uop.OpShr}) }
	u := e.g.Bin(op(), e.expr(d, n-2), by())
	if e.r.IntN(2) == 0 {
		u = e.g.Bin(op(), u, by())
	}
	return u
}

// any is any op at all.
func (e *gen) any(d uop.DType, n int) *uop.UOp {
	for {
		op := uop.Op(e.r.IntN(int(uop.NumOps)))
		if !op.Takes(d) || op == uop.OpCmplt || op == uop.OpCmpne || op == uop.OpBitcast ||
			d == uop.Index && op == uop.OpShl {
			continue
		}
		if op == uop.OpCast {
			return e.cast(e.expr(e.other(d, castsFor(d)...), n-1), d)
		}
		src := make([]*uop.UOp, op.Arity())
		for i := range src {
			src[i] = e.expr(d, (n-1)/len(src))
		}
		if op == uop.OpWhere {
			src[0] = e.expr(uop.Bool, (n-1)/3)
		}
		return e.g.Make(op, uop.Arg{}, src...)
	}
}
