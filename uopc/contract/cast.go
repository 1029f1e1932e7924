package contract

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// cast converts the pattern a of dtype src to dtype dst.
func cast(dst, src uop.DType, a uint64) uint64 {
	switch {
	case src == uop.F32:
		return castFloat(dst, float64(f32(a)))
	case src == uop.F64:
		return castFloat(dst, f64(a))
	case dst == uop.Bool:
		return truth(a != 0)
	case dst == uop.F32:
		return from32(intTo32(src, a))
	case dst == uop.F64:
		return from64(intTo64(src, a))
	}
	return wrap(dst, a)
}

// bitcast reads the bits of a as dst, which has the width of src. NaNs have one pattern on
// both sides.
func bitcast(dst, src uop.DType, a uint64) uint64 { return Canon(dst, Canon(src, a)) }

// castFloat converts v, which holds an f32 or an f64 exactly.
func castFloat(dst uop.DType, v float64) uint64 {
	switch {
	case dst == uop.F64:
		return from64(v)
	case dst == uop.F32:
		return from32(float32(v))
	case dst == uop.Bool:
		return truth(v != 0)
	case v != v:
		return 0
	}
	// Both limits are powers of two or 0, so exact. What lies between them truncates
	// into the range.
	l := &castLimits[dst&15]
	if v >= l.above {
		return greatest(dst)
	}
	if v <= l.least {
		return least(dst)
	}
	if dst == uop.U64 {
		return uint64(v)
	}
	return uint64(int64(v))
}

// castLimit bounds the floats whose integer part is in a dtype: least <= v < above, and for
// unsigned dtypes all above -1, which least = 0 serves as well.
type castLimit struct{ least, above float64 }

var castLimits = func() (t [16]castLimit) {
	for _, d := range uop.ValueDTypes() {
		switch {
		case d.IsSigned():
			top := math.Ldexp(1, d.Bits()-1)
			t[d] = castLimit{-top, top}
		case d.IsInt():
			t[d] = castLimit{0, math.Ldexp(1, d.Bits())}
		}
	}
	return t
}()

// intTo64 rounds an integer or bool to f64.
func intTo64(src uop.DType, a uint64) float64 {
	if src.IsSigned() {
		return float64(int64(a))
	}
	return float64(a)
}

// intTo32 rounds an integer or bool to f32 once. Going through f64 is right only when that
// first step is exact or rounds to odd, so 64-bit magnitudes get the latter: the bits that
// f64 has no room for are gathered into its last one.
func intTo32(src uop.DType, a uint64) float32 {
	negative := src.IsSigned() && int64(a) < 0
	if negative {
		a = -a
	}
	if a >= 1<<53 {
		const spare = 1<<11 - 1
		if a&spare != 0 {
			a |= spare + 1
		}
		a &^= spare
	}
	v := float32(float64(a))
	if negative {
		return -v
	}
	return v
}

// Canon brings any pattern into d: integers and bool wrap to the width, and every NaN
// becomes the one NaN.
func Canon(d uop.DType, bits uint64) uint64 {
	switch d {
	case uop.F32:
		return from32(f32(bits))
	case uop.F64:
		return from64(f64(bits))
	}
	return wrap(d, bits)
}

// FromInt gives v in d: wrapped for integers, rounded once for floats, v != 0 for bool.
func FromInt(d uop.DType, v int64) uint64 { return cast(d, uop.I64, uint64(v)) }

// FromFloat gives v in d, as CAST from f64 does.
func FromFloat(d uop.DType, v float64) uint64 { return castFloat(d, v) }

// Int gives the value as an int64: exact for all integers but the u64 above its range, which
// wrap. Floats truncate and saturate.
func Int(d uop.DType, bits uint64) int64 { return int64(cast(uop.I64, d, bits)) }

// Float gives the value as a float64: exact but for 64-bit integers, which round.
func Float(d uop.DType, bits uint64) float64 { return f64(cast(uop.F64, d, bits)) }

// Same tells whether a and b are one value of d: all NaNs are, 0.0 and -0.0 are not.
func Same(d uop.DType, a, b uint64) bool { return a == b || Canon(d, a) == Canon(d, b) }
