// Package simptest tries the simplifier on random programs: what a program gives before and after
// must be one value, on every input where there are few, else on boundary values.
//
//	go test ./internal/simptest -v              the default run, which prints its counts
//	go test ./internal/simptest -short          a quick one
//	TEST_SEED=17 go test ./internal/simptest    the programs and inputs of seed 17
//	SIMPTEST_SCALE=10 go test ./internal/simptest -timeout 1h
//
// Programs run in blocks of inputs on an evaluator of the package's own, which computes integers
// with Go's own types and not with package contract: it is a second opinion on what they mean,
// and fast. A program that fails is made smaller before it is shown.
package simptest
