//go:build unix

package runtimecache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	c, _ := openAt(t, dir)
	if _, _, err := c.Do("k", ofBytes([]byte("x"))); err != nil {
		t.Fatal(err)
	}
	filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		st, err := d.Info()
		if err != nil {
			t.Fatal(err)
		}
		want := os.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if got := st.Mode().Perm(); got != want {
			t.Errorf("%s has mode %04o, want %04o", p, got, want)
		}
		return nil
	})
}

func TestUnsafeDirIsRefused(t *testing.T) {
	base := t.TempDir()
	for _, mode := range []os.FileMode{0o770, 0o702, 0o777} {
		dir := filepath.Join(base, mode.String())
		os.Mkdir(dir, 0o700)
		os.Chmod(dir, mode)
		_, err := Open(dir)
		if !errors.Is(err, errUnsafeDir) || !strings.Contains(err.Error(), "chmod 0700 "+dir) {
			t.Errorf("mode %v: got %v, want a refusal with its cure", mode, err)
		}
	}
	for _, mode := range []os.FileMode{0o700, 0o755} {
		dir := filepath.Join(base, mode.String())
		os.Mkdir(dir, mode)
		os.Chmod(dir, mode)
		if _, err := Open(dir); err != nil {
			t.Errorf("mode %v: %v", mode, err)
		}
	}
}

func TestOthersDirIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a directory away")
	}
	base := t.TempDir()
	theirs, mine, link := filepath.Join(base, "theirs"), filepath.Join(base, "mine"), filepath.Join(base, "link")
	os.Mkdir(theirs, 0o700)
	os.Mkdir(mine, 0o700)
	if err := errors.Join(os.Chown(theirs, 4242, 4242), os.Symlink(mine, link)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(link); err != nil {
		t.Errorf("own link to own directory: %v", err)
	}
	os.Lchown(link, 4242, 4242)
	for _, dir := range []string{theirs, link} {
		if _, err := Open(dir); !errors.Is(err, errUnsafeDir) || !strings.Contains(err.Error(), "belongs to user 4242") {
			t.Errorf("%s: got %v, want a refusal", dir, err)
		}
	}
}

// TestUnusableDir puts the directory below a regular file, which stops root too.
func TestUnusableDir(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	for _, dir := range []string{file, filepath.Join(file, "below"), "off", "bad\x00name"} {
		c, w := openAt(t, dir)
		made := 0
		for range 2 {
			got, hit, err := c.Do("k", func() ([]byte, error) { made++; return []byte("x"), nil })
			if string(got) != "x" || hit || err != nil {
				t.Errorf("%q: %q, hit %v, %v", dir, got, hit, err)
			}
		}
		if made != 2 || c.Dir() != "" {
			t.Errorf("%q: made %d times in %q, want 2 and no directory", dir, made, c.Dir())
		}
		if dir != "off" {
			w.want(t, 1)
		}
	}
}

// TestDirBreaksLater turns the parts of an open cache into regular files.
func TestDirBreaksLater(t *testing.T) {
	c, w := openAt(t, t.TempDir())
	os.WriteFile(filepath.Join(c.Dir(), "entry"), nil, 0o600)
	os.WriteFile(filepath.Join(c.Dir(), "lock"), nil, 0o600)
	for range 2 {
		if got, hit, err := c.Do("k", ofBytes([]byte("x"))); string(got) != "x" || hit || err != nil {
			t.Errorf("%q, hit %v, %v", got, hit, err)
		}
	}
	w.want(t, 2) // no lock, not kept: each once
}

func TestDefaultDir(t *testing.T) {
	work := t.TempDir() // before TMPDIR points nowhere
	t.Setenv(envDir, "")
	t.Setenv("XDG_CACHE_HOME", "/x/cache")
	t.Setenv("HOME", "/x/home")
	if got := DefaultDir(); !strings.HasPrefix(got, "/x/") || filepath.Base(got) != "uopc" {
		t.Errorf("got %s, want uopc in the user's cache directory", got)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", "/x/tmp")
	if got := DefaultDir(); !strings.HasPrefix(got, "/x/tmp/uopc-") {
		t.Errorf("got %s, want this user's directory in /x/tmp", got)
	}
	t.Setenv(envDir, "rel")
	t.Chdir(work)
	c, _ := openAt(t, "")
	if !filepath.IsAbs(c.Dir()) || filepath.Base(c.Dir()) != "rel" {
		t.Errorf("got %s, want an absolute path of rel", c.Dir())
	}
}
