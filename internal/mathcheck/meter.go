package main

import (
	"fmt"
	"os"
	"time"

	"github.com/uopc/uopc/internal/progress"
)

// A meter shows the progress of a sweep on standard error.
type meter struct {
	*progress.Line
	name              string
	all, done, before int
	start             time.Time
}

func newMeter(name string, all, done int) *meter {
	return &meter{Line: progress.New(os.Stderr), name: name, all: all, done: done, before: done, start: time.Now()}
}

func (m *meter) step(t *tally) {
	m.done++
	m.Show(func() string {
		left := time.Since(m.start) / time.Duration(m.done-m.before) * time.Duration(m.all-m.done)
		return fmt.Sprintf("%s %5.1f%%, %d wrong, %d differ, %d by MPFR, %s left", m.name,
			100*float64(m.done)/float64(m.all), t.Wrong, t.Differ, t.Asked, left.Round(time.Second))
	})
}
