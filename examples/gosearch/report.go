package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"github.com/uopc/uopc/examples/gosearch/kernel"
)

// scan is a way to compare every query with every row.
type scan struct {
	name string
	run  func(dst, rows, query []float32)
}

var scans = []scan{
	{"all rows in a call", kernel.CosineRows},
	{"a call for each row", cosineEach},
}

func cosineEach(dst, rows, query []float32) {
	for i := range dst {
		dst[i] = kernel.Cosine(rows[i*dims:(i+1)*dims], query)
	}
}

// plainEach is what one would write without kernels.
func plainEach(dst, rows, query []float32) {
	for i := range dst {
		dst[i] = plainCosine(rows[i*dims:(i+1)*dims], query)
	}
}

func plainCosine(x, y []float32) float32 {
	y = y[:len(x)]
	var xy, xx, yy float32
	for i, v := range x {
		w := y[i]
		xy += v * w
		xx += v * v
		yy += w * w
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / (float32(math.Sqrt(float64(xx))) * float32(math.Sqrt(float64(yy))))
}

// measured is what one scan gave: the scores of all queries, and the time of the best round.
type measured struct {
	scores []float32
	best   time.Duration
}

func measure(s scan, rows, queries []float32, rounds int) measured {
	n, m := len(rows)/dims, len(queries)/dims
	r := measured{scores: make([]float32, n*m), best: math.MaxInt64}
	for range rounds {
		start := time.Now()
		for q := range m {
			s.run(r.scores[q*n:(q+1)*n], rows, queries[q*dims:(q+1)*dims])
		}
		r.best = min(r.best, time.Since(start))
	}
	return r
}

// report measures every way to scan and compares their results.
func report(w io.Writer, rows, queries []float32, rounds int) error {
	n, m := len(rows)/dims, len(queries)/dims
	plain := measure(scan{"", plainEach}, rows, queries, rounds)
	fmt.Fprintf(w, "queries: %d, vectors: %d, best of %d rounds:\n", m, n, rounds)
	line := func(name string, r measured) {
		perSecond := float64(n*m) / r.best.Seconds()
		fmt.Fprintf(w, "  %-34s %7.2f million vectors/s  %6.1f GB/s  %5.1f times the plain loop\n", name, perSecond/1e6, perSecond*4*dims/1e9, plain.best.Seconds()/r.best.Seconds())
	}
	var all []measured
	var names []string
	add := func(name string, r measured) {
		line(name, r)
		names, all = append(names, name), append(all, r)
	}
	for _, s := range scans {
		add(way(kernel.Native())+", "+s.name, measure(s, rows, queries, rounds))
	}
	if kernel.Native() && canFork() {
		rs, err := askChild(rows, queries, rounds)
		if err != nil {
			return fmt.Errorf("running the Go form in a child process: %w", err)
		}
		for i, r := range rs {
			add(way(false)+", "+scans[i].name, r)
		}
	}
	line("plain Go loop", plain)
	for i, r := range all[1:] {
		if err := same(names[0], all[0].scores, names[i+1], r.scores); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "identical to the last bit: %d scores each by %d ways\n", n*m, len(all))
	fmt.Fprintf(w, "the plain loop, which sums in another order, differs by up to %.1e\n", distance(all[0].scores, plain.scores))
	return nil
}

func way(native bool) string {
	if native {
		return "native"
	}
	return "Go form"
}

// same compares bits; all NaNs count as one value.
func same(aName string, a []float32, bName string, b []float32) error {
	if len(a) != len(b) {
		return fmt.Errorf("%s gave %d scores, %s %d", aName, len(a), bName, len(b))
	}
	for i := range a {
		if x, y := math.Float32bits(a[i]), math.Float32bits(b[i]); x != y && (a[i] == a[i] || b[i] == b[i]) {
			return fmt.Errorf("score %d differs: %s gave %v (%#x), %s %v (%#x)", i, aName, a[i], x, bName, b[i], y)
		}
	}
	return nil
}

func distance(a, b []float32) float64 {
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(float64(a[i])-float64(b[i])))
	}
	return d
}

// canFork tells whether this platform can start the program once more.
func canFork() bool { return runtime.GOOS != "js" && runtime.GOOS != "wasip1" && runtime.GOOS != "ios" }
