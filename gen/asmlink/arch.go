package asmlink

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
)

// An arch is what the linker knows of one architecture.
type arch struct {
	name       string
	machine    elf.Machine
	dwarfSP    int // the number of SP in unwind tables
	callSize   int // what a call pushes
	kinds      map[uint32]relocKind
	codeAlign  int
	leafEntry  int                             // bytes that load the argument
	unit       int                             // code is written in multiples of this
	trap       byte                            // fills gaps; a trap when it is run
	write      func(w *writer, k *kernel)      // writes one kernel
	boundFrame func(fn *function) (int, error) // stack use of a function whose CFA is not on SP; nil refuses
	frame      func(k *kernel) int
	checkSelf  func(fn *function) error // refuses what the assembler resolved itself: calls of the own start
	preamble   func(k *kernel) []byte   // what the assembler must have put right before the code
}

// A relocKind says how one type of relocation is resolved. All are distances.
type relocKind struct {
	name string
	use  refUse
	size int
	put  func(at []byte, delta int64) bool // false when delta does not fit
}

// A refUse says what a relocation wants of its target.
type refUse int

const (
	data   refUse = iota // an address
	either               // a call, jump or address: the bytes in front tell
	call
	jump
)

var arches = map[string]*arch{
	"amd64": {
		name: "amd64", machine: elf.EM_X86_64, dwarfSP: 7, callSize: 8, codeAlign: 16, leafEntry: 5, unit: 1, trap: 0xcc,
		write: writeAMD64, frame: frameAMD64, checkSelf: checkSelfAMD64, preamble: preambleAMD64,
		kinds: map[uint32]relocKind{
			uint32(elf.R_X86_64_PC32):  {"R_X86_64_PC32", either, 4, put32},
			uint32(elf.R_X86_64_PLT32): {"R_X86_64_PLT32", either, 4, put32},
			uint32(elf.R_X86_64_PC64):  {"R_X86_64_PC64", data, 8, put64},
		},
	},
	"arm64": {
		name: "arm64", machine: elf.EM_AARCH64, dwarfSP: 31, codeAlign: 4, leafEntry: 4, unit: 4,
		write: writeARM64, frame: frameARM64, checkSelf: checkSelfARM64, boundFrame: boundARM64, preamble: preambleARM64,
		kinds: map[uint32]relocKind{
			uint32(elf.R_AARCH64_PREL32):        {"R_AARCH64_PREL32", data, 4, put32},
			uint32(elf.R_AARCH64_PREL64):        {"R_AARCH64_PREL64", data, 8, put64},
			uint32(elf.R_AARCH64_ADR_PREL_LO21): {"R_AARCH64_ADR_PREL_LO21", data, 4, putADR},
			uint32(elf.R_AARCH64_LD_PREL_LO19):  {"R_AARCH64_LD_PREL_LO19", data, 4, putField(19, 5)},
			uint32(elf.R_AARCH64_CALL26):        {"R_AARCH64_CALL26", call, 4, putField(26, 0)},
			uint32(elf.R_AARCH64_JUMP26):        {"R_AARCH64_JUMP26", jump, 4, putField(26, 0)},
			uint32(elf.R_AARCH64_CONDBR19):      {"R_AARCH64_CONDBR19", jump, 4, putField(19, 5)},
			uint32(elf.R_AARCH64_TSTBR14):       {"R_AARCH64_TSTBR14", jump, 4, putField(14, 5)},
		},
	},
}

// relocNames names types that are refused, for the message.
func (a *arch) relocName(typ uint32) string {
	if a.machine == elf.EM_X86_64 {
		return elf.R_X86_64(typ).String()
	}
	return elf.R_AARCH64(typ).String()
}

func put32(at []byte, delta int64) bool {
	binary.LittleEndian.PutUint32(at, uint32(delta))
	return fits(delta, 32)
}

func put64(at []byte, delta int64) bool {
	binary.LittleEndian.PutUint64(at, uint64(delta))
	return true
}

// putADR fills the split field of ADR: two low bits at 29, the rest at 5.
func putADR(at []byte, delta int64) bool {
	const mask = 3<<29 | 0x7ffff<<5
	w := binary.LittleEndian.Uint32(at) &^ mask
	w |= uint32(delta&3)<<29 | uint32(delta>>2&0x7ffff)<<5
	binary.LittleEndian.PutUint32(at, w)
	return fits(delta, 21)
}

// putField fills a field of the given width with a count of words.
func putField(width, shift int) func([]byte, int64) bool {
	mask := (uint32(1)<<width - 1) << shift
	return func(at []byte, delta int64) bool {
		w := binary.LittleEndian.Uint32(at) &^ mask
		w |= uint32(delta>>2) << shift & mask
		binary.LittleEndian.PutUint32(at, w)
		return delta&3 == 0 && fits(delta>>2, width)
	}
}

func fits(v int64, bits int) bool { return v>>(bits-1) == 0 || v>>(bits-1) == -1 }

func archOf(name string) (*arch, error) {
	if a := arches[name]; a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("no assembly link for %q, want amd64 or arm64; use -link dylib or -link go", name)
}
