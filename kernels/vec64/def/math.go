package def

import (
	"github.com/uopc/uopc/kernels/internal/vec"
	"github.com/uopc/uopc/uopc"
)

// A function gives NaN for NaN, and what C and IEEE 754 say at zeros and infinities.

// Sqrt sets dst[i] to the square root of x[i]; NaN below 0, for every i. @ACC@ The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Sqrt = vec.Function(uopc.F64, (*uopc.Expr).Sqrt)

// Rsqrt sets dst[i] to 1/sqrt(x[i]); NaN below 0, and an infinity at 0, for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Rsqrt = vec.Function(uopc.F64, (*uopc.Expr).Rsqrt)

// Cbrt sets dst[i] to the cube root of x[i], for every i. @ACC@ The slices have one length; dst and
// x may be one slice, but must not overlap in part.
var Cbrt = vec.Function(uopc.F64, (*uopc.Expr).Cbrt)

// Exp sets dst[i] to e to the power x[i], for every i. @ACC@ The slices have one length; dst and x
// may be one slice, but must not overlap in part.
var Exp = vec.Function(uopc.F64, (*uopc.Expr).Exp)

// Exp2 sets dst[i] to 2 to the power x[i], for every i. @ACC@ The slices have one length; dst and x
// may be one slice, but must not overlap in part.
var Exp2 = vec.Function(uopc.F64, (*uopc.Expr).Exp2)

// Expm1 sets dst[i] to e to the power x[i], minus 1, without loss near 0, for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Expm1 = vec.Function(uopc.F64, (*uopc.Expr).Expm1)

// Log sets dst[i] to the natural logarithm of x[i]; -Inf at 0, NaN below, for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Log = vec.Function(uopc.F64, (*uopc.Expr).Log)

// Log2 sets dst[i] to the logarithm of x[i] to base 2; -Inf at 0, NaN below, for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Log2 = vec.Function(uopc.F64, (*uopc.Expr).Log2)

// Log10 sets dst[i] to the logarithm of x[i] to base 10; -Inf at 0, NaN below, for every i. @ACC@
// The slices have one length; dst and x may be one slice, but must not overlap in part.
var Log10 = vec.Function(uopc.F64, (*uopc.Expr).Log10)

// Log1p sets dst[i] to log(1+x[i]), without loss near 0; -Inf at -1, NaN below, for every i. @ACC@
// The slices have one length; dst and x may be one slice, but must not overlap in part.
var Log1p = vec.Function(uopc.F64, (*uopc.Expr).Log1p)

// Sin sets dst[i] to the sine of x[i] radians, of any size; NaN for an infinity, for every i. @ACC@
// The slices have one length; dst and x may be one slice, but must not overlap in part.
var Sin = vec.Function(uopc.F64, (*uopc.Expr).Sin)

// Cos sets dst[i] to the cosine of x[i] radians, of any size; NaN for an infinity, for every i.
// @ACC@ The slices have one length; dst and x may be one slice, but must not overlap in part.
var Cos = vec.Function(uopc.F64, (*uopc.Expr).Cos)

// Tan sets dst[i] to the tangent of x[i] radians, of any size; NaN for an infinity, for every i.
// @ACC@ The slices have one length; dst and x may be one slice, but must not overlap in part.
var Tan = vec.Function(uopc.F64, (*uopc.Expr).Tan)

// Sinh sets dst[i] to the hyperbolic sine of x[i], for every i. @ACC@ The slices have one length;
// dst and x may be one slice, but must not overlap in part.
var Sinh = vec.Function(uopc.F64, (*uopc.Expr).Sinh)

// Cosh sets dst[i] to the hyperbolic cosine of x[i], for every i. @ACC@ The slices have one length;
// dst and x may be one slice, but must not overlap in part.
var Cosh = vec.Function(uopc.F64, (*uopc.Expr).Cosh)

// Tanh sets dst[i] to the hyperbolic tangent of x[i], for every i. @ACC@ The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Tanh = vec.Function(uopc.F64, (*uopc.Expr).Tanh)

// Asin sets dst[i] to the arc sine of x[i] in radians; NaN outside [-1, 1], for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Asin = vec.Function(uopc.F64, (*uopc.Expr).Asin)

// Acos sets dst[i] to the arc cosine of x[i] in radians; NaN outside [-1, 1], for every i. @ACC@
// The slices have one length; dst and x may be one slice, but must not overlap in part.
var Acos = vec.Function(uopc.F64, (*uopc.Expr).Acos)

// Atan sets dst[i] to the arc tangent of x[i] in radians, for every i. @ACC@ The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Atan = vec.Function(uopc.F64, (*uopc.Expr).Atan)

