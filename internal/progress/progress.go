// Package progress shows how far long work has come: a line that changes on a terminal, and
// elsewhere a plain line every ten seconds.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// How often a line is shown.
const (
	onTerminal = time.Second / 4
	elsewhere  = 10 * time.Second
)

// Line is where progress is shown. Its methods may be called at the same time.
type Line struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	shown    bool
	last     time.Time
	now      func() time.Time
}

// New gives the line of a piece of work that starts now. Nothing is shown of work that takes less
// than a pause between two lines.
func New(w io.Writer) *Line {
	l := &Line{w: w, terminal: isTerminal(w), now: time.Now}
	l.last = l.now()
	return l
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Show shows the text, if it is time for one.
func (l *Line) Show(text func() string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pause := elsewhere
	if l.terminal {
		pause = onTerminal
	}
	if l.now().Sub(l.last) < pause {
		return
	}
	l.last, l.shown = l.now(), true
	if l.terminal {
		fmt.Fprintf(l.w, "\r\x1b[K%s", text())
	} else {
		fmt.Fprintln(l.w, text())
	}
}

// End clears the line on a terminal, for what comes next.
func (l *Line) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.terminal && l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// Every shows the text by itself until the function that it gives is called.
func (l *Line) Every(text func() string) (end func()) {
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(onTerminal)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				l.Show(text)
			}
		}
	}()
	return func() {
		close(stop)
		<-done
		l.End()
	}
}
