package runtimecache

import (
	"errors"
	"sync"
	"unsafe"
)

// frame carries one call's argument. It lives on the heap and is used again, so
// that the variadic slice of purego.SyscallN costs nothing.
type frame struct {
	args unsafe.Pointer
	word [1]uintptr
}

var frames = sync.Pool{New: func() any { return new(frame) }}

var errNilFunc = errors.New("call of a function at address 0: check what Symbol or Proc returned")

// Call calls the C function void f(const void *args) at address fn and returns
// when it has returned. The error is nil unless fn is 0 or the build cannot
// call C; then nothing was called.
//
// # Memory
//
// The C function sees an address that must stay good while it runs, though the
// Go stack may move. The pointer is stored in an object on the heap before its
// address is taken, so the compiler places what args points to on the heap too,
// and Go does not move heap objects; the same object keeps it alive until the
// call is over. Fields of the argument struct that point to Go memory must have
// type unsafe.Pointer, not uintptr, and then the same holds for what they point
// to. To call without allocating, take the struct from a sync.Pool and clear
// its pointers afterwards. C must not keep any of the pointers.
func Call(fn uintptr, args unsafe.Pointer) error {
	if !Supported {
		return ErrUnsupported
	}
	if fn == 0 {
		return errNilFunc
	}
	f := frames.Get().(*frame)
	f.args, f.word[0] = args, uintptr(args)
	call(fn, f.word[:])
	f.args = nil
	frames.Put(f)
	return nil
}
