package runtimecache

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// children are the bodies of helper processes: the test binary started again
// with envChild set.
var children = map[string]func(){}

const envChild = "UOPC_TEST_CHILD"

func TestMain(m *testing.M) {
	if name := os.Getenv(envChild); name != "" {
		children[name]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child prepares a helper process; env entries are "K=V".
func child(t *testing.T, name string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(append(os.Environ(), envChild+"="+name), env...)
	cmd.Stderr = os.Stderr
	return cmd
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		os.Exit(1)
	}
}

func openAt(t *testing.T, dir string) (*Cache, *warnings) {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := &warnings{}
	c.Warn = w.add
	return c, w
}

type warnings struct {
	mu   sync.Mutex
	errs []error
}

func (w *warnings) add(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.errs = append(w.errs, err)
}

func (w *warnings) want(t *testing.T, n int) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.errs) != n {
		t.Errorf("got %d warnings %v, want %d", len(w.errs), w.errs, n)
	}
}

func seeded(t *testing.T) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

func ofBytes(b []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return b, nil }
}

func neverMake(t *testing.T) func() ([]byte, error) {
	return func() ([]byte, error) {
		t.Error("make was called, want a hit")
		return nil, nil
	}
}

// object compiles C to a shared object, once per source.
func object(t testing.TB, source string) []byte {
	t.Helper()
	if b, ok := objects.Load(source); ok {
		return b.([]byte)
	}
	cc := ""
	for _, name := range []string{"clang-19", "clang", "cc"} {
		if p, err := exec.LookPath(name); err == nil && cc == "" {
			cc = p
		}
	}
	if cc == "" || !Supported {
		t.Skip("needs a C compiler on PATH (clang-19, clang or cc) and a build that can dlopen")
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "k.c"), filepath.Join(dir, "k.so")
	if err := os.WriteFile(in, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command(cc, "-O2", "-shared", "-fPIC", "-nostdlib", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cc, err, msg)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	objects.Store(source, b)
	return b
}

var objects sync.Map

// fresh is an object that no other test has loaded: it answers n.
func fresh(t testing.TB, n int) []byte {
	return object(t, fmt.Sprintf("void answer(const void *a) { **(int **)a = %d; }\n", n))
}

// files lists the regular files below dir.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			out = append(out, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func equal(t *testing.T, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("got %d bytes %.20q, want %d bytes %.20q", len(got), got, len(want), want)
	}
}
