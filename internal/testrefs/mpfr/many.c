/*
 * The functions of one argument in double precision, eight at a time, by the vector functions of the
 * GNU C library. Their stated error is below 4 units in the last place. It is for speed alone:
 * whoever is in doubt about a value asks ref_f32, which does not use it.
 */
#include <math.h>

#include "ref.h"

#if defined(__x86_64__) && defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 35)

typedef double v8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));
typedef long long m8 __attribute__((vector_size(64)));

#define WIDE __attribute__((target("avx512f")))

static WIDE v8 pick(m8 c, v8 a, v8 b) { return (v8)((c & (m8)a) | (~c & (m8)b)); }

/* MANY makes the loop for one function, e being its value at v. */
#define MANY(n, e) \
    WIDE void many_##n(const double *x, double *to, int n8) { \
        for (int i = 0; i < n8; i += 8) { \
            v8 v = *(const v8u *)(x + i); \
            *(v8u *)(to + i) = e; \
        } \
    }
#define LIBRARY(n, f) \
    WIDE v8 _ZGVeN8v_##f(v8); \
    MANY(n, _ZGVeN8v_##f(v))

LIBRARY(Exp, exp)
LIBRARY(Exp2, exp2)
LIBRARY(Expm1, expm1)
LIBRARY(Log, log)
LIBRARY(Log2, log2)
LIBRARY(Log10, log10)
LIBRARY(Log1p, log1p)
LIBRARY(Sin, sin)
LIBRARY(Cos, cos)
LIBRARY(Tan, tan)
LIBRARY(Sinh, sinh)
LIBRARY(Cosh, cosh)
LIBRARY(Tanh, tanh)
LIBRARY(Asin, asin)
LIBRARY(Acos, acos)
LIBRARY(Atan, atan)
LIBRARY(Erf, erf)
LIBRARY(Erfc, erfc)
LIBRARY(Cbrt, cbrt)

#define exp8 _ZGVeN8v_exp

MANY(Sigmoid, 1 / (1 + exp8(-v)))
MANY(Softplus, pick(v > 0, v, v - v) + _ZGVeN8v_log1p(exp8(pick(v > 0, -v, v))))
MANY(Silu, v / (1 + exp8(-v)))
MANY(Gelu, v * 0.5 * _ZGVeN8v_erfc(v * -0.70710678118654752440))
MANY(GeluTanh, v / (1 + exp8(-1.5957691216057307117 * (v + 0.044715 * v * v * v))))

static WIDE v8 mish(v8 v) {
    v8 e = exp8(v), n = e * (e + 2);
    return pick(v > 40, v, v * (n / (n + 2)));
}
MANY(Mish, mish(v))

#define ROW(n) {near_##n, many_##n},
static const struct { double (*near)(double, double); ref_many *many; } table[] = {
    ROW(Exp) ROW(Exp2) ROW(Expm1) ROW(Log) ROW(Log2) ROW(Log10) ROW(Log1p) ROW(Sin) ROW(Cos) ROW(Tan)
    ROW(Sinh) ROW(Cosh) ROW(Tanh) ROW(Asin) ROW(Acos) ROW(Atan) ROW(Erf) ROW(Erfc) ROW(Cbrt)
    ROW(Sigmoid) ROW(Softplus) ROW(Silu) ROW(Gelu) ROW(GeluTanh) ROW(Mish)
};

ref_many *ref_vector(const struct ref *f) {
    if (!__builtin_cpu_supports("avx512f")) return NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].near == f->near) return table[i].many;
    return NULL;
}

#else

ref_many *ref_vector(const struct ref *f) {
    (void)f;
    return NULL;
}

#endif
