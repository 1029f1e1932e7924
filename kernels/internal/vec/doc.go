// Package vec holds the definitions of the vector kernels once, for every dtype: each function
// takes a dtype and gives a definition.
//
//	// Dot gives the sum of x[i]*y[i].
//	var Dot = vec.Dot(uopc.F32)
//
// Packages vec32 and vec64 are generated from it. It runs at build time only, and knows nothing of
// the code that is made from it.
package vec
