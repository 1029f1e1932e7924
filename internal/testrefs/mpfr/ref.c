/*
 * The table of the reference, correct rounding to float, and errors in units of the last place.
 */
#include "ref.h"

#include <math.h>
#include <string.h>

/* USUAL is hundreds of times the error of the C library's functions, and still leaves only one value
 * in half a million to MPFR. LOOSE is for formulas that enlarge the error of an argument. */
#define USUAL 0x1p-44
#define LOOSE 0x1p-41
#define EXACT 0

#define ROW(n, arity, margin) {#n, arity, near_##n, margin, exact_##n},
static const struct ref table[] = {
    ROW(Exp, 1, USUAL) ROW(Exp2, 1, USUAL) ROW(Expm1, 1, USUAL)
    ROW(Log, 1, USUAL) ROW(Log2, 1, USUAL) ROW(Log10, 1, USUAL) ROW(Log1p, 1, USUAL)
    ROW(Pow, 2, USUAL)
    ROW(Sin, 1, USUAL) ROW(Cos, 1, USUAL) ROW(Tan, 1, USUAL)
    ROW(Sinh, 1, USUAL) ROW(Cosh, 1, USUAL) ROW(Tanh, 1, USUAL)
    ROW(Asin, 1, USUAL) ROW(Acos, 1, USUAL) ROW(Atan, 1, USUAL) ROW(Atan2, 2, USUAL)
    ROW(Erf, 1, USUAL) ROW(Erfc, 1, USUAL)
    ROW(Sigmoid, 1, USUAL) ROW(Softplus, 1, USUAL) ROW(Gelu, 1, LOOSE) ROW(GeluTanh, 1, LOOSE)
    ROW(Silu, 1, USUAL) ROW(Mish, 1, USUAL)
    ROW(Cbrt, 1, USUAL) ROW(Hypot, 2, USUAL) ROW(Rsqrt, 1, USUAL) ROW(Sqrt, 1, USUAL) ROW(Recip, 1, USUAL)
    ROW(Floor, 1, EXACT) ROW(Ceil, 1, EXACT) ROW(Round, 1, EXACT) ROW(RoundEven, 1, EXACT)
    ROW(Trunc, 1, EXACT) ROW(Mod, 2, EXACT) ROW(CopySign, 2, EXACT) ROW(IsNaN, 1, EXACT) ROW(IsInf, 1, EXACT)
};

const struct ref *ref_find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

int ref_value(const struct ref *f, mpfr_ptr r, double x, double y) {
    mpfr_t a, b;
    mpfr_inits2(53, a, b, (mpfr_ptr)0);
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    int t = f->exact(r, a, b);
    mpfr_clears(a, b, (mpfr_ptr)0);
    return t;
}

static int same_f32(float a, float b) {
    return a != a ? b != b : a == b && !signbit(a) == !signbit(b);
}

/* certain tells whether all numbers within r's error round to the same float. */
static int certain(mpfr_srcptr r) {
    mpfr_t e, a;
    mpfr_prec_t p = mpfr_get_prec(r);
    mpfr_inits2(p + 8, e, a, (mpfr_ptr)0);
    mpfr_div_2ui(e, r, p - 8, MPFR_RNDN);
    mpfr_add(a, r, e, MPFR_RNDN);
    float above = mpfr_get_flt(a, MPFR_RNDN);
    mpfr_sub(a, r, e, MPFR_RNDN);
    float below = mpfr_get_flt(a, MPFR_RNDN);
    mpfr_clears(e, a, (mpfr_ptr)0);
    return same_f32(above, below);
}

/* gap_f32 gives the relative distance from r to the middle of the two floats around it. */
static double gap_f32(mpfr_srcptr r) {
    if (!mpfr_regular_p(r)) return 1;
    float in = mpfr_get_flt(r, MPFR_RNDZ), out = mpfr_get_flt(r, MPFR_RNDA);
    if (in == out) return 1;
    double far = isinf(out) ? copysign(0x1p128, out) : out;
    mpfr_t d;
    mpfr_init2(d, mpfr_get_prec(r));
    mpfr_sub_d(d, r, ((double)in + far) / 2, MPFR_RNDN);
    mpfr_div(d, d, r, MPFR_RNDN);
    double gap = fabs(mpfr_get_d(d, MPFR_RNDN));
    mpfr_clear(d);
    return gap;
}

