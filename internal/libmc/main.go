// Command libmc prints the C of the elementary functions, one kernel for each function and dtype,
// for the checkers that try all inputs. Arguments are names, such as Exp; none means all.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/uopc/uopc/internal/mathcheck/source"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

func main() {
	text, err := text(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "libmc:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

func text(names []string) (string, error) {
	var fs []*libm.Func
	for i := range libm.Table {
		if f := &libm.Table[i]; len(names) == 0 || slices.Contains(names, f.Name) {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return "", fmt.Errorf("no function is called %v", names)
	}
	return source.C(fs, uop.F32, uop.F64)
}
