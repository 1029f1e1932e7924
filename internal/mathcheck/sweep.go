package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

// chunkBits says how many inputs a command covers: 2^20.
const chunkBits = 20

// A sweep is the chunks of one check of a function, shared by workers.
type sweep struct {
	name  string
	kind  string // what is done, for the state file
	todo  []uint64
	line  func(chunk uint64) string // the command
	jobs  int
	state string // a file that keeps finished chunks; none if empty

	// open, if there is one, is in place of line: it makes the function that answers for a chunk.
	open func(ctx context.Context, w *worker) (ask func(chunk uint64) (tally, error), end func(), err error)
}

// saved is what the state file holds.
type saved struct {
	Key   string // function, kind and hash of the C: another sweep starts afresh
	Done  []uint64
	Tally tally
}

// every gives the numbers of all chunks of f32 inputs, or a random share of them.
func every(share int, seed uint64) []uint64 {
	var chunks []uint64
	for c := range uint64(1) << (32 - chunkBits) {
		chunks = append(chunks, c)
	}
	if share <= 1 {
		return chunks
	}
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(chunks), func(i, j int) { chunks[i], chunks[j] = chunks[j], chunks[i] })
	return chunks[:max(1, len(chunks)/share)]
}

// run hands the chunks out to workers until all are done.
func (s *sweep) run(ctx context.Context, c *checker, key string) (tally, error) {
	p, left := s.resume(key)
	queue := make(chan uint64, len(left))
	for _, n := range left {
		queue <- n
	}
	close(queue)
	show := newMeter(s.name, len(s.todo), len(p.Done))
	defer show.End()
	var mu sync.Mutex
	finish := func(n uint64, t tally) error {
		mu.Lock()
		defer mu.Unlock()
		p.Tally.add(t)
		p.Done = append(p.Done, n)
		show.step(&p.Tally)
		return s.save(p, len(p.Done) == len(s.todo))
	}
	errs := make(chan error, s.jobs)
	for range s.jobs {
		go func() { errs <- s.work(ctx, c, queue, finish) }()
	}
	var first error
	for range s.jobs {
		if err := <-errs; err != nil && first == nil {
			first = err
		}
	}
	return p.Tally, first
}

func (s *sweep) work(ctx context.Context, c *checker, queue <-chan uint64, finish func(uint64, tally) error) error {
	w, err := c.start(ctx, s.name)
	if err != nil {
		return err
	}
	defer w.stop()
	ask := func(n uint64) (tally, error) { return w.do(nil, "%s", s.line(n)) }
	if s.open != nil {
		var end func()
		if ask, end, err = s.open(ctx, w); err != nil {
			return err
		}
		defer end()
	}
	for n := range queue {
		t, err := ask(n)
		if err != nil {
			return fmt.Errorf("%s, chunk %d: %w", s.name, n, err)
		}
		if err := finish(n, t); err != nil {
			return err
		}
	}
	return nil
}

// resume reads the state file and gives the chunks that are left.
func (s *sweep) resume(key string) (*saved, []uint64) {
	p := &saved{Key: s.kind + " " + key}
	if s.state == "" {
		return p, s.todo
	}
	var old saved
	text, err := os.ReadFile(s.state)
	if err != nil || json.Unmarshal(text, &old) != nil || old.Key != p.Key {
		return p, s.todo
	}
	done := map[uint64]bool{}
	for _, n := range old.Done {
		done[n] = true
	}
	var left []uint64
	for _, n := range s.todo {
		if !done[n] {
			left = append(left, n)
		}
	}
	return &old, left
}

var lastSave time.Time

// save writes the state file, now and then and at the end.
func (s *sweep) save(p *saved, end bool) error {
	if s.state == "" || !end && time.Since(lastSave) < 5*time.Second {
		return nil
	}
	lastSave = time.Now()
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.state+".new", text, 0o666); err != nil {
		return err
	}
	return os.Rename(s.state+".new", s.state)
}
