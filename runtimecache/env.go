package runtimecache

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

const (
	envDir    = "UOPC_CACHE"
	envMax    = "UOPC_CACHE_MAX_BYTES"
	envVerify = "UOPC_CACHE_VERIFY"
	envTrace  = "UOPC_CACHE_TRACE"

	defaultMaxBytes = 256 << 20
)

// DefaultDir is the directory that Open("") uses: UOPC_CACHE, else uopc in the
// user's cache directory, else a directory of this user in the temporary one.
// It is "off" when UOPC_CACHE says so.
func DefaultDir() string {
	if dir := os.Getenv(envDir); dir != "" {
		return dir
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "uopc")
	}
	return tempDir()
}

// tempDir names the user, because the temporary directory is everybody's.
func tempDir() string {
	name := "uopc"
	if uid := os.Getuid(); uid >= 0 {
		name = fmt.Sprintf("uopc-%d", uid)
	}
	return filepath.Join(os.TempDir(), name)
}

// maxBytes reads the size bound; the default stands in for a bad value.
func maxBytes() (int64, error) {
	s := os.Getenv(envMax)
	if s == "" {
		return defaultMaxBytes, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return defaultMaxBytes, fmt.Errorf("uopc cache: %s=%q is not a positive number of bytes; using %d", envMax, s, defaultMaxBytes)
	}
	return n, nil
}

func flagSet(name string) bool {
	on, _ := strconv.ParseBool(os.Getenv(name))
	return on
}

func tracef(format string, args ...any) {
	if flagSet(envTrace) {
		fmt.Fprintf(os.Stderr, "uopc cache: "+format+"\n", args...)
	}
}
