// Package uop is the program: one kind of node, the UOp, in a graph that holds each node once.
//
// A UOp is an op, a dtype, an arg and sources. It is immutable, type-checked when it is made,
// and interned: equal contents in one Graph are one pointer, so == asks whether two nodes were
// built alike, whatever their size.
//
//	g := uop.NewGraph()
//	x := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, "x"))
//	y := g.Make(uop.OpMul, uop.Arg{}, x, x)
//	z := g.Make(uop.OpMul, uop.Arg{}, x, x) // y == z
//
// # What holds for every node
//
//   - It cannot be ill-typed: New gives an error that names the op, and no node.
//   - It is computed from its contents alone, never from when or where it was made: hash,
//     canonical order, bounds and open loops are the same in every process.
//   - Its sources were made before it, so ids rise along edges and a graph has no cycle.
//
// Arithmetic is in ALU space and sees values; places in memory are in MEM space and only INDEX,
// AFTER, LOAD, STORE and CALL touch them.
//
// The package knows nothing of what an op computes (package contract), of text (package uir)
// or of rewriting.
package uop
