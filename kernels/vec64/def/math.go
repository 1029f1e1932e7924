package def

import (
	"github.com/uopc/uopc/kernels/internal/vec"
	"github.com/uopc/uopc/uopc"
)

// A function gives NaN for NaN, and what C and IEEE 754 say at zeros and infinities.

// Sqrt sets every dst[i] to the square root of x[i]; NaN below 0. The result is correctly rounded.
// The slices have one length; dst and x may be one slice, but must not overlap in part.
var Sqrt = vec.Function(uopc.F64, (*uopc.Expr).Sqrt)

// Rsqrt sets every dst[i] to 1/sqrt(x[i]); NaN below 0, and an infinity at 0. Errors above 0.9 ulp
// were not seen. The slices have one length; dst and x may be one slice, but must not overlap in
// part.
var Rsqrt = vec.Function(uopc.F64, (*uopc.Expr).Rsqrt)

// Cbrt sets every dst[i] to the cube root of x[i]. Errors above 0.55 ulp were not seen. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Cbrt = vec.Function(uopc.F64, (*uopc.Expr).Cbrt)

// Exp sets every dst[i] to e to the power x[i]. Errors above 0.8 ulp were not seen. The slices have
// one length; dst and x may be one slice, but must not overlap in part.
var Exp = vec.Function(uopc.F64, (*uopc.Expr).Exp)

// Exp2 sets every dst[i] to 2 to the power x[i]. Errors above 0.85 ulp were not seen. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Exp2 = vec.Function(uopc.F64, (*uopc.Expr).Exp2)

// Expm1 sets every dst[i] to e to the power x[i], minus 1, without loss near 0. Errors above 1.2
// ulp were not seen. The slices have one length; dst and x may be one slice, but must not overlap
// in part.
var Expm1 = vec.Function(uopc.F64, (*uopc.Expr).Expm1)

// Log sets every dst[i] to the natural logarithm of x[i]; -Inf at 0, NaN below. Errors above 0.85
// ulp were not seen. The slices have one length; dst and x may be one slice, but must not overlap
// in part.
var Log = vec.Function(uopc.F64, (*uopc.Expr).Log)

// Log2 sets every dst[i] to the logarithm of x[i] to base 2; -Inf at 0, NaN below. Errors above
// 0.85 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Log2 = vec.Function(uopc.F64, (*uopc.Expr).Log2)

// Log10 sets every dst[i] to the logarithm of x[i] to base 10; -Inf at 0, NaN below. Errors above
// 0.75 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Log10 = vec.Function(uopc.F64, (*uopc.Expr).Log10)

// Log1p sets every dst[i] to log(1+x[i]), without loss near 0; -Inf at -1, NaN below. Errors above
// 0.85 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Log1p = vec.Function(uopc.F64, (*uopc.Expr).Log1p)

// Sin sets every dst[i] to the sine of x[i] radians, of any size; NaN for an infinity. Errors above
// 0.8 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Sin = vec.Function(uopc.F64, (*uopc.Expr).Sin)

// Cos sets every dst[i] to the cosine of x[i] radians, of any size; NaN for an infinity. Errors
// above 0.8 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Cos = vec.Function(uopc.F64, (*uopc.Expr).Cos)

// Tan sets every dst[i] to the tangent of x[i] radians, of any size; NaN for an infinity. Errors
// above 1.4 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Tan = vec.Function(uopc.F64, (*uopc.Expr).Tan)

// Sinh sets every dst[i] to the hyperbolic sine of x[i]. Errors above 1.85 ulp were not seen. The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Sinh = vec.Function(uopc.F64, (*uopc.Expr).Sinh)

// Cosh sets every dst[i] to the hyperbolic cosine of x[i]. Errors above 1.7 ulp were not seen. The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Cosh = vec.Function(uopc.F64, (*uopc.Expr).Cosh)

// Tanh sets every dst[i] to the hyperbolic tangent of x[i]. Errors above 2.3 ulp were not seen. The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Tanh = vec.Function(uopc.F64, (*uopc.Expr).Tanh)

// Asin sets every dst[i] to the arc sine of x[i] in radians; NaN outside [-1, 1]. Errors above 0.75
// ulp were not seen. The slices have one length; dst and x may be one slice, but must not overlap
// in part.
var Asin = vec.Function(uopc.F64, (*uopc.Expr).Asin)

// Acos sets every dst[i] to the arc cosine of x[i] in radians; NaN outside [-1, 1]. Errors above
// 0.65 ulp were not seen. The slices have one length; dst and x may be one slice, but must not
// overlap in part.
var Acos = vec.Function(uopc.F64, (*uopc.Expr).Acos)

// Atan sets every dst[i] to the arc tangent of x[i] in radians. Errors above 0.95 ulp were not
// seen. The slices have one length; dst and x may be one slice, but must not overlap in part.
var Atan = vec.Function(uopc.F64, (*uopc.Expr).Atan)

