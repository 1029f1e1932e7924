package clang

import (
	"fmt"
	"sort"
	"strings"
)

// Asm and Dylib are the modes of a Target.
const (
	Asm   = "asm"   // an ELF object for gen/asmlink, whatever the system it will run on
	Dylib = "dylib" // an object of the target system, for LinkShared
)

// A Target says for which machine, and for which use, C is compiled.
type Target struct {
	Arch  string // as GOARCH names it
	Level string // "v2", "v3" or "v4" on amd64, else empty
	Mode  string // Asm or Dylib
	OS    string // as GOOS names it; only for Dylib
}

// String names the target as messages and lock files do: amd64/v3/asm.
func (t Target) String() string {
	parts := []string{t.Arch, t.Level, t.Mode, t.OS}
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "/")
}

// triples maps mode, system and architecture to what clang calls them. The asm
// mode has no system: its code makes no system call and no call out.
var triples = map[string]string{
	"asm//amd64": "x86_64-unknown-none-elf",
	"asm//arm64": "aarch64-unknown-none-elf",

	"dylib/linux/386":     "i686-unknown-linux-gnu",
	"dylib/linux/amd64":   "x86_64-unknown-linux-gnu",
	"dylib/linux/arm":     "armv7-unknown-linux-gnueabihf",
	"dylib/linux/arm64":   "aarch64-unknown-linux-gnu",
	"dylib/linux/loong64": "loongarch64-unknown-linux-gnu",
	"dylib/linux/ppc64le": "powerpc64le-unknown-linux-gnu",
	"dylib/linux/riscv64": "riscv64-unknown-linux-gnu",
	"dylib/linux/s390x":   "s390x-unknown-linux-gnu",

	"dylib/darwin/amd64": "x86_64-apple-macos11.0",
	"dylib/darwin/arm64": "arm64-apple-macos11.0",

	// The gnu environment, because the msvc one wants a symbol _fltused in
	// every object that computes with floats. The code is the same.
	"dylib/windows/amd64": "x86_64-w64-windows-gnu",
	"dylib/windows/arm64": "aarch64-w64-windows-gnu",
}

// Triple returns clang's name for the target, or "" when there is none.
func (t Target) Triple() string { return triples[t.Mode+"/"+t.OS+"/"+t.Arch] }

// check reports why code cannot be made for t.
func (t Target) check() error {
	if t.Triple() == "" {
		return fmt.Errorf("no clang target for %s (have: %s)", t, strings.Join(known(t.Mode), ", "))
	}
	switch {
	case t.Arch == "amd64" && t.Level != "v2" && t.Level != "v3" && t.Level != "v4":
		return fmt.Errorf("target %s: level %q, want v2, v3 or v4", t, t.Level)
	case t.Arch != "amd64" && t.Level != "":
		return fmt.Errorf("target %s: level %q, want none: only amd64 has levels", t, t.Level)
	}
	return nil
}

// known lists the targets of a mode, or all of them.
func known(mode string) []string {
	var names []string
	for k := range triples {
		p := strings.Split(k, "/")
		if mode == Asm || mode == Dylib {
			if p[0] != mode {
				continue
			}
		}
		names = append(names, Target{Arch: p[2], Mode: p[0], OS: p[1]}.String())
	}
	sort.Strings(names)
	return names
}
