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
		"raw_bits_of_f32": cRawBitsOf, "raw_bits_of_f64": widen(cRawBitsOf),
		"f32_of_bits": cOfBits, "f64_of_bits": widen(cOfBits),
		"trunc_f32": cTrunc, "trunc_f64": widen(cTrunc),
		"fma_f32": cFma32, "fma_f64": cFma64,
		"as_double": cAsDouble, "chunk_end": cChunkEnd,
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

const cRawBitsOf = `/* For an x that is known not to be NaN. */
static inline uint32_t raw_bits_of_f32(float x) {
  union { float x; uint32_t b; } u = {x};
  return u.b;
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

const cAsDouble = `static inline double as_double(int64_t v) {
#if __SIZEOF_POINTER__ >= 8
  return (double)v;
#else
  return (double)(int32_t)(v >> 32) * 4294967296.0 + (double)(uint32_t)v; /* 32-bit ARM would call out */
#endif
}
`

const cChunkEnd = `/* Where a loop at from must stop so as to do no more than what is left to this call. */
static inline int64_t chunk_end(int64_t from, int64_t size, double left, double cost) {
  double fit = left / cost;
  if (!(fit >= 1.0)) fit = 1.0;
  if (fit > 2147483647.0) fit = 2147483647.0;
  int64_t end = from + (int32_t)fit;
  return end < size ? end : size;
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
