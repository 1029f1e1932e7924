package libm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// TestSpecials holds every function to its lines in specials: zeros, infinities, NaN, and the other
// exact cases that IEEE 754 and C name. Each function needs some.
func TestSpecials(t *testing.T) {
	files, err := filepath.Glob("specials/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in specials", err)
	}
	seen := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			left, want, ok := strings.Cut(line, " = ")
			words := strings.Fields(left)
			f := Lookup(words[0])
			if !ok || f == nil || len(words) != f.Arity+1 {
				t.Errorf("%s:%d: cannot read %q", file, i+1, line)
				continue
			}
			seen[f.Name]++
			for _, d := range []uop.DType{uop.F32, uop.F64} {
				special(t, f, d, words[1:], strings.TrimSpace(want))
			}
		}
	}
	for i := range Table {
		if name := Table[i].Name; seen[name] < 3 {
			t.Errorf("%s has %d lines in specials, and needs 3", name, seen[name])
		}
	}
}

func special(t *testing.T, f *Func, d uop.DType, words []string, want string) {
	t.Helper()
	params := map[int]*interp.Value{}
	for i, w := range words {
		v, err := contract.ParseValue(d, w)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			return
		}
		params[i] = interp.Scalar(d, v)
	}
	got, err := interp.Eval(f.Body(uop.NewGraph(), d), params, interp.Options{})
	if err != nil {
		t.Errorf("%s: %v", f.Name, err)
		return
	}
	to := d
	if f.Bool {
		to = uop.Bool
	}
	bits, err := contract.ParseValue(to, want)
	if err != nil {
		t.Errorf("%s: %v", f.Name, err)
		return
	}
	if got.Bits[0] != bits {
		t.Errorf("%s %s(%s) = %s, want %s", d, f.Name, strings.Join(words, ", "), contract.FormatValue(to, got.Bits[0]), want)
	}
}
