package main

import (
	"fmt"
	"os"
	"time"
)

// A meter shows progress on standard error: often on a terminal, every 10 seconds elsewhere.
type meter struct {
	name              string
	all, done, before int
	start, last       time.Time
	terminal          bool
}

func newMeter(name string, all, done int) *meter {
	info, err := os.Stderr.Stat()
	now := time.Now()
	return &meter{name: name, all: all, done: done, before: done, start: now, last: now,
		terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (m *meter) step(t *tally) {
	m.done++
	pause := 10 * time.Second
	if m.terminal {
		pause = time.Second / 4
	}
	if time.Since(m.last) < pause {
		return
	}
	m.last = time.Now()
	left := time.Since(m.start) / time.Duration(m.done-m.before) * time.Duration(m.all-m.done)
	text := fmt.Sprintf("%s %5.1f%%, %d wrong, %d differ, %d by MPFR, %s left", m.name,
		100*float64(m.done)/float64(m.all), t.Wrong, t.Differ, t.Asked, left.Round(time.Second))
	if m.terminal {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", text)
	} else {
		fmt.Fprintln(os.Stderr, text)
	}
}

func (m *meter) end() {
	if m.terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}
