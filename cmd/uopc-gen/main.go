// Command uopc-gen generates Go packages of native kernels from their definitions.
//
//	//go:generate go tool uopc-gen ./def
//
// See uopc-gen -h for its other commands.
package main

import (
	"os"
	"runtime/debug"

	"github.com/uopc/uopc/internal/command"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // a short run that only makes nodes: collecting them costs half of it
	}
	os.Exit(command.Main(os.Args[1:], command.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
