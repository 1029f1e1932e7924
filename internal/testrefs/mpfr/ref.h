/*
 * An independent reference of the elementary functions: their value in double precision by the C
 * library, and their value to any precision by MPFR.
 */
#ifndef REF_H
#define REF_H

#include <mpfr.h>
#include <stdint.h>

struct ref {
    const char *name;
    int arity;

    /* near gives the value with a relative error far below margin. A margin of 0 says that it is
     * the value itself: the function is exact. */
    double (*near)(double x, double y);
    double margin;

    /* exact gives the value at r's precision p with a relative error below 2^-(p-8); it returns 0
     * when r is the value itself. */
    int (*exact)(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y);
};

/* ref_find returns NULL when there is no such function. */
const struct ref *ref_find(const char *name);

/* ref_vector returns a function that sets to[i] to what near gives for x[i], or another double as near
 * to the value, for i < n, a multiple of 8; NULL when there is none on this machine. */
typedef void ref_many(const double *x, double *to, int n);
ref_many *ref_vector(const struct ref *f);

/* ref_value sets r to the value at (x, y). */
int ref_value(const struct ref *f, mpfr_ptr r, double x, double y);

/* ref_f32 gives the value rounded to float. near is what f->near gave. *asked counts the calls in
 * which MPFR had to decide; then, or when a value is asked for, *gap is the relative distance from
 * the value to the nearest boundary between floats, 0 for a tie, and else it is 1. */
float ref_f32(const struct ref *f, float x, float y, double near, uint64_t *asked, double *gap);

/* ref_round_f32 gives the same by MPFR alone. */
float ref_round_f32(const struct ref *f, float x, float y, double *gap);

/* ref_ulps_f32 and ref_ulps_f64 give the error of a result in units of the last place of the exact
 * value; infinity when one is a NaN and the other is not, or an infinity or the sign of a zero is
 * wrong. */
double ref_ulps_f32(const struct ref *f, float x, float y, float got);
double ref_ulps_f64(const struct ref *f, double x, double y, double got);

/* The two families of functions behind the table. */
#define BOTH(F) \
    F(Exp) F(Exp2) F(Expm1) F(Log) F(Log2) F(Log10) F(Log1p) F(Pow) F(Sin) F(Cos) F(Tan) \
    F(Sinh) F(Cosh) F(Tanh) F(Asin) F(Acos) F(Atan) F(Atan2) F(Erf) F(Erfc) F(Sigmoid) \
    F(Softplus) F(Gelu) F(GeluTanh) F(Silu) F(Mish) F(Cbrt) F(Hypot) F(Rsqrt) F(Sqrt) F(Recip) \
    F(Floor) F(Ceil) F(Round) F(RoundEven) F(Trunc) F(Mod) F(CopySign) F(IsNaN) F(IsInf)
#define NEAR(n) double near_##n(double x, double y);
#define EXACT(n) int exact_##n(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y);
BOTH(NEAR)
BOTH(EXACT)
#undef NEAR
#undef EXACT

#endif
