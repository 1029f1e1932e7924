package rulegen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// TestLargeGuards: a guard that 128 bits may not hold is refused, for its proof would be of exact
// integers; one that saturates to the right answer is not.
func TestLargeGuards(t *testing.T) {
	for guard, ok := range map[string]bool{
		"(c*c*c)-(c*c*c) > 0":        false,
		"(c*c*c)//(c*c*c) != 1":      false,
		"!(c*c*c-c*c*c == 0)":        false,
		"!pow2(c*c*c)":               false,
		"!fits((c*c*c)//(c*c))":      false,
		"!fits(c*c*c-c*c*c)":         false,
		"(c*c*c)%7 < 3":              false,
		"min(c*c*c, 3) == 3":         false,
		"c*c*c > 0":                  true,
		"fits((c+1)*c-1)":            true,
		"!fits(c+c)":                 true,
		"c*c == c+c && (c*c)//c > 3": false,
		"c%7 == 3 && (c+c)//2 < 9":   true,
	} {
		f, err := rulelang.Parse("x.rules", []byte("r: Mul(x:i64, @const(c)) && "+guard+" ~> Neg(x)\n"))
		if err != nil {
			t.Fatal(guard, err)
		}
		_, err = Generate(f, "p")
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "127 bits") {
			t.Errorf("%s: %v", guard, err)
		}
	}
}

// TestOutputsAreOurs: no file is written over that the compiler did not write.
func TestOutputsAreOurs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.rules", "x+0: Add(x:int, @zero) ~> x\n")
	write("empty.rules", "# nothing\n")
	for want, o := range map[string]Options{
		"must end in .go": {Dir: dir, Package: "p", Out: "a.rules"},
		"did not write":   {Dir: dir, Package: "p"},
	} {
		write("a_rules.go", "package p // mine\n")
		if _, err := Files([]string{"a.rules"}, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Files([]string{"empty.rules"}, Options{Dir: dir, Package: "p"}); err == nil || !strings.Contains(err.Error(), "no rules") {
		t.Error(err)
	}
}
