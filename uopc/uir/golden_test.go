package uir

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/uopc/uopc/uopc/uop"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden runs f on each NAME.in of an archive and compares with NAME.out.
func golden(t *testing.T, path string, f func(t *testing.T, in []byte) string) {
	t.Helper()
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, m := range ar.Files {
		want[m.Name] = string(m.Data)
	}
	out := &txtar.Archive{Comment: ar.Comment}
	for _, m := range ar.Files {
		name, ok := strings.CutSuffix(m.Name, ".in")
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := f(t, m.Data)
			out.Files = append(out.Files, m, txtar.File{Name: name + ".out", Data: []byte(got)})
			if w, ok := want[name+".out"]; !*update && (!ok || got != w) {
				t.Errorf("got:\n%s\nwant:\n%s", got, w)
			}
		})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCanonical(t *testing.T) {
	golden(t, "testdata/good.txtar", func(t *testing.T, in []byte) string {
		g := uop.NewGraph()
		f, err := Parse(g, "in.uir", in)
		if err != nil {
			t.Fatal(err)
		}
		text := Format(f)
		checkStable(t, g, f, text)
		for _, s := range f.Unused {
			text = append(text, "unused: "+s+"\n"...)
		}
		return string(text)
	})
}

// checkStable checks what holds for every text: the canonical one reads back as the same nodes,
// in the same graph and in another, says the same of them, and is its own canonical form.
func checkStable(t *testing.T, g *uop.Graph, f *File, text []byte) {
	t.Helper()
	n := g.Len()
	f2, err := Parse(g, "out.uir", text)
	if err != nil {
		t.Fatalf("canonical text is refused: %v\n%s", err, text)
	}
	if g.Len() != n {
		t.Errorf("reading the canonical text made %d nodes", g.Len()-n)
	}
	if len(f2.Roots) != len(f.Roots) {
		t.Fatalf("%d roots became %d", len(f.Roots), len(f2.Roots))
	}
	for i, r := range f.Roots {
		if r2 := f2.Roots[i]; r2.Node != r.Node || r2.Doc != r.Doc {
			t.Errorf("root %d: another node or doc: %q, %q", i, r.Doc, r2.Doc)
		}
	}
	if again := string(Format(f2)); again != string(text) {
		t.Errorf("canonical text is not its own canonical form:\n%s\nbecame\n%s", text, again)
	}
	f3, err := Parse(uop.NewGraph(), "other.uir", text)
	if err != nil {
		t.Fatal(err)
	}
	if again := string(Format(f3)); again != string(text) {
		t.Errorf("another graph gives another text:\n%s\nbecame\n%s", text, again)
	}
}

func TestErrors(t *testing.T) {
	golden(t, "testdata/bad.txtar", func(t *testing.T, in []byte) string {
		g := uop.NewGraph()
		g.Idx(1)
		_, err := Parse(g, "bad.uir", in)
		if err == nil {
			t.Fatal("accepted")
		}
		if g.Len() != 1 {
			t.Errorf("left %d nodes", g.Len()-1)
		}
		var e *Error
		if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
			t.Errorf("not an *Error with a place: %#v", err)
		}
		return err.Error() + "\n"
	})
}
