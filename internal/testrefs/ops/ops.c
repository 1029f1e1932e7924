/*
 * An independent reference of the elementwise ops, for tests of package contract.
 *
 * It reads records from standard input and writes one 64-bit result for each to standard
 * output, in the machine's byte order. Integers are worked out in 128 bits, as the
 * mathematical numbers they are, and brought into the width by a division at the end;
 * floats go through libm and the hardware. Nothing here follows the structure of the Go
 * package or of the code that the renderers write.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef __int128 wide;

struct record {
    uint32_t op, dst, src, pad;
    uint64_t a, b, c;
};

enum op {
    NEG = 1, RECIP, SQRT, EXP2, LOG2, SIN, TRUNC, CAST, BITCAST,
    ADD, MUL, FDIV, MAX, CMPLT, CMPNE, FLOORDIV, FLOORMOD, AND, OR, XOR, SHL, SHR,
    WHERE, FMA
};

/* A dtype is its width, plus one of these. */
enum { SIGNED = 0x100, UNSIGNED = 0x200, FLOATING = 0x400, BOOLEAN = 0x800 };

static int width(uint32_t t) { return t & 0xff; }

static wide power(int n) { return (wide)1 << n; }

/* The integer that a pattern stands for. */
static wide number(uint32_t t, uint64_t bits) {
    wide v = bits % power(width(t));
    if ((t & SIGNED) && v >= power(width(t) - 1)) v -= power(width(t));
    return v;
}

/* The pattern of v taken modulo the width. */
static uint64_t pattern(uint32_t t, wide v) {
    wide m = power(width(t));
    v %= m;
    if (v < 0) v += m;
    if ((t & SIGNED) && v >= m / 2) v -= m;
    return (uint64_t)v;
}

static float as_f32(uint64_t b) { uint32_t n = (uint32_t)b; float f; memcpy(&f, &n, 4); return f; }
static double as_f64(uint64_t b) { double f; memcpy(&f, &b, 8); return f; }

static uint64_t of_f32(float f) {
    uint32_t n;
    if (isnan(f)) return 0x7fc00000u;
    memcpy(&n, &f, 4);
    return n;
}

static uint64_t of_f64(double f) {
    uint64_t n;
    if (isnan(f)) return 0x7ff8000000000000u;
    memcpy(&n, &f, 8);
    return n;
}

/* The compiler's conversions of 128-bit integers round once, to nearest even. */
static uint64_t int_to_float(uint32_t dst, wide v) {
    return width(dst) == 32 ? of_f32((float)v) : of_f64((double)v);
}

static uint64_t convert(uint32_t dst, uint32_t src, uint64_t bits) {
    if (!(src & FLOATING)) {
        wide n = number(src, bits);
        if (dst & BOOLEAN) return n != 0;
        return (dst & FLOATING) ? int_to_float(dst, n) : pattern(dst, n);
    }
    double v = width(src) == 32 ? (double)as_f32(bits) : as_f64(bits);
    if (dst & BOOLEAN) return !(v == 0);
    if (dst & FLOATING) return width(dst) == 32 ? of_f32((float)v) : of_f64(v);
    if (isnan(v)) return 0;
    wide lo = (dst & SIGNED) ? -power(width(dst) - 1) : 0;
    wide hi = lo + power(width(dst)) - 1;
    if (fabs(v) > 1e30) return pattern(dst, v > 0 ? hi : lo);
    wide n = (wide)trunc(v);
    return pattern(dst, n > hi ? hi : n < lo ? lo : n);
}

static uint64_t reread(uint32_t dst, uint32_t src, uint64_t bits) {
    union { uint8_t byte[8]; uint64_t all; } u = {{0}};
    if (src & FLOATING) bits = width(src) == 32 ? of_f32(as_f32(bits)) : of_f64(as_f64(bits));
    memcpy(u.byte, &bits, (width(src) + 7) / 8);
    if (dst & FLOATING) return width(dst) == 32 ? of_f32(as_f32(u.all)) : of_f64(as_f64(u.all));
    return pattern(dst, (wide)u.all);
}

/* The quotient toward -inf: the one q with 0 <= (x - q*y)/y < 1. */
static wide quotient(wide x, wide y) {
    if (y < 0) { x = -x; y = -y; }
    return x >= 0 ? x / y : -((-x + y - 1) / y);
}

