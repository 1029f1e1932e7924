package uirtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// A Special is a line of uopc/libm/specials: arguments of a function, and the result that IEEE 754
// or C names, as text. It holds for f32 and f64 alike.
type Special struct {
	Where string // file and line
	Func  *libm.Func
	Args  []string
	Want  string
}

// Bits reads the arguments and the result as values of d, the result as one of the function's dtype.
func (s *Special) Bits(d uop.DType) (args []uint64, want uint64, err error) {
	for _, a := range s.Args {
		v, err := contract.ParseValue(d, a)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", s.Where, err)
		}
		args = append(args, v)
	}
	if want, err = contract.ParseValue(s.Func.Result(d), s.Want); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", s.Where, err)
	}
	return args, want, nil
}

// FunctionSpecials reads the folder specials of libm, which is the folder of that package.
func FunctionSpecials(libmDir string) (out []Special, err error) {
	files, err := filepath.Glob(filepath.Join(libmDir, "specials", "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s/specials has no files (%v)", libmDir, err)
	}
	for _, file := range files {
		err := eachLine(file, func(where, line string) error {
			left, want, ok := strings.Cut(line, " = ")
			words := strings.Fields(left)
			if !ok || len(words) == 0 {
				return fmt.Errorf("%s: cannot read %q", where, line)
			}
			f := libm.Lookup(words[0])
			if f == nil || len(words) != f.Arity+1 {
				return fmt.Errorf("%s: %q is not a function and its arguments", where, left)
			}
			out = append(out, Special{where, f, words[1:], strings.TrimSpace(want)})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A HardCase is an f32 input whose result lies nearest to a tie, and the right result, as bits.
type HardCase struct{ In, Want uint32 }

// HardCases reads the hard cases of a function; one without a file has none.
func HardCases(libmDir, name string) (out []HardCase, err error) {
	file := filepath.Join(libmDir, "testdata", "hard", name+".txt")
	if _, err := os.Stat(file); os.IsNotExist(err) {
		return nil, nil
	}
	err = eachLine(file, func(where, line string) error {
		var h HardCase
		if n, _ := fmt.Sscanf(line, "%x %x", &h.In, &h.Want); n != 2 {
			return fmt.Errorf("%s: cannot read %q", where, line)
		}
		out = append(out, h)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s has no hard cases", file)
	}
	return out, err
}

// eachLine gives the lines of a file without comments, from # on, and without blank ones.
func eachLine(file string, do func(where, line string) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := do(fmt.Sprintf("%s:%d", filepath.Base(file), i+1), line); err != nil {
			return err
		}
	}
	return nil
}
