package runtimecache

import (
	"os"
	"syscall"
	"unsafe"
)

var procLockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

const (
	lockfileFailImmediately = 1
	lockfileExclusive       = 2
	errorLockViolation      = syscall.Errno(33)
)

func lockFile(f *os.File, wait bool) error {
	flags := uintptr(lockfileExclusive)
	if !wait {
		flags |= lockfileFailImmediately
	}
	if err := procLockFileEx.Find(); err != nil {
		return err
	}
	var at syscall.Overlapped
	const all = ^uint32(0)
	ok, _, err := procLockFileEx.Call(f.Fd(), flags, 0, uintptr(all), uintptr(all), uintptr(unsafe.Pointer(&at)))
	switch {
	case ok != 0:
		return nil
	case err == errorLockViolation:
		return errLocked
	}
	return &os.PathError{Op: "LockFileEx", Path: f.Name(), Err: err}
}

// release closes first, because Windows removes no open file; for the same
// reason the removal fails while somebody else waits for the lock.
func (l *fileLock) release() {
	l.f.Close()
	os.Remove(l.f.Name())
}
