// Package libm has the elementary functions, written as graphs of IEEE additions, products,
// quotients, roots and integer operations. There is no library behind them: what a function gives
// is what these operations give, in the interpreter, in folding, in C on every instruction set and
// in Go.
//
// An f32 function computes in f64 and rounds once at the end. Its error before that last rounding
// is so small that few inputs are in doubt; VERIFICATION.md says of which functions all 2^32
// inputs were tried and found correctly rounded. An f64 function states its measured error.
//
// Nothing branches: a special case is a WHERE, so that every function runs in vectors. A long way that
// few arguments need, as in Mod, is an arm that back ends leave out where no element needs it. There is no
// table, for a table is a gather. A FMA that is not in the machine is slow, so none is used.
//
// The package knows the graph, and no kernel, no builder and no back end.
package libm