static uint64_t on_ints(const struct record *r) {
    uint32_t t = r->src;
    wide x = number(t, r->a), y = number(t, r->b);
    int w = width(t);
    int n = (int)(((y % w) + w) % w);
    switch (r->op) {
    case NEG: return pattern(t, 0 - x);
    case ADD: return pattern(t, x + y);
    /* The product may pass 127 bits, but 2^128 is a multiple of the modulus. */
    case MUL: return pattern(t, (wide)((unsigned __int128)x * (unsigned __int128)y));
    case MAX: return pattern(t, x > y ? x : y);
    case CMPLT: return x < y;
    case CMPNE: return x != y;
    case FLOORDIV: return y == 0 ? 0 : pattern(t, quotient(x, y));
    case FLOORMOD: return y == 0 ? pattern(t, x) : pattern(t, x - quotient(x, y) * y);
    case AND: return pattern(t, x & y);
    case OR: return pattern(t, x | y);
    case XOR: return pattern(t, x ^ y);
    case SHL: return pattern(t, x * power(n));
    case SHR: return pattern(t, quotient(x, power(n)));
    }
    return 0xdeadbeefdeadbeefu;
}

static uint64_t on_bools(const struct record *r) {
    static const char *truth[] = { /* the result for (0,0) (0,1) (1,0) (1,1) */
        [MUL] = "0001", [MAX] = "0111", [CMPLT] = "0100", [CMPNE] = "0110",
        [AND] = "0001", [OR] = "0111", [XOR] = "0110",
    };
    return truth[r->op][2 * r->a + r->b] == '1';
}

static uint64_t on_f32(const struct record *r) {
    float x = as_f32(r->a), y = as_f32(r->b), z = as_f32(r->c);
    switch (r->op) {
    case NEG: return of_f32(copysignf(x, signbit(x) ? 1.0f : -1.0f));
    case RECIP: return of_f32(1.0f / x);
    case SQRT: return of_f32(sqrtf(x));
    case TRUNC: return of_f32(truncf(x));
    case ADD: return of_f32(x + y);
    case MUL: return of_f32(x * y);
    case FDIV: return of_f32(x / y);
    case MAX: return of_f32(isgreater(x, y) ? x : y);
    case CMPLT: return isless(x, y);
    case CMPNE: return !(x == y);
    case FMA: return of_f32(fmaf(x, y, z));
    /* For these the result is libm's double; the test rounds it. */
    case EXP2: return of_f64(exp2((double)x));
    case LOG2: return of_f64(log2((double)x));
    case SIN: return of_f64(sin((double)x));
    }
    return 0xdeadbeefdeadbeefu;
}

static uint64_t on_f64(const struct record *r) {
    double x = as_f64(r->a), y = as_f64(r->b), z = as_f64(r->c);
    switch (r->op) {
    case NEG: return of_f64(copysign(x, signbit(x) ? 1.0 : -1.0));
    case RECIP: return of_f64(1.0 / x);
    case SQRT: return of_f64(sqrt(x));
    case TRUNC: return of_f64(trunc(x));
    case ADD: return of_f64(x + y);
    case MUL: return of_f64(x * y);
    case FDIV: return of_f64(x / y);
    case MAX: return of_f64(isgreater(x, y) ? x : y);
    case CMPLT: return isless(x, y);
    case CMPNE: return !(x == y);
    case FMA: return of_f64(fma(x, y, z));
    case EXP2: return of_f64(exp2(x));
    case LOG2: return of_f64(log2(x));
    case SIN: return of_f64(sin(x));
    }
    return 0xdeadbeefdeadbeefu;
}

static uint64_t answer(const struct record *r) {
    if (r->op == CAST) return convert(r->dst, r->src, r->a);
    if (r->op == BITCAST) return reread(r->dst, r->src, r->a);
    if (r->op == WHERE) return reread(r->src, r->src, r->a ? r->b : r->c);
    if (r->src & BOOLEAN) return on_bools(r);
    if (!(r->src & FLOATING)) return on_ints(r);
    return width(r->src) == 32 ? on_f32(r) : on_f64(r);
}

int main(void) {
    static struct record in[4096];
    static uint64_t out[4096];
    size_t n;
    while ((n = fread(in, sizeof in[0], 4096, stdin)) > 0) {
        for (size_t i = 0; i < n; i++) out[i] = answer(&in[i]);
        if (fwrite(out, sizeof out[0], n, stdout) != n) return 1;
    }
    return ferror(stdin) || fflush(stdout) != 0;
}
