// Command libmc prints the C of the elementary functions, one kernel for each function and dtype,
// for the checkers that try all inputs. Arguments are names, such as Exp; none means all.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

func main() {
	text, err := source(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "libmc:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

func source(names []string) (string, error) {
	var all []*render.Source
	for i := range libm.Table {
		f := &libm.Table[i]
		if len(names) > 0 && !slices.Contains(names, f.Name) {
			continue
		}
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			low, err := pass.Run(f.Each(uop.NewGraph(), d), pass.Options{})
			if err != nil {
				return "", err
			}
			src, err := render.C(low, render.COptions{})
			if err != nil {
				return "", err
			}
			all = append(all, src)
		}
	}
	if len(all) == 0 {
		return "", fmt.Errorf("no function is called %v", names)
	}
	return render.JoinC(all...), nil
}
