// Kernels for the tests: between them they have every shape that the linker
// must handle. module/main.go has the same in Go.
#include <stdint.h>

typedef float f32x16 __attribute__((vector_size(64)));

struct args {
	float *y;
	const float *x;
	int64_t n, op;
	float a;
};

// No stack at all, no constants.
void axpy(const void *p) {
	const struct args *a = p;
	for (int64_t i = 0; i < a->n; i++) a->y[i] += a->a * a->x[i];
}

// No stack, constants in registers and in memory operands, a table.
static const float table[40] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 0.5f, 0.25f, 7, 9, 11, 15, 17, 19, 23, 29,
	1, 4, 3, 5, 8, 13, 21, 34, 55, 89, 0.5f, 0.25f, 7, 9, 11, 15, 17, 19, 23, 31};
void consts(const void *p) {
	const struct args *a = p;
	for (int64_t i = 0; i < a->n; i++) {
		float v = a->x[i];
		v = v * 1.0625f + 3.5f;
		v = v * v - 0.375f;
		a->y[i] = (v < 0 ? -v : v) * table[i % 40];
	}
}

// A jump table, an early return, an array on the stack.
void sw(const void *p) {
	const struct args *a = p;
	int64_t n = a->n;
	if (n <= 0) return;
	float acc[16] = {0};
	for (int64_t i = 0; i < n; i++) {
		float v = a->x[i];
		switch (a->op + (i & 7)) {
		case 0: v = v * 3.5f; break;
		case 1: v = v + 1.25f; break;
		case 2: v = v / 7.f; break;
		case 3: v = -v; break;
		case 4: v = v * v; break;
		case 5:
			if (v > 100.f) {
				a->y[0] = v;
				return;
			}
			break;
		case 6: v = __builtin_sqrtf(v < 0 ? -v : v); break;
		default: v = v - 9.f;
		}
		acc[i & 15] += v;
	}
	for (int i = 0; i < 16; i++) a->y[i] = acc[i];
}

// A helper that is not inlined, called twice, with a frame of its own.
static __attribute__((noinline)) float helper(const float *x, int64_t n, float k) {
	float acc[40];
	for (int i = 0; i < 40; i++) acc[i] = k * (float)i;
	for (int64_t i = 0; i < n; i++) acc[(i * 7) % 40] += x[i];
	float s = 0;
	for (int i = 0; i < 40; i++) s += acc[i];
	return s;
}
void twice(const void *p) {
	const struct args *a = p;
	float r = helper(a->x, a->n, 1.5f);
	if (r > 1e9f) {
		a->y[0] = -1;
		return;
	}
	a->y[0] = r + helper(a->x + 1, a->n - 1, r);
}

// A helper called at two depths, through another one, and by a tail call.
static __attribute__((noinline)) void leafhelp(float *y, float v) { *y = *y * 0.5f + v; }
static __attribute__((noinline)) void midhelp(float *y, const float *x, int64_t n) {
	for (int64_t i = 0; i < n; i++) leafhelp(y, x[i]);
	y[1] = y[0];
}
void depths(const void *p) {
	const struct args *a = p;
	leafhelp(a->y, 2.f);
	midhelp(a->y, a->x, a->n);
	leafhelp(a->y, a->a);
}

// Forty vectors in memory: an array that wants 64-byte alignment.
void array(const void *p) {
	const struct args *a = p;
	f32x16 v[40];
	for (int i = 0; i < 40; i++) __builtin_memcpy(&v[i], a->x + 16 * i, 64);
	for (int64_t k = 0; k < a->n; k++)
		for (int i = 0; i < 40; i++) v[i] = v[i] * v[(i + 7) % 40] + 1.5f;
	for (int i = 0; i < 40; i++) __builtin_memcpy(a->y + 16 * i, &v[i], 64);
}

// Forty live vectors: registers spill.
#define EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14) M(15) M(16) M(17) \
	M(18) M(19) M(20) M(21) M(22) M(23) M(24) M(25) M(26) M(27) M(28) M(29) M(30) M(31) M(32) M(33) M(34) M(35) M(36) \
	M(37) M(38) M(39)
