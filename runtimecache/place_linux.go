package runtimecache

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"unsafe"
)

var places = append([]place{{"memory file", placeMemory}}, filePlaces...)

// memfdCreate numbers the system call, which package syscall lacks on half of
// the architectures.
var memfdCreate = map[string]uintptr{
	"386": 356, "amd64": 319, "arm": 385, "arm64": 279, "loong64": 279,
	"ppc64le": 360, "riscv64": 279, "s390x": 350,
}

const (
	mfdCloexec      = 0x1
	mfdAllowSealing = 0x2
	mfdNoexecSeal   = 0x8 // Linux 6.3: the file can be mapped as code, but not started as a program

	fAddSeals = 1033
	allSeals  = 0x1 | 0x2 | 0x4 | 0x8 // SEAL, SHRINK, GROW, WRITE

	memfdNameMax = 200 // the kernel takes 249
)

// placeMemory puts the object into an anonymous file that nobody, this process
// included, can change any more.
func placeMemory(name string, image []byte) (placed, error) {
	fd, err := createMemfd("uopc:" + name)
	if err != nil {
		return placed{}, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(fd, "memfd")
	if _, err := f.Write(image); err != nil {
		f.Close()
		return placed{}, err
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, fAddSeals, allSeals); errno != 0 {
		f.Close()
		return placed{}, os.NewSyscallError("fcntl(F_ADD_SEALS)", errno)
	}
	return placed{fdPath(fd, loads.Add(1)), func(bool) { f.Close() }}, nil
}

func createMemfd(label string) (uintptr, error) {
	nr, ok := memfdCreate[runtime.GOARCH]
	if !ok {
		return 0, errors.ErrUnsupported
	}
	label = strings.ReplaceAll(label, "\x00", "")
	p, err := syscall.BytePtrFromString(label[:min(len(label), memfdNameMax)])
	if err != nil {
		return 0, err
	}
	var errno syscall.Errno
	for _, flags := range []uintptr{mfdCloexec | mfdAllowSealing | mfdNoexecSeal, mfdCloexec | mfdAllowSealing} {
		var fd uintptr
		if fd, _, errno = syscall.Syscall(nr, uintptr(unsafe.Pointer(p)), flags, 0); errno == 0 {
			return fd, nil
		}
	}
	return 0, errno
}

var loads atomic.Uint32

// fdPath spells /proc/self/fd/N differently for each load. The loader takes a
// path that it has seen for the library that it then found there, and the
// number of a closed descriptor is used again: with one spelling the second
// object would turn out to be the first. The serial's bits are written as "/."
// and "/", which the kernel skips.
func fdPath(fd uintptr, serial uint32) string {
	var b strings.Builder
	b.WriteString("/proc/self")
	for ; serial != 0; serial >>= 1 {
		b.WriteByte('/')
		if serial&1 != 0 {
			b.WriteByte('.')
		}
	}
	fmt.Fprintf(&b, "/fd/%d", fd)
	return b.String()
}