// Erf sets dst[i] to the error function of x[i], for every i. @ACC@ The slices have one length; dst
// and x may be one slice, but must not overlap in part.
var Erf = vec.Function(uopc.F64, (*uopc.Expr).Erf)

// Erfc sets dst[i] to 1-erf(x[i]), without loss for large x[i], for every i. @ACC@ The slices have
// one length; dst and x may be one slice, but must not overlap in part.
var Erfc = vec.Function(uopc.F64, (*uopc.Expr).Erfc)

// Sigmoid sets dst[i] to 1/(1+exp(-x[i])), for every i. @ACC@ The slices have one length; dst and x
// may be one slice, but must not overlap in part.
var Sigmoid = vec.Function(uopc.F64, (*uopc.Expr).Sigmoid)

// Softplus sets dst[i] to log(1+exp(x[i])), for every i. @ACC@ The slices have one length; dst and
// x may be one slice, but must not overlap in part.
var Softplus = vec.Function(uopc.F64, (*uopc.Expr).Softplus)

// Gelu sets dst[i] to x[i]/2*(1+erf(x[i]/sqrt(2))), the exact form of GELU, for every i. @ACC@ The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Gelu = vec.Function(uopc.F64, (*uopc.Expr).Gelu)

// GeluTanh sets dst[i] to x[i]/2*(1+tanh(sqrt(2/pi)*(x[i]+0.044715*x[i]^3))), the other form of
// GELU, for every i. @ACC@ The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var GeluTanh = vec.Function(uopc.F64, (*uopc.Expr).GeluTanh)

// Silu sets dst[i] to x[i]/(1+exp(-x[i])), also called swish, for every i. @ACC@ The slices have
// one length; dst and x may be one slice, but must not overlap in part.
var Silu = vec.Function(uopc.F64, (*uopc.Expr).Silu)

// Mish sets dst[i] to x[i]*tanh(log(1+exp(x[i]))), for every i. @ACC@ The slices have one length;
// dst and x may be one slice, but must not overlap in part.
var Mish = vec.Function(uopc.F64, (*uopc.Expr).Mish)

// Floor sets dst[i] to x[i] rounded down to a whole number, for every i. @ACC@ The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Floor = vec.Function(uopc.F64, (*uopc.Expr).Floor)

// Ceil sets dst[i] to x[i] rounded up to a whole number, for every i. @ACC@ The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Ceil = vec.Function(uopc.F64, (*uopc.Expr).Ceil)

// Round sets dst[i] to x[i] rounded to the nearest whole number, halves away from 0, for every i.
// @ACC@ The slices have one length; dst and x may be one slice, but must not overlap in part.
var Round = vec.Function(uopc.F64, (*uopc.Expr).Round)

// RoundEven sets dst[i] to x[i] rounded to the nearest whole number, halves to the even one, for
// every i. @ACC@ The slices have one length; dst and x may be one slice, but must not overlap in
// part.
var RoundEven = vec.Function(uopc.F64, (*uopc.Expr).RoundEven)

// Trunc sets dst[i] to x[i] without its fraction, for every i. @ACC@ The slices have one length;
// dst and x may be one slice, but must not overlap in part.
var Trunc = vec.Function(uopc.F64, (*uopc.Expr).Trunc)

// Div sets dst[i] to x[i]/y[i], for every i. @ACC@ The slices have one length; dst may be x or y,
// but must not overlap one in part.
var Div = vec.Function2(uopc.F64, (*uopc.Expr).Div)

// Pow sets dst[i] to x[i] to the power y[i], with the special cases of C's pow, for every i. @ACC@
// The slices have one length; dst may be x or y, but must not overlap one in part.
var Pow = vec.Function2(uopc.F64, (*uopc.Expr).Pow)

// Atan2 sets dst[i] to the angle in radians of the point (y[i], x[i]): x is what C calls y, for
// every i. @ACC@ The slices have one length; dst may be x or y, but must not overlap one in part.
var Atan2 = vec.Function2(uopc.F64, (*uopc.Expr).Atan2)

// Hypot sets dst[i] to sqrt(x[i]^2+y[i]^2), without overflow on the way, for every i. @ACC@ The
// slices have one length; dst may be x or y, but must not overlap one in part.
var Hypot = vec.Function2(uopc.F64, (*uopc.Expr).Hypot)

// Mod sets dst[i] to the remainder of x[i]/y[i] with the sign of x[i], exactly, as C's fmod, for
// every i. @ACC@ The slices have one length; dst may be x or y, but must not overlap one in part.
var Mod = vec.Function2(uopc.F64, (*uopc.Expr).Mod)

// CopySign sets dst[i] to x[i] with the sign of y[i]; a NaN counts as positive there, for every i.
// @ACC@ The slices have one length; dst may be x or y, but must not overlap one in part.
var CopySign = vec.Function2(uopc.F64, (*uopc.Expr).CopySign)
