package runtimecache

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// ErrUnsupported is the error of every load on a platform, or in a build, that
// has no dlopen without cgo. It matches [errors.ErrUnsupported] too.
var ErrUnsupported = fmt.Errorf("loading shared objects on %s/%s in this build: %w", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)

// Supported tells whether this build can load shared objects at all.
const Supported = haveDlopen

// A Lib is a shared object that this process has loaded. It stays loaded until
// the process ends: nothing could tell whether code in it is still running.
type Lib struct {
	name   string
	origin string
	handle uintptr
}

// libs holds one slot per content, so that one content is loaded once.
var libs struct {
	sync.Mutex
	m map[[sha256.Size]byte]*slot
}

type slot struct {
	sync.Mutex
	lib *Lib
}

// Load loads a shared object from its bytes. The name is for messages only. The
// same bytes give the same *Lib again, whatever the name; a failed load may be
// tried again.
//
// The object runs with the rights of the process, so the bytes must come from
// where the program itself comes from, or from a [Cache].
func Load(name string, image []byte) (*Lib, error) {
	if !Supported {
		return nil, fmt.Errorf("library %s: %w", name, ErrUnsupported)
	}
	if err := checkImage(runtime.GOOS, image); err != nil {
		return nil, fmt.Errorf("library %s: %w", name, err)
	}
	s := slotOf(sha256.Sum256(image))
	s.Lock()
	defer s.Unlock()
	if s.lib != nil {
		return s.lib, nil
	}
	lib, err := load(name, image)
	if err != nil {
		return nil, fmt.Errorf("library %s: cannot be loaded: %w", name, err)
	}
	s.lib = lib
	return lib, nil
}

func slotOf(sum [sha256.Size]byte) *slot {
	libs.Lock()
	defer libs.Unlock()
	if libs.m == nil {
		libs.m = map[[sha256.Size]byte]*slot{}
	}
	s := libs.m[sum]
	if s == nil {
		s = new(slot)
		libs.m[sum] = s
	}
	return s
}

// load tries the places one after the other: a memory file may be forbidden, a
// directory may be read-only or mounted noexec.
func load(name string, image []byte) (*Lib, error) {
	var errs []error
	for _, p := range places {
		at, err := p.put(name, image)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.name, err))
			continue
		}
		handle, err := dlopen(at.path)
		at.done(err == nil)
		if err == nil {
			tracef("loaded %s (%d bytes) through %s", name, len(image), p.name)
			return &Lib{name: name, origin: p.name, handle: handle}, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", p.name, err))
	}
	return nil, joined(errs)
}

// joined keeps several errors on one line, each once.
func joined(errs []error) error {
	if len(errs) == 1 {
		return errs[0]
	}
	texts := make([]string, len(errs))
	for i, err := range errs {
		texts[i] = err.Error()
	}
	return errors.New(strings.Join(texts, "; "))
}

// Name is the name given to the first Load of this content.
func (l *Lib) Name() string { return l.name }

// Origin tells through what the library was loaded: "memory file", "cache
// directory" or "temporary directory".
func (l *Lib) Origin() string { return l.origin }

// Symbol returns the address of a function or variable that the library
// exports. A missing one is an error that names it and the library.
func (l *Lib) Symbol(name string) (uintptr, error) {
	if l == nil {
		return 0, fmt.Errorf("symbol %q: no library is loaded", name)
	}
	if name == "" || strings.ContainsRune(name, 0) {
		return 0, fmt.Errorf("library %s: %q cannot be the name of a symbol", l.name, name)
	}
	addr, err := dlsym(l.handle, name)
	if err != nil || addr == 0 {
		return 0, fmt.Errorf("library %s has no symbol %q (%v)", l.name, name, err)
	}
	return addr, nil
}
