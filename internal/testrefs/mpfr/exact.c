/*
 * The functions by MPFR. Its own functions are correctly rounded at any precision. The others are
 * formulas without cancellation, with 64 bits more for what is lost on the way.
 */
#include "ref.h"

#define ONE(n, e) int exact_##n(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { (void)y; return e; }
#define TWO(n, e) int exact_##n(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { return e; }

ONE(Exp, mpfr_exp(r, x, MPFR_RNDN))
ONE(Exp2, mpfr_exp2(r, x, MPFR_RNDN))
ONE(Expm1, mpfr_expm1(r, x, MPFR_RNDN))
ONE(Log, mpfr_log(r, x, MPFR_RNDN))
ONE(Log2, mpfr_log2(r, x, MPFR_RNDN))
ONE(Log10, mpfr_log10(r, x, MPFR_RNDN))
ONE(Log1p, mpfr_log1p(r, x, MPFR_RNDN))
TWO(Pow, mpfr_pow(r, x, y, MPFR_RNDN))
ONE(Sin, mpfr_sin(r, x, MPFR_RNDN))
ONE(Cos, mpfr_cos(r, x, MPFR_RNDN))
ONE(Tan, mpfr_tan(r, x, MPFR_RNDN))
ONE(Sinh, mpfr_sinh(r, x, MPFR_RNDN))
ONE(Cosh, mpfr_cosh(r, x, MPFR_RNDN))
ONE(Tanh, mpfr_tanh(r, x, MPFR_RNDN))
ONE(Asin, mpfr_asin(r, x, MPFR_RNDN))
ONE(Acos, mpfr_acos(r, x, MPFR_RNDN))
ONE(Atan, mpfr_atan(r, x, MPFR_RNDN))
TWO(Atan2, mpfr_atan2(r, x, y, MPFR_RNDN))
ONE(Erf, mpfr_erf(r, x, MPFR_RNDN))
ONE(Erfc, mpfr_erfc(r, x, MPFR_RNDN))
ONE(Cbrt, mpfr_cbrt(r, x, MPFR_RNDN))
TWO(Hypot, mpfr_hypot(r, x, y, MPFR_RNDN))
ONE(Sqrt, mpfr_sqrt(r, x, MPFR_RNDN))
ONE(Recip, mpfr_ui_div(r, 1, x, MPFR_RNDN))

ONE(Floor, mpfr_floor(r, x))
ONE(Ceil, mpfr_ceil(r, x))
ONE(Round, mpfr_round(r, x))
ONE(RoundEven, mpfr_roundeven(r, x))
ONE(Trunc, mpfr_trunc(r, x))
TWO(Mod, mpfr_fmod(r, x, y, MPFR_RNDN))
TWO(CopySign, mpfr_nan_p(y) ? mpfr_abs(r, x, MPFR_RNDN) : mpfr_copysign(r, x, y, MPFR_RNDN))
ONE(IsNaN, mpfr_set_si(r, mpfr_nan_p(x) != 0, MPFR_RNDN))
ONE(IsInf, mpfr_set_si(r, mpfr_inf_p(x) != 0, MPFR_RNDN))

/* IEEE 754 has minus infinity at -0, MPFR plus infinity. */
int exact_Rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    int t = mpfr_rec_sqrt(r, x, MPFR_RNDN);
    if (mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
    return t;
}

/* A formula computes in t and u. */
typedef void formula(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x);

static int compute(mpfr_ptr r, mpfr_srcptr x, formula *f) {
    mpfr_t t, u;
    mpfr_inits2(mpfr_get_prec(r) + 64, t, u, (mpfr_ptr)0);
    f(t, u, x);
    mpfr_set(r, t, MPFR_RNDN);
    mpfr_clears(t, u, (mpfr_ptr)0);
    return 1;
}

/* logistic sets t to s / (1 + e^-u). */
static void logistic(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr s) {
    mpfr_neg(u, u, MPFR_RNDN);
    mpfr_exp(u, u, MPFR_RNDN);
    mpfr_add_ui(u, u, 1, MPFR_RNDN);
    mpfr_div(t, s, u, MPFR_RNDN);
}

