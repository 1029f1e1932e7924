package asmlink

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The room between SP and the two ends of the frame: below are the link and
// frame registers that Go keeps there.
const (
	roomBelow = 64
	roomAll   = 128
)

// frameARM64 is the Go frame that holds what the kernel pushes. With the link
// register it must be a multiple of 16.
func frameARM64(k *kernel) int {
	if k.leaf() {
		return 0
	}
	return roundUp(k.stack+roomAll, 16) + 8
}

func writeARM64(w *writer, k *kernel) {
	if k.leaf() {
		writeLeafARM64(w, k)
		return
	}
	writeFramedARM64(w, k)
}

// writeLeafARM64 writes a kernel that does not move SP. It keeps R30, so its RET
// returns to the Go caller: there is no frame and no call.
func writeLeafARM64(w *writer, k *kernel) {
	w.line("TEXT ·%s(SB), NOSPLIT|NOFRAME, $0-8", k.goName)
	w.instr("PCALIGN $%d", blobAlign)
	w.instr("MOVD a+0(FP), R0")
	for i := k.arch.leafEntry; i < k.origin; i += k.arch.unit {
		w.instr("NOOP")
	}
	w.body(k, w.words)
}

// entryARM64 stands between PCALIGN and the kernel: a BL of the kernel, a B past
// it, and traps (BRK) up to the next line.
func entryARM64(k *kernel) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 0x94000000|blobAlign/4)
	b = binary.LittleEndian.AppendUint32(b, 0x14000000|uint32(blobAlign-4+len(k.code))/4)
	return append(b, bytes.Repeat([]byte{0, 0, 0x20, 0xd4}, blobAlign/4-2)...)
}

func preambleARM64(k *kernel) []byte {
	if k.leaf() {
		return nil
	}
	return entryARM64(k)
}

// writeFramedARM64 writes a kernel that uses the stack. The assembler sees no
// call, takes the function for a leaf and does not reload the link register:
// R20, which C keeps, holds it.
func writeFramedARM64(w *writer, k *kernel) {
	frame := frameARM64(k)
	up := (frame - roomBelow) / 16 * 16
	w.line("TEXT ·%s(SB), 0, $%d-8", k.goName, frame)
	w.instr("NO_LOCAL_POINTERS")
	w.instr("MOVD a+0(FP), R0")
	w.instr("MOVD R30, R20")
	w.instr("ADD $%d, RSP", up)
	w.instr("PCALIGN $%d", blobAlign)
	w.words(entryARM64(k))
	w.body(k, w.words)
	w.instr("MOVD R20, R30")
	w.instr("SUB $%d, RSP", up)
	w.instr("RET")
}

// checkSelfARM64 looks for BLs without a relocation: they call the function
// itself.
func checkSelfARM64(fn *function) error {
	resolved := map[int]bool{}
	for _, r := range fn.sec.relocs {
		resolved[r.off] = true
	}
	for at := 0; at+4 <= len(fn.sec.data); at += 4 {
		w := arm64Instr(binary.LittleEndian.Uint32(fn.sec.data[at:]))
		if w.is(0xfc000000, 0x94000000) && !resolved[at] {
			return errRecursion(fn)
		}
	}
	return nil
}

// boundARM64 bounds the stack use of a function whose frame does not hang on SP,
// because it aligns SP by hand: the sum of all that is taken from SP, and of what
// the alignment can take. A frame of unknown size is refused.
func boundARM64(fn *function) (int, error) {
	sum, prev := 0, arm64Instr(0)
	for at := 0; at+4 <= len(fn.sec.data); at += 4 {
		w := arm64Instr(binary.LittleEndian.Uint32(fn.sec.data[at:]))
		n, ok := w.takes(prev)
		if !ok {
			return 0, fmt.Errorf("moves SP at +%#x by an amount that is not known: no alloca, no variable-length array, no alignment above %d", at, blobAlign)
		}
		sum, prev = sum+n, w
	}
	return sum, nil
}

type arm64Instr uint32

const (
	regFP = 29
	regSP = 31
)

func (w arm64Instr) rd() uint32             { return uint32(w) & 31 }
func (w arm64Instr) rn() uint32             { return uint32(w) >> 5 & 31 }
func (w arm64Instr) is(mask, v uint32) bool { return uint32(w)&mask == v }

func (w arm64Instr) subImm() bool { return w.is(0xff800000, 0xd1000000) }
func (w arm64Instr) addImm() bool { return w.is(0xff800000, 0x91000000) }

// takes bounds how far w, which follows prev, moves SP down. Not ok is an amount
// that is not written in the instruction.
func (w arm64Instr) takes(prev arm64Instr) (n int, ok bool) {
	toSP, fromSP := w.rd() == regSP, w.rn() == regSP
	switch {
	case w.subImm() && fromSP: // SUB $imm, RSP, Rd
		return int(w>>10&0xfff) << (12 * (w >> 22 & 1)), true
	case (w.subImm() || w.addImm()) && toSP: // back up, from SP or the frame pointer
		return 0, fromSP || w.rn() == regFP
	case w.is(0xff800000, 0x92000000) && toSP: // AND $-align, Rn, RSP, after SUB $imm, RSP, Rn
		ones := int(w>>10&63) + 1
		return blobAlign - 1, w.is(1<<22, 1<<22) && 1<<(64-ones) <= blobAlign && prev.subImm() && prev.rd() == w.rn()
	case w.is(0x3b200c00, 0x38000c00) && fromSP, w.is(0x3b800000, 0x29800000) && fromSP:
		return 1024, true // STR and STP with write-back: at most this
	case w.is(0xffe00000, 0xcb200000) && (toSP || fromSP), w.is(0xffe00000, 0x8b200000) && toSP:
		return 0, false // by a register
	}
	return 0, true
}
