package main

import "strings"

// stacks reads a pprof profile, just enough to count the samples whose
// innermost function is a kernel, and those of them that callerOfKernels
// appears in.
func stacks(raw []byte) (inside, known int) {
	var names []string
	locFunc := map[uint64][]uint64{}
	funcName := map[uint64]uint64{}
	var samples [][]uint64
	each(raw, func(field int, v uint64, b []byte) {
		switch field {
		case 2:
			var locs []uint64
			each(b, func(f int, v uint64, b []byte) {
				if f == 1 {
					locs = append(locs, varints(v, b)...)
				}
			})
			samples = append(samples, locs)
		case 4:
			var id uint64
			each(b, func(f int, v uint64, b []byte) {
				switch f {
				case 1:
					id = v
				case 4:
					each(b, func(f int, v uint64, _ []byte) {
						if f == 1 {
							locFunc[id] = append(locFunc[id], v)
						}
					})
				}
			})
		case 5:
			var id uint64
			each(b, func(f int, v uint64, _ []byte) {
				switch f {
				case 1:
					id = v
				case 2:
					funcName[id] = v
				}
			})
		case 6:
			names = append(names, string(b))
		}
	})
	for _, locs := range samples {
		var stack []string
		for _, l := range locs {
			for _, f := range locFunc[l] {
				stack = append(stack, names[funcName[f]])
			}
		}
		if len(stack) == 0 || !strings.HasPrefix(stack[0], "main.k_") {
			continue
		}
		inside++
		if strings.Contains(strings.Join(stack, " "), "main.callerOfKernels") {
			known++
		}
	}
	return inside, known
}

// each walks the fields of a protocol buffer.
func each(b []byte, f func(field int, v uint64, b []byte)) {
	for len(b) > 0 {
		tag, n := varint(b)
		v, m := varint(b[n:])
		b = b[n+m:]
		if tag&7 == 2 {
			f(int(tag>>3), 0, b[:v])
			b = b[v:]
		} else {
			f(int(tag>>3), v, nil)
		}
	}
}

func varint(b []byte) (v uint64, n int) {
	for n < len(b) {
		v |= uint64(b[n]&0x7f) << (7 * n)
		n++
		if b[n-1] < 0x80 {
			break
		}
	}
	return v, n
}

// varints reads a repeated number, packed or not.
func varints(v uint64, b []byte) []uint64 {
	if b == nil {
		return []uint64{v}
	}
	var vs []uint64
	for len(b) > 0 {
		v, n := varint(b)
		vs, b = append(vs, v), b[n:]
	}
	return vs
}
