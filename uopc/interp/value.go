package interp

import (
	"fmt"
	"math"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Value is a value, or a place in the caller's memory. Bits holds the elements in row-major
// order, each encoded as package contract says. A scalar has no Shape and one element.
type Value struct {
	DType uop.DType
	Shape []int64
	Bits  []uint64
}

// Scalar makes a value of one element and no axes.
func Scalar(d uop.DType, bits uint64) *Value {
	return &Value{DType: d, Bits: []uint64{bits}}
}

// Vector makes a value, or a place, of one axis. It keeps the slice that it is given.
func Vector(d uop.DType, bits ...uint64) *Value {
	return &Value{DType: d, Shape: []int64{int64(len(bits))}, Bits: bits}
}

// clone copies v, so that what the caller gets is its own.
func (v *Value) clone() *Value {
	return &Value{v.DType, append([]int64(nil), v.Shape...), append([]uint64(nil), v.Bits...)}
}

// count gives the product of the sizes. It stops at the largest int64 and does not wrap.
func count(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		if d == 0 {
			return 0
		}
		if n > math.MaxInt64/d {
			n = math.MaxInt64
			continue
		}
		n *= d
	}
	return n
}

// strides gives the distance in elements between neighbours along each axis.
func strides(shape []int64) []int64 {
	out := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		out[i] = n
		n *= shape[i]
	}
	return out
}

// shapeText prints sizes as (2,3).
func shapeText(shape []int64) string {
	var b strings.Builder
	for i, d := range shape {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, d)
	}
	return "(" + b.String() + ")"
}
