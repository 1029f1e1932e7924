//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package runtimecache

import (
	"os"
	"syscall"
)

func lockFile(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how); err {
		case nil:
			return nil
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return errLocked
		default:
			return &os.PathError{Op: "flock", Path: f.Name(), Err: err}
		}
	}
}

// release removes the file while it is still locked: whoever waits for it then
// finds that it is gone and starts over.
func (l *fileLock) release() {
	os.Remove(l.f.Name())
	l.f.Close()
}
