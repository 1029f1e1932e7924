// Package uirtest makes random graphs for tests. Everything follows from the source of
// randomness that is handed in, so a seed names a graph. It knows package uop only.
//
//	r := rand.New(rand.NewPCG(seed, 0))
//	u := uirtest.Random(r, uop.NewGraph(), 40)
package uirtest
