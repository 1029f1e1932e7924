// Package render writes a loop-level kernel as C and as Go.
//
// A loop-level kernel is a CALL whose body has scalar arithmetic, RANGE and END, and memory
// named one element at a time; package lower makes that form from tensors. Both back ends
// print the same Program: structured statements in one order, each shared value once.
//
// The text means what package contract says, for every input, on every target: that is most
// of what this package is about. C and Go differ from the contract in overflow, division,
// shifts, conversions, NaN, rounding and fusing, and each of these has its helper or its
// spelling here. Nothing in the C calls out: no libc, no libm, no compiler runtime on 64-bit
// targets.
//
// The package must not know how C is compiled, how code is linked or what a wrapper checks.
// Two things it asks of the wrapper: two slices of a call are either the same memory exactly
// or disjoint, and every index is inside its place.
//
//	src, err := render.C(call, render.COptions{})
//	if err != nil {
//		return err
//	}
//	fmt.Print(src.Text)
package render
