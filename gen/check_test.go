package gen

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stale runs Check, which must write nothing, and gives what it found, a line each.
func stale(t *testing.T, pkg string) string {
	t.Helper()
	was := tree(t, pkg)
	r, err := Check(context.Background(), pkg, "")
	sameTree(t, "check", was, tree(t, pkg))
	if err != nil {
		return "error: " + err.Error()
	}
	var lines []string
	for _, s := range r.Stale {
		lines = append(lines, s.File+" "+s.Why)
	}
	return strings.Join(append(lines, r.Notes...), "\n")
}

// TestCheckUIR edits every file of a package that is made from .uir alone.
func TestCheckUIR(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "k")
	input := filepath.Join(dir, "two.uir")
	text := readFile(t, "testdata/defs/two.uir")
	writeFile(t, input, text)
	mustRun(t, Config{Dir: dir, Inputs: []string{"./two.uir"}, Link: LinkGo})
	if s := stale(t, dir); s != "" {
		t.Fatalf("a fresh package is stale:\n%s", s)
	}
	files, err := existing(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 6 {
		t.Errorf("%d files: %v", len(files), files.names())
	}
	for _, name := range files.names() {
		file := filepath.Join(dir, name)
		line := map[bool]string{true: "; edited\n", false: "// edited\n"}[strings.HasSuffix(name, ".uir") || name == lockName]
		writeFile(t, file, string(files[name])+line)
		if got, want := stale(t, dir), name+" changed"; got != want {
			t.Errorf("after an edit to %s check says %q, want %q", name, got, want)
		}
		if name != lockName {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			if got, want := stale(t, dir), name+" missing"; got != want {
				t.Errorf("without %s check says %q, want %q", name, got, want)
			}
		}
		writeFile(t, file, string(files[name]))
	}
	for _, extra := range []string{"uopc_gen_old.go", "uir/Old.uir", "uopc_lib/old.lib"} {
		writeFile(t, filepath.Join(dir, extra), "old")
		if got, want := stale(t, dir), extra+" no longer made"; got != want {
			t.Errorf("with %s check says %q, want %q", extra, got, want)
		}
		os.Remove(filepath.Join(dir, extra))
	}

	writeFile(t, input, strings.ReplaceAll(text, "0.0", "0.5"))
	want := "uir/Relu.uir changed\nuopc.lock changed\nuopc_gen_generic.go changed"
	if got := stale(t, dir); got != want {
		t.Errorf("after an edit to the input check says\n%s\nwant\n%s", got, want)
	}
	writeFile(t, input, text+"%12 = add\n")
	want = "error: two.uir:16:7: add takes 2 sources, got 0"
	if got, _, _ := strings.Cut(stale(t, dir), "\n"); got != want {
		t.Errorf("for a damaged input check says\n%s\nwant\n%s", got, want)
	}
	if err := os.Remove(input); err != nil {
		t.Fatal(err)
	}
	if got, want := stale(t, dir), "error: two.uir: no such file or folder"; got != want {
		t.Errorf("without its input check says %q, want %q", got, want)
	}
	writeFile(t, input, text)

	lock := string(files[lockName])
	for _, c := range []struct{ lock, want string }{
		{"", "uopc.lock damaged: uopc.lock: the first line is \"\", want \"uopc.lock v1\"; generate the package again"},
		{"uopc.lock v1\npackage k\n", "uopc.lock damaged: uopc.lock: has no package, link or input line; generate the package again"},
		{strings.Replace(lock, "package k", "package j", 1), ""},
	} {
		writeFile(t, filepath.Join(dir, lockName), c.lock)
		if got := stale(t, dir); c.want != "" && got != c.want || got == "" {
			t.Errorf("check says %q, want %q", got, c.want)
		}
	}
}

// TestCheckNative edits machine code, and pretends that another compiler made it.
func TestCheckNative(t *testing.T) {
	needClang(t)
	dir := filepath.Join(t.TempDir(), "k")
	writeFile(t, filepath.Join(dir, "two.uir"), readFile(t, "testdata/defs/two.uir"))
	mustRun(t, Config{Dir: dir, Inputs: []string{"./two.uir"}})
	lock := readFile(t, filepath.Join(dir, lockName))
	for _, name := range []string{"uopc_gen_amd64.s", "uopc_gen_arm64.go", "uopc_gen_stub.go"} {
		was := readFile(t, filepath.Join(dir, name))
		writeFile(t, filepath.Join(dir, name), was+"// edited\n")
		if got, want := stale(t, dir), name+" changed"; got != want {
			t.Errorf("after an edit to %s check says %q, want %q", name, got, want)
		}
		writeFile(t, filepath.Join(dir, name), was)
	}

	// Another compiler: what it makes is not compared, all else is.
	var other []string
	for _, line := range strings.Split(lock, "\n") {
		if strings.HasPrefix(line, "clang ") {
			line = "clang another clang version 99.0.0"
		}
		other = append(other, line)
	}
	writeFile(t, filepath.Join(dir, lockName), strings.Join(other, "\n"))
	writeFile(t, filepath.Join(dir, "uopc_gen_amd64.s"), "// of another compiler\n")
	note := `machine code was not compared: it was made by "another clang version 99.0.0", this is "`
	if got := stale(t, dir); !strings.HasPrefix(got, note) || strings.Contains(got, "\n") {
		t.Errorf("check says %q, want a note alone", got)
	}
	writeFile(t, filepath.Join(dir, "uopc_gen.go"), "package k\n")
	if got := stale(t, dir); !strings.HasPrefix(got, "uopc_gen.go changed\nmachine code") {
		t.Errorf("check says %q, want a changed file and a note", got)
	}
}

// TestCheckDefinitions edits a definition, in a package below an internal folder.
func TestCheckDefinitions(t *testing.T) {
	if testing.Short() {
		t.Skip("runs definitions: not in -short")
	}
	mod := newModule(t)
	pkg := filepath.Join(mod, "internal", "k")
	def := filepath.Join(pkg, "def", "def.go")
	const text = `package def

import "github.com/uopc/uopc/uopc"

// Twice doubles x.
func Twice(k *uopc.Kernel) {
	x := k.InOut("x", uopc.F32, k.Size("n"))
	x.Set(x.Add(x))
}
`
	writeFile(t, def, text)
	mustRun(t, Config{Dir: pkg, Inputs: []string{"./def"}, Link: LinkGo})
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"doubles x", "doubles x in place", "uir/Twice.uir changed\nuopc.lock changed\nuopc_gen.go changed"},
		{"x.Add(x)", "x.Add(1)", "uir/Twice.uir changed\nuopc.lock changed\nuopc_gen_generic.go changed"},
		{"x.Set", "y.Set", "error: def/def.go:8:2: undefined: y"},
	} {
		writeFile(t, def, strings.Replace(text, c.old, c.new, 1))
		if got := stale(t, pkg); got != c.want {
			t.Errorf("with %q check says\n%s\nwant\n%s", c.new, got, c.want)
		}
	}
	if err := os.Rename(def, filepath.Join(pkg, "def.go.away")); err != nil {
		t.Fatal(err)
	}
	if got, want := stale(t, pkg), "error: ./def: holds no .go and no .uir file"; got != want {
		t.Errorf("without definitions check says %q, want %q", got, want)
	}
	os.Remove(filepath.Join(pkg, lockName))
	if got, want := stale(t, pkg), fmt.Sprintf("error: %s: no such file or folder", filepath.Join(pkg, lockName)); got != want {
		t.Errorf("without a lock check says %q, want %q", got, want)
	}
}
