package runtimecache

import (
	"errors"
	"os"
	"path/filepath"
)

// A fileLock is an exclusive lock that the kernel drops when its holder dies,
// however it dies. The file itself means nothing and may be left over.
type fileLock struct{ f *os.File }

var errLocked = errors.New("locked by another process")

func (c *Cache) lockPath(id string) string {
	return filepath.Join(c.dir, "lock", id)
}

// acquire waits for the lock, or returns errLocked if it must not wait.
func acquire(path string, wait bool) (*fileLock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // close-on-exec: a compiler must not inherit it
		if err != nil {
			return nil, err
		}
		if err := lockFile(f, wait); err != nil {
			f.Close()
			return nil, err
		}
		if sameFile(f, path) {
			return &fileLock{f}, nil
		}
		f.Close() // the holder we waited for removed the file: this lock guards nothing
	}
}

func sameFile(f *os.File, path string) bool {
	a, err1 := f.Stat()
	b, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}
