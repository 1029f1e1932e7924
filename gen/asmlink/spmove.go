package asmlink

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A mark is an instruction that must be written by name, for the assembler to
// see that it moves SP.
type mark struct {
	off, size int // in kernel.code
	text      string
}

const settleCure = "compile with internal/clang, whose Settle puts this right"

// checkRows reports whether SP's depth in fn is known everywhere.
func (a *arch) checkRows(fn *function) error {
	if len(fn.rows) == 0 {
		return errors.New("has no unwind table; compile with -fasynchronous-unwind-tables")
	}
	for i, r := range fn.rows {
		if r.other == "" {
			continue
		}
		if a.boundFrame == nil {
			return fmt.Errorf("aligns its stack or has a frame of unknown size (at +%#x its frame hangs on %s, not on SP): no alloca, no variable-length array, no alignment above %d", r.off, r.other, blobAlign)
		}
		bound, err := a.boundFrame(fn)
		if err != nil {
			return err
		}
		fn.rows[i].depth = bound
	}
	return nil
}

func (fn *function) deepest() int {
	most := 0
	for _, r := range fn.rows {
		most = max(most, r.depth)
	}
	return most
}

func (fn *function) depthAt(off int) int {
	depth := 0
	for _, r := range fn.rows {
		if r.off <= off {
			depth = r.depth
		}
	}
	return depth
}

// endDepth is SP's depth after the last instruction, below the kernel's CFA.
func (in *instance) endDepth() int { return in.base + in.fn.rows[len(in.fn.rows)-1].depth }

// follow marks the instructions of in, about to be laid at the end of the code,
// that move SP. Where the unwind table has a new depth, the instruction right
// in front must be the one that made it.
func (k *kernel) follow(in *instance) error {
	if k.arch.callSize == 0 {
		return nil // nobody follows SP there
	}
	rows := in.fn.rows
	if rows[0].off != 0 || rows[0].depth != k.arch.callSize {
		return fmt.Errorf("begins at depth %d, want %d", rows[0].depth, k.arch.callSize)
	}
	for i, r := range rows[1:] {
		was := rows[i]
		if r.off < was.off || r.off > len(in.bytes) {
			return fmt.Errorf("has an unwind table that is out of order at +%#x", r.off)
		}
		if r.depth == was.depth {
			continue
		}
		size, text := spInstr(in.bytes[was.off:r.off], r.depth-was.depth)
		if size == 0 {
			return fmt.Errorf("moves SP by %d before +%#x in a way that is not known (its bytes: % x); %s",
				was.depth-r.depth, r.off, in.bytes[max(was.off, r.off-8):r.off], settleCure)
		}
		k.marks = append(k.marks, mark{len(k.code) + r.off - size, size, text})
	}
	return nil
}

var goRegs = []string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// spInstr finds the instruction at the end of code that moves SP down by delta,
// and says how Go's assembler writes it. The encodings are those that the
// assembler chooses itself; no other can be named.
func spInstr(code []byte, delta int) (size int, text string) {
	n := len(code)
	for _, size := range []int{7, 4} {
		if want := adjspBytes(delta); len(want) == size && n >= size && string(code[n-size:]) == string(want) {
			return size, fmt.Sprintf("ADJSP $%d", delta)
		}
	}
	if n == 0 || delta != 8 && delta != -8 {
		return 0, ""
	}
	name, low := "PUSHQ", byte(0x50)
	if delta < 0 {
		name, low = "POPQ", 0x58
	}
	reg := int(code[n-1]) - int(low)
	if reg < 0 || reg > 7 {
		return 0, ""
	}
	if n >= 2 && code[n-2] == 0x41 {
		return 2, name + " " + goRegs[reg+8]
	}
	if reg == 4 {
		return 0, "" // POPQ SP is no move by 8
	}
	return 1, name + " " + goRegs[reg]
}

// adjspBytes is what the assembler makes of ADJSP $n: SUBQ or ADDQ of a positive
// number, but for 128, which is shorter as -128.
func adjspBytes(n int) []byte {
	op, v := byte(0xec), n // SUBQ
	if n == 128 || n < 0 && n != -128 {
		op, v = 0xc4, -n // ADDQ
	}
	if v == int(int8(v)) {
		return []byte{0x48, 0x83, op, byte(v)}
	}
	return binary.LittleEndian.AppendUint32([]byte{0x48, 0x81, op}, uint32(v))
}

// addFix appends an instruction that never runs and moves SP down by n.
func (k *kernel) addFix(n int) {
	if n == 0 {
		return
	}
	b := adjspBytes(n)
	k.marks = append(k.marks, mark{len(k.code), len(b), fmt.Sprintf("ADJSP $%d", n)})
	k.code = append(k.code, b...)
}
