// Command rulegen is uopc-gen rules without the rest of uopc-gen. The shipped rules are compiled
// with it, since uopc-gen itself is built from them.
//
//	//go:generate go run github.com/uopc/uopc/internal/rulegen strict.rules fast.rules
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/uopc/uopc/uopc/rewrite/rulegen"
)

func main() {
	var o rulegen.Options
	flag.StringVar(&o.Out, "o", "", "the output file")
	flag.StringVar(&o.Package, "pkg", "", "the package of files without @package")
	flag.Parse()
	outs, err := rulegen.Files(flag.Args(), o)
	if err == nil {
		_, err = rulegen.Write(outs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
