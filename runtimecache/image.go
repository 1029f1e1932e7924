package runtimecache

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// magics tells how shared objects start; a system that is not listed uses ELF.
var magics = map[string][]string{
	"darwin":  {"\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"},
	"windows": {"MZ"},
}

// checkImage finds what the loader would not report but die of: glibc maps a
// truncated ELF file and is then killed by SIGBUS.
func checkImage(goos string, image []byte) error {
	want := magics[goos]
	if want == nil {
		want = []string{"\x7fELF"}
	}
	if len(image) == 0 {
		return errors.New("not a shared object: it is empty")
	}
	for _, m := range want {
		if !strings.HasPrefix(string(image[:min(len(image), 8)]), m) {
			continue
		}
		if m == "\x7fELF" {
			return checkELF(image)
		}
		return nil
	}
	return fmt.Errorf("not a shared object for %s: it starts with %q, want %q", goos, image[:min(len(image), 4)], want[0])
}

// elfLayout says where the fields that checkELF needs are, by word size.
type elfLayout struct {
	head                  int // size of the file header
	phoff, phsize, phnum  int // in the file header
	offset, filesz, entry int // in a program header, and its size
	word                  func(binary.ByteOrder, []byte) uint64
}

var elfLayouts = map[byte]elfLayout{
	1: {52, 28, 42, 44, 4, 16, 32, func(o binary.ByteOrder, b []byte) uint64 { return uint64(o.Uint32(b)) }},
	2: {64, 32, 54, 56, 8, 32, 56, func(o binary.ByteOrder, b []byte) uint64 { return o.Uint64(b) }},
}

const elfShared = 3 // ET_DYN

func checkELF(b []byte) error {
	l, ok := elfLayouts[b[min(4, len(b)-1)]]
	if !ok || len(b) < l.head {
		return fmt.Errorf("not a shared object: %d bytes do not hold an ELF header", len(b))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[5] == 2 {
		order = binary.BigEndian
	}
	if kind := order.Uint16(b[16:]); kind != elfShared {
		return fmt.Errorf("not a shared object: ELF type %d, want %d; link it with -shared", kind, elfShared)
	}
	size := uint64(len(b))
	at, step, n := l.word(order, b[l.phoff:]), uint64(order.Uint16(b[l.phsize:])), uint64(order.Uint16(b[l.phnum:]))
	if n == 0 || step < uint64(l.entry) || at > size || step*n > size-at {
		return fmt.Errorf("a truncated shared object: %d program headers at byte %d of %d", n, at, size)
	}
	for ; n > 0; n, at = n-1, at+step {
		ph := b[at:]
		off, filesz := l.word(order, ph[l.offset:]), l.word(order, ph[l.filesz:])
		if off > size || filesz > size-off {
			return fmt.Errorf("a truncated shared object: a segment needs bytes %d to %d, there are %d", off, off+filesz, size)
		}
	}
	return nil
}
