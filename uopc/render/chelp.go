package render

import (
	"fmt"
	"sort"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Helper is a function that generated text calls, kept apart so that a file with several
// kernels has it once.
type Helper struct {
	Name string
	Text string
}

// cHelpers has the text of every C helper, by name.
var cHelpers = func() map[string]string {
	m := map[string]string{
		"bits_of_f32": cBitsOf, "bits_of_f64": widen(cBitsOf),
		"f32_of_bits": cOfBits, "f64_of_bits": widen(cOfBits),
		"trunc_f32": cTrunc, "trunc_f64": widen(cTrunc),
		"fma_f32": cFma32, "fma_f64": cFma64,
		"chunk_end": cChunkEnd,
	}
	for _, d := range uop.ValueDTypes() {
		if d == uop.Bool {
			continue
		}
		m["max_"+d.String()] = fill(cMaxText, d)
		if !d.IsInt() {
			continue
		}
		div, mod := cSignedDiv, cSignedMod
		if !d.IsSigned() {
			div, mod = cUnsignedDiv, cUnsignedMod
		}
		m["floordiv_"+d.String()], m["floormod_"+d.String()] = fill(div, d), fill(mod, d)
		for _, f := range []uop.DType{uop.F32, uop.F64} {
			m[f.String()+"_to_"+d.String()] = fill(cToInt(f, d), d)
		}
	}
	return m
}()

// cHelperUses has the helpers that helpers call.
var cHelperUses = map[string][]string{
	"trunc_f32": {"bits_of_f32", "f32_of_bits"},
	"trunc_f64": {"bits_of_f64", "f64_of_bits"},
	"fma_f32":   {"bits_of_f64", "f64_of_bits"},
	"fma_f64":   {"bits_of_f64", "f64_of_bits"},
}

// closeHelpers lists what is needed, and what that needs, callees first.
func closeHelpers(need map[string]bool, uses map[string][]string, text map[string]string) []Helper {
	all := map[string]bool{}
	for n := range need {
		all[n] = true
		for _, d := range uses[n] {
			all[d] = true
		}
	}
	names := make([]string, 0, len(all))
	for n := range all {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := len(uses[names[i]]), len(uses[names[j]])
		if (a == 0) != (b == 0) {
			return a == 0
		}
		return names[i] < names[j]
	})
	out := make([]Helper, len(names))
	for i, n := range names {
		out[i] = Helper{n, text[n]}
	}
	return out
}

// fill writes a helper for one dtype: $T is its C type, $D its name.
func fill(text string, d uop.DType) string {
	return strings.NewReplacer("$T", d.CName(), "$D", d.String()).Replace(text)
}

// widen makes the f64 helper from the text of the f32 one.
func widen(text string) string {
	return strings.NewReplacer(
		"float", "double", "f32", "f64", "uint32_t", "uint64_t", "int32_t ", "int64_t ",
		"0x7fc00000u", "0x7ff8000000000000ull", "0x80000000u", "0x8000000000000000ull",
		"0x007fffffu", "0x000fffffffffffffull", ">> 23", ">> 52", "< 23", "< 52", "0xff", "0x7ff", "127", "1023",
		"__builtin_truncf", "__builtin_trunc",
	).Replace(text)
}

const cMaxText = `static inline $T max_$D($T a, $T b) { return a > b ? a : b; }
`

const cSignedDiv = `/* Rounds down; x // 0 is 0, and the least value // -1 is itself. */
static inline $T floordiv_$D($T a, $T b) {
  if (b == 0) return 0;
  if (b == -1) return ($T)-a;
  $T q = ($T)(a / b), r = ($T)(a % b);
  return ($T)(q - (r != 0 && (r < 0) != (b < 0)));
}
`

const cSignedMod = `/* Has the sign of the divisor; x % 0 is x. */
static inline $T floormod_$D($T a, $T b) {
  if (b == 0) return a;
  if (b == -1) return 0;
  $T r = ($T)(a % b);
  return r != 0 && (r < 0) != (b < 0) ? ($T)(r + b) : r;
}
`

const cUnsignedDiv = `static inline $T floordiv_$D($T a, $T b) { return b == 0 ? 0 : ($T)(a / b); }
`

