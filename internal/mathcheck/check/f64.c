/* Results in f64: their error, and all levels alike. */
#include <inttypes.h>
#include <string.h>

#include "check.h"

static double x[BLOCK], y[BLOCK], got[BLOCK], again[BLOCK];

static void level(const struct run *r, int l, double *dst, int n) {
    call(r, r->f->level[l].f64, dst, x, y, n);
    if (!r->f->boolean) return;
    const unsigned char *b = (const unsigned char *)dst;
    for (int i = n - 1; i >= 0; i--) dst[i] = b[i];
}

static void levels(struct run *r, int n) {
    level(r, 0, got, n);
    for (int l = 1; l < 4 && r->f->level[l].name; l++) {
        level(r, l, again, n);
        if (memcmp(got, again, n * sizeof *got) == 0) continue;
        for (int i = 0; i < n; i++) {
            if (same64(got[i], again[i])) continue;
            if (r->differ++ < SHOWN)
                printf("level %s %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", r->f->level[l].name,
                    bits64(x[i]), bits64(y[i]), bits64(got[i]), bits64(again[i]));
        }
    }
}

/* GROSS is an error that no function may have; smaller ones are only measured. */
enum { GROSS = 4 };

static void one(struct run *r, int i) {
    double want = r->ref->near(x[i], y[i]);
    if (r->ref->margin == 0 && same64(got[i], want)) return;
    double err = ref_ulps_f64(r->ref, x[i], y[i], got[i]);
    if (err > r->worst) {
        r->worst = err;
        r->at = bits64(x[i]);
        r->at2 = bits64(y[i]);
    }
    r->asked++;
    if (err <= (r->ref->margin == 0 ? 0 : GROSS)) return;
    if (r->wrong++ < SHOWN)
        printf("wrong %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n",
            bits64(x[i]), bits64(y[i]), bits64(got[i]), bits64(want));
}

void check_edges64(struct run *r, uint64_t seed, uint64_t n) {
    while (n > 0) {
        int m = n < BLOCK ? (int)n : BLOCK;
        for (int i = 0; i < m; i++) {
            y[i] = 0;
            if (r->f->arity == 1) x[i] = edge64(&seed);
            else pair64(r->f->name, &seed, &x[i], &y[i]);
        }
        levels(r, m);
        for (int i = 0; i < m; i++) one(r, i);
        r->tried += m;
        n -= m;
    }
}
