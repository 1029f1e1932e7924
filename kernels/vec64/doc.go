// Package vec64 has kernels on slices of float64: dot products, sums, distances, elementwise
// arithmetic, and the elementary functions. They run as native vector code on amd64 and arm64 and as
// plain Go elsewhere, without cgo, and give the same bits everywhere; all NaNs count as one value.
//
//	similarity := vec64.Cosine(query, document)
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
// Elementary functions say how far from the exact value they were seen, in units of the last place
// (ulp); VERIFICATION.md of the module has the figures.
//
// # The order of summation
//
// A sum of floats depends on its order, so the order is part of what a kernel means. A reduction
// over n elements keeps 32 partial results, the lanes. Lane l takes elements l, l+32, l+64, ... from
// left to right. Then a tree joins them: lane l takes in lane l+16, for l < 16, then lane l+8, and so on
// down to lane 1 into lane 0, which is the result. A lane without an element is skipped. The sum of
// no elements is +0.
//
// The environment variable UOPC_ISA=go makes a program use the plain Go form; the build tags noasm
// and purego leave the native code out.
package vec64

//go:generate go tool uopc-gen ./def
