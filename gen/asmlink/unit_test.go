package asmlink

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/clang"
)

// TestEncodings lets Go's assembler encode every instruction that a mark may
// name, and compares with what is looked for in clang's code.
func TestEncodings(t *testing.T) {
	w := newWriter("")
	w.line("TEXT ·f(SB), 4, $0-0")
	var want []byte
	add := func(code []byte, delta int) {
		size, text := spInstr(append([]byte{0x90, 0x90}, code...), delta)
		if size != len(code) {
			t.Errorf("% x, moving by %d: %d bytes are recognised, want %d", code, delta, size, len(code))
		}
		w.instr("%s", text)
		want = append(want, code...)
	}
	for _, n := range []int{8, 16, 120, 127, 128, 129, 136, 4096, 1 << 20} {
		add(adjspBytes(n), n)
		add(adjspBytes(-n), -n)
	}
	for reg := byte(0); reg < 8; reg++ {
		if reg != 4 {
			add([]byte{0x50 + reg}, 8)
			add([]byte{0x58 + reg}, -8)
		}
		add([]byte{0x41, 0x50 + reg}, 8)
		add([]byte{0x41, 0x58 + reg}, -8)
	}
	w.instr("RET")
	obj, err := assemble(context.Background(), w.String(), "amd64")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(obj, want) {
		t.Error("Go's assembler encodes an instruction in another way")
	}
}

func TestNoMove(t *testing.T) {
	tests := []struct {
		code  []byte
		delta int
	}{
		{[]byte{0x48, 0x83, 0xec, 0x10}, 8},                       // another amount
		{[]byte{0x48, 0x83, 0xc4, 0x10}, 16},                      // the other way
		{[]byte{0x48, 0x81, 0xec, 0x10, 0, 0, 0}, 16},             // not the assembler's encoding
		{[]byte{0x48, 0x81, 0xec, 0x80, 0, 0, 0}, 128},            // nor this
		{[]byte{0x48, 0x8d, 0x64, 0x24, 0xf0}, 16},                // LEAQ
		{[]byte{0x53}, -8}, {[]byte{0x5b}, 8}, {[]byte{0x53}, 16}, // PUSH for POP, POP for PUSH
		{[]byte{0x5c}, -8}, // POPQ SP
		{nil, 8},
	}
	for _, tt := range tests {
		if size, text := spInstr(tt.code, tt.delta); size != 0 {
			t.Errorf("% x, moving by %d, is taken for %s", tt.code, tt.delta, text)
		}
	}
}

// TestUnwindPrograms runs unwind tables that clang writes seldom or never.
func TestUnwindPrograms(t *testing.T) {
	init := []byte{0x0c, 7, 8, 0x90, 1} // CFA is SP+8, return address at CFA-8
	tests := []struct {
		name string
		code []byte
		want []row
	}{
		{"empty", nil, []row{{0, 8, ""}}},
		{"offsets", []byte{0x41, 0x0e, 16, 0x86, 2, 0x02, 200, 0x0e, 0x90, 3}, []row{{0, 8, ""}, {1, 16, ""}, {201, 400, ""}}},
		{"wide steps", []byte{0x03, 0, 1, 0x0e, 16, 0x04, 0, 0, 1, 0, 0x0e, 8}, []row{{0, 8, ""}, {256, 16, ""}, {65792, 8, ""}}},
		{"states", []byte{0x41, 0x0e, 16, 0x0a, 0x41, 0x0e, 8, 0x41, 0x0b}, []row{{0, 8, ""}, {1, 16, ""}, {2, 8, ""}, {3, 16, ""}}},
		{"args size", []byte{0x41, 0x2e, 16, 0x0e, 32}, []row{{0, 8, ""}, {1, 32, ""}}},
		{"frame pointer", []byte{0x41, 0x0e, 16, 0x43, 0x0d, 6, 0x41, 0x0c, 7, 8}, []row{{0, 8, ""}, {1, 16, ""}, {4, 16, "register 6"}, {5, 8, ""}}},
		{"expression", []byte{0x41, 0x0f, 2, 0x77, 0}, []row{{0, 8, ""}, {1, 8, "an expression"}}},
		{"saved by expression", []byte{0x10, 6, 2, 0x77, 0, 0x41, 0x0e, 16}, []row{{0, 8, ""}, {1, 16, ""}}},
	}
	for _, tt := range tests {
		m := &machine{spReg: 7, codeAlign: 1, rows: []row{{}}}
		err1, err2 := m.run(&reader{data: init}), m.run(&reader{data: tt.code})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(m.rows, tt.want) {
			t.Errorf("%s: got %v, %v, %v, want %v", tt.name, m.rows, err1, err2, tt.want)
		}
	}
	for _, code := range [][]byte{{0x0b}, {0x3f}, {0x04, 1}, {0x0f, 9}} {
		if err := (&machine{rows: []row{{}}}).run(&reader{data: code}); err == nil {
			t.Errorf("% x: no error", code)
		}
	}
}

