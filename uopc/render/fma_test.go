package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// TestFMA aims at the software fma: cancellation, ties, and both ends of the exponent range.
func TestFMA(t *testing.T) {
	t.Parallel()
	r := newRand(t)
	var calls []*uop.UOp
	for _, d := range []uop.DType{uop.F32, uop.F64} {
		b := newBuilder()
		p := &program{b: b}
		p.root = b.Make(uop.OpFma, uop.Arg{}, b.param(d, "x"), b.param(d, "y"), b.param(d, "z"))
		calls = append(calls, p.each())
	}
	s := newSuite(t, calls...)
	n := 30000
	engines := s.engines(t)
	for k, d := range []uop.DType{uop.F32, uop.F64} {
		var in [3][]uint64
		want := make([]uint64, n)
		for i := range want {
			x, y, z := hardFMA(r, d)
			if d == uop.F64 && i < 400 {
				x, y, z = barelyFMA(i)
			}
			in[0], in[1], in[2] = append(in[0], x), append(in[1], y), append(in[2], z)
			want[i] = contract.Eval(uop.OpFma, d, d, x, y, z)
		}
		run1 := s.run(k, math.MaxInt64, uint64(n), make([]uint64, n), in[0], in[1], in[2])
		for engine, program := range engines {
			got := s.place(execute(t, program, []*run{run1})[0], 1)
			for i := range want {
				if !contract.Same(d, got[i], want[i]) {
					t.Errorf("%s: fma(%x, %x, %x) of %s gives %x, want %x", engine, in[0][i], in[1][i], in[2][i], d, got[i], want[i])
					break
				}
			}
		}
	}
}

// barelyFMA has a product of 2^78 + 1, which lies between two doubles, or just off the middle
// between them, depending on where z puts the last bit.
func barelyFMA(i int) (x, y, z uint64) {
	sign := float64(1 - 2*(i&1))
	x = math.Float64bits(0x1p26 + 1)
	y = math.Float64bits(sign * (0x1p52 - 0x1p26 + 1))
	if i%3 == 0 {
		// 3*(2^52+1) is a tie itself, and z all but vanishes beside it.
		z = math.Float64bits(math.Ldexp(float64(1-(i&2)), 40-i/2))
		return math.Float64bits(0x1p52 + 1), math.Float64bits(3 * sign), z
	}
	z = math.Float64bits(float64(1-(i&2)) * (math.Ldexp(1, 30+i/2) + float64(i&4)*math.Ldexp(1, 30+i/2-54)))
	return x, y, z
}

// hardFMA draws x and y of many shapes, and z near -x*y, or far below it, or anything.
func hardFMA(r *rand.Rand, d uop.DType) (x, y, z uint64) {
	width, frac := d.Bits(), 52
	if d == uop.F32 {
		frac = 23
	}
	draw := func() uint64 {
		m := r.Uint64() & (1<<frac - 1)
		switch r.IntN(4) {
		case 0:
			m &= m << r.IntN(frac) // few bits
		case 1:
			m = 1<<frac - 1 - uint64(r.IntN(3))
		}
		all := uint64(1)<<(width-1-frac) - 1
		e := all/2 + uint64(r.IntN(40)) - 20
		switch r.IntN(6) {
		case 0:
			e = r.Uint64() & all
		case 1:
			e = uint64(r.IntN(3))
		case 2:
			e = all/4 + uint64(r.IntN(60)) - 30
		}
		return contract.Canon(d, uint64(r.IntN(2))<<(width-1)|e<<frac|m)
	}
	x, y = draw(), draw()
	p := contract.Eval(uop.OpMul, d, d, x, y, 0)
	switch r.IntN(4) {
	case 0:
		return x, y, draw()
	case 1:
		return x, y, contract.Canon(d, p^1<<(width-1)+uint64(r.IntN(5))-2)
	case 2:
		return x, y, contract.Canon(d, p-uint64(r.IntN(120))<<frac)
	}
	return x, y, contract.Canon(d, p+uint64(r.IntN(60))<<frac)
}
