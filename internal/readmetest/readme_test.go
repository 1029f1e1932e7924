package readmetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/command"
)

func itoa(n int) string { return strconv.Itoa(n) }

const readme = "README.md"

func TestParse(t *testing.T) {
	bs, problems := parse("text\n<!-- new: a.go -->\n```go\nx\n```\n\n```\ny\n```\n<!-- console -->\n```\nz")
	if len(bs) != 3 || bs[0] != (block{3, "new", "a.go", "x\n"}) || bs[1].kind != "" || bs[2].kind != "console" {
		t.Errorf("got %+v", bs)
	}
	want := []string{"7: the block has no comment above it that says how it is tested", "11: the block does not end"}
	if strings.Join(problems, "|") != strings.Join(want, "|") {
		t.Errorf("got problems %q, want %q", problems, want)
	}
}

// TestFiles finds each quoted part in its file.
func TestFiles(t *testing.T) {
	for _, b := range blocks(t, readme) {
		if b.kind != "file" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(b.arg)))
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(data), b.text) {
			t.Errorf("%s:%d: the block is not a part of %s", readme, b.line, b.arg)
		}
	}
}

// TestMake finds each target in the Makefile, and the script that it runs.
func TestMake(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks(t, readme) {
		if b.kind != "make" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^make (\w+)`).FindAllStringSubmatch(b.text, -1) {
			if !strings.Contains(string(makefile), "\n"+m[1]+": ") {
				t.Errorf("%s:%d: the Makefile has no target %s", readme, b.line, m[1])
			}
			if st, err := os.Stat(filepath.Join(root, "script", m[1])); err != nil || st.Mode()&0o111 == 0 {
				t.Errorf("%s:%d: script/%s is no program", readme, b.line, m[1])
			}
		}
	}
}

// write puts the reader's files into a folder.
func write(t *testing.T, dir string, bs []block) {
	t.Helper()
	for _, b := range bs {
		if b.kind != "new" {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(b.arg))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestConsole runs the commands and compares what they print.
func TestConsole(t *testing.T) {
	bs := blocks(t, readme)
	dir := t.TempDir()
	write(t, dir, bs)
	count := 0
	for _, b := range bs {
		if b.kind != "console" {
			continue
		}
		for _, session := range strings.Split("\n"+b.text, "\n$ ")[1:] {
			line, want, _ := strings.Cut(session, "\n")
			args := strings.Fields(line)
			if args[0] != "uopc-gen" {
				t.Errorf("%s:%d: %s is not a command of uopc-gen", readme, b.line, line)
				continue
			}
			var out, errs bytes.Buffer
			code := command.MainIn(dir, args[1:], command.IO{In: strings.NewReader(""), Out: &out, Err: &errs})
			if got := strings.TrimSpace(out.String()); code != 0 || got != strings.TrimSpace(want) {
				t.Errorf("%s:%d: %s\nexit code %d, %s\ngot\n%s\nwant\n%s", readme, b.line, line, code, errs.String(), got, want)
			}
			count++
		}
	}
	if count < 3 {
		t.Errorf("only %d commands were run", count)
	}
}

// TestModule does what the section on definitions says, in a module of its own.
func TestModule(t *testing.T) {
	if testing.Short() {
		t.Skip("generates and builds a module")
	}
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("no clang-19; script/setup installs it")
	}
	bs := blocks(t, readme)
	dir := t.TempDir()
	write(t, dir, bs)
	module(t, dir)
	run(t, dir, "go", "generate", "./saxpy")
	for _, b := range bs {
		switch b.kind {
		case "generated":
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(b.arg)))
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
				if !strings.Contains(string(text), "\n"+line+" {\n") {
					t.Errorf("%s:%d: %s has no %s", readme, b.line, b.arg, line)
				}
			}
		case "output of":
			if got := run(t, dir, "go", "run", "./"+b.arg); got != b.text {
				t.Errorf("%s:%d: got %q, want %q", readme, b.line, got, b.text)
			}
		}
	}
	run(t, dir, "go", "vet", "./...")
	run(t, dir, "go", "test", "-short", "./...")
	run(t, dir, "go", "tool", "uopc-gen", "check", "./...")
}

// module writes a go.mod that takes this repository for the published module.
func module(t *testing.T, dir string) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(mod), "\n")
	text := "module example.com/app\n" + rest +
		"\nrequire github.com/uopc/uopc v0.0.0\n\nreplace github.com/uopc/uopc => " + strconv.Quote(here) + "\n"
	for name, data := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if dir != root {
		cmd.Env = append(cmd.Env, "GOFLAGS=-mod=mod") // the reader's go.mod is not complete
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}
