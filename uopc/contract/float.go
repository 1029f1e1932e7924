package contract

import (
	"math"

	"github.com/uopc/uopc/uopc/uop"
)

// The one NaN of each float dtype.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

func f32(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }
func f64(bits uint64) float64 { return math.Float64frombits(bits) }

// from32 gives the pattern of x with the canonical NaN.
func from32(x float32) uint64 {
	if x != x {
		return nan32
	}
	return uint64(math.Float32bits(x))
}

// from64 gives the pattern of x with the canonical NaN.
func from64(x float64) uint64 {
	if x != x {
		return nan64
	}
	return math.Float64bits(x)
}

// mul gives the rounded product. The explicit conversion keeps Go from fusing it with a sum,
// after inlining too. Halves are products with 0.5 here, never quotients by 2: the compiler
// turns those into products that it may fuse.
func mul(x, y float64) float64 { return float64(x * y) }

var f32Ops = opTable{
	uop.OpNeg:   func(_ uop.DType, a, _, _ uint64) uint64 { return from32(f32(a ^ 1<<31)) },
	uop.OpRecip: func(_ uop.DType, a, _, _ uint64) uint64 { return from32(1 / f32(a)) },
	// Rounding twice is harmless for a root: 53 bits are more than 2*24+2.
	uop.OpSqrt:  func(_ uop.DType, a, _, _ uint64) uint64 { return from32(float32(math.Sqrt(float64(f32(a))))) },
	uop.OpExp2:  func(_ uop.DType, a, _, _ uint64) uint64 { return from32(exp2F32(f32(a))) },
	uop.OpLog2:  func(_ uop.DType, a, _, _ uint64) uint64 { return from32(log2F32(f32(a))) },
	uop.OpSin:   func(_ uop.DType, a, _, _ uint64) uint64 { return from32(sinF32(f32(a))) },
	uop.OpTrunc: func(_ uop.DType, a, _, _ uint64) uint64 { return from32(float32(math.Trunc(float64(f32(a))))) },

	uop.OpAdd:  func(_ uop.DType, a, b, _ uint64) uint64 { return from32(float32(f32(a) + f32(b))) },
	uop.OpMul:  func(_ uop.DType, a, b, _ uint64) uint64 { return from32(float32(f32(a) * f32(b))) },
	uop.OpFdiv: func(_ uop.DType, a, b, _ uint64) uint64 { return from32(float32(f32(a) / f32(b))) },
	uop.OpMax: func(_ uop.DType, a, b, _ uint64) uint64 {
		if f32(a) > f32(b) {
			return a
		}
		return from32(f32(b))
	},
	uop.OpCmplt: func(_ uop.DType, a, b, _ uint64) uint64 { return truth(f32(a) < f32(b)) },
	uop.OpCmpne: func(_ uop.DType, a, b, _ uint64) uint64 { return truth(f32(a) != f32(b)) },
	uop.OpFma:   func(_ uop.DType, a, b, c uint64) uint64 { return from32(fma32(f32(a), f32(b), f32(c))) },
}

var f64Ops = opTable{
	uop.OpNeg:   func(_ uop.DType, a, _, _ uint64) uint64 { return from64(f64(a ^ 1<<63)) },
	uop.OpRecip: func(_ uop.DType, a, _, _ uint64) uint64 { return from64(1 / f64(a)) },
	uop.OpSqrt:  func(_ uop.DType, a, _, _ uint64) uint64 { return from64(math.Sqrt(f64(a))) },
	uop.OpExp2:  func(_ uop.DType, a, _, _ uint64) uint64 { return from64(exp2(f64(a))) },
	uop.OpLog2:  func(_ uop.DType, a, _, _ uint64) uint64 { return from64(log2(f64(a))) },
	uop.OpSin:   func(_ uop.DType, a, _, _ uint64) uint64 { return from64(sin(f64(a))) },
	uop.OpTrunc: func(_ uop.DType, a, _, _ uint64) uint64 { return from64(math.Trunc(f64(a))) },

	uop.OpAdd:  func(_ uop.DType, a, b, _ uint64) uint64 { return from64(float64(f64(a) + f64(b))) },
	uop.OpMul:  func(_ uop.DType, a, b, _ uint64) uint64 { return from64(float64(f64(a) * f64(b))) },
	uop.OpFdiv: func(_ uop.DType, a, b, _ uint64) uint64 { return from64(float64(f64(a) / f64(b))) },
	uop.OpMax: func(_ uop.DType, a, b, _ uint64) uint64 {
		if f64(a) > f64(b) {
			return a
		}
		return from64(f64(b))
	},
	uop.OpCmplt: func(_ uop.DType, a, b, _ uint64) uint64 { return truth(f64(a) < f64(b)) },
	uop.OpCmpne: func(_ uop.DType, a, b, _ uint64) uint64 { return truth(f64(a) != f64(b)) },
	uop.OpFma: func(_ uop.DType, a, b, c uint64) uint64 {
		return from64(math.FMA(f64(a), f64(b), f64(c)))
	},
}