/* Ziv's method: more bits until the rounding is certain. What is not certain with 1600 bits would be
 * a tie, but every function that has ties says so by returning 0. */
float ref_round_f32(const struct ref *f, float x, float y, double *gap) {
    float v = NAN;
    for (mpfr_prec_t p = 200; p <= 1600; p *= 2) {
        mpfr_t r;
        mpfr_init2(r, p);
        int done = ref_value(f, r, x, y) == 0 || !mpfr_regular_p(r) || certain(r);
        v = mpfr_get_flt(r, MPFR_RNDN);
        if (done && gap) *gap = gap_f32(r);
        mpfr_clear(r);
        if (done) break;
    }
    return v;
}

/* halved tells whether f(x) is x/2 and a little more, too little for a double; then the sign of what
 * is more decides ties of subnormal floats, of which there are millions. */
static int halved(const struct ref *f, float x) {
    return (f->exact == exact_Gelu || f->exact == exact_GeluTanh || f->exact == exact_Silu) &&
        x != 0 && fabsf(x) < 0x1p-100f;
}

float ref_f32(const struct ref *f, float x, float y, double near, uint64_t *asked, double *gap) {
    *gap = 1;
    if (near != near || f->margin == 0) return (float)near;
    if (halved(f, x)) return (float)nextafter((double)x / 2, INFINITY);
    float below = (float)(near - near * f->margin), above = (float)(near + near * f->margin);
    if (isinf(near) || same_f32(below, above)) return (float)near;
    ++*asked;
    return ref_round_f32(f, x, y, gap);
}

/* ulps gives |got - r| in units of r's last place, for floats of that many bits whose least exponent
 * is emin; top is where they overflow. An infinity stands for the power of two behind the largest
 * number. */
static double ulps(mpfr_srcptr r, double got, int digits, int emin, int emax, double rounded) {
    if (got != got || mpfr_nan_p(r)) return got != got && mpfr_nan_p(r) ? 0 : INFINITY;
    if (got == rounded && !signbit(got) != !signbit(rounded)) return INFINITY;
    if (got == rounded && !mpfr_regular_p(r)) return 0;
    if (mpfr_inf_p(r) || (isinf(got) && got == rounded)) return got == rounded ? 0 : INFINITY;
    long e = mpfr_zero_p(r) ? emin : mpfr_get_exp(r) - 1;
    if (e < emin) e = emin;
    if (e > emax) e = emax;
    mpfr_t d;
    mpfr_init2(d, mpfr_get_prec(r) + 64);
    if (isinf(got))
        mpfr_set_si_2exp(d, got > 0 ? 1 : -1, emax + 1, MPFR_RNDN);
    else
        mpfr_set_d(d, got, MPFR_RNDN);
    mpfr_sub(d, d, r, MPFR_RNDN);
    mpfr_mul_2si(d, d, digits - 1 - e, MPFR_RNDN);
    double u = fabs(mpfr_get_d(d, MPFR_RNDN));
    mpfr_clear(d);
    return u;
}

double ref_ulps_f32(const struct ref *f, float x, float y, float got) {
    mpfr_t r;
    mpfr_init2(r, 128);
    ref_value(f, r, x, y);
    double u = ulps(r, got, 24, -126, 127, mpfr_get_flt(r, MPFR_RNDN));
    mpfr_clear(r);
    return u;
}

double ref_ulps_f64(const struct ref *f, double x, double y, double got) {
    mpfr_t r;
    mpfr_init2(r, 128);
    ref_value(f, r, x, y);
    double u = ulps(r, got, 53, -1022, 1023, mpfr_get_d(r, MPFR_RNDN));
    mpfr_clear(r);
    return u;
}
