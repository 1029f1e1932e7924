package jit

import "testing"

// TestGuard writes every byte in and around the memory: only those between the guards may change.
func TestGuard(t *testing.T) {
	for _, size := range []int{0, 1, 7, 8, 65} {
		for at := range newGuarded(size).all() {
			b := newGuarded(size)
			b.all()[at] ^= 0xff
			inside := at >= guardBytes && at < guardBytes+size
			if b.intact() != inside {
				t.Errorf("%d bytes: a write at %d is seen: %v", size, at-guardBytes, !b.intact())
			}
		}
	}
}
