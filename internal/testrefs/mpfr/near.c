/*
 * The functions in double precision. What the C library has is taken from there: the GNU C library
 * states errors of a few units in the last place, 2^-50 at most, for all that is used here. The
 * others are formulas without cancellation.
 */
#include <math.h>

#include "ref.h"

#define ONE(n, e) double near_##n(double x, double y) { (void)y; return e; }
#define TWO(n, e) double near_##n(double x, double y) { return e; }

ONE(Exp, exp(x))
ONE(Exp2, exp2(x))
ONE(Expm1, expm1(x))
ONE(Log, log(x))
ONE(Log2, log2(x))
ONE(Log10, log10(x))
ONE(Log1p, log1p(x))
TWO(Pow, pow(x, y))
ONE(Sin, sin(x))
ONE(Cos, cos(x))
ONE(Tan, tan(x))
ONE(Sinh, sinh(x))
ONE(Cosh, cosh(x))
ONE(Tanh, tanh(x))
ONE(Asin, asin(x))
ONE(Acos, acos(x))
ONE(Atan, atan(x))
TWO(Atan2, atan2(x, y))
ONE(Erf, erf(x))
ONE(Erfc, erfc(x))
ONE(Cbrt, cbrt(x))
TWO(Hypot, hypot(x, y))
ONE(Rsqrt, 1 / sqrt(x))
ONE(Sqrt, sqrt(x))
ONE(Recip, 1 / x)

ONE(Floor, floor(x))
ONE(Ceil, ceil(x))
ONE(Round, round(x))
ONE(RoundEven, nearbyint(x))
ONE(Trunc, trunc(x))
TWO(Mod, fmod(x, y))
TWO(CopySign, y != y ? fabs(x) : copysign(x, y)) /* the one NaN has no sign */
ONE(IsNaN, isnan(x) != 0)
ONE(IsInf, isinf(x) != 0)

ONE(Sigmoid, 1 / (1 + exp(-x)))
ONE(Softplus, x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)))

/* These are x times a factor that goes from 0 to 1; 0 times minus infinity is their limit, -0. */
#define TIMES(n, e) ONE(n, x == -INFINITY ? -0.0 : e)

/* The error of the argument of erfc counts 2t^2-fold, and t is below 11 where a float is not 0. */
TIMES(Gelu, x * 0.5 * erfc(x * -0.70710678118654752440))

/* 1 + tanh(u) is 2 / (1 + e^-2u); the error of 2u counts |2u|-fold, and -2u is below 110. */
TIMES(GeluTanh, x / (1 + exp(-1.5957691216057307117 * (x + 0.044715 * x * x * x))))
TIMES(Silu, x / (1 + exp(-x)))

/* tanh(log(1 + e)) is e(e + 2) / (e(e + 2) + 2). */
static double mish(double x) {
    double e = exp(x), n = e * (e + 2);
    return x > 40 ? x : x * (n / (n + 2));
}
TIMES(Mish, mish(x))
