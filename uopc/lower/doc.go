// Package lower turns a kernel of tensors into a kernel of loops.
//
// What comes out holds only scalars: ALU ops that machines have, CONST, scalar PARAM, places, ALLOC, RANGE and END,
// INDEX with as many indices as the place has axes, LOAD, STORE, AFTER and SINK. Nested CALLs are
// inlined, movement ops have become index arithmetic, a REDUCE is a loop over an ALLOC of lanes,
// and elementwise work has moved into the loop that stores its result. EXP2, LOG2 and SIN are written
// out as arithmetic.
//
//	store(index(dst), mul(load(index(x)), load(index(y))))
//
// becomes
//
//	r = range n
//	end(store(index(dst, r), mul(load(index(x, r)), load(index(y, r)))), r)
//
// The package also proves that every access lies inside its place, and makes the kernel that
// checks beforehand those it cannot prove. It knows no back end.
package lower
