//go:build unix

package runtimecache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// checkDir refuses a directory that another user could put code into. A link to
// a directory is fine if this user made it.
func checkDir(dir string) error {
	link, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	target, err := os.Stat(dir)
	if err != nil {
		return err
	}
	for _, st := range []fs.FileInfo{link, target} {
		sys, ok := st.Sys().(*syscall.Stat_t)
		if !ok {
			continue
		}
		if uid := os.Geteuid(); int(sys.Uid) != uid {
			return fmt.Errorf("uopc cache: %s belongs to user %d, this process runs as %d: %w; set %s to a directory of your own",
				dir, sys.Uid, uid, errUnsafeDir, envDir)
		}
	}
	if perm := target.Mode().Perm(); perm&0o022 != 0 {
		return fmt.Errorf("uopc cache: %s has mode %04o, so others can put code into it: %w; run chmod 0700 %s",
			dir, perm, errUnsafeDir, dir)
	}
	return nil
}

func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