// TestFields fills the fields of arm64 instructions.
func TestFields(t *testing.T) {
	tests := []struct {
		put   func([]byte, int64) bool
		delta int64
		want  uint32
		ok    bool
	}{
		{putField(26, 0), 64, 16, true},
		{putField(26, 0), -4, 0x3ffffff, true},
		{putField(26, 0), 1 << 27, 0, false},
		{putField(26, 0), 2, 0, false},
		{putField(19, 5), 4, 1 << 5, true},
		{putField(19, 5), -4, 0x7ffff << 5, true},
		{putField(14, 5), 1 << 15, 0, false},
		{putADR, 5, 1<<29 | 1<<5, true},
		{putADR, -1, 3<<29 | 0x7ffff<<5, true},
		{putADR, 1 << 20, 0, false},
		{put32, 1 << 31, 0, false},
		{put32, -1 << 31, 1 << 31, true},
	}
	for i, tt := range tests {
		b := make([]byte, 4)
		ok := tt.put(b, tt.delta)
		got := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d: %d gives %#x, %v, want %#x, %v", i, tt.delta, got, ok, tt.want, tt.ok)
		}
	}
}

// TestDamaged links objects with flipped bytes: they may be refused, but must
// not bring the linker down.
func TestDamaged(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("TEST_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("TEST_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	refused := 0
	src := readFile(t, "testdata/kernels.c")
	for _, target := range []clang.Target{{Arch: "amd64", Level: "v2"}, {Arch: "arm64"}} {
		obj := compile(t, src, target)
		for range 1500 {
			bad := clone(obj)
			for range 1 + r.IntN(4) {
				bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
			}
			if _, _, err := Link(bad, target.Arch, kernelFuncs()); err != nil {
				refused++
			}
		}
		for cut := 0; cut < len(obj); cut += 97 {
			Link(obj[:cut], target.Arch, kernelFuncs())
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// TestOddAlignment gives each section of an object an alignment that is no power of two.
func TestOddAlignment(t *testing.T) {
	const header, alignField = 64, 48 // of a section, and sh_addralign in it
	obj := compile(t, "void k(int *p) { *p = 7; }", clang.Target{Arch: "arm64"})
	first, count := int(binary.LittleEndian.Uint64(obj[40:])), int(binary.LittleEndian.Uint16(obj[60:]))
	for i := range count {
		bad := clone(obj)
		binary.LittleEndian.PutUint64(bad[first+i*header+alignField:], 12)
		if _, _, err := Link(bad, "arm64", []Func{{"k", "store"}}); err == nil || !strings.Contains(err.Error(), "aligned to 12") {
			t.Errorf("section %d: %v", i, err)
		}
	}
}

// TestText fixes what a small file looks like, and that it is reproducible.
func TestText(t *testing.T) {
	obj := compile(t, "void k(int *p) { *p = 7; }", clang.Target{Arch: "amd64", Level: "v2"})
	f := File{Arch: "amd64", Build: "!noasm && !purego", Units: []Unit{{obj, "_v2"}}, Funcs: []Func{{"k", "store"}}}
	got, infos, err := f.Link()
	if err != nil {
		t.Fatal(err)
	}
	want := `// Code generated by uopc-gen. DO NOT EDIT.

//go:build !noasm && !purego

#include "textflag.h"
#include "funcdata.h"

// func store_v2(a unsafe.Pointer)
// C function k: 7 bytes, stack use 8.
TEXT ·store_v2(SB), NOSPLIT|NOFRAME, $0-8
	PCALIGN $64
	MOVQ a+0(FP), DI
	PCALIGN $16
	LONG $0x000707c7; WORD $0x0000; BYTE $0xc3
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	infos[0].want = nil
	if s := fmt.Sprintf("%+v", infos); s != "[{GoName:store_v2 Symbol:k Bytes:7 Stack:8 Frame:0 want:[]}]" {
		t.Errorf("infos: %s", s)
	}
	f.Build = "!noasm &&"
	if _, _, err := f.Link(); err == nil || err.Error() != `build expression "!noasm &&": unexpected end of expression` {
		t.Errorf("bad build expression: %v", err)
	}
}

// TestVerify finds a changed byte.
func TestVerify(t *testing.T) {
	obj := compile(t, "void k(int *p) { *p = 7; }", clang.Target{Arch: "arm64"})
	text, infos, err := Link(obj, "arm64", []Func{{"k", "K"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(context.Background(), text, "arm64", infos); err != nil {
		t.Error(err)
	}
	infos[0].want[0] ^= 1
	if err := Verify(context.Background(), text, "arm64", infos); err == nil {
		t.Error("a changed byte is not found")
	}
}
