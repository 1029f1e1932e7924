// Package def holds the definitions that package vec64 is generated from.
package def

import (
	"github.com/uopc/uopc/kernels/internal/vec"
	"github.com/uopc/uopc/uopc"
)

// Dot gives the dot product: the sum of x[i]*y[i], each product rounded before it is added. The
// slices have one length. Empty slices give +0, and a NaN in any product gives NaN. The order of
// summation is the package's.
var Dot = vec.Dot(uopc.F64)

// Sum gives the sum of x[i]. An empty slice gives +0; a slice of nothing but -0 gives -0. The order
// of summation is the package's.
var Sum = vec.Sum(uopc.F64)

// SumSquares gives the sum of x[i]*x[i], each square rounded before it is added: the square of the
// Euclidean norm. An empty slice gives +0. The order of summation is the package's.
var SumSquares = vec.SumSquares(uopc.F64)

// L2Sq gives the squared Euclidean distance: the sum of (x[i]-y[i])*(x[i]-y[i]), rounded after each
// operation. The slices have one length. Empty slices give +0. Where both slices hold the same
// infinity the difference is NaN, and so is the sum. The order of summation is the package's.
var L2Sq = vec.L2Sq(uopc.F64)

// Cosine gives the cosine similarity Dot(x, y) / (sqrt(SumSquares(x)) * sqrt(SumSquares(y))), with
// one pass over memory. The slices have one length. It is 0 when the divisor is 0: for empty
// slices, for a vector of zeros, and for one so small that all its squares are 0. Rounding may take
// it a little outside [-1, 1]. Where a divisor overflows it is 0 or NaN, and a NaN in either slice
// gives NaN. The order of summation is the package's.
var Cosine = vec.Cosine(uopc.F64)

// Axpy adds a*x[i] to y[i], for every i; product and sum are each rounded. The slices have one
// length; x and y may be one slice, but must not overlap in part.
var Axpy = vec.Axpy(uopc.F64)

// Scale sets dst[i] to a*x[i], for every i. The slices have one length; dst and x may be one
// slice, but must not overlap in part.
var Scale = vec.Scale(uopc.F64)

// Add sets dst[i] to x[i]+y[i], for every i. The slices have one length; dst may be x or y, but
// must not overlap one in part.
var Add = vec.Add(uopc.F64)

// Mul sets dst[i] to x[i]*y[i], for every i. The slices have one length; dst may be x or y, but
// must not overlap one in part.
var Mul = vec.Mul(uopc.F64)

// Min sets dst[i] to x[i] when x[i] < y[i], else to y[i], for every i. So a NaN in either slice
// gives y[i], and so do zeros of different sign. The slices have one length; dst may be x or y, but
// must not overlap one in part.
var Min = vec.Min(uopc.F64)

// Max sets dst[i] to x[i] when x[i] > y[i], else to y[i], for every i. So a NaN in either slice
// gives y[i], and so do zeros of different sign. The slices have one length; dst may be x or y, but
// must not overlap one in part.
var Max = vec.Max(uopc.F64)

// Relu sets dst[i] to x[i] when x[i] > 0, else to +0, for every i: -0 and NaN give +0. The slices
// have one length; dst and x may be one slice, but must not overlap in part.
var Relu = vec.Relu(uopc.F64)

// Clamp sets dst[i] to x[i] when it lies between lo and hi, for every i, else to the bound that it
// passes: with m = x[i] > lo ? x[i] : lo, dst[i] is m < hi ? m : hi. A NaN gives lo, or hi when lo
// is not less; when lo > hi every element is hi. The slices have one length; dst and x may be one
// slice, but must not overlap in part.
var Clamp = vec.Clamp(uopc.F64)
