package gen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/outside"
)

// TestSameBytes generates again in another folder, with the definitions' files under names that
// sort the other way round, in an environment that builds for something else.
func TestSameBytes(t *testing.T) {
	_, first := generated(t, LinkAsm)
	mod := newModule(t)
	pkg := filepath.Join(mod, "elsewhere", "internal", "k")
	addDefs(t, pkg, "z9", "y8", "x7")
	t.Setenv("GOOS", "windows")
	t.Setenv("GOARCH", "arm64")
	t.Setenv("LANG", "tr_TR.UTF-8")
	t.Setenv("TZ", "Asia/Tokyo")
	c := Config{Dir: pkg, Inputs: []string{"./def"}}
	before := tree(t, mod)
	if changed := mustRun(t, c); len(changed) < 20 {
		t.Errorf("only %v were written", changed)
	}
	sameFiles(t, first, pkg)

	// Nothing but the outputs was written: without them the tree is as it was.
	after := tree(t, mod)
	for name := range after {
		rel, err := filepath.Rel(pkg, filepath.Join(mod, name))
		if err == nil && isOurs(filepath.ToSlash(rel)) {
			delete(after, name)
		}
	}
	for _, dir := range []string{".", "uir"} { // new entries change a folder's own time, not its mode
		delete(after, filepath.Join("elsewhere", "internal", "k", dir))
		delete(before, filepath.Join("elsewhere", "internal", "k", dir))
	}
	sameTree(t, "generating", before, after)

	// A second run touches no file.
	whole := tree(t, mod)
	if changed := mustRun(t, c); len(changed) != 0 {
		t.Errorf("a second run changed %v", changed)
	}
	sameTree(t, "a second run", whole, tree(t, mod))
}

// TestNoPathsInside looks for what would make two machines differ.
func TestNoPathsInside(t *testing.T) {
	for _, link := range []string{LinkAsm, LinkDylib} {
		_, pkg := generated(t, link)
		files, err := existing(pkg)
		if err != nil {
			t.Fatal(err)
		}
		host, _ := os.Hostname()
		for name, data := range files {
			for _, s := range []string{scratch, outside.Repo(), os.TempDir(), host} {
				if len(s) > 3 && strings.Contains(string(data), s) {
					t.Errorf("%s holds %q", name, s)
				}
			}
		}
	}
}
