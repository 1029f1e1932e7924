package render

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// floatSpan is what a float is known to be: NaN, if nan is set, or a number from lo to hi.
type floatSpan struct {
	lo, hi float64
	nan    bool
}

var anything = floatSpan{math.Inf(-1), math.Inf(1), true}

// finite tells whether x is neither NaN nor infinite.
func (x floatSpan) finite() bool {
	return !x.nan && x.lo >= -math.MaxFloat64 && x.hi <= math.MaxFloat64
}

// within tells whether x is a number above lo and below hi.
func (x floatSpan) within(lo, hi float64) bool { return !x.nan && x.lo > lo && x.hi < hi }

// ranges knows the spans of the floats of one program. A conversion of a float that is known not
// to be NaN, or to fit, needs no test for that.
type ranges struct {
	root *uop.UOp
	of   map[*uop.UOp]floatSpan
}

func (r *ranges) at(u *uop.UOp) floatSpan {
	if r.of == nil {
		r.of = map[*uop.UOp]floatSpan{}
		uop.Walk([]*uop.UOp{r.root}, uop.AllSrc, func(u *uop.UOp) bool {
			if u.Space() == uop.ALU && u.DType().IsFloat() {
				r.of[u] = r.find(u)
			}
			return true
		})
	}
	if s, ok := r.of[u]; ok {
		return s
	}
	return anything
}

// find gives the span of a node whose sources are known. Rounding is monotonic, so the rounded
// bounds bound the rounded values.
func (r *ranges) find(u *uop.UOp) floatSpan {
	if f := spanOf[u.Op()]; f != nil {
		return f(r, u).rounded(u.DType())
	}
	return anything
}

func (x floatSpan) rounded(d uop.DType) floatSpan {
	if d == uop.F32 {
		x.lo, x.hi = float64(float32(x.lo)), float64(float32(x.hi))
	}
	if x.lo != x.lo || x.hi != x.hi {
		return anything
	}
	return x
}

func (r *ranges) src(u *uop.UOp, i int) floatSpan { return r.of[u.Src()[i]] }

var spanOf = [uop.NumOps]func(r *ranges, u *uop.UOp) floatSpan{
	uop.OpConst: func(_ *ranges, u *uop.UOp) floatSpan {
		v := math.Float64frombits(u.Bits())
		if u.DType() == uop.F32 {
			v = float64(math.Float32frombits(uint32(u.Bits())))
		}
		return floatSpan{v, v, false}
	},
	uop.OpNeg: func(r *ranges, u *uop.UOp) floatSpan { x := r.src(u, 0); return floatSpan{-x.hi, -x.lo, x.nan} },
	uop.OpAdd: func(r *ranges, u *uop.UOp) floatSpan {
		x, y := r.src(u, 0), r.src(u, 1)
		return floatSpan{x.lo + y.lo, x.hi + y.hi, !x.finite() || !y.finite()}
	},
	uop.OpMul:   spanMul,
	uop.OpMax:   spanMax,
	uop.OpWhere: spanWhere,
	uop.OpSqrt: func(r *ranges, u *uop.UOp) floatSpan {
		x := r.src(u, 0)
		if !(x.lo >= 0) {
			return anything
		}
		return floatSpan{math.Sqrt(x.lo), math.Sqrt(x.hi), x.nan}
	},
	uop.OpTrunc: func(r *ranges, u *uop.UOp) floatSpan {
		x := r.src(u, 0)
		return floatSpan{math.Trunc(x.lo), math.Trunc(x.hi), x.nan}
	},
	uop.OpFdiv: func(r *ranges, u *uop.UOp) floatSpan { return quotient(r.src(u, 0), r.src(u, 1)) },
	uop.OpRecip: func(r *ranges, u *uop.UOp) floatSpan {
		return quotient(floatSpan{1, 1, false}, r.src(u, 0))
	},
	uop.OpCast: func(r *ranges, u *uop.UOp) floatSpan {
		if s := u.Src()[0]; !s.DType().IsFloat() {
			m := math.Ldexp(1, s.DType().Bits())
			return floatSpan{-m, m, false}
		}
		return r.src(u, 0)
	},
}

func spanMul(r *ranges, u *uop.UOp) floatSpan {
	x, y := r.src(u, 0), r.src(u, 1)
	if !x.finite() || !y.finite() {
		return anything
	}
	s := corners(x, y, func(a, b float64) float64 { return a * b })
	if u.Src()[0] == u.Src()[1] {
		s.lo = max(s.lo, 0)
	}
	return s
}

// corners gives the hull of f at the ends of x and y, for an f that is monotonic in both.
func corners(x, y floatSpan, f func(a, b float64) float64) floatSpan {
	a, b, c, d := f(x.lo, y.lo), f(x.lo, y.hi), f(x.hi, y.lo), f(x.hi, y.hi)
	return floatSpan{min(a, b, c, d), max(a, b, c, d), false}
}

func quotient(x, y floatSpan) floatSpan {
	if !x.finite() || !y.finite() || y.lo <= 0 && y.hi >= 0 {
		return anything
	}
	return corners(x, y, func(a, b float64) float64 { return a / b })
}

// spanMax: x > y ? x : y is y when either is NaN.
func spanMax(r *ranges, u *uop.UOp) floatSpan {
	x, y := r.src(u, 0), r.src(u, 1)
	s := floatSpan{max(x.lo, y.lo), max(x.hi, y.hi), y.nan}
	if x.nan {
		s.lo = y.lo
	}
	return s
}

// spanWhere sees a minimum in p < q ? p : q, which is q when either is NaN, and a maximum in
// p < q ? q : p.
func spanWhere(r *ranges, u *uop.UOp) floatSpan {
	c, x, y := u.Src()[0], r.src(u, 1), r.src(u, 2)
	s := floatSpan{min(x.lo, y.lo), max(x.hi, y.hi), x.nan || y.nan}
	if c.Op() != uop.OpCmplt {
		return s
	}
	switch p, q := c.Src()[0], c.Src()[1]; {
	case p == u.Src()[1] && q == u.Src()[2]:
		s = floatSpan{s.lo, min(x.hi, y.hi), y.nan}
		if x.nan {
			s.hi = y.hi
		}
	case q == u.Src()[1] && p == u.Src()[2]:
		s = floatSpan{max(x.lo, y.lo), s.hi, y.nan}
		if x.nan {
			s.lo = y.lo
		}
	}
	return s
}

// fits tells whether truncation to an integer dtype is known to be in its range.
func fits(x floatSpan, to uop.DType) bool {
	width := to.Bits()
	if !to.IsSigned() {
		return x.within(-1, math.Ldexp(1, width))
	}
	half := math.Ldexp(1, width-1)
	return x.within(-half-1, half) && x.lo >= -half
}
