package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/uopc/uopc/examples/gosearch/kernel"
)

// defaultQueries are answered when there are no arguments.
var defaultQueries = []string{
	"parse a duration string",
	"escape special characters in HTML",
	"compare two byte slices in constant time",
	"binary search in a sorted slice",
	"cancel a context after a deadline",
}

func main() {
	if os.Getenv(childEnv) != "" {
		exit(child(os.Stdin, os.Stdout))
	}
	exit(run(os.Stdout, os.Args[1:]))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "gosearch: "+err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

// run is the whole program, for tests too.
func run(w io.Writer, args []string) error {
	f := flag.NewFlagSet("gosearch", flag.ContinueOnError)
	root := f.String("goroot", "", "the Go tree to read; $GOROOT, else what the go command says, when empty")
	top := f.Int("top", 4, "how many hits to print for each query")
	rounds := f.Int("rounds", 5, "how often to measure; the best round counts")
	if err := f.Parse(args); err != nil {
		return err
	}
	queries := f.Args()
	if len(queries) == 0 {
		queries = defaultQueries
	}
	start := time.Now()
	dir, err := goRoot(*root)
	if err != nil {
		return err
	}
	entries, err := readDocs(dir)
	if err != nil {
		return err
	}
	ix := newIndex(entries)
	fmt.Fprintf(w, "%d entries of the standard library in %s, %d dimensions each, read and indexed in %.1f s\n",
		len(entries), dir, dims, time.Since(start).Seconds())
	fmt.Fprintln(w, "kernels: "+form(kernel.Native()))

	vectors := make([]float32, 0, len(queries)*dims)
	for _, q := range queries {
		v := ix.query(q)
		vectors = append(vectors, v...)
		fmt.Fprintf(w, "\n%s\n", q)
		for _, h := range ix.search(v, *top) {
			e := entries[h.row]
			fmt.Fprintf(w, "  %.3f  %-34s %s\n", h.score, e.name, clip(e.first, 90))
		}
	}
	fmt.Fprintln(w)
	return report(w, ix.rows, vectors, max(*rounds, 1))
}

func form(native bool) string {
	if native {
		return "native code"
	}
	return "plain Go, for this build, this machine or UOPC_ISA=go wants no native code"
}

// clip shortens text to n runes.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
