package libm

import (
	"fmt"
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// V is a scalar value under construction. Operands of its methods are a V of the same dtype, or a
// Go number, which becomes a constant of that dtype.
type V struct{ u *uop.UOp }

// on gives the operand as a node of x's dtype.
func (x V) on(v any) *uop.UOp {
	g, d := x.u.Graph(), x.u.DType()
	switch v := v.(type) {
	case V:
		return v.u
	case float64:
		switch d {
		case uop.F32:
			return g.F32(float32(v))
		case uop.F64:
			return g.F64(v)
		}
	case int:
		switch d {
		case uop.F32:
			return g.F32(float32(v))
		case uop.F64:
			return g.F64(float64(v))
		}
		return g.Int(d, int64(v))
	case int64:
		return g.Int(d, v)
	case uint64:
		return g.Const(d, v)
	case bool:
		return g.Bool(v)
	}
	panic(fmt.Sprintf("libm: %T is no operand of dtype %s", v, d))
}

func (x V) op(op uop.Op, v ...any) V {
	src := []*uop.UOp{x.u}
	for _, o := range v {
		src = append(src, x.on(o))
	}
	return V{x.u.Graph().Make(op, uop.Arg{}, src...)}
}

// Arithmetic, each operation rounded once.

func (x V) Add(v any) V { return x.op(uop.OpAdd, v) }

// Sub adds the negated v, which is the same bits.
func (x V) Sub(v any) V {
	switch c := v.(type) {
	case float64:
		return x.Add(-c)
	case int:
		if x.u.DType().IsFloat() {
			return x.Add(-float64(c))
		}
	}
	return x.Add(V{x.on(v)}.Neg())
}
func (x V) Mul(v any) V { return x.op(uop.OpMul, v) }
func (x V) Div(v any) V { return x.op(uop.OpFdiv, v) }
func (x V) Neg() V      { return x.op(uop.OpNeg) }
func (x V) Sqrt() V     { return x.op(uop.OpSqrt) }
func (x V) Trunc() V    { return x.op(uop.OpTrunc) }

// Max gives x > v ? x : v, which is v when x is NaN.
func (x V) Max(v any) V { return x.op(uop.OpMax, v) }

// Min gives x < v ? x : v, which is v when x is NaN.
func (x V) Min(v any) V { u := V{x.on(v)}; return x.Lt(u).Where(x, u) }

// Comparisons and logic.

func (x V) Lt(v any) V  { return x.op(uop.OpCmplt, v) }
func (x V) Gt(v any) V  { return V{x.on(v)}.Lt(x) }
func (x V) Ne(v any) V  { return x.op(uop.OpCmpne, v) }
func (x V) Eq(v any) V  { return x.Ne(v).Xor(true) }
func (x V) And(v any) V { return x.op(uop.OpAnd, v) }
func (x V) Or(v any) V  { return x.op(uop.OpOr, v) }
func (x V) Xor(v any) V { return x.op(uop.OpXor, v) }
func (x V) Shl(n int) V { return x.op(uop.OpShl, n) }
func (x V) Shr(n int) V { return x.op(uop.OpShr, n) }
func (x V) Not() V      { return x.Xor(true) }
func (x V) IsNaN() V    { return x.Ne(x) }

// Where gives a where c is true, and b elsewhere. One of them at least is a V.
func (c V) Where(a, b any) V {
	t, ok := a.(V)
	if !ok {
		t = b.(V)
	}
	return V{c.u.Graph().Where(c.u, t.on(a), t.on(b))}
}

// Conversions.

func (x V) to(d uop.DType) V   { return V{x.u.Graph().Cast(x.u, d)} }
func (x V) bits(d uop.DType) V { return V{x.u.Graph().Make(uop.OpBitcast, uop.CastArg(d), x.u)} }

func (x V) F64() V { return x.to(uop.F64) }
func (x V) F32() V { return x.to(uop.F32) }

// Bits gives the bits of a float as an unsigned integer; AsF64 and AsF32 are the way back.
func (x V) Bits() V {
	if x.u.DType() == uop.F32 {
		return x.bits(uop.U32)
	}
	return x.bits(uop.U64)
}
func (x V) AsF64() V { return x.bits(uop.F64) }
func (x V) AsF32() V { return x.bits(uop.F32) }

// Con makes a constant of x's dtype.
func (x V) Con(v any) V { return V{x.on(v)} }

// Sign gives the sign bit of a float, and nothing else of it, as an unsigned integer.
func (x V) Sign() V {
	b := x.Bits()
	return b.And(uint64(1) << (b.u.DType().Bits() - 1))
}

// Abs clears the sign bit.
func (x V) Abs() V {
	b := x.Bits()
	return b.And(uint64(1)<<(b.u.DType().Bits()-1) - 1).bits(x.u.DType())
}

// WithSign gives x with the sign bit of s added in by XOR; s comes from Sign.
func (x V) WithSign(s V) V { return x.Bits().Xor(s).bits(x.u.DType()) }

// magic is 1.5 * 2^52: adding it to a float64 below 2^51 in magnitude rounds to an integer, which
// then stands in the low bits.
const magic = 0x1.8p52

// Round gives the integer nearest to an f64 below 2^51 in magnitude, as a float and in the low 52
// bits of an integer in two's complement; the bits above are not of use.
func (x V) Round() (k, bits V) {
	m := x.Add(magic)
	return m.Sub(magic), m.Bits()
}

// Pow2 gives 2^k as an f64 from the integer that Round gave, for -1022 <= k <= 1023.
func (bits V) Pow2() V { return bits.Add(1023).Shl(52).AsF64() }

// Poly evaluates c[0] + c[1]*x + c[2]*x^2 ... by Horner's rule: the fewest operations.
func (x V) Poly(c ...float64) V {
	p := x.Con(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		p = p.Mul(x).Add(c[i])
	}
	return p
}

// Estrin evaluates the same polynomial in a tree: pairs, pairs of pairs, and so on. Some more
// operations, and a much shorter chain of them.
func (x V) Estrin(c ...float64) V {
	terms := make([]V, len(c))
	for i, v := range c {
		terms[i] = x.Con(v)
	}
	for p := x; len(terms) > 1; p = p.Mul(p) {
		var next []V
		for i := 0; i < len(terms); i += 2 {
			if i+1 == len(terms) {
				next = append(next, terms[i])
			} else {
				next = append(next, terms[i+1].Mul(p).Add(terms[i]))
			}
		}
		terms = next
		if len(terms) == 1 {
			break
		}
	}
	return terms[0]
}

var inf = math.Inf(1)
var nan = math.NaN()
