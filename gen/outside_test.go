package gen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/uopc/uopc/internal/outside"
)

// The tests here generate into modules that are not ours: a temporary go.mod with a tool line
// and a replace line, our go.sum, and no network.

// scratch is where all tests of this package keep their modules; TestMain removes it.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if scratch, err = os.MkdirTemp("", "uopc-gen-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(scratch)
		outside.Isolate()
		return m.Run()
	}())
}

var (
	writeFile = outside.Write
	readFile  = outside.Read
	tree      = outside.Tree
	sameTree  = outside.SameTree
)

func newModule(t testing.TB) string { return outside.Module(t, scratch) }

// addDefs copies testdata/defs to a package's def folder. With names, the files are renamed to
// those, in order.
func addDefs(t testing.TB, pkg string, names ...string) {
	t.Helper()
	files, err := filepath.Glob("testdata/defs/*")
	if err != nil || len(files) != 3 {
		t.Fatalf("testdata/defs has %v, %v", files, err)
	}
	for i, f := range files {
		name := filepath.Base(f)
		if names != nil {
			name = names[i] + filepath.Ext(f)
		}
		writeFile(t, filepath.Join(pkg, "def", name), readFile(t, f))
	}
	writeFile(t, filepath.Join(pkg, "doc.go"), "// Package "+filepath.Base(pkg)+" has kernels.\npackage "+filepath.Base(pkg)+"\n")
}

// generated gives a folder with the test kernels generated in a link mode, made once; tests only
// read it.
func generated(t *testing.T, link string) (mod, pkg string) {
	t.Helper()
	needClang(t)
	g := &shared[strings.Index("asm dylib go", link)]
	g.once.Do(func() {
		g.mod = newModule(t)
		g.pkg = filepath.Join(g.mod, "k")
		addDefs(t, g.pkg)
		writeFile(t, filepath.Join(g.pkg, "panics_test.go"), readFile(t, "testdata/panics_test.go.txt"))
		mustRun(t, Config{Dir: g.pkg, Inputs: []string{"./def"}, Link: link})
		g.ok = true
	})
	if !g.ok {
		t.Fatal("the package could not be generated; see the first failure")
	}
	return g.mod, g.pkg
}

var shared [16]struct {
	once     sync.Once
	ok       bool
	mod, pkg string
}

func mustRun(t testing.TB, c Config) []string {
	t.Helper()
	changed, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func needClang(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("generates, compiles and runs whole packages: not in -short")
	}
	for _, c := range []string{"clang-19", "clang-20", "clang-18", "clang-17", "clang"} {
		if _, err := exec.LookPath(c); err == nil {
			return
		}
	}
	t.Skip("there is no clang here")
}

// command runs a program in dir with more environment and gives what it printed.
func command(t testing.TB, dir string, env []string, name string, args ...string) (out string, ok bool) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	b, err := cmd.CombinedOutput()
	if err != nil {
		return string(b) + err.Error(), false
	}
	return string(b), true
}

func goTool(t testing.TB, dir string, env []string, args ...string) string {
	t.Helper()
	out, ok := command(t, dir, env, "go", args...)
	if !ok {
		t.Fatalf("%s go %s: %s", strings.Join(env, " "), strings.Join(args, " "), out)
	}
	return out
}

// sameFiles compares contents only.
func sameFiles(t testing.TB, a, b string) {
	t.Helper()
	fa, err := existing(a)
	if err != nil {
		t.Fatal(err)
	}
	fb, err := existing(b)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(fa.names()) != fmt.Sprint(fb.names()) || len(fa) < 5 {
		t.Fatalf("different files: %v and %v", fa.names(), fb.names())
	}
	for n := range fa {
		if !bytes.Equal(fa[n], fb[n]) {
			t.Errorf("%s differs", n)
		}
	}
}
