package render

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// A run is one call of a kernel: the image of its argument struct, then the memory that its
// pointers point to. The same bytes go to the compiled C and to the compiled Go.
type run struct {
	kernel int
	block  []byte
	ptrs   []pointer
	state  int64 // where the state is in the block, or -1
	calls  int64 // how many calls it took, after
}

type pointer struct{ field, elems int64 }

// suite is kernels that are compiled together.
type suite struct {
	calls []*uop.UOp
	c     []*Source
	g     []*GoSource
}

func newSuite(t testing.TB, calls ...*uop.UOp) *suite {
	t.Helper()
	s := &suite{calls: calls}
	for i, call := range calls {
		c, err := C(call, COptions{Name: fmt.Sprintf("K%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		g, err := Go(call, GoOptions{Name: fmt.Sprintf("K%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		s.c, s.g = append(s.c, c), append(s.g, g)
	}
	return s
}

// args fills the block of a run. A value is a raw scalar, or a []uint64 for a place; two equal
// slices (by address) share memory. budget is used by kernels that can be cut.
func (s *suite) run(kernel int, budget int64, values ...any) *run {
	r := &run{kernel: kernel, state: -1}
	src := s.c[kernel]
	r.block = make([]byte, src.Args.Size)
	shared := map[*uint64]int{}
	for _, f := range src.Args.Fields {
		switch f.Kind {
		case FieldScalar:
			putValue(r.block[f.Offset:], f.DType, values[f.Slot].(uint64))
		case FieldPlace:
			v := values[f.Slot].([]uint64)
			at, ok := 0, false
			if len(v) > 0 {
				at, ok = shared[&v[0]]
			}
			if !ok {
				at = r.grow(int64(len(v)) * int64(f.DType.Size()))
				for i, x := range v {
					putValue(r.block[at+i*f.DType.Size():], f.DType, x)
				}
				if len(v) > 0 {
					shared[&v[0]] = at
				}
			}
			r.point(f, at, int64(len(v)))
		case FieldScratch:
			r.point(f, r.grow(f.Len*int64(f.DType.Size())), f.Len)
		case FieldBudget:
			binary.LittleEndian.PutUint64(r.block[f.Offset:], uint64(budget))
		case FieldState:
			at := r.grow(int64(src.State.Size))
			r.point(f, at, 1)
			r.state = int64(at)
			if budget == 1<<63-1 {
				r.state = -1
			}
		}
	}
	return r
}

func (r *run) grow(n int64) int {
	at := len(r.block)
	r.block = append(r.block, make([]byte, (n+15)/8*8)...)
	return at
}

func (r *run) point(f Field, at int, elems int64) {
	binary.LittleEndian.PutUint64(r.block[f.Offset:], uint64(at))
	r.ptrs = append(r.ptrs, pointer{int64(f.Offset), elems})
}

func putValue(b []byte, d uop.DType, v uint64) {
	for i := range d.Size() {
		b[i] = byte(v >> (8 * i))
	}
}

func getValue(b []byte, d uop.DType) uint64 {
	var v uint64
	for i := range d.Size() {
		v |= uint64(b[i]) << (8 * i)
	}
	return contract.Canon(d, v)
}

// place reads back the memory of a slot, ret the body's value.
func (s *suite) place(r *run, slot int) []uint64 {
	for _, f := range s.c[r.kernel].Args.Fields {
		if f.Kind != FieldPlace || f.Slot != slot {
			continue
		}
		at := int(binary.LittleEndian.Uint64(r.block[f.Offset:]))
		var out []uint64
		for _, p := range r.ptrs {
			for i := 0; p.field == int64(f.Offset) && i < int(p.elems); i++ {
				out = append(out, getValue(r.block[at+i*f.DType.Size():], f.DType))
			}
		}
		return out
	}
	return nil
}

func (s *suite) ret(r *run) uint64 {
	for _, f := range s.c[r.kernel].Args.Fields {
		if f.Kind == FieldRet {
			return getValue(r.block[f.Offset:], f.DType)
		}
	}
	return 0
}

// execute sends copies of the runs through a program and returns them.
func execute(t testing.TB, program string, runs []*run) []*run {
	t.Helper()
	var in bytes.Buffer
	for _, r := range runs {
		put := func(v int64) { _ = binary.Write(&in, binary.LittleEndian, v) }
		put(int64(r.kernel))
		put(int64(len(r.block)))
		put(r.state)
		put(int64(len(r.ptrs)))
		for _, p := range r.ptrs {
			put(p.field)
			put(p.elems)
		}
		in.Write(r.block)
	}
	cmd := exec.Command(program)
	cmd.Stdin = &in
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, msg.String())
	}
	done := make([]*run, len(runs))
	for i, r := range runs {
		c := *r
		c.block = make([]byte, len(r.block))
		if _, err := io.ReadFull(&out, c.block); err != nil {
			t.Fatalf("%s: run %d of %d: %v\n%s", program, i, len(runs), err, msg.String())
		}
		_ = binary.Read(&out, binary.LittleEndian, &c.calls)
		done[i] = &c
	}
	return done
}

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
		os.WriteFile(filepath.Join(os.TempDir(), "uopc-render-failed.c"), []byte(text), 0o644)
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

// buildGo makes a program of the suite's Go.
func (s *suite) buildGo(t testing.TB) string {
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
	command(t, dir, "go", "vet", "-unsafeptr=false", ".")
	command(t, dir, "go", "build", "-o", "prog", ".")
	return filepath.Join(dir, "prog")
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
