package uirtest

import (
	"math"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/uop"
)

// specialFloats are the values that tell wrong float arithmetic from right.
var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 3, -7, 0.1, math.Pi, 1e8, 16777217,
	math.Inf(1), math.Inf(-1), math.NaN(), 2147483648, -2147483649, 1e19}

// specialInts are the same for integers; they are wrapped to the width of the dtype.
var specialInts = []int64{0, 1, -1, 2, 3, -3, 7, 10, 31, 32, 33, 63, 64, 127, 128, 255, 256}

// Specials gives the raw values of d that are worth trying: both zeros, infinities, NaN, the
// largest and the smallest numbers, what lies next to them, and small numbers.
func Specials(d uop.DType) []uint64 {
	switch {
	case d == uop.Bool:
		return []uint64{0, 1}
	case d == uop.F32:
		return append(floats(func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) }),
			0x7f7fffff, 0x00000001, 0x80000001, 0x00800000, 0x007fffff)
	case d == uop.F64:
		return append(floats(math.Float64bits),
			0x7fefffffffffffff, 1, 1<<63|1, 0x0010000000000000, 0x000fffffffffffff)
	}
	var out []uint64
	for _, v := range specialInts {
		out = append(out, uint64(v))
	}
	if d == uop.Index {
		return out // no program that means something has an index near the ends
	}
	top := uint64(1) << (d.Bits() - 1)
	return append(out, top, top+1, top-1, top-2, 2*top-1, 2*top-2)
}

func floats(bits func(float64) uint64) (out []uint64) {
	for _, v := range specialFloats {
		out = append(out, bits(v))
	}
	return out
}

// Value makes a CONST of d: a special value, or any bits at all.
func Value(r *rand.Rand, g *uop.Graph, d uop.DType) *uop.UOp {
	if d != uop.Index && r.IntN(4) == 0 {
		return g.Const(d, r.Uint64())
	}
	s := Specials(d)
	return g.Const(d, s[r.IntN(len(s))])
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
