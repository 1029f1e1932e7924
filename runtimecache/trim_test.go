package runtimecache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func age(t *testing.T, path string, d time.Duration) {
	t.Helper()
	then := time.Now().Add(-d)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// aged fills a cache with entries of 1000 bytes, e0 the oldest.
func agedCache(t *testing.T, bound string, ages ...time.Duration) *Cache {
	t.Helper()
	t.Setenv(envMax, bound)
	c, w := openAt(t, t.TempDir())
	for i, d := range ages {
		key := Key(fmt.Sprint("e", i))
		if err := c.Put(key, make([]byte, 1000-headSize)); err != nil {
			t.Fatal(err)
		}
		age(t, c.path(key), d)
	}
	w.want(t, 0)
	return c
}

func present(c *Cache, n int) string {
	var b strings.Builder
	for i := range n {
		if _, err := os.Stat(c.path(Key(fmt.Sprint("e", i)))); err == nil {
			fmt.Fprint(&b, i)
		}
	}
	return b.String()
}

func TestTrimDropsOldestFirst(t *testing.T) {
	const h = time.Hour
	for _, c := range []struct {
		bound string
		ages  []time.Duration
		want  string
	}{
		{"4000", []time.Duration{4 * h, 3 * h, 2 * h, h}, "0123"},
		{"3999", []time.Duration{4 * h, 3 * h, 2 * h, h}, "123"},
		{"2000", []time.Duration{h, 4 * h, 2 * h, 3 * h}, "02"},
		{"1", []time.Duration{4 * h, h, 50 * time.Second, 0}, "23"}, // too young to go
		{"1", []time.Duration{-h, 2 * h}, "0"},                      // a clock that went back
	} {
		cache := agedCache(t, c.bound, c.ages...)
		cache.Trim()
		if got := present(cache, len(c.ages)); got != c.want {
			t.Errorf("bound %s, ages %v: entries %q stay, want %q", c.bound, c.ages, got, c.want)
		}
	}
}

func TestHitSavesFromTrim(t *testing.T) {
	c := agedCache(t, "1000", 3*time.Hour, 2*time.Hour)
	if _, ok := c.Get(Key("e0")); !ok {
		t.Fatal("no entry")
	}
	c.Trim()
	if got := present(c, 2); got != "0" {
		t.Errorf("entries %q stay, want the one just used", got)
	}
}

func TestPutTrimsOnceAnHour(t *testing.T) {
	c := agedCache(t, "1500", 3*time.Hour, 2*time.Hour) // the first Put has made the stamp
	put := func() {
		t.Helper()
		if err := c.Put(Key("new"), nil); err != nil {
			t.Fatal(err)
		}
	}
	put()
	if got := present(c, 2); got != "01" {
		t.Errorf("within the hour: %q stay, want all", got)
	}
	age(t, filepath.Join(c.Dir(), "trimmed"), 2*time.Hour)
	put()
	if got := present(c, 2); got != "1" {
		t.Errorf("after the hour: %q stay, want the younger", got)
	}
}

func TestTrimDropsLeftovers(t *testing.T) {
	c, _ := openAt(t, t.TempDir())
	c.Put("k", nil)
	mk := func(name string, d time.Duration) string {
		p := filepath.Join(c.Dir(), name)
		os.MkdirAll(filepath.Dir(p), 0o700)
		os.WriteFile(p, []byte("x"), 0o600)
		age(t, p, d)
		return p
	}
	old := []string{mk("entry/ab/tmp-1", 2*time.Hour), mk("object/tmp-1", 2*time.Hour), mk("lock/dead", 2*time.Hour)}
	young := []string{mk("entry/ab/tmp-2", 0), mk("lock/starting", 0)}
	held, err := acquire(c.lockPath("held"), true)
	if err != nil {
		t.Skip("no file locks here:", err)
	}
	defer held.release()
	age(t, c.lockPath("held"), 2*time.Hour)
	c.Trim()
	for _, p := range old {
		if _, err := os.Stat(p); err == nil {
			t.Errorf("%s is still there", p)
		}
	}
	for _, p := range append(young, c.lockPath("held")) {
		if _, err := os.Stat(p); err != nil {
			t.Errorf("%s is gone", p)
		}
	}
}

func TestBadSizeBound(t *testing.T) {
	for _, s := range []string{"0", "-1", "256MB", "1e9"} {
		t.Setenv(envMax, s)
		c, w := openAt(t, t.TempDir())
		c.Put("k", nil)
		w.want(t, 1)
		if c.max != defaultMaxBytes {
			t.Errorf("%s=%s: bound %d, want the default", envMax, s, c.max)
		}
	}
}
