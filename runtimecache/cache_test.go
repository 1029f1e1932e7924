package runtimecache

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestKeySeparatesParts(t *testing.T) {
	lists := [][]string{{}, {""}, {"", ""}, {"a"}, {"a", ""}, {"", "a"}, {"ab"}, {"a", "b"}, {"b", "a"}, {"a\x00b"}, {"a", "b", ""}}
	seen := map[string][]string{}
	for _, l := range lists {
		k := Key(l...)
		if other, dup := seen[k]; dup || len(k) != keyLen || entryID(k) != k {
			t.Errorf("Key(%q) = %s, also of %q", l, k, other)
		}
		seen[k] = l
	}
	if first, again := Key("a", "b"), Key("a", "b"); first != again {
		t.Error("Key is not a function of its parts")
	}
}

func TestForeignKeyStaysInside(t *testing.T) {
	c, _ := openAt(t, filepath.Join(t.TempDir(), "c"))
	for _, key := range []string{"", "x", "../../escape", "/etc/passwd", strings.Repeat("g", keyLen), strings.Repeat("A", keyLen)} {
		if err := c.Put(key, []byte(key)); err != nil {
			t.Errorf("Put(%q): %v", key, err)
		}
		got, ok := c.Get(key)
		if !ok || string(got) != key {
			t.Errorf("Get(%q) = %q, %v", key, got, ok)
		}
	}
	if got := files(t, filepath.Join(c.Dir(), "entry")); len(got) != 6 {
		t.Errorf("got files %q, want 6 below entry", got)
	}
}

func TestDoMakesOnce(t *testing.T) {
	c, w := openAt(t, t.TempDir())
	for i, data := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("payload"), 100_000)} {
		key := Key("once", string(rune('a'+i)))
		got, hit, err := c.Do(key, ofBytes(data))
		if err != nil || hit {
			t.Fatalf("first Do: hit %v, err %v", hit, err)
		}
		equal(t, got, data)
		got, hit, err = c.Do(key, neverMake(t))
		if err != nil || !hit {
			t.Fatalf("second Do: hit %v, err %v", hit, err)
		}
		equal(t, got, data)
	}
	if left := files(t, filepath.Join(c.Dir(), "lock")); len(left) != 0 {
		t.Errorf("lock files left: %q", left)
	}
	w.want(t, 0)
}

func TestFailedMakeKeepsNothing(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	boom := errors.New("clang failed")
	if _, _, err := c.Do("k", func() ([]byte, error) { return []byte("half"), boom }); !errors.Is(err, boom) {
		t.Errorf("got %v, want the maker's error", err)
	}
	if got, ok := c.Get("k"); ok {
		t.Errorf("a failed make left %q", got)
	}
	if _, hit, err := c.Do("k", ofBytes([]byte("good"))); hit || err != nil {
		t.Errorf("after a failure: hit %v, err %v", hit, err)
	}
}

func TestPanickingMakeBlocksNobody(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	func() {
		defer func() { recover() }()
		c.Do("k", func() ([]byte, error) { panic("in make") })
	}()
	if _, hit, err := c.Do("k", ofBytes(nil)); hit || err != nil {
		t.Errorf("after a panic: hit %v, err %v", hit, err)
	}
}

func TestGoroutinesMakeOnce(t *testing.T) {
	dir := t.TempDir()
	one, _ := openAt(t, dir)
	two, _ := openAt(t, dir) // a second Cache on the directory: only the file lock is shared
	var made, hits atomic.Int32
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			c := []*Cache{one, two}[i%2]
			data, hit, err := c.Do("k", func() ([]byte, error) {
				made.Add(1)
				runtime.Gosched()
				return []byte("result"), nil
			})
			if err != nil || string(data) != "result" {
				t.Errorf("Do: %q, %v", data, err)
				return
			}
			data[0] = 'X' // each caller owns its data
			if hit {
				hits.Add(1)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 || hits.Load() != 31 {
		t.Errorf("%d makes and %d hits, want 1 and 31", made.Load(), hits.Load())
	}
}

// TestDamagedEntry changes an entry in every way that a disk or a person may,
// each byte of it included, and wants it noticed, dropped and rebuilt.
func TestDamagedEntry(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	id, data := entryID(Key("k")), []byte("machine code")
	if err := c.Put(id, data); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(c.path(id))
	if err != nil {
		t.Fatal(err)
	}
	damage := map[string][]byte{"empty": {}, "longer": append(slices.Clone(good), 0), "zeros": make([]byte, len(good))}
	for i := range good {
		flipped := slices.Clone(good)
		flipped[i] ^= 1 << (i % 8)
		damage["flip "+string(rune(i))] = flipped
		damage["cut "+string(rune(i))] = good[:i]
	}
	damage["other key"] = encodeEntry(entryID("other"), data)
	for name, bad := range damage {
		if err := os.WriteFile(c.path(id), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		w := &warnings{}
		c.Warn = w.add
		if got, ok := c.Get(id); ok {
			t.Errorf("%s: Get returned %q", name, got)
		}
		if _, err := os.Stat(c.path(id)); err == nil {
			t.Errorf("%s: the damaged entry is still there", name)
		}
		w.want(t, 1)
	}
	os.WriteFile(c.path(id), good[:len(good)-1], 0o600)
	if got, hit, err := c.Do(id, ofBytes(data)); hit || err != nil || !bytes.Equal(got, data) {
		t.Errorf("rebuild: %q, hit %v, %v", got, hit, err)
	}
	if got, ok := c.Get(id); !ok || !bytes.Equal(got, data) {
		t.Errorf("after the rebuild: %q, %v", got, ok)
	}
}

func TestSwappedEntry(t *testing.T) {
	c, w := openAt(t, t.TempDir())
	a, b := Key("a"), Key("b")
	c.Put(a, []byte("code of a"))
	c.Put(b, []byte("code of b"))
	if err := os.Rename(c.path(a), c.path(b)); err != nil {
		t.Fatal(err)
	}
	got, hit, err := c.Do(b, ofBytes([]byte("code of b")))
	if hit || err != nil {
		t.Errorf("hit %v, err %v", hit, err)
	}
	equal(t, got, []byte("code of b"))
	w.want(t, 1)
}

func TestVerifyMode(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	c.Put("k", []byte("same bytes"))
	t.Setenv(envVerify, "1")
	if _, hit, err := c.Do("k", ofBytes([]byte("same bytes"))); !hit || err != nil {
		t.Errorf("equal rebuild: hit %v, err %v", hit, err)
	}
	_, _, err := c.Do("k", ofBytes([]byte("same Bytes")))
	if err == nil || !strings.Contains(err.Error(), "differ from byte 5 on") {
		t.Errorf("got %v, want a difference from byte 5 on", err)
	}
}

func TestNilCacheMakes(t *testing.T) {
	var c *Cache
	for range 2 {
		if got, hit, err := c.Do("k", ofBytes([]byte("x"))); string(got) != "x" || hit || err != nil {
			t.Errorf("Do on nil: %q, %v, %v", got, hit, err)
		}
	}
	if _, ok := c.Get("k"); ok || c.Put("k", nil) == nil || c.Dir() != "" {
		t.Error("a nil cache kept something")
	}
	c.Trim()
}