// Erf sets every dst[i] to the error function of x[i]. Errors above 1.7 ulp were not seen. The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Erf = vec.Function(uopc.F64, (*uopc.Expr).Erf)

// Erfc sets every dst[i] to 1-erf(x[i]), without loss for large x[i]. Errors above 2.25 ulp were
// not seen. The slices have one length; dst and x may be one slice, but must not overlap in part.
var Erfc = vec.Function(uopc.F64, (*uopc.Expr).Erfc)

// Sigmoid sets every dst[i] to 1/(1+exp(-x[i])). Errors above 1.35 ulp were not seen. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Sigmoid = vec.Function(uopc.F64, (*uopc.Expr).Sigmoid)

// Softplus sets every dst[i] to log(1+exp(x[i])). Errors above 1.65 ulp were not seen. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Softplus = vec.Function(uopc.F64, (*uopc.Expr).Softplus)

// Gelu sets every dst[i] to x[i]/2*(1+erf(x[i]/sqrt(2))), the exact form of GELU. Errors above 2.85
// ulp were not seen. The slices have one length; dst and x may be one slice, but must not overlap
// in part.
var Gelu = vec.Function(uopc.F64, (*uopc.Expr).Gelu)

// GeluTanh sets every dst[i] to x[i]/2*(1+tanh(sqrt(2/pi)*(x[i]+0.044715*x[i]^3))), the other form
// of GELU. Errors above 2.5 ulp were not seen. The slices have one length; dst and x may be one
// slice, but must not overlap in part.
var GeluTanh = vec.Function(uopc.F64, (*uopc.Expr).GeluTanh)

// Silu sets every dst[i] to x[i]/(1+exp(-x[i])), also called swish. Errors above 2.5 ulp were not
// seen. The slices have one length; dst and x may be one slice, but must not overlap in part.
var Silu = vec.Function(uopc.F64, (*uopc.Expr).Silu)

// Mish sets every dst[i] to x[i]*tanh(log(1+exp(x[i]))). Errors above 2.75 ulp were not seen. The
// slices have one length; dst and x may be one slice, but must not overlap in part.
var Mish = vec.Function(uopc.F64, (*uopc.Expr).Mish)

// Floor sets every dst[i] to x[i] rounded down to a whole number. The result is exact. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Floor = vec.Function(uopc.F64, (*uopc.Expr).Floor)

// Ceil sets every dst[i] to x[i] rounded up to a whole number. The result is exact. The slices have
// one length; dst and x may be one slice, but must not overlap in part.
var Ceil = vec.Function(uopc.F64, (*uopc.Expr).Ceil)

// Round sets every dst[i] to x[i] rounded to the nearest whole number, halves away from 0. The
// result is exact. The slices have one length; dst and x may be one slice, but must not overlap in
// part.
var Round = vec.Function(uopc.F64, (*uopc.Expr).Round)

// RoundEven sets every dst[i] to x[i] rounded to the nearest whole number, halves to the even one.
// The result is exact. The slices have one length; dst and x may be one slice, but must not overlap
// in part.
var RoundEven = vec.Function(uopc.F64, (*uopc.Expr).RoundEven)

// Trunc sets every dst[i] to x[i] without its fraction. The result is exact. The slices have one
// length; dst and x may be one slice, but must not overlap in part.
var Trunc = vec.Function(uopc.F64, (*uopc.Expr).Trunc)

// Div sets every dst[i] to x[i]/y[i]. The result is correctly rounded. The slices have one length;
// dst may be x or y, but must not overlap one in part.
var Div = vec.Function2(uopc.F64, (*uopc.Expr).Div)

// Pow sets every dst[i] to x[i] to the power y[i], with the special cases of C's pow. Errors above
// 1.15 ulp were not seen. The slices have one length; dst may be x or y, but must not overlap one
// in part.
var Pow = vec.Function2(uopc.F64, (*uopc.Expr).Pow)

// Atan2 sets every dst[i] to the angle in radians of the point (x[i], y[i]), as math.Atan2(y[i], x[i])
// does: y comes first. Errors above 1.6 ulp were not seen. The slices have one length; dst may be y
// or x, but must not overlap one in part.
var Atan2 = vec.Atan2(uopc.F64)

// Hypot sets every dst[i] to sqrt(x[i]^2+y[i]^2), without overflow on the way. Errors above 0.9 ulp
// were not seen. The slices have one length; dst may be x or y, but must not overlap one in part.
var Hypot = vec.Function2(uopc.F64, (*uopc.Expr).Hypot)

// Mod sets every dst[i] to the remainder of x[i]/y[i] with the sign of x[i], exactly, as C's fmod.
// The result is exact. The slices have one length; dst may be x or y, but must not overlap one in
// part.
var Mod = vec.Function2(uopc.F64, (*uopc.Expr).Mod)

// CopySign sets every dst[i] to x[i] with the sign of sign[i]; a NaN counts as positive there. The
// result is exact. The slices have one length; dst may be x or sign, but must not overlap one in
// part.
var CopySign = vec.CopySign(uopc.F64)
