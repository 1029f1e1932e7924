package main

import (
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// plant builds Exp with an edit of its C.
func plant(t *testing.T, change edit) *checker {
	t.Helper()
	need(t)
	c, err := build(t.Context(), []*libm.Func{libm.Lookup("Exp")}, []uop.DType{uop.F32}, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// coefficient is a long number, and not the large one that rounds to an integer.
var coefficient = regexp.MustCompile(`(\d\.\d{9})\d{4,}(e-\d+)?([^\de])`)

// TestPlantedCoefficient cuts the coefficients to ten digits.
func TestPlantedCoefficient(t *testing.T) {
	c := plant(t, func(text string) string {
		if !coefficient.MatchString(text) {
			t.Fatal("Exp has no coefficient to damage")
		}
		return coefficient.ReplaceAllString(text, "$1$2$3")
	})
	got := ask(t, c, "Exp", "edges32 1 %d", 1<<18)
	if got.Wrong == 0 || got.Worst <= 0.5 || len(got.Lines) == 0 {
		t.Errorf("a damaged coefficient went unseen: %d wrong, %g ulp", got.Wrong, got.Worst)
	}
}

var store = regexp.MustCompile(`dst\[i\] = (.*);`)

// twoWrong gives one last place too much at 1.5, -0 for 0 at minus infinity, and at 1 what depends
// on the instruction set.
func twoWrong(text string) string {
	return "#ifdef __AVX2__\n#define PLANT 0x1.5bf0acp1f\n#else\n#define PLANT 0x1.5bf0aap1f\n#endif\n" +
		store.ReplaceAllString(text, `dst[i] = x[i] == 1.5f ? 0x1.1ed3fep2f + 0x1p-21f :
			x[i] == -__builtin_inff() ? -0.0f : x[i] == 1.0f ? PLANT : $1;`)
}

// TestPlantedInputs finds single inputs among the chunks of a sweep.
func TestPlantedInputs(t *testing.T) {
	c := plant(t, twoWrong)
	chunk := func(x uint32) tally { return ask(t, c, "Exp", "range32 %d %d", x, 1<<chunkBits) }
	if got := chunk(0x3fc00000); got.Wrong != 1 || !strings.HasPrefix(got.Lines[0], "wrong 3fc00000 ") {
		t.Errorf("one wrong result: found %d, %v", got.Wrong, got.Lines)
	}
	if got := chunk(0xff800000); got.Wrong != 1 || !strings.HasPrefix(got.Lines[0], "wrong ff800000 ") {
		t.Errorf("-0 in place of 0: found %d, %v", got.Wrong, got.Lines)
	}
	if got := chunk(0x3fd00000); got.Wrong != 0 {
		t.Errorf("nothing is planted here: found %d, %v", got.Wrong, got.Lines)
	}
	if runtime.GOARCH != "amd64" || len(levels()) < 2 {
		return
	}
	if got := chunk(0x3f800000); got.Differ != uint64(len(levels())-1) {
		t.Errorf("levels that differ: found %d, %v", got.Differ, got.Lines)
	}
}
