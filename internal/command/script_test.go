package command

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/internal/outside"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what commands print into the scripts")

// scratch is where the scripts' modules are; TestMain removes it.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if scratch, err = os.MkdirTemp("", "uopc-command-test-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(scratch)
		outside.Isolate()
		return m.Run()
	}())
}

// TestScript runs the scripts in testdata/script. A script is a txtar archive: its files are
// unpacked into a module outside of ours, then the lines of its comment run in order:
//
//	uopc-gen ARG...       run the command; it must exit with 0
//	exit N uopc-gen ...   the same, with the exit code N; the tree must then be as it was
//	stdin FILE            what the next command reads
//	out FILE, err FILE    what the last command printed must be the archive's file of that name
//	cd DIR, env K=V, rm FILE, cp FROM TO, sub FILE OLD NEW, symlink TARGET FILE, chmod MODE FILE
//	cmp A B, have FILE, lack FILE
//	z3 LINE               the line is left out where there is no z3
//	clang                 the script is left out where there is no clang
//	slow                  the script is left out of -short
//
// Words are cut at spaces; quotes of either kind keep them. $WORK is the module's folder, $GO a
// PATH with the go command alone. With go test -update the files of out and err are rewritten.
func TestScript(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) < 8 {
		t.Fatalf("found %d scripts (%v), want 8 or more", len(files), err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) { runScript(t, f) })
	}
}

type script struct {
	*testing.T
	archive  *txtar.Archive
	dir, cwd string
	stdin    []byte
	out, err bytes.Buffer
	changed  bool
	line     string
}

func runScript(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(a.Comment), "\n")
	for _, l := range lines {
		if l == "slow" && testing.Short() {
			t.Skip("runs definitions or clang: not in -short")
		}
		if l == "clang" {
			if _, err := clang.Find(""); err != nil {
				t.Skip(err)
			}
		}
	}
	s := &script{T: t, archive: a, dir: outside.Module(t, scratch)}
	s.cwd = s.dir
	defer func() {
		if s.changed {
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Error(err)
			}
		}
	}()
	for _, f := range a.Files {
		outside.Write(t, filepath.Join(s.dir, f.Name), string(f.Data))
	}
	for i, l := range lines {
		if l == "slow" || l == "clang" || strings.HasPrefix(l, "#") || strings.TrimSpace(l) == "" {
			continue
		}
		s.line = fmt.Sprintf("%s:%d: %s", file, i+1, l)
		if rest, ok := strings.CutPrefix(l, "z3 "); ok {
			if _, err := exec.LookPath("z3"); err != nil {
				t.Logf("%s: left out: %v", s.line, err)
				continue
			}
			l = rest
		}
		s.step(s.words(l))
	}
}

// words cuts a line at spaces outside of quotes.
func (s *script) words(line string) (out []string) {
	line = strings.NewReplacer("$WORK", s.dir, "$GO", goOnly(s.T)).Replace(line)
	var w strings.Builder
	var quote rune
	in := false
	end := func() {
		if in {
			out = append(out, w.String())
			w.Reset()
			in = false
		}
	}
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, in = r, true
		case quote == 0 && r == ' ':
			end()
		default:
			w.WriteRune(r)
			in = true
		}
	}
	end()
	return out
}

func (s *script) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.cwd, name)
}

func (s *script) check(err error) {
	s.Helper()
	if err != nil {
		s.Fatalf("%s: %v", s.line, err)
	}
}

func (s *script) step(w []string) {
	s.Helper()
	switch w[0] {
	case "uopc-gen":
		s.command(exitOK, w[1:])
	case "exit":
		var code int
		_, err := fmt.Sscan(w[1], &code)
		s.check(err)
		was := outside.Tree(s.T, s.dir)
		s.command(code, w[3:])
		outside.SameTree(s.T, s.line, was, outside.Tree(s.T, s.dir))
	case "stdin":
		s.stdin = []byte(outside.Read(s.T, s.path(w[1])))
	case "out":
		s.printed(w[1], s.out.Bytes())
	case "err":
		s.printed(w[1], s.err.Bytes())
	case "cd":
		s.cwd = s.path(w[1])
	case "env":
		k, v, _ := strings.Cut(w[1], "=")
		s.Setenv(k, v)
	case "rm":
		s.check(os.RemoveAll(s.path(w[1])))
	case "cp":
		outside.Write(s.T, s.path(w[2]), outside.Read(s.T, s.path(w[1])))
	case "sub":
		text := outside.Read(s.T, s.path(w[1]))
		if !strings.Contains(text, w[2]) {
			s.Fatalf("%s: %q is not there", s.line, w[2])
		}
		outside.Write(s.T, s.path(w[1]), strings.Replace(text, w[2], w[3], 1))
	case "symlink":
		s.check(os.Symlink(w[1], s.path(w[2])))
	case "chmod":
		var mode os.FileMode
		_, err := fmt.Sscanf(w[1], "%o", &mode)
		s.check(err)
		s.check(os.Chmod(s.path(w[2]), mode))
	case "cmp":
		if outside.Read(s.T, s.path(w[1])) != outside.Read(s.T, s.path(w[2])) {
			s.Errorf("%s: the files differ", s.line)
		}
	case "have", "lack":
		_, err := os.Stat(s.path(w[1]))
		if (err == nil) != (w[0] == "have") {
			s.Errorf("%s: %v", s.line, err)
		}
	default:
		s.Fatalf("%s: unknown line", s.line)
	}
}

func (s *script) command(want int, args []string) {
	s.Helper()
	s.out.Reset()
	s.err.Reset()
	got := MainIn(s.cwd, args, IO{In: bytes.NewReader(s.stdin), Out: &s.out, Err: &s.err})
	s.stdin = nil
	if got != want {
		s.Errorf("%s: exit code %d, want %d\nstdout: %s\nstderr: %s", s.line, got, want, s.out.String(), s.err.String())
	}
	if e := s.err.String(); strings.Contains(e, "goroutine ") || strings.Contains(e, "internal error") {
		s.Errorf("%s: a stack or an internal error is shown:\n%s", s.line, e)
	}
}

// printed compares what a command printed with a file of the archive.
func (s *script) printed(name string, data []byte) {
	s.Helper()
	text := strings.ReplaceAll(string(data), s.dir, "$WORK")
	for i, f := range s.archive.Files {
		if f.Name != name {
			continue
		}
		if string(f.Data) == text {
			return
		}
		if *update {
			s.archive.Files[i].Data, s.changed = []byte(text), true
			return
		}
		s.Errorf("%s: printed\n%s\nwant\n%s", s.line, text, f.Data)
		return
	}
	if *update {
		s.archive.Files = append(s.archive.Files, txtar.File{Name: name, Data: []byte(text)})
		s.changed = true
		return
	}
	s.Errorf("%s: the archive has no file %s", s.line, name)
}
