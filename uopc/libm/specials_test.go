package libm_test

import (
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// TestSpecials holds every function to its lines in specials: zeros, infinities, NaN, and the other
// exact cases that IEEE 754 and C name. Each function needs some.
func TestSpecials(t *testing.T) {
	list, err := uirtest.FunctionSpecials(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i := range list {
		seen[list[i].Func.Name]++
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			special(t, &list[i], d)
		}
	}
	for i := range libm.Table {
		if name := libm.Table[i].Name; seen[name] < 3 {
			t.Errorf("%s has %d lines in specials, and needs 3", name, seen[name])
		}
	}
}

func special(t *testing.T, s *uirtest.Special, d uop.DType) {
	t.Helper()
	args, want, err := s.Bits(d)
	if err != nil {
		t.Error(err)
		return
	}
	params := map[int]*interp.Value{}
	for i, a := range args {
		params[i] = interp.Scalar(d, a)
	}
	got, err := interp.Eval(s.Func.Body(uop.NewGraph(), d), params, interp.Options{})
	if err != nil {
		t.Errorf("%s: %v", s.Where, err)
		return
	}
	if got.Bits[0] != want {
		t.Errorf("%s: %s %s(%s) = %s, want %s", s.Where, d, s.Func.Name, strings.Join(s.Args, ", "),
			contract.FormatValue(s.Func.Result(d), got.Bits[0]), s.Want)
	}
}
