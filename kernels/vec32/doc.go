// Package vec32 has kernels on slices of float32: dot products, sums, distances, elementwise
// arithmetic, and the elementary functions. They run as native vector code on amd64 and arm64 and as
// plain Go elsewhere, without cgo, and give the same bits everywhere; all NaNs count as one value.
//
//	similarity := vec32.Cosine(query, document)
//
// # Slices
//
// Slices that belong together have one length, the first parameter's; another length panics with a
// sentence that names the kernel, the argument and both lengths. Empty slices and nil are fine.
// A slice that is written may be the same slice as one that is read. Slices that overlap in part
// panic. Nothing is written before these checks, no memory outside the slices is touched, and no
// kernel allocates.
//
// # Rounding
//
// Every operation rounds once, to nearest, ties to even: products are rounded before they are added.
// Subnormal numbers keep their values.
//
// Elementary functions of one argument are correctly rounded as well: each gives the float32 nearest
// to the exact value, for each of the 2^32 arguments, which were all tried. VERIFICATION.md of the
// module has the figures.
//
// # The order of summation
//
// A sum of floats depends on its order, so the order is part of what a kernel means. A reduction
// over n elements keeps 64 partial results, the lanes. Lane l takes elements l, l+64, l+128, ... from
// left to right. Then a tree joins them: lane l takes in lane l+32, for l < 32, then lane l+16, and so on
// down to lane 1 into lane 0, which is the result. A lane without an element is skipped. The sum of
// no elements is +0.
//
// The environment variable UOPC_ISA=go makes a program use the plain Go form; the build tags noasm
// and purego leave the native code out.
package vec32

//go:generate go tool uopc-gen ./def
