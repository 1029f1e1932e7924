//go:build unix

package gen

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteFails makes the last steps of a run fail: nothing changes.
func TestWriteFails(t *testing.T) {
	text := readFile(t, "testdata/defs/two.uir")
	fresh := func() (string, Config) {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, "two.uir"), text)
		c := Config{Dir: dir, Inputs: []string{"two.uir"}, Link: LinkGo, Package: "k"}
		mustRun(t, c)
		writeFile(t, filepath.Join(dir, "two.uir"), strings.ReplaceAll(text, "0.0", "0.5"))
		return dir, c
	}
	fails := func(c Config, dir, want string) {
		t.Helper()
		was := tree(t, dir)
		_, err := Run(context.Background(), c)
		if got := fmt.Sprint(err); got != strings.ReplaceAll(want, "DIR", c.Dir) {
			t.Errorf("the error is\n%s\nwant\n%s", got, strings.ReplaceAll(want, "DIR", c.Dir))
		}
		sameTree(t, "a failing run", was, tree(t, dir))
	}

	dir, c := fresh()
	c.Dir = filepath.Join(dir, "two.uir")
	c.Inputs = []string{c.Dir}
	fails(c, dir, "DIR: the output folder is a file")
	c.Dir = filepath.Join(dir, "two.uir", "below")
	fails(c, dir, "DIR: cannot be read: not a directory")
	c.Dir = filepath.Join(dir, "absent")
	fails(c, dir, "DIR: no such file or folder")

	dir, c = fresh()
	if err := os.Remove(filepath.Join(dir, "uopc_gen_generic.go")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "uopc_gen_generic.go", "file"), "")
	fails(c, dir, "cannot write to the output folder DIR: uopc_gen_generic.go is a folder (nothing was changed)")

	dir, c = fresh()
	if err := os.RemoveAll(filepath.Join(dir, "uir")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "uir"), "a file")
	fails(c, dir, "cannot write to the output folder DIR: uir is a file, not a folder (nothing was changed)")

	dir, c = fresh()
	lockFolder(t, dir)
	fails(c, dir, "cannot write to the output folder DIR: "+lockedWhy(t, dir)+" (nothing was changed)")
}

// lockFolder makes a folder that nobody can write to: by its mode, or for root by its attribute.
func lockFolder(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(dir, 0o777) })
		return
	}
	if out, err := exec.Command("chattr", "+i", dir).CombinedOutput(); err != nil {
		t.Skipf("as root a folder cannot be locked here: chattr: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("chattr", "-i", dir).Run() })
}

// lockedWhy is what the system says of a locked folder.
func lockedWhy(t *testing.T, dir string) string {
	t.Helper()
	_, err := os.Create(filepath.Join(dir, "probe"))
	if err == nil {
		t.Skip("the folder can be written all the same")
	}
	return underlying(err).Error()
}
