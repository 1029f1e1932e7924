package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Files is a set of outputs: contents by path, relative to the output folder, with slashes.
type Files map[string][]byte

func (f Files) names() []string {
	out := make([]string, 0, len(f))
	for n := range f {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// isOurs tells whether a path is one that the generator may have written.
func isOurs(name string) bool {
	dir, base := filepath.Split(filepath.FromSlash(name))
	switch {
	case dir == "":
		return strings.HasPrefix(base, "uopc_gen") || base == lockName
	case filepath.ToSlash(dir) == "uir/":
		return strings.HasSuffix(base, ".uir")
	}
	return filepath.ToSlash(dir) == "uopc_lib/"
}

// existing lists the generated files that are there now.
func existing(dir string) (Files, error) {
	out := Files{}
	for _, sub := range []string{".", "uir", "uopc_lib"} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := filepath.ToSlash(filepath.Join(sub, e.Name()))
			if e.IsDir() || !isOurs(name) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			out[name] = data
		}
	}
	return out, nil
}

// write puts the files in place. Everything is written beside its target first; only when all of
// that has worked are the files renamed and those that are no longer made removed, so a run that
// fails leaves the old files as they were. Files that do not change are not touched.
func (f Files) write(dir string) (changed []string, err error) {
	old, err := existing(dir)
	if err != nil {
		return nil, err
	}
	temps := map[string]string{}
	defer func() {
		for _, t := range temps {
			os.Remove(t)
		}
	}()
	for _, name := range f.names() {
		if have, ok := old[name]; ok && bytes.Equal(have, f[name]) {
			continue
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return nil, writeError(dir, err)
		}
		t, err := writeTemp(target, f[name])
		if err != nil {
			return nil, writeError(dir, err)
		}
		temps[name] = t
	}
	for _, name := range f.names() {
		t, ok := temps[name]
		if !ok {
			continue
		}
		if err := os.Rename(t, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return changed, writeError(dir, err)
		}
		delete(temps, name)
		changed = append(changed, name)
	}
	for _, name := range old.names() {
		if _, keep := f[name]; !keep {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				return changed, writeError(dir, err)
			}
			changed = append(changed, name)
		}
	}
	return changed, nil
}

func writeTemp(target string, data []byte) (string, error) {
	t, err := os.CreateTemp(filepath.Dir(target), ".uopc-tmp-")
	if err != nil {
		return "", err
	}
	_, err = t.Write(data)
	if e := t.Chmod(0o644); err == nil {
		err = e
	}
	if e := t.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(t.Name())
		return "", err
	}
	return t.Name(), nil
}

func writeError(dir string, err error) error {
	return fmt.Errorf("cannot write to the output folder %s: %w (nothing was changed)", dir, underlying(err))
}
