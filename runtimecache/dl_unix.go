//go:build !purego && !noasm && !faketime && ((linux && !android && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64 || (s390x && (cgo || go1.27)))) || (darwin && !ios) || (cgo && (freebsd || netbsd) && (amd64 || arm64)))

package runtimecache

import (
	"errors"
	"runtime"

	"github.com/ebitengine/purego"
)

// The constraint above lists where purego works without special build flags:
// FreeBSD and NetBSD need them unless cgo is on, Android and iOS need cgo.
const haveDlopen = true

func dlopen(path string) (uintptr, error) {
	return onThread(func() (uintptr, error) { return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL) })
}

func dlsym(handle uintptr, name string) (uintptr, error) {
	return onThread(func() (uintptr, error) { return purego.Dlsym(handle, name) })
}

// onThread keeps a call and the dlerror after it on one thread, for the message
// is kept per thread.
func onThread(f func() (uintptr, error)) (uintptr, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	v, err := f()
	if err != nil && err.Error() == "" {
		err = errors.New("the loader gives no reason")
	}
	return v, err
}

func call(fn uintptr, words []uintptr) { purego.SyscallN(fn, words...) }
