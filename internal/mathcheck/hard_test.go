package main

import "testing"

// TestNearest picks the nearest, and not too many of one binade.
func TestNearest(t *testing.T) {
	var all []hard
	for i := range uint32(1000) {
		all = append(all, hard{Bits: i, Gap: -100}) // subnormal
		all = append(all, hard{Bits: 0x3f800000 + i<<20, Gap: -49 - float64(i)/1000})
	}
	all = append(all, hard{Bits: 0x40000001, Gap: -47.9})
	kept := nearest(all)
	subnormal, far := 0, 0
	for _, h := range kept {
		if h.Bits < 1<<23 {
			subnormal++
		}
		if h.Gap > hardGap {
			far++
		}
	}
	if subnormal != binadeCap || far != 0 || len(kept) > hardCap || len(kept) < hardCap/2 {
		t.Errorf("%d kept, %d subnormal, %d far", len(kept), subnormal, far)
	}
}

func TestGrouped(t *testing.T) {
	for in, want := range map[string]string{"4294967296": "4 294 967 296", "731": "731", "12345": "12 345", "0.5": "0.5", "123456": "123 456"} {
		if got := grouped(in); got != want {
			t.Errorf("grouped(%s) = %s, want %s", in, got, want)
		}
	}
}
