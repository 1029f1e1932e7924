// Package interp runs graphs as they are: the reference that everything else is tested against.
//
// It takes tensor-level and loop-level programs alike and follows the law of each op to the
// letter, one element at a time, through package contract. Values that memory does not hold,
// indexes outside their place and sizes that disagree are errors, never wrong numbers.
//
//	g := uop.NewGraph()
//	x := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 0, "x"))
//	v, err := interp.Eval(g.Mul(x, x), map[int]*interp.Value{
//		0: interp.Scalar(uop.F32, contract.FromFloat(uop.F32, 1.5)),
//	}, interp.Options{})
//	// v.Bits[0] holds 2.25
//
// A kernel that runs more than once is compiled once: Compile gives a Program. Run is Compile and
// one run of that.
//
// # Order
//
// A graph says what comes before what, and no more. Two orders that respect it are offered:
// ByID runs the nodes of a block as they were made, DFS depth first from the root. A program
// whose loads and stores are threaded by AFTER gives one result in both; one that forgets an
// edge is found by the difference.
//
// A block is the body of a kernel, or of one loop. An END is one step of the block that it
// stands in. A node runs in the innermost loop whose counter it depends on, once an iteration;
// what depends on no counter of a loop runs once, before the loop starts. The effect that an
// END names runs every iteration even when it depends on no counter.
//
// The package knows nothing of lowering, rewriting or rendering, and must not: it would be no
// witness if it shared their code.
package interp