const cUnsignedMod = `static inline $T floormod_$D($T a, $T b) { return b == 0 ? a : ($T)(a % b); }
`

// cToInt is the conversion of a float f to d: it saturates, and a NaN gives 0. The limits are
// powers of two, so they are exact in both float dtypes.
func cToInt(f, d uop.DType) string {
	lo, hi := uop.DTypeRange(d)
	above, least := fmt.Sprintf("0x1p%d", d.Bits()), "0.0"
	if d.IsSigned() {
		above = fmt.Sprintf("0x1p%d", d.Bits()-1)
		least = "-" + above
	}
	if f == uop.F32 {
		above, least = above+"f", least+"f"
	}
	return `static inline $T ` + f.String() + `_to_$D(` + f.CName() + ` x) {
  if (x != x) return 0;
  if (x >= ` + above + `) return ` + cLiteral(d, hi.Bits(), true).s + `;
  if (x <= ` + least + `) return ` + cLiteral(d, lo.Bits(), true).s + `;
  return ($T)x;
}
`
}

const cBitsOf = `/* All NaNs have one pattern. */
static inline uint32_t bits_of_f32(float x) {
  union { float x; uint32_t b; } u = {x};
  return x != x ? 0x7fc00000u : u.b;
}
`

const cOfBits = `static inline float f32_of_bits(uint32_t b) {
  union { uint32_t b; float x; } u = {b};
  return u.x;
}
`

const cTrunc = `static inline float trunc_f32(float x) {
#ifdef UOP_HAS_ROUND
  return __builtin_truncf(x);
#else
  uint32_t b = bits_of_f32(x);
  int e = (int)(b >> 23 & 0xff) - 127;
  if (e < 0) return f32_of_bits(b & 0x80000000u);
  return e < 23 ? f32_of_bits(b & ~(0x007fffffu >> e)) : x;
#endif
}
`

const cFma32 = `/* x*y + z, rounded once. The product is exact in double. The sum is rounded to odd there: an
   inexact sum whose last bit is even steps to its neighbour on the side of the error, so that
   the rounding to float sees which side of a tie the true sum lies on. */
static inline float fma_f32(float x, float y, float z) {
#ifdef UOP_HAS_FMA
  return __builtin_fmaf(x, y, z);
#else
  double p = (double)x * (double)y, c = (double)z;
  double s = p + c, t = s - p;
  double e = (p - (s - t)) + (c - t);
  uint64_t b = bits_of_f64(s);
  uint64_t odd = (e > 0.0) == (s > 0.0) ? b + 1 : b - 1;
  int settled = !(e < 0.0 || e > 0.0) || s - s != 0.0 || (b & 1);
  return (float)(settled ? s : f64_of_bits(odd));
#endif
}
`

