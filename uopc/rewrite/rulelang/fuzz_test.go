package rulelang

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// FuzzParse: no text makes it panic, every error has a place in the text, and what reads prints
// as what reads to the same print.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/all.rules")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	for _, line := range strings.Split(string(text), "\n") {
		f.Add(line)
	}
	for _, c := range badFiles {
		if len(c.text) < 1000 {
			f.Add(strings.ReplaceAll(c.text, "‸", ""))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f.rules", []byte(text))
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		print := file.String()
		again, err := Parse("f.rules", []byte(print))
		if err != nil {
			t.Fatalf("%q prints as\n%s\nwhich does not read: %v", text, print, err)
		}
		if again.String() != print {
			t.Fatalf("%q prints as\n%s\nand then as\n%s", text, print, again)
		}
	})
}

func checkErrors(t *testing.T, text string, err error) {
	t.Helper()
	var es Errors
	if !errors.As(err, &es) || len(es) == 0 {
		t.Fatalf("%q: %v", text, err)
	}
	lines := strings.Split(text, "\n")
	for _, e := range es {
		if e.Pos.Line < 1 || e.Pos.Line > len(lines) || e.Col < 1 || e.Col > len(lines[e.Pos.Line-1])+1 {
			t.Fatalf("%q: %v lies outside", text, e)
		}
	}
}

// FuzzReadExample: no text makes it panic.
func FuzzReadExample(f *testing.F) {
	for _, s := range []string{"i32: Add(x, 4!)", "f32: Reduce{add,1}(v)", "Cast(x:i8):f32", "f32: Index(v, 1:index)", "Range{1}(2:index)", "Shrink{0,2,0,3}(v)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ReadExample(uop.NewGraph(), text); err != nil {
			checkErrors(t, text, err)
		}
	})
}
