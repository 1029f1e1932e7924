package asmlink

import (
	"os/exec"
	"runtime"
	"testing"
)

// TestAMD64 runs the kernels at every level that this machine has: results, a
// growing stack at every depth, a storm of goroutines with collector and
// profiler, panics, profiles.
func TestAMD64(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("runs on linux/amd64 only")
	}
	dir, exe := build(t, "amd64")
	for _, l := range levels {
		if !l.runs {
			t.Logf("%s%s: built, but this machine does not run it", l.arch, l.suffix)
		}
	}
	modes := []string{"check", "nil", "storm", "profile"}
	if testing.Short() {
		modes = modes[:2]
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) { run(t, mode, exe) })
	}
	t.Run("vet", func(t *testing.T) { goCmd(t, dir, "amd64", "vet", ".") })
}

// TestARM64 does the same under qemu, but for panics and profiles of kernels
// that use the stack, which arm64 does not have.
func TestARM64(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("runs on linux only")
	}
	dir, exe := build(t, "arm64")
	t.Run("vet", func(t *testing.T) { goCmd(t, dir, "arm64", "vet", ".") })
	command := []string{exe}
	if runtime.GOARCH != "arm64" {
		qemu, err := exec.LookPath("qemu-aarch64-static")
		if err != nil {
			t.Skip("no qemu-aarch64-static: arm64 was built, but not run (apt-get install qemu-user-static)")
		}
		command = []string{qemu, exe}
	}
	modes := []string{"short", "nilleaf", "storm"}
	if testing.Short() {
		modes = modes[:2]
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) { run(t, mode, command...) })
	}
}
