package runtimecache

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
)

// Do returns the entry of key, calling make to build it if there is none. Of
// all callers with one key, in this process and in others, one runs make and
// the rest wait for it; hit tells that make's work was not needed here. A maker
// that fails or dies keeps nothing, and a waiting process takes over. The error
// is make's own, or in verify mode a difference between what was kept and what
// make returned: trouble with the cache is told to Warn and never fails a call.
//
// make must not call Do with the same key. The data is the caller's to keep.
func (c *Cache) Do(key string, make func() ([]byte, error)) (data []byte, hit bool, err error) {
	if c == nil {
		data, err = make()
		return data, false, err
	}
	id := entryID(key)
	if !c.begin() {
		return c.flights.do(id, func() ([]byte, bool, error) {
			data, err := make()
			return data, false, err
		})
	}
	return c.flights.do(id, func() ([]byte, bool, error) { return c.do(id, make) })
}

func (c *Cache) do(id string, make func() ([]byte, error)) ([]byte, bool, error) {
	verify := flagSet(envVerify)
	old, ok := c.read(id)
	if ok && !verify {
		tracef("hit %s", id[:12])
		return old, true, nil
	}
	defer c.lock(id)()
	old, ok = c.read(id) // another process may have made it while we waited
	if ok && !verify {
		tracef("hit %s, made by another process", id[:12])
		return old, true, nil
	}
	tracef("miss %s", id[:12])
	data, err := make()
	if err != nil {
		return nil, false, err
	}
	if ok {
		return data, true, compare(id, old, data)
	}
	if err := c.write(id, data); err != nil {
		c.warnOnce("write", err)
	}
	return data, false, nil
}

func compare(id string, old, rebuilt []byte) error {
	if bytes.Equal(old, rebuilt) {
		return nil
	}
	at := 0
	for at < len(old) && at < len(rebuilt) && old[at] == rebuilt[at] {
		at++
	}
	return fmt.Errorf("uopc cache: entry %.12s (%d bytes) and a rebuild (%d bytes) differ from byte %d on: "+
		"the key misses an input or the build is not deterministic; see %s=1 for what was hashed",
		id, len(old), len(rebuilt), at, envTrace)
}

// lock takes the key's file lock and returns what undoes it. Without a lock the
// work may be done twice, but entries stay whole, for they are renamed in place.
func (c *Cache) lock(id string) func() {
	l, err := acquire(c.lockPath(id), true)
	if err != nil {
		c.warnOnce("lock", fmt.Errorf("uopc cache: no lock, so processes may do the same work twice: %w", err))
		return func() {}
	}
	return l.release
}

// flights lets one goroutine per key work while others wait for its result.
type flights struct {
	mu sync.Mutex
	m  map[string]*flight
}

type flight struct {
	done chan struct{}
	data []byte
	err  error
}

func (f *flights) do(id string, work func() ([]byte, bool, error)) (data []byte, hit bool, err error) {
	f.mu.Lock()
	if other := f.m[id]; other != nil {
		f.mu.Unlock()
		<-other.done
		return bytes.Clone(other.data), other.err == nil, other.err
	}
	mine := &flight{done: make(chan struct{}), err: errors.New("uopc cache: the goroutine that was making the entry did not finish")}
	if f.m == nil {
		f.m = map[string]*flight{}
	}
	f.m[id] = mine
	f.mu.Unlock()
	defer func() { // also when work panics: nobody may wait for ever
		f.mu.Lock()
		delete(f.m, id)
		f.mu.Unlock()
		close(mine.done)
	}()
	data, hit, err = work()
	// The caller owns data and may write to it before the others wake up.
	mine.data, mine.err = bytes.Clone(data), err
	return data, hit, err
}
