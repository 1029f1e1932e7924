/*
 * The checker runs the kernels of one function and compares their results with the reference. It
 * reads commands from standard input and writes lines of words to standard output.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>

#include "ref.h"

/* A kernel sets dst[i] to the function of x[i], and of y[i] if it takes two, for i < n. */
typedef void kernel(void *args);

struct level {
    const char *name;
    kernel *f32, *f64;
};

/* The table of what was compiled, ended by a name that is NULL. Go writes it. */
struct function {
    const char *name;
    int arity, boolean;
    struct level level[4];
};
extern const struct function functions[];

enum { BLOCK = 1 << 16 }; /* inputs of one call of a kernel */

/* A run is one function under check, and what was found since the last command. */
struct run {
    const struct function *f;
    const struct ref *ref;
    uint64_t tried, wrong, differ, asked;
    double worst;        /* the largest error in units of the last place */
    uint64_t at, at2;    /* and the bits of its input */
    double drift;        /* the largest relative error of the double reference that was seen */
};

/* call runs one kernel over n elements. */
void call(const struct run *r, kernel *k, void *dst, const void *x, const void *y, int64_t n);

void check_range32(struct run *r, uint64_t from, uint64_t n);
void check_edges32(struct run *r, uint64_t seed, uint64_t n);
void check_list32(struct run *r, const char *file);
void check_pairs32(struct run *r, uint64_t seed, uint64_t n);
void check_self(struct run *r, uint64_t seed, uint64_t n);
void check_edges64(struct run *r, uint64_t seed, uint64_t n);

/* Comparison with others: the kernel gives what is right. */
void compare_glibc(struct run *r, uint64_t from, uint64_t n);
void compare_stream(struct run *r, uint64_t from, uint64_t n);

/* Inputs, weighted to where functions change what they do. */
float edge32(uint64_t *seed);
double edge64(uint64_t *seed);
void pair32(const char *name, uint64_t *seed, float *x, float *y);
void pair64(const char *name, uint64_t *seed, double *x, double *y);

static inline uint32_t bits32(float x) { union { float x; uint32_t b; } u = {x}; return u.b; }
static inline float float32(uint32_t b) { union { uint32_t b; float x; } u = {b}; return u.x; }
static inline uint64_t bits64(double x) { union { double x; uint64_t b; } u = {x}; return u.b; }
static inline double float64(uint64_t b) { union { uint64_t b; double x; } u = {b}; return u.x; }

/* same tells whether two floats are one value; all NaNs are. */
static inline int same32(float a, float b) { return bits32(a) == bits32(b) || (a != a && b != b); }
static inline int same64(double a, double b) { return bits64(a) == bits64(b) || (a != a && b != b); }

/* Lines about single inputs; few of each are written. */
enum { SHOWN = 10 };

#endif
