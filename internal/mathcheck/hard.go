package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A hard case is an f32 input whose value lies very near to the middle between two floats.
type hard struct {
	Bits, Want uint32
	Gap        float64 // log2 of the relative distance
}

const (
	hardGap   = -48 // what lies nearer is kept
	hardCap   = 400 // the nearest of them
	binadeCap = 8   // of one sign and exponent of the input: some functions have millions near zero
)

func parseHard(words []string) (h hard, err error) {
	if len(words) != 3 {
		return h, fmt.Errorf("a hard case is bits, result and distance, got %v", words)
	}
	b, err1 := strconv.ParseUint(words[0], 16, 32)
	w, err2 := strconv.ParseUint(words[1], 16, 32)
	g, err3 := strconv.ParseFloat(words[2], 64)
	return hard{uint32(b), uint32(w), g}, cmp.Or(err1, err2, err3)
}

// nearest picks the cases that are kept.
func nearest(all []hard) []hard {
	slices.SortFunc(all, func(a, b hard) int {
		return cmp.Or(cmp.Compare(a.Gap, b.Gap), cmp.Compare(a.Bits, b.Bits))
	})
	var kept []hard
	binade := map[uint32]int{}
	for _, h := range all {
		b := h.Bits >> 23
		if h.Gap > hardGap || binade[b] == binadeCap || len(kept) == hardCap {
			continue
		}
		binade[b]++
		kept = append(kept, h)
	}
	slices.SortFunc(kept, func(a, b hard) int { return cmp.Compare(a.Bits, b.Bits) })
	return kept
}

func hardFile(name string) string {
	return filepath.Join(root(), "uopc", "libm", "testdata", "hard", name+".txt")
}

// writeHard writes the file of a function; one without hard cases has none.
func writeHard(name string, all []hard) error {
	kept := nearest(all)
	if len(kept) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# f32 %s: bits of inputs whose value is nearly a tie, and of the right result\n", name)
	for _, h := range kept {
		fmt.Fprintf(&b, "%08x %08x\n", h.Bits, h.Want)
	}
	file := hardFile(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(b.String()), 0o666)
}
