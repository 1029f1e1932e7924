package asmlink

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// frameAMD64 is the Go frame that holds what the kernel pushes: some room is
// left, and SP stays 16 bytes below the frame's top.
func frameAMD64(k *kernel) int {
	if k.leaf() {
		return 0
	}
	return roundUp(k.stack, 64) + 64
}

func writeAMD64(w *writer, k *kernel) {
	switch {
	case k.leaf():
		writeLeafAMD64(w, k)
	case k.align > 8:
		writeAligned(w, k)
	default:
		writeFramed(w, k, "·"+k.goName, "8", func() { w.instr("MOVQ a+0(FP), DI") })
	}
}

// writeLeafAMD64 writes a kernel that does not move SP. Its RET returns to the
// Go caller: there is no frame and no call.
func writeLeafAMD64(w *writer, k *kernel) {
	w.line("TEXT ·%s(SB), NOSPLIT|NOFRAME, $0-8", k.goName)
	w.instr("PCALIGN $%d", blobAlign)
	w.instr("MOVQ a+0(FP), DI")
	w.instr("PCALIGN $%d", k.fns[0].align)
	w.body(k, w.data)
}

// entryAMD64 is what stands between PCALIGN and the kernel: a CALL of the kernel,
// a JMP past it and past a POPQ AX that never runs, a PUSHQ AX that never runs
// but tells the tables of the return address, and traps up to the next line.
func entryAMD64(k *kernel) (before, after []byte) {
	before = binary.LittleEndian.AppendUint32([]byte{0xe8}, blobAlign-5)
	before = binary.LittleEndian.AppendUint32(append(before, 0xe9), uint32(blobAlign-10+len(k.code)+1))
	return before, bytes.Repeat([]byte{k.arch.trap}, blobAlign-11)
}

func preambleAMD64(k *kernel) []byte {
	if k.leaf() {
		return nil
	}
	before, after := entryAMD64(k)
	return append(append(before, 0x50), after...)
}

// writeFramed writes a kernel inside a function with a frame. The stack check
// covers what C uses, and C grows down from SP, so SP is first moved up over
// the frame.
func writeFramed(w *writer, k *kernel, name, args string, load func()) {
	up := frameAMD64(k) - 16
	before, after := entryAMD64(k)
	w.line("TEXT %s(SB), 0, $%d-%s", name, frameAMD64(k), args)
	w.instr("NO_LOCAL_POINTERS")
	load()
	w.instr("ADJSP $%d", -up)
	w.instr("PCALIGN $%d", blobAlign)
	w.data(before)
	w.instr("PUSHQ AX")
	w.data(after)
	w.body(k, w.data)
	w.instr("POPQ AX")
	w.instr("ADJSP $%d", up)
	w.instr("RET")
}

// alignFrame is the frame of the function that aligns SP: room to move SP up in,
// and one word for the callee.
const alignFrame = blobAlign + 8

// writeAligned writes a kernel that relies on an aligned SP as two functions.
// Go's tables know one depth of SP per instruction, so the outer one has a call
// for each way that SP may lie, and the inner one holds the kernel. A growing
// stack keeps the alignment, since its end is always a multiple of 2048. The
// inner one cannot get args by the stack, where nobody would correct it when
// the stack moves, so it gets the distance to the outer one's argument.
func writeAligned(w *writer, k *kernel) {
	inner := "·" + k.goName + "_body<>"
	w.line("TEXT ·%s(SB), 0, $%d-8", k.goName, alignFrame)
	w.instr("NO_LOCAL_POINTERS")
	// At the inner CALL SP is 32 bytes above the kernel's CFA: return
	// address, saved BP, and the 16 bytes that stay of the frame.
	w.instr("MOVQ $%d, AX", (32-k.phase)&(k.align-1))
	w.instr("SUBQ SP, AX")
	w.instr("ANDQ $%d, AX", k.align-1)
	for up := 8; up < k.align; up += 8 {
		w.instr("CMPQ AX, $%d", up)
		w.instr("JEQ up%d", up)
	}
	for up := 0; up < k.align; up += 8 {
		if up > 0 {
			w.line("up%d:", up)
			w.instr("ADJSP $%d", -up)
		}
		w.instr("MOVQ AX, 0(SP)")
		w.instr("CALL %s(SB)", inner)
		if up > 0 {
			w.instr("ADJSP $%d", up)
		}
		w.instr("RET")
	}
	w.line("")
	above := frameAMD64(k) + 16 // from SP to the word at the outer one's SP
	writeFramed(w, k, inner, "0", func() {
		w.instr("MOVQ SP, DI") // go vet takes n(SP) for a mistake
		w.instr("MOVQ %d(DI), AX", above)
		w.instr("NEGQ AX")
		w.instr("MOVQ %d(DI)(AX*1), DI", above+alignFrame+16)
	})
}

// ripRelative is a ModRM byte, without its register, whose address is relative to the next
// instruction: no address of the function itself comes without one.
const ripRelative = 0x05

// checkSelfAMD64 looks for 32-bit distances to the function's own start. The
// assembler leaves no relocation for these. Without a disassembler any four
// bytes are looked at: none that is meant is missed, and for others to look the
// same by chance is one in four billion.
func checkSelfAMD64(fn *function) error {
	code := fn.sec.data
	for at := 1; at+4 <= len(code); at++ {
		if int32(binary.LittleEndian.Uint32(code[at:])) != int32(-(at + 4)) {
			continue
		}
		switch branchOf(code, at) {
		case call:
			return errRecursion(fn)
		case data:
			if code[at-1]&0xc7 != ripRelative {
				continue // part of a constant: the largest int64 is B8 FF FF FF FF FF FF 7F with its MOVQ
			}
			return fmt.Errorf("function %s takes its own address at +%#x; call functions by name", fn.name, at)
		}
	}
	return nil
}