static void sigmoid(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_set(u, x, MPFR_RNDN);
    mpfr_set_ui(t, 1, MPFR_RNDN);
    logistic(t, u, t);
}

static void silu(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_set(u, x, MPFR_RNDN);
    logistic(t, u, x);
}

/* softplus sets t to max(x, 0) + log(1 + e^-|x|). */
static void softplus(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_abs(u, x, MPFR_RNDN);
    mpfr_neg(u, u, MPFR_RNDN);
    mpfr_exp(u, u, MPFR_RNDN);
    mpfr_log1p(t, u, MPFR_RNDN);
    if (mpfr_sgn(x) > 0) mpfr_add(t, t, x, MPFR_RNDN);
}

/* gelu sets t to x/2 * erfc(-x/sqrt(2)). */
static void gelu(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_sqrt_ui(u, 2, MPFR_RNDN);
    mpfr_div(u, x, u, MPFR_RNDN);
    mpfr_neg(u, u, MPFR_RNDN);
    mpfr_erfc(t, u, MPFR_RNDN);
    mpfr_mul(t, t, x, MPFR_RNDN);
    mpfr_div_2ui(t, t, 1, MPFR_RNDN);
}

/* gelu_tanh sets t to x / (1 + e^-2u), u = sqrt(2/pi) * (x + 0.044715*x^3). */
static void gelu_tanh(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_sqr(t, x, MPFR_RNDN);
    mpfr_mul(t, t, x, MPFR_RNDN);
    mpfr_mul_ui(t, t, 44715, MPFR_RNDN);
    mpfr_div_ui(t, t, 1000000, MPFR_RNDN);
    mpfr_add(t, t, x, MPFR_RNDN);
    mpfr_const_pi(u, MPFR_RNDN);
    mpfr_ui_div(u, 8, u, MPFR_RNDN);
    mpfr_sqrt(u, u, MPFR_RNDN); /* 2*sqrt(2/pi) */
    mpfr_mul(u, u, t, MPFR_RNDN);
    logistic(t, u, x);
}

/* mish sets t to x*n / (n + 2), n = e(e + 2), e = e^x. */
static void mish(mpfr_ptr t, mpfr_ptr u, mpfr_srcptr x) {
    mpfr_exp(t, x, MPFR_RNDN);
    mpfr_add_ui(u, t, 2, MPFR_RNDN);
    mpfr_mul(t, t, u, MPFR_RNDN);
    mpfr_add_ui(u, t, 2, MPFR_RNDN);
    mpfr_div(t, t, u, MPFR_RNDN);
    mpfr_mul(t, t, x, MPFR_RNDN);
}

ONE(Sigmoid, compute(r, x, sigmoid))
ONE(Softplus, compute(r, x, softplus))

/* times computes a function that is x times a factor from 0 to 1. Its limit at minus infinity is -0.
 * Below -far it is below any double, and above far nearer to x than can matter: the formulas may
 * leave MPFR's range there, or take long. */
static int times(mpfr_ptr r, mpfr_srcptr x, formula *f, long far) {
    if (mpfr_nan_p(x) || mpfr_zero_p(x)) return mpfr_set(r, x, MPFR_RNDN);
    if (mpfr_inf_p(x) && mpfr_sgn(x) < 0) { mpfr_set_zero(r, -1); return 0; }
    if (mpfr_cmp_si(x, -far) < 0) { mpfr_set_si_2exp(r, -1, -1400, MPFR_RNDN); return 1; }
    if (mpfr_cmp_si(x, far) > 0) { mpfr_set(r, x, MPFR_RNDN); return mpfr_inf_p(x) ? 0 : 1; }
    return compute(r, x, f);
}

ONE(Gelu, times(r, x, gelu, 50))
ONE(GeluTanh, times(r, x, gelu_tanh, 50))
ONE(Silu, times(r, x, silu, 1000))
ONE(Mish, times(r, x, mish, 1000))
