package rulegen_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/rewrite/rulegen"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

var update = flag.Bool("update", false, "write the generated text into testdata")

// TestGolden shows what is generated, one construct a file.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.rules")
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d files (%v)", len(names), err)
	}
	for _, name := range names {
		code := generate(t, name)
		golden := strings.TrimSuffix(name, ".rules") + ".golden"
		if *update {
			if err := os.WriteFile(golden, code, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(code, want) {
			t.Errorf("%s is stale: see go test -update, then git diff", golden)
		}
	}
}

func generate(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := rulelang.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := rulegen.Generate(f, "golden")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestSame: the same file gives the same text, each time.
func TestSame(t *testing.T) {
	want := generate(t, "testrules/test.rules")
	for range 5 {
		if !bytes.Equal(generate(t, "testrules/test.rules"), want) {
			t.Fatal("another run gives another text")
		}
	}
}

// TestRefused: what is well-formed and cannot be compiled.
func TestRefused(t *testing.T) {
	deep := "Mul[Mul[a, b], Mul[c, d]]"
	for _, c := range []struct{ text, want string }{
		{"r: Add[" + deep + ", " + deep + "] ~> a", "t.rules:1:4: this pattern has more than 64 orders"},
		{"@set a_b\nr: Neg(Neg(x)) ~> x\n@set aB\ns: Neg(Neg(x)) ~> x", "rename set"},
	} {
		f, err := rulelang.Parse("t.rules", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rulegen.Generate(f, "p"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.text, err, c.want)
		}
	}
}
