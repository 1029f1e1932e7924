//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package runtimecache

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

func lockFile(*os.File, bool) error {
	return fmt.Errorf("file locks on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func (l *fileLock) release() { l.f.Close() }
