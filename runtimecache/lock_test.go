package runtimecache

import (
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestLockSurvivesRemoval has a waiter inherit a lock whose file its holder
// removed: the waiter's lock must keep a third one out.
func TestLockSurvivesRemoval(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := acquire(path, true)
	if err != nil {
		t.Skip("no file locks here:", err)
	}
	got := make(chan *fileLock)
	go func() {
		l, _ := acquire(path, true)
		got <- l
	}()
	time.Sleep(20 * time.Millisecond) // the waiter is in the kernel by now, or the test is weaker
	first.release()
	second := <-got
	if third, err := acquire(path, false); err != errLocked {
		t.Errorf("two hold the lock: %v, %v", third, err)
	}
	second.release()
}

// TestFlightsDoNotOverlap holds also where there are no file locks.
func TestFlightsDoNotOverlap(t *testing.T) {
	var f flights
	var running, overlaps atomic.Int32
	work := func() ([]byte, bool, error) {
		if running.Add(1) > 1 {
			overlaps.Add(1)
		}
		time.Sleep(5 * time.Millisecond)
		running.Add(-1)
		return nil, false, nil
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { f.do("k", work) })
	}
	wg.Wait()
	if overlaps.Load() != 0 {
		t.Errorf("%d goroutines worked on one key beside another", overlaps.Load())
	}
}

// TestReadersSeeWholeEntries reads an entry while it is written again and again.
func TestReadersSeeWholeEntries(t *testing.T) {
	c, w := openAt(t, t.TempDir())
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !done.Load() {
			if got, ok := c.Get("k"); ok && len(got) != len(bigPayload) {
				t.Errorf("got %d bytes", len(got))
			}
		}
	})
	for range 30 {
		if err := c.Put("k", bigPayload); err != nil {
			t.Error(err)
		}
	}
	done.Store(true)
	wg.Wait()
	w.want(t, 0)
}
