package difftest

import (
	"math"
	"math/rand/v2"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// machineDTypes are the dtypes whose arithmetic may overflow: all but index.
var machineDTypes = uop.ValueDTypes()[:len(uop.ValueDTypes())-1]

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// payloads are NaNs that are not the canonical one: quiet and signaling, of both signs.
var payloads = map[uop.DType][]uint64{
	uop.F32: {0x7fc00001, 0xffc00000, 0x7f800001, 0xffa5a5a5},
	uop.F64: {0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001, 0xfff5a5a5a5a5a5a5},
}

// element draws the raw bits of an input: special values, small numbers, calm ones, any bits.
// Floats include NaNs with payloads. calm draws mostly finite numbers of like size, so that long
// sums stay numbers.
func element(r *rand.Rand, d uop.DType, calm bool) uint64 {
	switch {
	case d == uop.Bool:
		return r.Uint64() & 1
	case d == uop.Index:
		return uint64(r.Int64N(200) - 50)
	case calm && d.IsFloat():
		return contract.FromFloat(d, r.NormFloat64()*math.Exp2(float64(r.IntN(8))))
	case d.IsFloat() && r.IntN(16) == 0:
		return pick(r, payloads[d])
	}
	switch r.IntN(4) {
	case 0:
		return contract.Canon(d, r.Uint64())
	case 1:
		if d.IsFloat() {
			return contract.FromFloat(d, float64(r.IntN(65)-32)/4)
		}
		return contract.FromInt(d, int64(r.IntN(24)-8))
	}
	return contract.Canon(d, pick(r, uirtest.Specials(d)))
}

// inRange draws a value that keeps the promise of a PARAM.
func inRange(r *rand.Rand, d uop.DType, lo, hi int64) uint64 {
	switch {
	case hi <= lo:
		return contract.FromInt(d, lo)
	case r.IntN(4) == 0:
		return contract.FromInt(d, lo)
	case r.IntN(3) == 0:
		return contract.FromInt(d, hi)
	case hi-lo < 0 || hi-lo == math.MaxInt64:
		return contract.FromInt(d, lo+int64(r.Uint64()>>1))
	}
	return contract.FromInt(d, lo+r.Int64N(hi-lo+1))
}

func vector(r *rand.Rand, d uop.DType, n int64, calm bool) *interp.Value {
	bits := make([]uint64, n)
	for i := range bits {
		bits[i] = element(r, d, calm)
	}
	return interp.Vector(d, bits...)
}

func clone(vals []*interp.Value) []*interp.Value {
	out := make([]*interp.Value, len(vals))
	for i, v := range vals {
		if v != nil {
			out[i] = &interp.Value{DType: v.DType, Shape: v.Shape, Bits: append([]uint64(nil), v.Bits...)}
		}
	}
	return out
}
