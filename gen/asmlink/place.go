package asmlink

import (
	"debug/elf"
	"fmt"
	"sort"
	"strings"
)

// blobAlign is what the start of a kernel's bytes, or of the TEXT symbol that
// holds them, is aligned to: a cache line, and a v4 vector.
const blobAlign = 64

// checkConst reports why a kernel cannot take a section along as constants.
// With -fdata-sections its name tells the variable.
func checkConst(sec *section) error {
	why := ""
	switch {
	case sec.flags&elf.SHF_ALLOC == 0:
		why = "is not loaded"
	case sec.flags&elf.SHF_TLS != 0:
		why = "is thread-local, and a kernel keeps no state"
	case strings.HasPrefix(sec.name, ".data.rel.ro"):
		why = "holds pointers, which no constant of a kernel may"
	case sec.flags&elf.SHF_WRITE != 0:
		why = "is writable, and a kernel keeps no state; make it static const"
	case sec.flags&elf.SHF_EXECINSTR != 0:
		why = "is code without a function"
	case sec.align > blobAlign:
		why = fmt.Sprintf("is aligned to %d, want at most %d", sec.align, blobAlign)
	default:
		return nil
	}
	return fmt.Errorf("it refers to section %s, which %s", sec.name, why)
}

// settle places everything, resolves the distances, and finds the instructions
// that move SP.
func (k *kernel) settle() error {
	k.origin = 0
	if k.leaf() {
		k.origin = roundUp(k.arch.leafEntry, k.fns[0].align)
	}
	if err := k.placeCode(); err != nil {
		return err
	}
	k.placeConsts()
	for _, r := range k.refs {
		if err := k.resolve(r); err != nil {
			return err
		}
	}
	k.copyPieces()
	return k.findPhase()
}

// leaf tells that the kernel never moves SP, nor calls.
func (k *kernel) leaf() bool { return k.stack == k.arch.callSize }

// placeCode lays the functions one after the other. Between two of them, and
// after the last, stands an instruction that never runs where SP's depth at the
// end of one is not that at the start of the next.
func (k *kernel) placeCode() error {
	for i, in := range k.fns {
		if in.align > blobAlign {
			return fmt.Errorf("function %s is aligned to %d, want at most %d", in.fn.name, in.align, blobAlign)
		}
		k.padCode(roundUp(k.end(), in.align))
		in.off = k.end()
		if err := k.follow(in); err != nil {
			return fmt.Errorf("function %s %w", in.fn.name, err)
		}
		k.code = append(k.code, in.bytes...)
		next := 0
		if i+1 < len(k.fns) {
			next = k.fns[i+1].base
		}
		if k.arch.callSize > 0 {
			k.addFix(next + k.arch.callSize - in.endDepth())
		}
	}
	return nil
}

// end is where the next byte goes.
func (k *kernel) end() int { return k.origin + len(k.code) }

func (k *kernel) padCode(to int) {
	for k.end() < to {
		k.code = append(k.code, k.arch.trap)
	}
}

// placeConsts lays the constants on cache lines of their own, the most aligned
// first, so that little is lost between them.
func (k *kernel) placeConsts() {
	sort.SliceStable(k.consts, func(i, j int) bool { return k.consts[i].align > k.consts[j].align })
	end := k.end()
	if len(k.consts) > 0 {
		end = roundUp(end, blobAlign)
	}
	for _, p := range k.consts {
		p.off = roundUp(end, p.align)
		end = p.off + len(p.bytes)
	}
	k.padCode(roundUp(end, k.arch.unit))
}

// copyPieces writes the resolved bytes where they belong.
func (k *kernel) copyPieces() {
	for _, in := range k.fns {
		copy(k.code[in.off-k.origin:], in.bytes)
	}
	for _, p := range k.consts {
		copy(k.code[p.off-k.origin:], p.bytes)
	}
}

func (k *kernel) resolve(r ref) error {
	kind := k.arch.kinds[r.r.typ]
	at := r.r.off - r.at.lo
	delta := int64(r.to.off+r.toOff-r.to.lo) + r.r.add - int64(r.at.off+at)
	if at+kind.size > len(r.at.bytes) {
		return fmt.Errorf("relocation %s to %s reaches beyond its section", kind.name, r.r.sym.name)
	}
	if !kind.put(r.at.bytes[at:], delta) {
		return fmt.Errorf("relocation %s to %s: the distance %d does not fit; the kernel is too large", kind.name, r.r.sym.name, delta)
	}
	return nil
}

// findPhase looks for an offset of the kernel's CFA from an aligned address
// under which every function gets the alignment that it relies on.
func (k *kernel) findPhase() error {
	for _, in := range k.fns {
		k.align = max(k.align, in.fn.align)
	}
	for k.phase = 0; k.phase < max(k.align, 1); k.phase += 8 {
		if k.aligned() {
			return nil
		}
	}
	return fmt.Errorf("its functions want SP aligned in ways that exclude each other; have the helpers inlined (static inline, always_inline)")
}

func (k *kernel) aligned() bool {
	for _, in := range k.fns {
		if a := in.fn.align; a > 0 && (k.phase+in.base)%a != 0 {
			return false
		}
	}
	return true
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }
