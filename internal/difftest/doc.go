// Package difftest compares every way of running a program with the reference interpreter, bit for
// bit: the interpreter in both orders, the interpreter after simplification, folding, C that was
// simplified, C that was not, C that is cut by a small budget, and Go.
//
//	go test ./internal/difftest                  the default run, which prints its counts
//	go test ./internal/difftest -short           a quick one
//	TEST_SEED=17 go test ./internal/difftest     the programs and inputs of seed 17
//	DIFFTEST_SCALE=10 go test ./internal/difftest -timeout 1h
//	go test ./internal/difftest -run Mutants -mutants -timeout 1h    planted bugs, each must be caught
//
// A program that fails is made smaller and saved in testdata/found, with the command that reruns
// it; files there are run by every later test run. The package has tests only. It knows all of the
// pipeline and nothing may know it.
package difftest