void live(const void *p) {
	const struct args *a = p;
	const float *x = a->x;
	float *y = a->y;
#define LOAD(i) f32x16 v##i; __builtin_memcpy(&v##i, x + 16 * i, 64);
	EACH(LOAD)
	for (int64_t k = 0; k < a->n; k++) {
		f32x16 t = v0 * 0.5f + v39;
#define STEP(i) v##i = v##i * 0.75f + t; t = t * 0.25f + v##i;
		EACH(STEP)
	}
#define STORE(i) __builtin_memcpy(y + 16 * i, &v##i, 64);
	EACH(STORE)
}

// Early returns behind saved registers, with the work between them.
void early(const void *p) {
	const struct args *a = p;
	float *y = a->y;
	const float *x = a->x;
	int64_t n = a->n, s = 0, t = 1, u = 2, w = 3, q = 4, r = 5;
	for (int64_t i = 0; i < n; i++) {
		if (x[i] > 50.f) {
			y[0] = (float)(s + t);
			return;
		}
		s += t * u ^ i;
		t = t + w + q * 3;
		u = u ^ s;
		w = w + r + t;
		q = q * 5 + u;
		r = r + q;
		if (a->op == 1 && (s & 7) == 3) {
			y[0] = (float)(q & 1023);
			y[1] = x[i];
			return;
		}
		leafhelp(y + 2, x[i]);
	}
	y[0] = (float)((s ^ t ^ u ^ w ^ q ^ r) & 4095);
}

// Much stack.
void big(const void *p) {
	const struct args *a = p;
	volatile float scratch[4096];
	int64_t n = a->n < 4096 ? a->n : 4096;
	for (int64_t i = 0; i < n; i++) scratch[i] = a->x[i];
	float s = 0;
	for (int64_t i = 0; i < n; i++) s += scratch[n - 1 - i];
	a->y[0] = s;
}

// Much stack, and all of it in a helper.
static __attribute__((noinline)) float reversed(const float *x, int64_t n) {
	volatile struct {
		float v[2048];
	} scratch;
	for (int64_t i = 0; i < n; i++) scratch.v[i & 2047] = x[i];
	float s = 0;
	for (int64_t i = 0; i < n; i++) s += scratch.v[(n - 1 - i) & 2047];
	return s;
}
void bighelp(const void *p) {
	const struct args *a = p;
	float s = reversed(a->x, a->n);
	a->y[0] = s + reversed(a->x, a->n);
}

// Exactly 128 bytes: SUB and ADD have another encoding there. (An array alone
// would be aligned to 16; inside a struct it is not.)
void edge(const void *p) {
	const struct args *a = p;
	volatile struct {
		int64_t v[16];
	} scratch;
	for (int i = 0; i < 16; i++) scratch.v[i] = a->n + i;
	int64_t s = 0;
	for (int i = 0; i < 16; i++) s = s * 3 + scratch.v[i];
	a->y[0] = (float)(s & 0xffff);
}

// An array that is aligned by hand, also where vectors are small.
void aligned(const void *p) {
	const struct args *a = p;
	_Alignas(64) volatile float v[64];
	for (int64_t i = 0; i < a->n; i++) v[i & 63] = a->x[i];
	leafhelp(a->y, v[(a->n - 1) & 63]);
	a->y[1] = (float)((uintptr_t)v & 63);
}

// Runs long enough for a profiler to see it, four frames of 200 bytes deep.
static __attribute__((noinline)) float slow(const float *x, int64_t n, float k) {
	volatile struct {
		float v[50];
	} s;
	for (int i = 0; i < 50; i++) s.v[i] = k;
	for (int64_t i = 0; i < n; i++) s.v[i % 50] = s.v[(i + 1) % 50] * 0.5f + x[i & 15];
	return s.v[0];
}
void spin(const void *p) {
	const struct args *a = p;
	a->y[0] = slow(a->x, a->n, a->a) + slow(a->x, a->n, 2.f);
}
