/* Other libraries against the kernel, whose results are right: how many differ. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static float x[BLOCK], want[BLOCK], theirs[BLOCK];

static const struct {
    const char *name;
    float (*f)(float);
} glibc[] = {
    {"Exp", expf}, {"Exp2", exp2f}, {"Expm1", expm1f}, {"Log", logf}, {"Log2", log2f}, {"Log10", log10f},
    {"Log1p", log1pf}, {"Sin", sinf}, {"Cos", cosf}, {"Tan", tanf}, {"Sinh", sinhf}, {"Cosh", coshf},
    {"Tanh", tanhf}, {"Asin", asinf}, {"Acos", acosf}, {"Atan", atanf}, {"Erf", erff}, {"Erfc", erfcf},
    {"Cbrt", cbrtf}, {"Sqrt", sqrtf},
};

static double unit(double v) {
    int e = v == 0 ? -126 : ilogb(v);
    return ldexp(1, (e < -126 ? -126 : e > 127 ? 127 : e) - 23);
}

/* differs counts; the error is measured from the right float, so it is one half or less too small. */
static void differs(struct run *r, int i) {
    double a = theirs[i], b = want[i], err = INFINITY;
    if (isfinite(a) && isfinite(b)) err = fabs(a - b) / unit(b);
    r->wrong++;
    if (err > r->worst) {
        r->worst = err;
        r->at = bits32(x[i]);
    }
}

static void block(struct run *r, int n) {
    int best = 0;
    while (best < 3 && r->f->level[best + 1].name) best++;
    call(r, r->f->level[best].f32, want, x, NULL, n);
    for (int i = 0; i < n; i++)
        if (!same32(theirs[i], want[i])) differs(r, i);
    r->tried += n;
}

static int range(uint64_t *from, uint64_t end) {
    int m = end - *from < BLOCK ? (int)(end - *from) : BLOCK;
    for (int i = 0; i < m; i++) x[i] = float32((uint32_t)(*from)++);
    return m;
}

void compare_glibc(struct run *r, uint64_t from, uint64_t n) {
    float (*f)(float) = NULL;
    for (size_t i = 0; i < sizeof glibc / sizeof *glibc; i++)
        if (strcmp(glibc[i].name, r->f->name) == 0) f = glibc[i].f;
    for (uint64_t end = from + n; f && from < end;) {
        int m = range(&from, end);
        for (int i = 0; i < m; i++) theirs[i] = f(x[i]);
        block(r, m);
    }
}

void compare_stream(struct run *r, uint64_t from, uint64_t n) {
    for (uint64_t end = from + n; from < end;) {
        int m = range(&from, end);
        if (fread(theirs, sizeof *theirs, m, stdin) != (size_t)m) {
            fputs("the stream ends early\n", stderr);
            exit(1);
        }
        block(r, m);
    }
}
