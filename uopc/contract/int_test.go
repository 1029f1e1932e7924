package contract

import (
	"math/big"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// bigOf gives the mathematical integer that a pattern stands for.
func bigOf(d uop.DType, bits uint64) *big.Int {
	if d.IsSigned() {
		return big.NewInt(int64(bits))
	}
	return new(big.Int).SetUint64(bits)
}

// bigWrap takes v modulo 2^width into the range of d.
func bigWrap(d uop.DType, v *big.Int) uint64 {
	m := new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()))
	r := new(big.Int).Mod(v, m)
	if d.IsSigned() && r.Bit(d.Bits()-1) == 1 {
		r.Sub(r, m)
		return uint64(r.Int64())
	}
	return r.Uint64()
}

// bigFloor gives the quotient toward -inf and its remainder, for y != 0.
func bigFloor(x, y *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, y)
	}
	return q, r
}

// bigCount takes a shift count modulo the width.
func bigCount(d uop.DType, y *big.Int) uint {
	return uint(new(big.Int).Mod(y, big.NewInt(int64(d.Bits()))).Int64())
}

// bigOps says the integer ops in unbounded integers; the caller wraps.
var bigOps = map[uop.Op]func(d uop.DType, x, y *big.Int) *big.Int{
	uop.OpNeg: func(_ uop.DType, x, _ *big.Int) *big.Int { return new(big.Int).Neg(x) },
	uop.OpAdd: func(_ uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
	uop.OpMul: func(_ uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) },
	uop.OpMax: func(_ uop.DType, x, y *big.Int) *big.Int {
		if x.Cmp(y) > 0 {
			return x
		}
		return y
	},
	uop.OpFloordiv: func(_ uop.DType, x, y *big.Int) *big.Int {
		if y.Sign() == 0 {
			return y
		}
		q, _ := bigFloor(x, y)
		return q
	},
	uop.OpFloormod: func(_ uop.DType, x, y *big.Int) *big.Int {
		if y.Sign() == 0 {
			return x
		}
		_, r := bigFloor(x, y)
		return r
	},
	uop.OpAnd:   func(_ uop.DType, x, y *big.Int) *big.Int { return new(big.Int).And(x, y) },
	uop.OpOr:    func(_ uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Or(x, y) },
	uop.OpXor:   func(_ uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Xor(x, y) },
	uop.OpShl:   func(d uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, bigCount(d, y)) },
	uop.OpShr:   func(d uop.DType, x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, bigCount(d, y)) },
	uop.OpCmplt: func(_ uop.DType, x, y *big.Int) *big.Int { return big.NewInt(int64(truth(x.Cmp(y) < 0))) },
	uop.OpCmpne: func(_ uop.DType, x, y *big.Int) *big.Int { return big.NewInt(int64(truth(x.Cmp(y) != 0))) },
}

// checkInt compares one call with unbounded integers.
func checkInt(t *testing.T, op uop.Op, d uop.DType, a, b uint64) {
	dst := d
	if op == uop.OpCmplt || op == uop.OpCmpne {
		dst = uop.Bool
	}
	want := bigWrap(dst, bigOps[op](d, bigOf(d, a), bigOf(d, b)))
	if got := Eval(op, dst, d, a, b, 0); got != want {
		t.Errorf("%v %v of %s and %s: %s, want %s", op, d,
			FormatValue(d, a), FormatValue(d, b), FormatValue(dst, got), FormatValue(dst, want))
	}
}

// TestInts8 tries every pair of 8-bit values in every integer op.
func TestInts8(t *testing.T) {
	n := 0
	for op := range uop.NumOps {
		for _, d := range []uop.DType{uop.I8, uop.U8} {
			if op == uop.OpCast || op == uop.OpBitcast || op == uop.OpWhere || !op.Takes(d) {
				continue
			}
			if bigOps[op] == nil {
				t.Fatalf("%v on %v has no reference", op, d)
			}
			for i := range uint64(1 << 16) {
				checkInt(t, op, d, wrap(d, i>>8), wrap(d, i))
				n++
			}
		}
	}
	t.Logf("%d calls", n)
}

// TestIntsWide tries the wider dtypes on edges and at random.
func TestIntsWide(t *testing.T) {
	r := newRand(t)
	for op := range bigOps {
		for _, d := range uop.ValueDTypes() {
			if !d.IsInt() {
				continue
			}
			for _, a := range specials(d) {
				for _, b := range specials(d) {
					checkInt(t, op, d, a, b)
				}
			}
			for range 500 {
				checkInt(t, op, d, random(r, d), random(r, d))
			}
		}
	}
}

// TestCasts8 casts every 8-bit value to every dtype.
func TestCasts8(t *testing.T) {
	for _, src := range []uop.DType{uop.I8, uop.U8} {
		for i := range uint64(256) {
			a := wrap(src, i)
			v := bigOf(src, a)
			for _, dst := range uop.ValueDTypes() {
				got := Eval(uop.OpCast, dst, src, a, 0, 0)
				switch {
				case dst == uop.Bool:
					if got != truth(v.Sign() != 0) {
						t.Errorf("cast %v to bool: %d", v, got)
					}
				case dst.IsFloat():
					if Float(dst, got) != float64(v.Int64()) {
						t.Errorf("cast %v to %v: %v", v, dst, Float(dst, got))
					}
				case got != bigWrap(dst, v):
					t.Errorf("cast %v from %v to %v: %s", v, src, dst, FormatValue(dst, got))
				}
			}
		}
	}
}

// TestCastInt64ToF32 checks that 64-bit integers round to f32 once, on values just beside
// midpoints, where going through f64 would land on the midpoint itself.
func TestCastInt64ToF32(t *testing.T) {
	for k := uint(25); k < 64; k++ {
		mid := uint64(1)<<k | 1<<(k-24)
		for _, odd := range []uint64{0, 1 << (k - 23)} {
			for _, delta := range []uint64{0, 1, ^uint64(0)} {
				a := mid + odd + delta
				want, _ := new(big.Float).SetInt(bigOf(uop.U64, a)).Float32()
				if got := f32(Eval(uop.OpCast, uop.F32, uop.U64, a, 0, 0)); got != want {
					t.Errorf("u64 %d: %x, want %x", a, got, want)
				}
				if k == 63 {
					continue
				}
				if got := f32(Eval(uop.OpCast, uop.F32, uop.I64, -a, 0, 0)); got != -want {
					t.Errorf("i64 -%d: %x, want %x", a, got, -want)
				}
			}
		}
	}
}
