package jit

import "unsafe"

// guardBytes is how much of a pattern lies before and behind the memory that a kernel is given:
// as much as the widest vector store.
const (
	guardBytes   = 64
	guardPattern = 0xa5a5a5a5a5a5a5a5
)

// guarded is memory for a kernel, with a guard at both ends that shows what it writes outside.
type guarded struct {
	words []uint64
	size  int // bytes between the guards
}

func newGuarded(size int) *guarded {
	b := &guarded{make([]uint64, (size+7)/8+2*guardBytes/8), size}
	for i := range b.words {
		b.words[i] = guardPattern
	}
	return b
}

func (b *guarded) all() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&b.words[0])), len(b.words)*8)
}

func (b *guarded) data() []byte { return b.all()[guardBytes : guardBytes+b.size] }

func (b *guarded) pointer() uint64 {
	return uint64(uintptr(unsafe.Pointer(&b.words[guardBytes/8])))
}

// intact tells whether the guards are as they were.
func (b *guarded) intact() bool {
	raw := b.all()
	for i, x := range raw {
		if (i < guardBytes || i >= guardBytes+b.size) && x != guardPattern&0xff {
			return false
		}
	}
	return true
}
