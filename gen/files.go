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
	"syscall"
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
	for _, sub := range outputDirs {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if errors.Is(err, syscall.ENOTDIR) {
			return nil, fmt.Errorf("%s is a file, not a folder", sub)
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
		return nil, writeError(dir, err, nil)
	}
	removeTemps(dir)
	temps := map[string]string{}
	var madeDirs []string
	defer func() {
		for _, t := range temps {
			os.Remove(t)
		}
		for _, d := range madeDirs {
			os.Remove(d) // only where it is still empty
		}
	}()
	for _, name := range f.names() {
		if have, ok := old[name]; ok && bytes.Equal(have, f[name]) {
			continue
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Mkdir(filepath.Dir(target), 0o777); err == nil {
			madeDirs = append(madeDirs, filepath.Dir(target))
		} else if !errors.Is(err, fs.ErrExist) {
			return nil, writeError(dir, err, nil)
		}
		if st, err := os.Lstat(target); err == nil && st.IsDir() {
			return nil, writeError(dir, fmt.Errorf("%s is a folder", name), nil)
		}
		t, err := writeTemp(target, f[name])
		if err != nil {
			return nil, writeError(dir, err, nil)
		}
		temps[name] = t
	}
	for _, name := range f.names() {
		t, ok := temps[name]
		if !ok {
			continue
		}
		if err := os.Rename(t, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return changed, writeError(dir, err, changed)
		}
		delete(temps, name)
		changed = append(changed, name)
	}
	for _, name := range old.names() {
		if _, keep := f[name]; !keep {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				return changed, writeError(dir, err, changed)
			}
			changed = append(changed, name)
		}
	}
	return changed, nil
}

// tempPrefix starts the names of files that are not yet in place.
const tempPrefix = ".uopc-tmp-"

// outputDirs are the folders that outputs are in, relative to the output folder.
var outputDirs = []string{".", "uir", "uopc_lib"}

// removeTemps removes what a run that was killed has left. What cannot be removed does no harm.
func removeTemps(dir string) {
	for _, sub := range outputDirs {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			continue
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix) && e.Type().IsRegular() {
				os.Remove(filepath.Join(dir, sub, e.Name()))
			}
		}
	}
}

func writeTemp(target string, data []byte) (string, error) {
	t, err := os.CreateTemp(filepath.Dir(target), tempPrefix)
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

func writeError(dir string, err error, changed []string) error {
	state := "nothing was changed"
	if n := len(changed); n > 0 {
		state = fmt.Sprintf("%d files were already replaced: generate again", n)
	}
	return fmt.Errorf("cannot write to the output folder %s: %w (%s)", dir, underlying(err), state)
}
