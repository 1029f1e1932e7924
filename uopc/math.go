package uopc

import (
	"fmt"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// Exp2 gives 2 to the power e.
func (e *Expr) Exp2() *Expr { return e.floatOp("Exp2", uop.OpExp2) }

// Log2 gives the logarithm to base 2.
func (e *Expr) Log2() *Expr { return e.floatOp("Log2", uop.OpLog2) }

// Sin gives the sine of e radians, for e of any size.
func (e *Expr) Sin() *Expr { return e.floatOp("Sin", uop.OpSin) }

// Exp gives the exponential function, e to the power x.
func (e *Expr) Exp() *Expr { return e.fn("Exp") }

// Expm1 gives e to the power x, minus 1, without loss near 0.
func (e *Expr) Expm1() *Expr { return e.fn("Expm1") }

// Log gives the natural logarithm.
func (e *Expr) Log() *Expr { return e.fn("Log") }

// Log10 gives the logarithm to base 10.
func (e *Expr) Log10() *Expr { return e.fn("Log10") }

// Log1p gives log(1+x), without loss near 0.
func (e *Expr) Log1p() *Expr { return e.fn("Log1p") }

// Cos gives the cosine of e radians, for x of any size.
func (e *Expr) Cos() *Expr { return e.fn("Cos") }

// Tan gives the tangent of e radians, for x of any size.
func (e *Expr) Tan() *Expr { return e.fn("Tan") }

// Sinh gives the hyperbolic sine.
func (e *Expr) Sinh() *Expr { return e.fn("Sinh") }

// Cosh gives the hyperbolic cosine.
func (e *Expr) Cosh() *Expr { return e.fn("Cosh") }

// Tanh gives the hyperbolic tangent.
func (e *Expr) Tanh() *Expr { return e.fn("Tanh") }

// Asin gives the arc sine in radians; NaN outside [-1, 1].
func (e *Expr) Asin() *Expr { return e.fn("Asin") }

// Acos gives the arc cosine in radians; NaN outside [-1, 1].
func (e *Expr) Acos() *Expr { return e.fn("Acos") }

// Atan gives the arc tangent in radians.
func (e *Expr) Atan() *Expr { return e.fn("Atan") }

// Erf gives the error function.
func (e *Expr) Erf() *Expr { return e.fn("Erf") }

// Erfc gives 1 - erf(x), without loss for large x.
func (e *Expr) Erfc() *Expr { return e.fn("Erfc") }

// Sigmoid gives the logistic function 1/(1+exp(-x)).
func (e *Expr) Sigmoid() *Expr { return e.fn("Sigmoid") }

// Softplus gives log(1+exp(x)).
func (e *Expr) Softplus() *Expr { return e.fn("Softplus") }

// Gelu gives x/2*(1+erf(x/sqrt(2))), the exact form of GELU.
func (e *Expr) Gelu() *Expr { return e.fn("Gelu") }

// GeluTanh gives x/2*(1+tanh(sqrt(2/pi)*(x+0.044715*x^3))), the other form of GELU.
func (e *Expr) GeluTanh() *Expr { return e.fn("GeluTanh") }

// Silu gives x*sigmoid(x), also called swish.
func (e *Expr) Silu() *Expr { return e.fn("Silu") }

// Mish gives x*tanh(softplus(x)).
func (e *Expr) Mish() *Expr { return e.fn("Mish") }

// Cbrt gives the cube root.
func (e *Expr) Cbrt() *Expr { return e.fn("Cbrt") }

// Rsqrt gives 1/sqrt(x), rounded once for f32.
func (e *Expr) Rsqrt() *Expr { return e.fn("Rsqrt") }

// Floor rounds down to a whole number.
func (e *Expr) Floor() *Expr { return e.fn("Floor") }

// Ceil rounds up to a whole number.
func (e *Expr) Ceil() *Expr { return e.fn("Ceil") }

// Round rounds to the nearest whole number, and halves away from zero.
func (e *Expr) Round() *Expr { return e.fn("Round") }

// RoundEven rounds to the nearest whole number, and halves to the even one.
func (e *Expr) RoundEven() *Expr { return e.fn("RoundEven") }

// Trunc drops the fraction.
func (e *Expr) Trunc() *Expr { return e.floatOp("Trunc", uop.OpTrunc) }

// IsNaN tells whether e is NaN.
func (e *Expr) IsNaN() *Expr { return e.fn("IsNaN") }

// IsInf tells whether e is an infinity, of either sign.
func (e *Expr) IsInf() *Expr { return e.fn("IsInf") }

// Pow gives e to the power v, with all of C's special cases. For a power that is known, Square, Sqrt,
// Recip, Cbrt and products of them are several times as fast.
func (e *Expr) Pow(v any) *Expr { return e.fn("Pow", v) }

// Atan2 gives the angle of the point (v, e) in radians: e is the y of it, as in C.
func (e *Expr) Atan2(v any) *Expr { return e.fn("Atan2", v) }

// Hypot gives sqrt(e*e + v*v) without overflow on the way.
func (e *Expr) Hypot(v any) *Expr { return e.fn("Hypot", v) }

// Mod gives the remainder of e/v with the sign of e, exactly, as C's fmod. FloorMod is for integers.
func (e *Expr) Mod(v any) *Expr { return e.fn("Mod", v) }

// CopySign gives e with the sign of v. A NaN has no sign here: as v it counts as positive.
func (e *Expr) CopySign(v any) *Expr { return e.fn("CopySign", v) }

// floatOp applies an op on floats that is a function of one argument.
func (e *Expr) floatOp(name string, op uop.Op) *Expr {
	if self := e.node(); self != nil && !self.DType().IsFloat() {
		return e.k.fail("%s needs floats, got %s (Cast it first)", name, self.DType())
	}
	return e.apply(op, none)
}

// fn applies a function of libm as a CALL of its body, mapped over the elements.
func (e *Expr) fn(name string, operands ...any) *Expr {
	f := libm.Lookup(name)
	if f == nil {
		panic(fmt.Sprintf("BUG: libm has no %s", name))
	}
	self := e.node()
	if self == nil {
		return e.k.poison()
	}
	d := self.DType()
	if !d.IsFloat() {
		return e.k.fail("%s needs floats, got %s (Cast it first)", name, d)
	}
	src := []*uop.UOp{f.Body(e.k.g, d), self}
	for _, v := range operands {
		u := e.k.operand(v, d)
		if u == nil {
			return e.k.poison()
		}
		if u.DType() != d {
			return e.k.fail("%s needs operands of one dtype, got %s and %s (Cast one of them)", name, d, u.DType())
		}
		src = append(src, u)
	}
	if len(src) == 3 && len(src[1].Shape()) > 0 && len(src[2].Shape()) > 0 {
		both, err := e.k.broadcast(src[1:])
		if err != nil {
			return e.k.fail("%s: %v", name, err)
		}
		copy(src[1:], both)
	}
	u, err := e.k.g.New(uop.OpCall, uop.NameArg(name), src...)
	if err != nil {
		return e.k.fail("%s", message(err))
	}
	return &Expr{k: e.k, u: u}
}
