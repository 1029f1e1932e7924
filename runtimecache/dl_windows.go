//go:build !purego && !noasm

package runtimecache

import "syscall"

const haveDlopen = true

func dlopen(path string) (uintptr, error) {
	h, err := syscall.LoadLibrary(path)
	return uintptr(h), err
}

func dlsym(handle uintptr, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(handle), name)
}

func call(fn uintptr, words []uintptr) { syscall.SyscallN(fn, words...) }
