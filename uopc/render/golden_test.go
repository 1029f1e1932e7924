package render

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden renders the .uir of each file in testdata and compares it with the C and the Go
// beside it. Helpers and prelude are left out: the compiled tests cover them.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) < 5 {
		t.Fatalf("found %d golden files in testdata, want 5 or more", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := uir.Parse(uop.NewGraph(), file, a.Files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	k := f.Kernels()[0]
	c, err := C(k.Node, COptions{Doc: k.Doc})
	if err != nil {
		t.Fatal(err)
	}
	g, err := Go(k.Node, GoOptions{Doc: k.Doc})
	if err != nil {
		t.Fatal(err)
	}
	got := []txtar.File{a.Files[0], {Name: "c", Data: []byte(c.Func)}, {Name: "go", Data: []byte(g.Func)}, {Name: "work", Data: []byte(c.GoWork + "\n")}}
	if *update {
		a.Files = got
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, w := range got {
		if i >= len(a.Files) || a.Files[i].Name != w.Name || !bytes.Equal(a.Files[i].Data, w.Data) {
			t.Errorf("%s differs (go test -update writes it anew); got\n%s", w.Name, w.Data)
		}
	}
}
