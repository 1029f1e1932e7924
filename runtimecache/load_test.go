package runtimecache

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// ask calls an object made by fresh.
func ask(t testing.TB, l *Lib) int {
	t.Helper()
	n, err := answer(l)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func answer(l *Lib) (int, error) {
	fn, err := l.Symbol("answer")
	if err != nil {
		return 0, err
	}
	var out int32
	a := struct{ out unsafe.Pointer }{unsafe.Pointer(&out)}
	err = Call(fn, unsafe.Pointer(&a))
	return int(out), err
}

func mustLoad(t testing.TB, image []byte) *Lib {
	t.Helper()
	l, err := Load("test", image)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// noDirs makes every directory unusable, so that only a memory file is left.
func noDirs(t *testing.T) {
	t.Setenv(envDir, "off")
	t.Setenv("TMPDIR", "/dev/null/tmp")
}

func TestLoadAndCall(t *testing.T) {
	if got := ask(t, mustLoad(t, fresh(t, 42))); got != 42 {
		t.Errorf("got %d, want 42", got)
	}
}

func TestLoadTwiceIsOneLoad(t *testing.T) {
	image := fresh(t, 43)
	libs := make([]*Lib, 16)
	var wg sync.WaitGroup
	for i := range libs {
		wg.Go(func() { libs[i], _ = Load("twice", append([]byte(nil), image...)) })
	}
	wg.Wait()
	for _, l := range libs {
		if l == nil || l != libs[0] {
			t.Fatalf("got %v and %v, want one *Lib", l, libs[0])
		}
	}
	if l := mustLoad(t, image); l != libs[0] || l.Name() != "twice" {
		t.Errorf("another name gave another load: %+v", l)
	}
}

// TestManyObjectsStayApart loads more objects than one, each through a
// descriptor that was closed before, and wants each to be itself.
func TestManyObjectsStayApart(t *testing.T) {
	var libs []*Lib
	for i := range 6 {
		libs = append(libs, mustLoad(t, fresh(t, 1000+i)))
	}
	for i, l := range libs {
		if got := ask(t, l); got != 1000+i {
			t.Errorf("object %d answers %d, want %d", i, got, 1000+i)
		}
	}
}

func TestMissingSymbol(t *testing.T) {
	l := mustLoad(t, fresh(t, 44))
	for _, name := range []string{"nope", "", "answer\x00", "answer\x00x"} {
		addr, err := l.Symbol(name)
		if err == nil || addr != 0 || !strings.Contains(err.Error(), "library "+l.Name()) {
			t.Errorf("%q: got %#x, %v; want an error that names the library", name, addr, err)
		}
	}
	if _, err := l.Symbol("nope"); !strings.Contains(err.Error(), `no symbol "nope"`) {
		t.Errorf("got %v, want the symbol in it", err)
	}
	if _, err := (*Lib)(nil).Symbol("x"); err == nil {
		t.Error("a nil library has symbols")
	}
}

func TestNotASharedObject(t *testing.T) {
	good := fresh(t, 45)
	set := func(at int, v byte) []byte {
		b := append([]byte(nil), good...)
		b[at] = v
		return b
	}
	for name, c := range map[string]struct {
		image []byte
		want  string
	}{
		"nil":         {nil, "it is empty"},
		"text":        {[]byte("#!/bin/sh\n"), `starts with "#!/b"`},
		"magic only":  {good[:4], "header"},
		"head only":   {good[:64], "truncated"},
		"half":        {good[:len(good)/2], "truncated"},
		"executable":  {set(16, 2), "link it with -shared"},
		"bad class":   {set(4, 7), "header"},
		"other class": {set(4, 1), ""},
		"other cpu":   {set(18, 0xff), ""},
	} {
		l, err := Load("bad "+name, c.image)
		if err == nil || l != nil || !strings.HasPrefix(err.Error(), "library bad "+name+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestEveryTruncation must return: the loader would be killed by SIGBUS.
func TestEveryTruncation(t *testing.T) {
	image := fresh(t, 46)
	noDirs(t)
	for n := range image {
		if n%97 == 0 || n < 512 {
			if l, err := Load("cut", image[:n]); err == nil && l == nil {
				t.Fatalf("%d bytes: no library and no error", n)
			}
		}
	}
}

func TestUndefinedSymbolIsAnError(t *testing.T) {
	image := object(t, "void nowhere(void); void answer(const void *a) { nowhere(); }\n")
	dir := t.TempDir()
	t.Setenv(envDir, dir)
	t.Setenv("TMPDIR", dir)
	_, err := Load("undefined", image)
	if err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("got %v, want the undefined symbol", err)
	}
	for _, f := range files(t, dir) {
		if filepath.Ext(f) == objectExt() {
			t.Errorf("%s was left behind", f)
		}
	}
}

func TestFailedLoadMayBeTriedAgain(t *testing.T) {
	image := fresh(t, 47)
	saved := places
	places = nil
	_, err := Load("again", image)
	places = saved
	if err == nil {
		t.Fatal("loaded from nowhere")
	}
	if got := ask(t, mustLoad(t, image)); got != 47 {
		t.Errorf("got %d, want 47", got)
	}
}

// withoutMemory leaves the places that all systems have.
func withoutMemory(t *testing.T) {
	saved := places
	places = filePlaces
	t.Cleanup(func() { places = saved })
}

func TestLoadThroughCacheDirectory(t *testing.T) {
	withoutMemory(t)
	dir := t.TempDir()
	t.Setenv(envDir, dir)
	image := fresh(t, 48)
	l := mustLoad(t, image)
	if got := ask(t, l); got != 48 || l.Origin() != "cache directory" {
		t.Errorf("got %d through %s", got, l.Origin())
	}
	var object string
	for _, f := range files(t, dir) {
		if filepath.Ext(f) == objectExt() {
			object = f
		}
	}
	if got, err := os.ReadFile(object); err != nil || string(got) != string(image) {
		t.Errorf("file %s: %d bytes, %v", object, len(got), err)
	}
}

// TestPlantedObjectIsReplaced puts other code under an object's name.
func TestPlantedObjectIsReplaced(t *testing.T) {
	dir := t.TempDir()
	image, evil := fresh(t, 49), fresh(t, 666)
	at, err := placeFile(dir, image)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at.path, evil, 0o600); err != nil {
		t.Fatal(err)
	}
	withoutMemory(t)
	t.Setenv(envDir, dir)
	if got := ask(t, mustLoad(t, image)); got != 49 {
		t.Errorf("got %d, want 49", got)
	}
}

func TestLoadFallsToTemporaryDirectory(t *testing.T) {
	withoutMemory(t)
	image := fresh(t, 50)
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(envDir, "/dev/null/cache")
	l := mustLoad(t, image)
	if got := ask(t, l); got != 50 || l.Origin() != "temporary directory" {
		t.Errorf("got %d through %s", got, l.Origin())
	}
}

func TestNoPlaceIsAnError(t *testing.T) {
	withoutMemory(t)
	image := fresh(t, 51)
	noDirs(t)
	_, err := Load("homeless", image)
	if err == nil || !strings.Contains(err.Error(), "cache directory: ") || !strings.Contains(err.Error(), "temporary directory: ") {
		t.Errorf("got %v, want what each place said", err)
	}
}

func TestUnsupportedBuild(t *testing.T) {
	if Supported {
		t.Skip("this build can load; go test -tags purego runs the rest")
	}
	_, err := Load("x", []byte("\x7fELF"))
	if !errors.Is(err, ErrUnsupported) || !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), runtime.GOOS) {
		t.Errorf("got %v", err)
	}
	e := Embedded{Name: "x", Image: "y"}
	f := Func{Lib: &e, Name: "z"}
	if f.Call(nil) || !errors.Is(e.Err(), ErrUnsupported) || !errors.Is(Call(1, nil), ErrUnsupported) {
		t.Errorf("embedded: %v", e.Err())
	}
}
