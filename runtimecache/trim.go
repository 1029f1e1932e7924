package runtimecache

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	minAge    = time.Minute // younger entries may be about to be used
	trimEvery = time.Hour
	leftover  = time.Hour // a temporary or lock file this old has no living owner at work
)

// trimSometimes walks the directory at most once in trimEvery, whichever
// process gets there first.
func (c *Cache) trimSometimes() {
	stamp := filepath.Join(c.dir, "trimmed")
	now := time.Now()
	if st, err := os.Stat(stamp); err == nil && now.Sub(st.ModTime()) < trimEvery {
		return
	}
	lock, err := acquire(c.lockPath("trim"), false)
	if err != nil {
		return // somebody is at it, or the directory is read-only
	}
	defer lock.release()
	if writeFile(stamp, nil) != nil {
		return // without a stamp every Put would walk the directory
	}
	c.trim(now)
}

// Trim removes the entries that were used longest ago until the rest fits the
// size bound, sparing those used in the last minute, and what killed processes
// left behind. It runs by itself now and then.
func (c *Cache) Trim() {
	if c.begin() {
		c.trim(time.Now())
	}
}

type aged struct {
	path string
	size int64
	used time.Time
}

func (c *Cache) trim(now time.Time) {
	var total int64
	var files []aged
	for _, part := range []string{"entry", "object"} {
		filepath.WalkDir(filepath.Join(c.dir, part), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			st, err := d.Info()
			if err != nil {
				return nil
			}
			if strings.HasPrefix(d.Name(), tempPrefix) && now.Sub(st.ModTime()) > leftover {
				os.Remove(path)
				return nil
			}
			total += st.Size()
			files = append(files, aged{path, st.Size(), st.ModTime()})
			return nil
		})
	}
	c.evict(files, total, now)
	c.dropLocks(now)
}

func (c *Cache) evict(files []aged, total int64, now time.Time) {
	slices.SortFunc(files, func(a, b aged) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path))
	})
	for _, f := range files {
		if total <= c.max || now.Sub(f.used) < minAge {
			return // all that follow are younger
		}
		if os.Remove(f.path) == nil {
			tracef("evicted %s (%d bytes)", f.path, f.size)
			total -= f.size
		}
	}
}

// dropLocks removes lock files that nobody holds; only killed makers leave any.
func (c *Cache) dropLocks(now time.Time) {
	files, err := os.ReadDir(filepath.Join(c.dir, "lock"))
	if err != nil {
		return
	}
	for _, d := range files {
		st, err := d.Info()
		if err != nil || now.Sub(st.ModTime()) < leftover {
			continue
		}
		if l, err := acquire(c.lockPath(d.Name()), false); err == nil {
			l.release()
		}
	}
}
