//go:build purego || noasm || faketime || !(windows || (linux && !android && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64 || (s390x && (cgo || go1.27)))) || (darwin && !ios) || (cgo && (freebsd || netbsd) && (amd64 || arm64)))

package runtimecache

const haveDlopen = false

func dlopen(string) (uintptr, error) { return 0, ErrUnsupported }

func dlsym(uintptr, string) (uintptr, error) { return 0, ErrUnsupported }

func call(uintptr, []uintptr) {}
