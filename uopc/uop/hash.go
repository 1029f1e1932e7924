package uop

import (
	"math/bits"
	"strings"
)

// mix folds v into the hash h. It is a fixed function, so that hashes, and the order that
// follows from them, are the same in every process and on every machine.
func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, v^0xd6e8feb86659fd93)
	return hi ^ lo ^ bits.RotateLeft64(h, 23)
}

func hashString(h uint64, s string) uint64 {
	for len(s) > 0 {
		n := min(8, len(s))
		var w uint64
		for i := range n {
			w |= uint64(s[i]) << (8 * i)
		}
		h = mix(h, w^uint64(n)<<60)
		s = s[n:]
	}
	return h
}

// hashMask is all ones; tests narrow it so that different nodes collide.
var hashMask = ^uint64(0)

func contentHash(op Op, d DType, bits uint64, x *Ext, src []*UOp) uint64 {
	h := mix(uint64(op)<<8|uint64(d)|uint64(len(src))<<16, bits)
	if x != nil {
		h = x.hash(h)
	}
	for _, s := range src {
		h = mix(h, s.hash)
	}
	return h & hashMask
}

// upper gives the op's name as errors and prose write it.
func upper(op Op) string { return strings.ToUpper(op.String()) }
