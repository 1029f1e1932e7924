package runtimecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// A place is somewhere that the system's loader can read an object from, since
// none of them loads from memory.
type place struct {
	name string
	put  func(name string, image []byte) (placed, error)
}

// placed is an object in its place; done is called once the loader was there.
type placed struct {
	path string
	done func(loaded bool)
}

var filePlaces = []place{
	{"cache directory", func(_ string, image []byte) (placed, error) { return placeFile(DefaultDir(), image) }},
	{"temporary directory", func(_ string, image []byte) (placed, error) { return placeFile(tempDir(), image) }},
}

// placeFile puts the object into the cache directory under the name of its
// content. The name is stable because a loader that sees a path again may skip
// the load, and because a Windows program cannot remove what it has loaded.
func placeFile(dir string, image []byte) (placed, error) {
	c, err := Open(dir)
	if err != nil {
		return placed{}, err
	}
	if c.dir == "" {
		return placed{}, joined(append(c.opening, errors.New("no directory to put a file in")))
	}
	sum := sha256.Sum256(image)
	path := filepath.Join(c.dir, "object", hex.EncodeToString(sum[:])+objectExt())
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, image) {
		touch(path)
		return placed{path, func(bool) {}}, nil
	}
	if err := writeFile(path, image); err != nil {
		return placed{}, err
	}
	c.trimSometimes()
	return placed{path, func(loaded bool) {
		if !loaded {
			os.Remove(path)
		}
	}}, nil
}

func objectExt() string {
	switch runtime.GOOS {
	case "windows":
		return ".dll"
	case "darwin":
		return ".dylib"
	}
	return ".so"
}
