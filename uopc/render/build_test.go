package render

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/clang"
)

const cMain = `
#include <stdio.h>
#include <stdlib.h>
static int64_t get(void) { int64_t v; if (fread(&v, 8, 1, stdin) != 1) exit(0); return v; }
int main(void) {
  for (;;) {
    int64_t kernel = get(), size = get(), state = get(), n = get(), field[64], calls = 0;
    for (int i = 0; i < n; i++) field[i] = get(), get();
    char *block = malloc(size);
    if (fread(block, 1, size, stdin) != (size_t)size) return 1;
    for (int i = 0; i < n; i++) *(char **)(block + field[i]) += (intptr_t)block;
    do {
      kernels[kernel](block);
      calls++;
    } while (state >= 0 && *(int64_t *)(block + state) != -1);
    for (int i = 0; i < n; i++) *(char **)(block + field[i]) -= (intptr_t)block;
    fwrite(block, 1, size, stdout);
    fwrite(&calls, 8, 1, stdout);
    free(block);
  }
}
`

func toolchain(t testing.TB) *clang.Toolchain {
	t.Helper()
	tc, err := clang.Find("")
	if err != nil {
		t.Skip(err)
	}
	return tc
}

// compileC compiles text with the project's flags; it fails on a warning.
func compileC(t testing.TB, text string, target clang.Target, extra ...string) []byte {
	t.Helper()
	extra = append([]string{"-Wall", "-Wextra", "-Werror", "-Wno-pass-failed", "-Wno-unused-function", "-Wno-tautological-compare", "-Wno-tautological-constant-compare", "-Wno-tautological-bitwise-compare"}, extra...)
	obj, err := toolchain(t).Compile(context.Background(), text, target, extra)
	if err != nil {
		t.Fatal(err)
	}
	return obj
}

// buildC makes a program of the suite's C: the kernels with the project's flags, main without.
func (s *suite) buildC(t testing.TB, level string, extra ...string) string {
	t.Helper()
	dir := t.TempDir()
	obj := compileC(t, JoinC(s.c...), clang.Target{Arch: "amd64", Level: level, Mode: clang.Dylib, OS: "linux"}, extra...)
	var m strings.Builder
	m.WriteString("#include <stdint.h>\n")
	for i := range s.c {
		fmt.Fprintf(&m, "void K%d(void *);\n", i)
	}
	m.WriteString("static void (*kernels[])(void *) = {")
	for i := range s.c {
		fmt.Fprintf(&m, "K%d, ", i)
	}
	m.WriteString("};\n" + cMain)
	write(t, filepath.Join(dir, "k.o"), obj)
	write(t, filepath.Join(dir, "main.c"), []byte(m.String()))
	command(t, dir, toolchain(t).Path, "-O1", "-o", "prog", "main.c", "k.o")
	return filepath.Join(dir, "prog")
}

const goMain = `
import "bufio"
import "encoding/binary"
import "io"
import "os"
import "unsafe"

type run struct {
	b     []byte
	elems map[int64]int64
}

func at[T any](r *run, off int64) *T { return (*T)(unsafe.Pointer(&r.b[off])) }

func place[T any](r *run, off int64) []T {
	n := r.elems[off]
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&r.b[*at[int64](r, off)])), n)
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	get := func() int64 {
		var b [8]byte
		if _, err := io.ReadFull(in, b[:]); err != nil {
			out.Flush()
			os.Exit(0)
		}
		return int64(binary.LittleEndian.Uint64(b[:]))
	}
	for {
		kernel, size, _, n := get(), get(), get(), get()
		r := &run{make([]byte, size), map[int64]int64{}}
		for range n {
			field := get()
			r.elems[field] = get()
		}
		io.ReadFull(in, r.b)
		kernels[kernel](r)
		out.Write(r.b)
		out.Write([]byte{1, 0, 0, 0, 0, 0, 0, 0})
	}
}
`

const qemu = "qemu-aarch64-static"

// buildGo makes a program of the suite's Go, for this machine or, run by qemu, for arm64, whose
// compiler fuses products and sums wherever it may.
func (s *suite) buildGo(t testing.TB, goarch string) string {
	t.Helper()
	dir := t.TempDir()
	text, err := GoFile("main", s.g...)
	if err != nil {
		t.Fatal(err)
	}
	var m strings.Builder
	m.WriteString("package main\n" + goMain + "\nvar kernels = []func(*run){\n")
	for i := range s.g {
		m.WriteString(s.goWrapper(i))
	}
	m.WriteString("}\n")
	write(t, filepath.Join(dir, "go.mod"), []byte("module x\n\ngo 1.26\n"))
	write(t, filepath.Join(dir, "k.go"), []byte(text))
	write(t, filepath.Join(dir, "main.go"), []byte(m.String()))
	if goarch == "" {
		command(t, dir, "go", "vet", "-unsafeptr=false", ".")
		command(t, dir, "go", "build", "-o", "prog", ".")
		return filepath.Join(dir, "prog")
	}
	command(t, dir, "env", "GOARCH="+goarch, "CGO_ENABLED=0", "go", "build", "-o", "foreign", ".")
	script := filepath.Join(dir, "prog")
	write(t, script, []byte("#!/bin/sh\nexec "+qemu+" "+filepath.Join(dir, "foreign")+"\n"))
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	return script
}

// goWrapper calls one kernel with what the block holds.
func (s *suite) goWrapper(i int) string {
	g, fields := s.g[i], s.c[i].Args.Fields
	bySlot := map[int]Field{}
	ret := Field{}
	for _, f := range fields {
		switch f.Kind {
		case FieldPlace, FieldScalar:
			bySlot[f.Slot] = f
		case FieldRet:
			ret = f
		}
	}
	var args, results, after []string
	for _, p := range g.Params {
		f := bySlot[p.Slot]
		a := fmt.Sprintf("*at[%s](r, %d)", f.DType.GoName(), f.Offset)
		if f.Kind == FieldPlace {
			a = fmt.Sprintf("place[%s](r, %d)", f.DType.GoName(), f.Offset)
		} else if p.Type == "int" {
			a = "int(" + a + ")"
		}
		args = append(args, a)
	}
	for j, p := range g.Results {
		results = append(results, fmt.Sprintf("r%d", j))
		f := ret
		left := "*at[%s](r, %d) = %[1]s(r%[3]d)"
		if p.Slot >= 0 {
			f, left = bySlot[p.Slot], "place[%s](r, %d)[0] = %[1]s(r%[3]d)"
		}
		after = append(after, fmt.Sprintf(left, f.DType.GoName(), f.Offset, j))
	}
	assign := ""
	if len(results) > 0 {
		assign = strings.Join(results, ", ") + " := "
	}
	return fmt.Sprintf("func(r *run) {\n%sK%d(%s)\n%s\n},\n", assign, i, strings.Join(args, ", "), strings.Join(after, "\n"))
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func command(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%.4000s", name, args, err, out)
	}
	return string(out)
}

func bytesContainWord(s, word string) bool {
	for _, w := range strings.Fields(s) {
		if w == word {
			return true
		}
	}
	return false
}
