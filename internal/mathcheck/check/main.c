/*
 * Commands, one a line, each answered by lines that end with one that starts with "done":
 *
 *     range32 FROM N     f32, the N inputs whose bits start at FROM
 *     edges32 SEED N     f32, N random inputs, one or two arguments
 *     list32 FILE        f32, inputs from the lines of a file
 *     edges64 SEED N     f64, N random inputs
 *     glibc FROM N       how many f32 results of the C library differ from the kernel's
 *     stream FROM N      the same for N floats that follow the line
 *     self SEED N        the reference alone: its double values against MPFR
 *     version 0          which libraries the reference is made of
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "check.h"

void call(const struct run *r, kernel *k, void *dst, const void *x, const void *y, int64_t n) {
    uint64_t a[6] = {(uint64_t)(uintptr_t)dst, (uint64_t)(uintptr_t)x, (uint64_t)(uintptr_t)y};
    int i = r->f->arity + 1;
    a[i] = (uint64_t)n;
    a[i + 1] = INT64_MAX;
    a[i + 2] = 0;
    k(a);
}

static void answer(const struct run *r) {
    printf("done %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %.17g %" PRIx64 " %" PRIx64 " %.17g\n",
        r->tried, r->wrong, r->differ, r->asked, r->worst, r->at, r->at2, r->drift);
    fflush(stdout);
}

static void reset(struct run *r) {
    *r = (struct run){.f = r->f, .ref = r->ref};
}

static void version(void) {
#ifdef __GLIBC__
    printf("glibc %s, ", gnu_get_libc_version());
#else
    printf("another libc than glibc, ");
#endif
    printf("MPFR %s\n", mpfr_get_version());
}

static int obey(struct run *r, const char *line) {
    char word[16], arg[512];
    uint64_t n = 0;
    if (sscanf(line, "%15s %511s %" SCNu64, word, arg, &n) < 2) return 0;
    uint64_t from = strtoull(arg, NULL, 10);
    if (strcmp(word, "range32") == 0) check_range32(r, from, n);
    else if (strcmp(word, "edges32") == 0) (r->f->arity == 1 ? check_edges32 : check_pairs32)(r, from, n);
    else if (strcmp(word, "edges64") == 0) check_edges64(r, from, n);
    else if (strcmp(word, "list32") == 0) check_list32(r, arg);
    else if (strcmp(word, "glibc") == 0) compare_glibc(r, from, n);
    else if (strcmp(word, "stream") == 0) compare_stream(r, from, n);
    else if (strcmp(word, "self") == 0) check_self(r, from, n);
    else if (strcmp(word, "version") == 0) version();
    else return 0;
    return 1;
}

static const struct function *find(const char *name) {
    const struct function *f = functions;
    while (f->name && strcmp(f->name, name) != 0) f++;
    return f->name ? f : NULL;
}

int main(int argc, char **argv) {
    struct run r = {0};
    if (argc == 2) {
        r.f = find(argv[1]);
        r.ref = ref_find(argv[1]);
    }
    if (!r.f || !r.ref) {
        fprintf(stderr, "%s: no %s of that name\n", argc == 2 ? argv[1] : "mathcheck", r.f ? "reference" : "function");
        return 1;
    }
    char line[600];
    while (fgets(line, sizeof line, stdin)) {
        reset(&r);
        if (!obey(&r, line)) {
            fprintf(stderr, "cannot read the command %s", line);
            return 1;
        }
        answer(&r);
    }
    mpfr_free_cache();
    return 0;
}
