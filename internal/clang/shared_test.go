package clang

import (
	"bytes"
	"context"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"os"
	"strings"
	"testing"
)

// TestLinkShared links for every target of the mode, twice, and looks into the
// result.
func TestLinkShared(t *testing.T) {
	tc := toolchain(t)
	for _, target := range everyTarget() {
		if target.Mode != Dylib {
			continue
		}
		t.Run(target.String(), func(t *testing.T) {
			if _, err := tc.findLinker(linkers[target.OS].name); err != nil {
				t.Skip(err)
			}
			obj, err := tc.Compile(context.Background(), axpy, target, nil)
			if err != nil {
				t.Fatal(err)
			}
			first, second := shared(t, tc, obj, target), shared(t, tc, obj, target)
			if !bytes.Equal(first, second) {
				t.Error("the second link gave other bytes")
			}
			if bytes.Contains(first, []byte(os.TempDir()+"/")) {
				t.Error("the result contains a path")
			}
			exports[target.OS](t, first)
		})
	}
}

func shared(t *testing.T, tc *Toolchain, obj []byte, target Target) []byte {
	t.Helper()
	out, err := tc.LinkShared(context.Background(), obj, target, "libkernels.so")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// exports check that a shared object exports axpy.
var exports = map[string]func(*testing.T, []byte){
	"linux": func(t *testing.T, b []byte) {
		f, err := elf.NewFile(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if syms, err := f.DynamicSymbols(); err != nil || len(syms) != 1 || syms[0].Name != "axpy" {
			t.Errorf("symbols: %v, %v", syms, err)
		}
	},
	"darwin": func(t *testing.T, b []byte) {
		f, err := macho.NewFile(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		const codeSignature = 0x1d
		signed := false
		for _, l := range f.Loads {
			signed = signed || f.ByteOrder.Uint32(l.Raw()) == codeSignature
		}
		libs, err := f.ImportedLibraries()
		if err != nil || !signed || len(libs) != 1 || !bytes.Contains(b, []byte("_axpy")) {
			t.Errorf("signed %v, libraries %v, %v", signed, libs, err)
		}
	},
	"windows": func(t *testing.T, b []byte) {
		f, err := pe.NewFile(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if s := f.Section(".rdata"); s == nil || !bytes.Contains(b, []byte("axpy\x00")) || !bytes.Contains(b, []byte("libkernels.so\x00")) {
			t.Error("no export of axpy")
		}
	},
}

func TestLinkSharedErrors(t *testing.T) {
	tc := toolchain(t)
	target := Target{Arch: "amd64", Level: "v2", Mode: Dylib, OS: "linux"}
	var obj []byte
	var err error
	for _, os := range []string{"linux", "darwin", "windows"} {
		target.OS = os
		obj, err = tc.Compile(context.Background(), "float sinf(float); void k(float *p) { *p = sinf(*p); }", target, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = tc.LinkShared(context.Background(), obj, target, "x"); err == nil || !strings.Contains(err.Error(), "sinf") {
			t.Errorf("%s: an undefined symbol gives %v", os, err)
		}
	}
	dir := t.TempDir()
	alone := &Toolchain{Path: script(t, dir, "clang", "true"), Major: 19}
	t.Setenv("PATH", dir)
	_, err = alone.LinkShared(context.Background(), obj, target, "x")
	want := "no lld-link found next to " + alone.Path + " or on PATH, and -link dylib needs it; install lld (Debian: apt-get install lld-19; macOS: brew install lld), or use -link asm or -link go, which need none"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = alone.LinkShared(context.Background(), obj, Target{Arch: "arm64", Mode: Asm}, "x")
	if err == nil || err.Error() != "target arm64/asm makes no shared object, want mode dylib" {
		t.Errorf("got %v", err)
	}
}
