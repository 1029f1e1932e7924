package contract

import (
	"encoding/binary"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// TestRoundBig checks that a value too near to a midpoint for its precision is refused.
func TestRoundBig(t *testing.T) {
	y := new(big.Float).SetPrec(300).SetFloat64(1 + 0x1p-24) // between 1 and the next f32
	y.Add(y, new(big.Float).SetMantExp(big.NewFloat(1), -150))
	if v, ok := roundBig(y, 128); ok {
		t.Errorf("128 bits: %x, want more bits asked for", v)
	}
	if v, ok := roundBig(y, 256); !ok || v != 1+0x1p-23 {
		t.Errorf("256 bits: %x %v, want the f32 after 1", v, ok)
	}
}

// TestEvalAllocates checks that no op allocates on the usual path.
func TestEvalAllocates(t *testing.T) {
	for _, x := range crossings() {
		a, b := FromInt(x.src, 3), FromInt(x.src, 5)
		if n := testing.AllocsPerRun(10, func() { Eval(x.op, x.dst, x.src, a, b, a) }); n != 0 {
			t.Errorf("%v %v<-%v allocates %v times", x.op, x.dst, x.src, n)
		}
	}
}

// TestEvalIllTyped checks the message for a call that has no meaning.
func TestEvalIllTyped(t *testing.T) {
	defer func() {
		if got, want := recover(), "contract: shl is not defined on f32"; got != want {
			t.Errorf("panic %v, want %s", got, want)
		}
	}()
	Eval(uop.OpShl, uop.F32, uop.F32, 0, 0, 0)
}

// TestSameOnEveryMachine hashes f64 results over fixed inputs. A hash that differs on one
// architecture means that its compiler fused or reordered something.
func TestSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		op       uop.Op
		min, max int // exponents of the inputs
		want     uint64
	}{
		{uop.OpExp2, -30, 11, 0xa4531acc4782c37a},
		{uop.OpLog2, -1022, 1023, 0x80171b0c7f5450e4},
		{uop.OpLog2, -1, 0, 0x48a1179b3291ace8},
		{uop.OpSin, -27, 8, 0x730a4eede21b79fd},
		{uop.OpSin, 8, 1023, 0xaf538d850b2a1fc2},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		h := fnv.New64a()
		for range 50_000 {
			e := uint64(c.min + r.IntN(c.max-c.min+1) + 1023)
			x := r.Uint64()>>12 | e<<52
			if c.op != uop.OpLog2 {
				x |= r.Uint64() & (1 << 63)
			}
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], Eval(c.op, uop.F64, uop.F64, x, 0, 0))
			h.Write(b[:])
		}
		if got := h.Sum64(); got != c.want {
			t.Errorf("%v f64, exponents %d to %d: hash %#x, want %#x", c.op, c.min, c.max, got, c.want)
		}
	}
}

func BenchmarkFunctions(b *testing.B) {
	for _, f := range functions {
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			b.Run(f.op.String()+"/"+d.String(), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				var in [1024]uint64
				for i := range in {
					in[i] = FromFloat(d, 0.1+100*r.Float64())
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					Eval(f.op, d, d, in[i&1023], 0, 0)
				}
			})
		}
	}
	b.Run("add/i32", func(b *testing.B) {
		x := uint64(1)
		for b.Loop() {
			x = Eval(uop.OpAdd, uop.I32, uop.I32, x, 7, 0)
		}
	})
	b.Run("fma/f32", func(b *testing.B) {
		x := FromFloat(uop.F32, 0.3)
		for b.Loop() {
			Eval(uop.OpFma, uop.F32, uop.F32, x, x, x)
		}
	})
}
