package progress

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestPauses shows a text every second for a minute: often on a terminal, rarely elsewhere.
func TestPauses(t *testing.T) {
	for _, terminal := range []bool{false, true} {
		var b bytes.Buffer
		l := New(&b)
		l.terminal = terminal
		now := l.last
		l.now = func() time.Time { return now }
		asked := 0
		for range 60 {
			now = now.Add(time.Second)
			l.Show(func() string { asked++; return "x" })
		}
		l.End()
		want := map[bool]int{false: 6, true: 60}[terminal]
		if asked != want {
			t.Errorf("terminal %t: %d texts, want %d", terminal, asked, want)
		}
		wantText := bytes.Repeat([]byte("x\n"), 6)
		if terminal {
			wantText = append(bytes.Repeat([]byte("\r\x1b[Kx"), 60), "\r\x1b[K"...)
		}
		if !bytes.Equal(b.Bytes(), wantText) {
			t.Errorf("terminal %t: wrote %q, want %q", terminal, b.Bytes(), wantText)
		}
	}
}

// TestShort shows nothing of short work, on a terminal neither.
func TestShort(t *testing.T) {
	var b bytes.Buffer
	l := New(&b)
	l.terminal = true
	l.now = func() time.Time { return l.last }
	l.Show(func() string { return "x" })
	l.End()
	if b.Len() > 0 {
		t.Errorf("wrote %q", b.Bytes())
	}
}

// TestEvery shows the text by itself, and nothing after the end.
func TestEvery(t *testing.T) {
	var b bytes.Buffer
	l := New(&b)
	l.terminal = true
	shown := make(chan bool)
	once := sync.OnceFunc(func() { close(shown) })
	end := l.Every(func() string { once(); return "x" })
	<-shown
	end()
	got := b.String()
	if rest := strings.TrimLeft(got, "\r\x1b[Kx"); rest != "" || !strings.HasSuffix(got, "x\r\x1b[K") {
		t.Errorf("wrote %q", got)
	}
}
