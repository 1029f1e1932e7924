/* Results in f32: right or wrong, and all levels alike. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static float x[BLOCK], y[BLOCK], got[BLOCK], again[BLOCK];
static double near[BLOCK];
static uint8_t doubt[BLOCK];

/* widen makes floats of a kernel's bools, in place. */
static void widen(const struct run *r, float *v, int n) {
    if (!r->f->boolean) return;
    const unsigned char *b = (const unsigned char *)v;
    for (int i = n - 1; i >= 0; i--) v[i] = b[i];
}

static void level(const struct run *r, int l, float *dst, int n) {
    call(r, r->f->level[l].f32, dst, x, y, n);
    widen(r, dst, n);
}

/* levels runs the kernel at every level; got is what the first gave. */
static void levels(struct run *r, int n) {
    level(r, 0, got, n);
    for (int l = 1; l < 4 && r->f->level[l].name; l++) {
        level(r, l, again, n);
        if (memcmp(got, again, n * sizeof *got) == 0) continue;
        for (int i = 0; i < n; i++) {
            if (same32(got[i], again[i])) continue;
            if (r->differ++ < SHOWN)
                printf("level %s %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", r->f->level[l].name,
                    bits32(x[i]), bits32(y[i]), bits32(got[i]), bits32(again[i]));
        }
    }
}

/* unit gives one unit in the last place of a float at v. */
static double unit(double v) {
    int e = ilogb(v);
    if (v == 0 || e < -126) e = -126;
    return ldexp(1, e - 23);
}

/* wrong counts a result that is not the nearest float. Near values give its error well enough to
 * tell whether it is the largest; MPFR measures that one. */
static void wrong(struct run *r, int i, double v, float want) {
    double err = INFINITY;
    if (isfinite(v) && isfinite(got[i])) err = fabs(got[i] - v) / unit(v);
    if (err > r->worst * (1 - 0x1p-16)) err = ref_ulps_f32(r->ref, x[i], y[i], got[i]);
    if (err > r->worst) {
        r->worst = err;
        r->at = bits32(x[i]);
        r->at2 = bits32(y[i]);
    }
    if (r->wrong++ < SHOWN)
        printf("wrong %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n",
            bits32(x[i]), bits32(y[i]), bits32(got[i]), bits32(want));
}

/* drift watches the error of the double reference, measured by MPFR. */
static void drift(struct run *r, int i) {
    if (r->ref->margin == 0 || !isfinite(near[i]) || fabs(near[i]) < 0x1p-1000) return;
    mpfr_t v, d;
    mpfr_inits2(128, v, d, (mpfr_ptr)0);
    ref_value(r->ref, v, x[i], y[i]);
    mpfr_d_sub(d, near[i], v, MPFR_RNDN);
    mpfr_div(d, d, v, MPFR_RNDN);
    double e = fabs(mpfr_get_d(d, MPFR_RNDN));
    if (!(e <= r->drift)) r->drift = e != e ? INFINITY : e;
    mpfr_clears(v, d, (mpfr_ptr)0);
}

/* doubles sets near, many at a time where that can be. */
static void doubles(const struct run *r, int n) {
    static double wide[BLOCK];
    ref_many *many = ref_vector(r->ref);
    int i = 0;
    if (many) {
        for (; i < n - n % 8; i++) wide[i] = x[i];
        many(wide, near, i);
    }
    for (; i < n; i++) near[i] = r->ref->near(x[i], y[i]);
}

/* screen marks the results that are not certain to be right: those that are not what all numbers
 * within the margin round to. */
static void screen(const struct run *r, int n) {
    double down = 1 - r->ref->margin, up = 1 + r->ref->margin;
    doubles(r, n);
    for (int i = 0; i < n; i++)
        doubt[i] = bits32((float)(near[i] * down)) != bits32(got[i]) || bits32((float)(near[i] * up)) != bits32(got[i]);
}

/* one decides on one result. Hard cases are written: values very near to a boundary, but not on it. */
static void one(struct run *r, int i) {
    double gap;
    near[i] = r->ref->near(x[i], y[i]);
    float want = ref_f32(r->ref, x[i], y[i], near[i], &r->asked, &gap);
    if (gap < 0x1p-46 && gap > 0 && r->ref->arity == 1)
        printf("hard %08" PRIx32 " %08" PRIx32 " %.3f\n", bits32(x[i]), bits32(want), log2(gap));
    if (!same32(got[i], want)) wrong(r, i, near[i], want);
}

/* block decides on n results, and looks after the reference at one in 16384 of them. */
static void block(struct run *r, int n) {
    levels(r, n);
    screen(r, n);
    for (int i = bits32(x[0]) * 2654435769u >> 18; i < n; i += 1 << 14)
        if (!doubt[i]) drift(r, i);
    for (int i = 0; i < n; i++)
        if (doubt[i]) one(r, i);
    r->tried += n;
}

void check_range32(struct run *r, uint64_t from, uint64_t n) {
    for (uint64_t end = from + n; from < end;) {
        int m = end - from < BLOCK ? (int)(end - from) : BLOCK;
        for (int i = 0; i < m; i++) x[i] = float32((uint32_t)from++);
        block(r, m);
    }
}

void check_edges32(struct run *r, uint64_t seed, uint64_t n) {
    while (n > 0) {
        int m = n < BLOCK ? (int)n : BLOCK;
        for (int i = 0; i < m; i++) x[i] = edge32(&seed);
        block(r, m);
        n -= m;
    }
}

void check_pairs32(struct run *r, uint64_t seed, uint64_t n) {
    while (n > 0) {
        int m = n < BLOCK ? (int)n : BLOCK;
        for (int i = 0; i < m; i++) pair32(r->f->name, &seed, &x[i], &y[i]);
        block(r, m);
        n -= m;
    }
}

/* expect compares with the results that a file has beside its inputs. */
static void expect(struct run *r, const uint32_t *want, int n) {
    for (int i = 0; i < n; i++)
        if (!same32(ref_round_f32(r->ref, x[i], y[i], NULL), float32(want[i])))
            wrong(r, i, float32(want[i]), float32(want[i]));
    block(r, n);
}

void check_list32(struct run *r, const char *file) {
    static uint32_t want[BLOCK];
    char line[200];
    int n = 0;
    FILE *f = fopen(file, "r");
    if (!f) {
        perror(file);
        exit(1);
    }
    while (n < BLOCK && fgets(line, sizeof line, f)) {
        uint32_t b;
        if (sscanf(line, "%" SCNx32 " %" SCNx32, &b, &want[n]) == 2) x[n++] = float32(b);
    }
    fclose(f);
    expect(r, want, n);
}

/* check_self holds the reference to what it promises, on inputs of which MPFR decides each one. A
 * double value differs when its error is not far below the margin. */
void check_self(struct run *r, uint64_t seed, uint64_t n) {
    for (; n > 0; n--, r->tried++) {
        double gap;
        y[0] = 0;
        if (r->ref->arity == 1) x[0] = edge32(&seed);
        else pair32(r->ref->name, &seed, &x[0], &y[0]);
        near[0] = r->ref->near(x[0], y[0]);
        float want = ref_round_f32(r->ref, x[0], y[0], NULL);
        got[0] = ref_f32(r->ref, x[0], y[0], near[0], &r->asked, &gap);
        /* A double that is subnormal is inexact, and a float 0. */
        r->drift = 0;
        if (want != 0) drift(r, 0);
        if (r->drift > r->ref->margin / 8) r->differ++;
        if (!same32(got[0], want)) wrong(r, 0, near[0], want);
    }
}
