package command

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// goPath makes, once, a folder that holds the go command and nothing else.
var goPath = sync.OnceValues(func() (string, error) {
	exe, err := exec.LookPath("go")
	if err != nil {
		return "", err
	}
	if exe, err = filepath.EvalSymlinks(exe); err != nil {
		return "", err
	}
	dir := filepath.Join(scratch, "gobin")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	return dir, os.Symlink(exe, filepath.Join(dir, "go"))
})

func goOnly(t *testing.T) string {
	t.Helper()
	dir, err := goPath()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHelp asks every command for its help: it exits with 0, and each environment variable that
// the code reads is named there.
func TestHelp(t *testing.T) {
	all := ""
	for name := range commands {
		var out, errs bytes.Buffer
		if code := Main([]string{name, "-h"}, IO{Out: &out, Err: &errs}); code != 0 || errs.Len() != 0 {
			t.Errorf("%s -h: exit code %d, standard error %q", name, code, errs.String())
		}
		if !strings.HasPrefix(out.String(), "usage: uopc-gen "+name) {
			t.Errorf("%s -h prints %q", name, out.String())
		}
		all += out.String()
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`envOr\("(\w+)"`).FindAllStringSubmatch(string(text), -1) {
			found++
			if !strings.Contains(all, "$"+m[1]) {
				t.Errorf("no help names $%s", m[1])
			}
		}
	}
	if found < 8 {
		t.Errorf("found %d environment variables in the code", found)
	}
	for _, arg := range []string{"-h", "-help", "--help", "help"} {
		var out, errs bytes.Buffer
		if code := Main([]string{arg}, IO{Out: &out, Err: &errs}); code != 0 || errs.Len() != 0 {
			t.Errorf("%s: exit code %d, standard error %q", arg, code, errs.String())
		}
		for name := range commands {
			if !strings.Contains(out.String(), "uopc-gen "+name) {
				t.Errorf("%s does not name %s", arg, name)
			}
		}
	}
}
