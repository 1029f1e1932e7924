// Command uopc-gen generates Go packages of native kernels from their definitions.
//
//	//go:generate go tool uopc-gen ./def
//
// See uopc-gen -h for its other commands.
package main

import (
	"os"

	"github.com/uopc/uopc/internal/command"
)

func main() {
	os.Exit(command.Main(os.Args[1:], command.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
