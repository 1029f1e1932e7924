package runtimecache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Cache is a directory of entries named by content keys. Any number of
// goroutines and processes may use one directory at once. A nil *Cache is a
// cache that keeps nothing.
type Cache struct {
	// Warn, if set before the first use, hears of what the cache put up with: a
	// directory that cannot be written, an entry that was damaged. None of it
	// makes a call fail. Each is told once, except damage, which is told each time.
	Warn func(error)

	dir     string // absolute; "" when nothing is kept
	max     int64
	opening []error // what Open would have said to Warn
	opened  sync.Once
	warned  sync.Map
	flights flights
}

// Open returns the cache in dir, or in [DefaultDir] if dir is "", and makes the
// directory, for this user alone. The one error is a directory that is not safe
// to load code from: others can write to it, or it is another user's. A
// directory that cannot be made or written is no error: the cache then keeps
// nothing, and says so to Warn.
func Open(dir string) (*Cache, error) {
	if dir == "" {
		dir = DefaultDir()
	}
	c := &Cache{}
	var err error
	if c.max, err = maxBytes(); err != nil {
		c.opening = append(c.opening, err)
	}
	if dir == "off" {
		return c, nil
	}
	if dir, err = makeDir(dir); errors.Is(err, errUnsafeDir) {
		return nil, err
	} else if err != nil {
		c.opening = append(c.opening, fmt.Errorf("uopc cache: nothing will be kept: %w", err))
		return c, nil
	}
	c.dir = dir
	return c, nil
}

var errUnsafeDir = errors.New("not a safe cache directory")

// makeDir returns an absolute path: dlopen looks a relative one up elsewhere.
func makeDir(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return dir, checkDir(dir)
}

// Dir is the directory, absolute, or "" if the cache keeps nothing.
func (c *Cache) Dir() string {
	if c == nil {
		return ""
	}
	return c.dir
}

func (c *Cache) path(id string) string {
	return filepath.Join(c.dir, "entry", id[:2], id)
}

// Get returns the entry of key, if there is one and it is whole. A damaged one
// is removed.
func (c *Cache) Get(key string) ([]byte, bool) {
	if !c.begin() {
		return nil, false
	}
	return c.read(entryID(key))
}

// Put keeps data as the entry of key. Its error matters to a caller who wants
// to know; the cache stays sound whatever happened.
func (c *Cache) Put(key string, data []byte) error {
	if !c.begin() {
		return errors.New("uopc cache: off, nothing was kept")
	}
	return c.write(entryID(key), data)
}

// begin is called first by every exported method that touches the disk, and
// tells whether there is a disk to touch.
func (c *Cache) begin() bool {
	if c == nil {
		return false
	}
	c.opened.Do(func() {
		for _, err := range c.opening {
			c.warn(err)
		}
	})
	return c.dir != ""
}

func (c *Cache) read(id string) ([]byte, bool) {
	path := c.path(id)
	b, err := os.ReadFile(path)
	if err != nil {
		if !absent(err) {
			c.warnOnce("read", fmt.Errorf("uopc cache: an entry cannot be read: %w", err))
		}
		return nil, false
	}
	data, err := decodeEntry(id, b)
	if err != nil {
		os.Remove(path)
		c.warn(fmt.Errorf("uopc cache: %s was damaged and is dropped: %w", path, err))
		return nil, false
	}
	touch(path)
	return data, true
}

// touch keeps the time of last use in the file's mtime, at minute precision so
// that a hit is seldom a write.
func touch(path string) {
	now := time.Now()
	if st, err := os.Stat(path); err == nil && now.Sub(st.ModTime()) > minAge {
		os.Chtimes(path, now, now)
	}
}

func (c *Cache) write(id string, data []byte) error {
	if err := writeFile(c.path(id), encodeEntry(id, data)); err != nil {
		return fmt.Errorf("uopc cache: entry not kept: %w", err)
	}
	tracef("kept %s (%d bytes)", id[:12], len(data))
	c.trimSometimes()
	return nil
}

func (c *Cache) warn(err error) {
	tracef("%v", err)
	if c.Warn != nil {
		c.Warn(err)
	}
}

func (c *Cache) warnOnce(kind string, err error) {
	if _, told := c.warned.LoadOrStore(kind, true); !told {
		c.warn(err)
	}
}
