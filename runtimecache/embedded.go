package runtimecache

import (
	"sync"
	"unsafe"
)

// Embedded is a shared object inside the program, loaded when it is first
// needed. Nothing about it panics and nothing happens at init: a failure is
// remembered, told by Err, and makes every Proc and Call false.
type Embedded struct {
	Name  string // for messages
	Image string // the object, from go:embed

	once sync.Once
	lib  *Lib
	mu   sync.Mutex
	err  error
}

// Proc returns the address of a function in the object. False means that the
// caller must do without it. [Func] remembers the address.
func (e *Embedded) Proc(symbol string) (uintptr, bool) {
	e.load()
	if e.lib == nil {
		return 0, false
	}
	fn, err := e.lib.Symbol(symbol)
	if err != nil {
		e.fail(err)
	}
	return fn, err == nil
}

// Err loads the object if nothing has done so yet, and tells the first thing
// that went wrong, or nil.
func (e *Embedded) Err() error {
	e.load()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

func (e *Embedded) load() {
	e.once.Do(func() {
		lib, err := Load(e.Name, []byte(e.Image))
		if err != nil {
			e.fail(err)
		}
		e.lib = lib
	})
}

func (e *Embedded) fail(err error) {
	tracef("%v", err)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
	}
}

// Func is one function of an embedded object, looked up when it is first called.
type Func struct {
	Lib  *Embedded
	Name string // the symbol

	once sync.Once
	fn   uintptr
}

// Call calls the function as [Call] does, or returns false if there is none;
// then nothing was called.
func (f *Func) Call(args unsafe.Pointer) bool {
	f.once.Do(func() { f.fn, _ = f.Lib.Proc(f.Name) })
	return f.fn != 0 && Call(f.fn, args) == nil
}
