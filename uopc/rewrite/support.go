package rewrite

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// This file and support_wide.go are what compiled rules call.

// DTypes is a set of dtypes; the bit of d is 1<<d.
type DTypes uint32

// The sets that rules name.
const (
	Bools    DTypes = 1 << uop.Bool
	Signed   DTypes = 1<<uop.I8 | 1<<uop.I16 | 1<<uop.I32 | 1<<uop.I64
	Unsigned DTypes = 1<<uop.U8 | 1<<uop.U16 | 1<<uop.U32 | 1<<uop.U64
	Indexes  DTypes = 1 << uop.Index
	Fixed           = Signed | Unsigned
	Ints            = Fixed | Indexes
	Floats   DTypes = 1<<uop.F32 | 1<<uop.F64
	Numbers         = Ints | Floats
)

// Has tells whether d is in the set.
func (s DTypes) Has(d uop.DType) bool { return s>>d&1 != 0 }

// Like makes the constant of dtype d that fills u's shape, in the one form such constants have:
// RESHAPE to axes of size 1, and EXPAND where some axis is not 1.
func Like(g *uop.Graph, u *uop.UOp, d uop.DType, bits uint64) *uop.UOp {
	c, s := g.Const(d, bits), u.Shape()
	if len(s) == 0 {
		return c
	}
	for _, n := range s {
		if n != uop.Static(1) {
			return g.Broadcast(c, s)
		}
	}
	dims, _ := s.Sizes()
	return g.Make(uop.OpReshape, uop.DimsArg(dims...), c)
}

// One gives the bits of 1 in d: true, 1 or 1.0.
func One(d uop.DType) uint64 {
	switch d {
	case uop.F32:
		return uint64(math.Float32bits(1))
	case uop.F64:
		return math.Float64bits(1)
	}
	return 1
}

// Ones gives the value of an integer dtype, or of bool, that has all its bits set.
func Ones(d uop.DType) uint64 {
	if d.IsSigned() {
		return math.MaxUint64 // -1, sign-extended
	}
	return math.MaxUint64 >> (64 - d.Bits())
}

// NegZero gives the bits of -0.0 in a float dtype.
func NegZero(d uop.DType) uint64 { return 1 << (d.Bits() - 1) }

// Nowrap tells that u's value is its value in unbounded integers. Index values never wrap: that
// the caller of a kernel has proved.
func Nowrap(u *uop.UOp) bool { return u.DType() == uop.Index || u.Nowrap() }

// SpanFits tells that what lies in s cannot wrap in d. It is asked of sums and products that a rule
// is about to make. No caller has proved anything of those, so on Index too they must fit the
// 64 bits that hold them: ((x%7)*5)%7 with a large x must not become (x*5)%7.
func SpanFits(d uop.DType, s uop.Span) bool {
	lo, hi := uop.DTypeRange(d)
	return !s.Lo.Less(lo) && !hi.Less(s.Hi)
}

// SpanOf gives what is known of u's value in unbounded integers.
func SpanOf(u *uop.UOp) uop.Span { return u.Bounds().T }

// SpanAt is the span of one number.
func SpanAt(w uop.Wide) uop.Span { return uop.Span{Lo: w, Hi: w} }

// SpanAdd gives the span of sums.
func SpanAdd(a, b uop.Span) uop.Span { return uop.Span{Lo: a.Lo.Add(b.Lo), Hi: a.Hi.Add(b.Hi)} }

// SpanNeg gives the span of negatives.
func SpanNeg(a uop.Span) uop.Span { return uop.Span{Lo: a.Hi.Neg(), Hi: a.Lo.Neg()} }

// SpanSub gives the span of differences.
func SpanSub(a, b uop.Span) uop.Span { return SpanAdd(a, SpanNeg(b)) }

// SpanMul gives the span of products.
func SpanMul(a, b uop.Span) uop.Span {
	p, q, r, s := a.Lo.Mul(b.Lo), a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi)
	return uop.Span{Lo: Min(Min(p, q), Min(r, s)), Hi: Max(Max(p, q), Max(r, s))}
}

// Exact tells whether every value of dtype a is one of b.
func Exact(a, b uop.DType) bool {
	switch {
	case a == b || a == uop.Bool:
		return true
	case b == uop.Bool:
		return false
	case a.IsFloat():
		return b == uop.F64
	case b.IsFloat():
		return a.Bits() <= mantissa(b)
	}
	lo, hi := uop.DTypeRange(a)
	return Fits(b, lo) && Fits(b, hi)
}

// mantissa gives the bits of a whole number that a float dtype always has room for.
func mantissa(d uop.DType) int {
	if d == uop.F64 {
		return 53
	}
	return 24
}
