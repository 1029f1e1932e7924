/* Random inputs, weighted to where functions change what they do. */
#include <math.h>
#include <string.h>

#include "check.h"

/* splitmix64 */
static uint64_t next(uint64_t *s) {
    uint64_t z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *s, uint64_t n) { return (uint64_t)((unsigned __int128)next(s) * n >> 64); }
static double uniform(uint64_t *s) { return (double)(next(s) >> 11) * 0x1p-53; }

/* Where results overflow, become subnormal or zero, or saturate, in f32 and in f64; and where the
 * functions bend or end. */
static const double edges[] = {
    0, 0x1p-149, 0x1p-126, 0x1p-1074, 0x1p-1022, 0x1p-25, 0x1p-24, 0x1p-12, 0x1p-53, 0x1p-27, 0.25, 0.5, 1, 2, 3,
    M_PI / 4, M_PI / 2, M_PI, 2 * M_PI, M_E, M_LN2, M_LN2 / 2, M_SQRT1_2, M_SQRT2, 0.4142135623730950488, 2.414213562373095,
    88.722839, 88.02969, 87.336544, 103.27893, 103.97208, 104, 89.415986, 709.782712893384, 710.4758600739439,
    708.3964185322641, 744.4400719213812, 745.1332191019411, 128, 126, 149, 150, 1024, 1022, 1074, 1075,
    38.53184, 308.25, 323.3, 3.832507, 5.9, 9.010913, 10.05, 9.19, 19.061547, 22, 26.543, 27.226, 13.2, 14.2, 38.48, 36.7,
    16.635532, 17.328679, 0x1p22, 0x1p23, 0x1p24, 0x1p31, 0x1p32, 0x1p51, 0x1p52, 0x1p53, 0x1p63, 0x1p64,
    0x1.fffffep127, 0x1.fffffffffffffp1023, INFINITY,
};

/* small gives a multiple of 1/2 or an integer, often a little one. */
static double small(uint64_t *s) { return (double)below(s, 1ull << below(s, 14)) * (below(s, 2) ? 1 : 0.5); }

/* scaled gives a number with an exponent between two. */
static double scaled(uint64_t *s, int lo, int hi) { return ldexp(1 + uniform(s), lo + (int)below(s, hi - lo + 1)); }

/* usual gives a magnitude, as a double. */
static double usual(uint64_t *s) {
    switch (below(s, 8)) {
    case 0: return edges[below(s, sizeof edges / sizeof *edges)];
    case 1: return small(s);
    case 2: return (double)below(s, 1ull << below(s, 40)) * M_PI_2 / (1 << below(s, 3));
    case 3: return 1 + (uniform(s) - 0.5) * ldexp(1, -(int)below(s, 30));
    case 4: return uniform(s) * 2;
    case 5: return uniform(s) * 1200;
    case 6: return scaled(s, -30, 10);
    default: return uniform(s) * 110;
    }
}

/* few gives a small signed number, most often 0 or near. */
static int64_t few(uint64_t *s) {
    int64_t n = (int64_t)below(s, 1ull << below(s, 12));
    return below(s, 2) ? n : -n;
}

float edge32(uint64_t *s) {
    uint32_t sign = (uint32_t)(next(s) & 0x80000000);
    if (below(s, 8) < 3) return float32((uint32_t)next(s));
    uint32_t b = bits32((float)usual(s)) + (uint32_t)(below(s, 2) ? few(s) : 0);
    return float32((b & 0x7fffffff) | sign);
}

double edge64(uint64_t *s) {
    uint64_t sign = next(s) & 1ull << 63;
    if (below(s, 8) < 2) return float64(next(s));
    uint64_t b = bits64(usual(s)) + (uint64_t)(below(s, 2) ? few(s) : 0);
    return float64((b & ~(1ull << 63)) | sign);
}

/* A power near the ends of the range: y is a threshold's logarithm over the base's. */
static double exponent(uint64_t *s, double x) {
    static const double ends[] = {128, -126, -149, -150, 1024, -1022, -1074, -1075, 1e-9, -1e-9};
    double l = log2(fabs(x)), e = ends[below(s, sizeof ends / sizeof *ends)];
    return isfinite(l) && l != 0 ? e / l * (1 + (uniform(s) - 0.5) * ldexp(1, -(int)below(s, 50))) : e;
}

/* partner gives a second argument that has to do with the first. */
static double partner(const char *name, uint64_t *s, double x) {
    if (strcmp(name, "Pow") == 0)
        switch (below(s, 3)) {
        case 0: return exponent(s, x);
        case 1: return below(s, 2) ? small(s) : -small(s);
        default: return (uniform(s) - 0.5) * ldexp(1, (int)below(s, 12));
        }
    return x * ldexp(1 + uniform(s), (int)few(s) % 32) * (below(s, 2) ? 1 : -1);
}

void pair32(const char *name, uint64_t *s, float *x, float *y) {
    *x = edge32(s);
    *y = below(s, 2) ? edge32(s) : (float)partner(name, s, *x);
}

void pair64(const char *name, uint64_t *s, double *x, double *y) {
    *x = edge64(s);
    *y = below(s, 2) ? edge64(s) : partner(name, s, *x);
}
