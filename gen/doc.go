// Package gen is the build-time half: it loads definitions, takes them through the pipeline, runs
// clang and writes the generated package.
//
//	err := gen.Run(ctx, gen.Config{Dir: ".", Inputs: []string{"./def"}})
//
// Plan computes every file in memory; Run then writes them, each by temp file and rename, and only
// when all is well, so that a failed run changes nothing. Check compares Plan with what is there.
package gen
