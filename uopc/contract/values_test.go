package contract

import (
	"math"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/uop"
)

// special64 are the floats where ops change their behaviour, as f64.
var special64 = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, 2, -2, 3, 7, -7, 10, math.Pi, -math.Pi, 1e-3,
	math.Inf(1), math.Inf(-1), math.NaN(),
	math.MaxFloat32, -math.MaxFloat32, 0x1p-126, -0x1p-126, 0x1p-149, -0x1p-149, 0x1.fffffcp-127, 0x1p-75,
	0x1.000002p0, 0x1.fffffep-1, 16777216, 16777217, 0x1p31, -0x1p31, 2147483647, 2147483648, 4294967295, 4294967296,
	0x1p63, -0x1p63, 0x1p64, 0x1.fffffep62, 0x1.fffffep63, 127, 128, -128, -129, 255, 256, 255.5, 32767, 32768, -32769, 65535, 65536,
}

// only64 are those that only f64 holds.
var only64 = []float64{
	math.MaxFloat64, -math.MaxFloat64, 0x1p-1022, 0x1p-1074, -0x1p-1074, 0x1.ffffffffffffep-1023, 0x1p-537,
	0x1.0000000000001p0, 0x1.fffffffffffffp-1, 0x1.fffffffffffffp62, 0x1.fffffffffffffp63, 0x1p53, 0x1p53 + 2,
	0x1.fffffefffffffp127, 0x1.ffffffp127, 0x1.fffffeffffffep-1, 0x1.000001p0, 0x1.0000010000001p0, 0x1p-150, 0x1.0000000000001p-150,
	2147483647.5, -2147483648.5, 0.49999999999999994,
}

// specials gives the edge values of d, each in canonical form.
func specials(d uop.DType) []uint64 { return edges[d] }

var edges = func() (t [numDTypes][]uint64) {
	for _, d := range uop.ValueDTypes() {
		list := findEdges(d)
		t[d] = list[:len(list):len(list)] // so that append copies
	}
	return t
}()

func findEdges(d uop.DType) []uint64 {
	var s []uint64
	switch {
	case d == uop.Bool:
		return []uint64{0, 1}
	case d == uop.F32:
		for _, v := range special64 {
			s = append(s, from32(float32(v)))
		}
		return s
	case d == uop.F64:
		for _, v := range append(special64[:len(special64):len(special64)], only64...) {
			s = append(s, from64(v))
		}
		return s
	}
	w := uint64(d.Bits())
	for _, v := range []uint64{0, 1, 2, 3, 5, 7, 10, 0x55, w - 1, w, w + 1} {
		s = append(s, wrap(d, v), wrap(d, -v))
	}
	return append(s, least(d), least(d)+1, greatest(d), greatest(d)-1, greatest(d)/2, wrap(d, 1<<(w/2)), wrap(d, 1<<(w/2)-1))
}

// random gives a value of d, near edges more often than chance would.
func random(r *rand.Rand, d uop.DType) uint64 {
	sp := specials(d)
	switch k := r.IntN(8); {
	case k == 0:
		return sp[r.IntN(len(sp))]
	case k == 1 && !d.IsFloat(): // next to an edge
		return wrap(d, sp[r.IntN(len(sp))]+uint64(r.IntN(9))-4)
	case k <= 3 && !d.IsFloat(): // any magnitude
		return wrap(d, r.Uint64()>>r.IntN(64))
	case k <= 2: // a few units in the last place from an edge
		return Canon(d, sp[r.IntN(len(sp))]+uint64(r.IntN(9))-4)
	case k <= 4 && d.IsFloat(): // of moderate size
		return FromFloat(d, math.Ldexp(r.Float64()-0.5, r.IntN(70)-20))
	case k == 5 && d.IsFloat(): // small integers and halves
		return FromFloat(d, float64(r.IntN(2001)-1000)/2)
	}
	return Canon(d, r.Uint64())
}
