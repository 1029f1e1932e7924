// Package jit compiles a kernel in process and runs it: rendered to C, compiled by the clang that
// is installed, cached by package runtimecache and loaded. It is for kernels in the making, for
// tools and tests; a finished program uses generated packages, which need no compiler.
//
//	p, err := jit.Compile(ctx, call, jit.Options{})
//	results, err := p.Run([]*interp.Value{interp.Vector(uop.F32, bits...)})
//
// It is apart from runtimecache so that a package which only loads embedded objects does not
// link the compiler.
package jit
