package gen

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/uopc/uopc/internal/clang"
)

// Stale is one generated file that is not what would be generated now.
type Stale struct {
	File      string // relative to the package's folder
	Why       string // "changed", "missing", "no longer made", or what a rule file has to do with it
	Have, Now []byte
}

// Report is what Check found of one package.
type Report struct {
	Dir   string
	Stale []Stale
	Notes []string // what could not be compared, and why
}

// HasLock tells whether dir holds a generated package.
func HasLock(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, lockName))
	return err == nil
}

// Check generates the package in dir again, as its lock file says, and compares; it writes nothing.
// When the installed clang is another one than the lock names, machine code is not compared. The
// rule files beside the definitions are compared with the Go that they were compiled to; while that
// is stale, definitions that fail, for want of it mostly, are a note.
func Check(ctx context.Context, dir, cc string) (*Report, error) {
	text, err := os.ReadFile(filepath.Join(dir, lockName))
	if err != nil {
		return nil, readError(&Config{Dir: "."}, filepath.Join(dir, lockName), err)
	}
	r := &Report{Dir: dir}
	l, err := readLock(text)
	if err != nil {
		r.Stale = append(r.Stale, Stale{File: lockName, Why: "damaged: " + err.Error(), Have: text})
		return r, nil
	}
	c := l.config(dir, cc)
	if r.Stale, err = staleRules(ctx, &c); err != nil {
		return nil, err
	}
	now, err := Plan(ctx, c)
	if err != nil && len(r.Stale) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("kernels were not compared: %v", err))
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	have, err := existing(dir)
	if err != nil {
		return nil, err
	}
	other := false
	if l.link != LinkGo && l.clang != "" {
		if tc, err := clang.Find(cc); err == nil && tc.Version != l.clang {
			other = true
			r.Notes = append(r.Notes, fmt.Sprintf("machine code was not compared: it was made by %q, this is %q", l.clang, tc.Version))
		}
	}
	compare(r, have, now, other)
	return r, nil
}

func compare(r *Report, have, now Files, otherClang bool) {
	for _, name := range now.names() {
		old, ok := have[name]
		a, b := old, now[name]
		if otherClang && name == lockName {
			a, b = stripLock(a), stripLock(b)
		}
		switch {
		case !ok:
			r.Stale = append(r.Stale, Stale{name, "missing", nil, now[name]})
		case otherClang && isObject(name):
		case !bytes.Equal(a, b):
			r.Stale = append(r.Stale, Stale{name, "changed", old, now[name]})
		}
	}
	for _, name := range have.names() {
		if _, ok := now[name]; !ok {
			r.Stale = append(r.Stale, Stale{name, "no longer made", have[name], nil})
		}
	}
}
