package runtimecache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func init() {
	children["noexec"] = childNoexec
	children["readonly"] = childReadOnly
}

const (
	msRdonly = 0x1
	msNoexec = 0x8
	msRemnt  = 0x20
	msBind   = 0x1000
	msRec    = 0x4000
	msPriv   = 0x40000
)

// inNamespace runs a child that may mount what it likes.
func inNamespace(t *testing.T, name string, env ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may mount")
	}
	cmd := child(t, name, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.Output()
	if err != nil && strings.Contains(err.Error(), "not permitted") {
		t.Skip("no mount namespace here:", err)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.HasPrefix(string(out), "skip") {
		t.Skip(string(out))
	}
	if string(out) != "fine\n" {
		t.Error(string(out))
	}
}

func mustMount(source, target, kind string, flags uintptr) {
	check(syscall.Mount("none", "/", "", msRec|msPriv, ""))
	if err := syscall.Mount(source, target, kind, flags, ""); err != nil {
		fmt.Println("skip: no mount here:", err)
		os.Exit(0)
	}
}

func childAsk(image []byte) (string, int, error) {
	l, err := Load("k", image)
	if err != nil {
		return "", 0, err
	}
	n, err := answer(l)
	return l.Origin(), n, err
}

// TestNoexecDirectories has nothing but noexec file systems to write to.
func TestNoexecDirectories(t *testing.T) {
	dir := t.TempDir()
	image := filepath.Join(t.TempDir(), "image")
	if err := os.WriteFile(image, fresh(t, 60), 0o600); err != nil {
		t.Fatal(err)
	}
	inNamespace(t, "noexec", envDir+"="+dir, "TMPDIR="+dir, envArg+"="+image)
}

func childNoexec() {
	image, err := os.ReadFile(os.Getenv(envArg))
	check(err)
	dir := os.Getenv(envDir)
	mustMount("tmpfs", dir, "tmpfs", msNoexec)

	all := places
	places = filePlaces // proves that the mount does forbid what the memory file allows
	if origin, _, err := childAsk(image); err == nil || !strings.Contains(err.Error(), "map segment") {
		fmt.Printf("a noexec directory let code in through %q: %v\n", origin, err)
	}
	check(os.RemoveAll(filepath.Join(dir, "object")))
	before := listing(dir)
	places = all
	origin, got, err := childAsk(image)
	if err != nil || got != 60 || origin != "memory file" {
		fmt.Printf("got %d through %q: %v\n", got, origin, err)
	}
	if after := listing(dir); after != before {
		fmt.Printf("files were left: %s, before: %s\n", after, before)
	}
	fmt.Println("fine")
}

func listing(dir string) string {
	var b strings.Builder
	filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		fmt.Fprintln(&b, p)
		return nil
	})
	return b.String()
}

// TestReadOnlyDirectory serves hits from a file system that takes no writes.
func TestReadOnlyDirectory(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	if err := c.Put("old", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	inNamespace(t, "readonly", envDir+"="+c.Dir())
}

func childReadOnly() {
	dir := os.Getenv(envDir)
	mustMount(dir, dir, "", msBind)
	check(syscall.Mount("none", dir, "", msBind|msRemnt|msRdonly, ""))
	if err := os.WriteFile(filepath.Join(dir, "probe"), nil, 0o600); err == nil {
		fmt.Println("the directory is not read-only")
	}
	c, err := Open("")
	check(err)
	warned := 0
	c.Warn = func(error) { warned++ }
	data, hit, err := c.Do("old", func() ([]byte, error) { return nil, fmt.Errorf("not reached") })
	if string(data) != "kept" || !hit || err != nil || warned != 0 {
		fmt.Printf("old: %q, hit %v, %v, %d warnings\n", data, hit, err, warned)
	}
	for range 2 {
		data, hit, err = c.Do("new", func() ([]byte, error) { return []byte("made"), nil })
		if string(data) != "made" || hit || err != nil || warned != 2 {
			fmt.Printf("new: %q, hit %v, %v, %d warnings\n", data, hit, err, warned)
		}
	}
	fmt.Println("fine")
}

func TestMemoryFileIsSealed(t *testing.T) {
	image := fresh(t, 61)
	at, err := placeMemory("sealed", image)
	if err != nil {
		t.Fatal(err)
	}
	defer at.done(true)
	if got, err := os.ReadFile(at.path); err != nil || string(got) != string(image) {
		t.Fatalf("read %d bytes: %v", len(got), err)
	}
	f, err := os.OpenFile(at.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err1 := f.Write([]byte{0})
	err2, err3 := f.Truncate(1), f.Truncate(1<<20)
	if err1 == nil || err2 == nil || err3 == nil {
		t.Errorf("write: %v, shrink: %v, grow: %v; want three refusals", err1, err2, err3)
	}
}

func TestLoadLeavesNoDescriptor(t *testing.T) {
	open := func() int {
		d, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(d)
	}
	images := [][]byte{fresh(t, 62), fresh(t, 63), []byte("\x7fELF junk that is longer than a header"), fresh(t, 64)}
	before := open()
	for _, i := range images {
		Load("fd", i)
	}
	if after := open(); after > before {
		t.Errorf("%d descriptors open, before %d", after, before)
	}
}

func TestFdPathsDiffer(t *testing.T) {
	seen := map[string]uint32{}
	for _, serial := range []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 1000, 1 << 20, 1<<32 - 1} {
		p := fdPath(0, serial)
		if other, dup := seen[p]; dup {
			t.Errorf("loads %d and %d share %s", serial, other, p)
		}
		seen[p] = serial
		if filepath.Clean(p) != "/proc/self/fd/0" || len(p) > 200 {
			t.Errorf("load %d: path %s", serial, p)
		}
	}
}

func TestOddNames(t *testing.T) {
	for i, name := range []string{"", "a\x00b", strings.Repeat("é", 500), "../x"} {
		if _, err := Load(name, fresh(t, 70+i)); err != nil {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}
