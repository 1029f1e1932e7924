package readmetest

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestCodeMap finds every package of the module in ARCHITECTURE.md, by its own name or by that of a
// folder that it is in; and no package that uses cgo.
func TestCodeMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/uopc/uopc"
	out := run(t, root, "go", "list", "-f", "{{.ImportPath}} {{len .CgoFiles}}", module+"/...")
	for line := range strings.Lines(out) {
		name, cgo, _ := strings.Cut(strings.TrimSpace(line), " ")
		name = strings.TrimPrefix(name, module+"/")
		if cgo != "0" {
			t.Errorf("%s uses cgo", name)
		}
		found := false
		for p := name; p != "." && !found; p = path.Dir(p) {
			found = strings.Contains(string(text), "`"+p+"`")
		}
		if !found {
			t.Errorf("ARCHITECTURE.md does not name %s", name)
		}
	}
}