const cFma64 = `/* x*y + z, rounded once: in integers where the machine has no instruction for it. */
static inline double fma_f64(double x, double y, double z) {
#ifdef UOP_HAS_FMA
  return __builtin_fma(x, y, z);
#else
  const uint64_t frac = 0x000fffffffffffffull, top = 0x8000000000000000ull;
  uint64_t bits[3] = {bits_of_f64(x), bits_of_f64(y), bits_of_f64(z)}, m[3];
  int64_t e[3];
  if ((bits[0] >> 52 & 0x7ff) == 0x7ff || (bits[1] >> 52 & 0x7ff) == 0x7ff || x == 0.0 || y == 0.0)
    return x * y + z; /* the product is exact, or not a number */
  if ((bits[2] >> 52 & 0x7ff) == 0x7ff) return z;
  if (z == 0.0) return x * y; /* adding a zero would lose the sign of a product that rounds to zero */
  /* Each is m * 2^e, with the top bit of m at 52. */
  for (int i = 0; i < 3; i++) {
    m[i] = bits[i] & frac;
    e[i] = (int64_t)(bits[i] >> 52 & 0x7ff) - 1075;
    if (e[i] == -1075) {
      int up = __builtin_clzll(m[i]) - 11;
      m[i] <<= up;
      e[i] += 1 - up;
    } else {
      m[i] |= frac + 1;
    }
  }
  /* The product in 128 bits, moved up so that its top bit is at 124 or 125. */
  uint64_t a0 = m[0] & 0xffffffff, a1 = m[0] >> 32, b0 = m[1] & 0xffffffff, b1 = m[1] >> 32;
  uint64_t mid = a1 * b0 + (a0 * b0 >> 32), mid2 = a0 * b1 + (mid & 0xffffffff);
  uint64_t ph = a1 * b1 + (mid >> 32) + (mid2 >> 32), pl = mid2 << 32 | (a0 * b0 & 0xffffffff);
  ph = ph << 20 | pl >> 44;
  pl <<= 20;
  int64_t ep = e[0] + e[1] - 20;
  /* The addend with its top bit at 125. */
  uint64_t zh = m[2] << 9, zl = 0;
  int64_t ez = e[2] - 73;
  uint64_t ps = (bits[0] ^ bits[1]) & top, zs = bits[2] & top;
  /* The smaller exponent is raised to the larger; what falls off is kept as a last bit that is 1. */
  int64_t d = ep - ez;
  uint64_t *h = d < 0 ? &ph : &zh, *l = d < 0 ? &pl : &zl;
  int64_t ex = d < 0 ? ez : ep;
  d = d < 0 ? -d : d;
  if (d >= 128) {
    *h = 0, *l = 1;
  } else if (d >= 64) {
    uint64_t lost = *l | (d > 64 ? *h << (128 - d) : 0);
    *l = *h >> (d - 64) | (lost != 0);
    *h = 0;
  } else if (d > 0) {
    uint64_t lost = *l << (64 - d);
    *l = (*l >> d | *h << (64 - d)) | (lost != 0);
    *h >>= d;
  }
  uint64_t sh, sl, sign = ps;
  if (ps == zs) {
    sl = pl + zl;
    sh = ph + zh + (sl < pl);
  } else if (ph > zh || (ph == zh && pl >= zl)) {
    sl = pl - zl;
    sh = ph - zh - (pl < zl);
  } else {
    sl = zl - pl;
    sh = zh - ph - (zl < pl);
    sign = zs;
  }
  if ((sh | sl) == 0) return 0.0;
  /* The top bit goes to 127, and the low half becomes a sticky bit. */
  if (sh == 0) sh = sl, sl = 0, ex -= 64;
  int up = __builtin_clzll(sh);
  if (up > 0) sh = sh << up | sl >> (64 - up), sl <<= up;
  sh |= sl != 0;
  ex += 127 - up;
  if (ex > 1023) return f64_of_bits(sign | 0x7ff0000000000000ull);
  /* 53 bits stay, fewer below the normal range; to nearest, ties to even. */
  int64_t drop = ex < -1022 ? 11 - 1022 - ex : 11;
  if (drop > 64) return f64_of_bits(sign);
  uint64_t keep = drop == 64 ? 0 : sh >> drop, rest = drop == 64 ? sh : sh & ((1ull << drop) - 1);
  uint64_t half = 1ull << (drop - 1);
  keep += rest > half || (rest == half && (keep & 1));
  if (ex >= -1022) keep += (uint64_t)(ex + 1022) << 52;
  return f64_of_bits(sign | keep);
#endif
}
`

const cChunkEnd = `/* Where a loop at from must stop so as to do no more than what is left to this call. */
static inline int64_t chunk_end(int64_t from, int64_t size, double left, double cost) {
  double fit = left / cost;
  if (!(fit >= 1.0)) fit = 1.0;
  if ((double)(size - from) <= fit) return size;
  return from + (int64_t)fit;
}
`

// cPrelude starts every file. The last macro keeps each float operation at its own width.
const cPrelude = `#include <stdint.h>

#if defined(_WIN32)
#define UOP_EXPORT __declspec(dllexport)
#else
#define UOP_EXPORT __attribute__((visibility("default")))
#endif
#if defined(__FMA__) || defined(__aarch64__)
#define UOP_HAS_FMA
#endif
#if defined(__SSE4_1__) || defined(__aarch64__)
#define UOP_HAS_ROUND
#endif
_Static_assert(__FLT_EVAL_METHOD__ == 0, "a float operation must round to its own width");
`
