package uop

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Wide is a 128-bit signed integer that saturates: the two ends stand for "no bound". Bounds are
// computed in it, so that the compiler itself cannot overflow on programs that do.
type Wide struct {
	hi int64
	lo uint64
}

// The ends, which absorb. They are each other's negatives, so -2^127 is not used.
var (
	NegInf = Wide{math.MinInt64, 1}
	PosInf = Wide{math.MaxInt64, math.MaxUint64}
)

// Wide64 makes a Wide from an int64.
func Wide64(v int64) Wide { return Wide{v >> 63, uint64(v)} }

// WideU64 makes a Wide from a uint64.
func WideU64(v uint64) Wide { return Wide{0, v} }

// IsInf tells whether w is one of the ends.
func (w Wide) IsInf() bool { return w == NegInf || w == PosInf }

// Less tells whether w < v.
func (w Wide) Less(v Wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

// Sign gives -1, 0 or 1.
func (w Wide) Sign() int {
	switch {
	case w.hi < 0:
		return -1
	case w.hi == 0 && w.lo == 0:
		return 0
	}
	return 1
}

// Int64 gives w as an int64, when it fits.
func (w Wide) Int64() (int64, bool) {
	v := int64(w.lo)
	return v, v>>63 == w.hi
}

// Bits gives the low 64 bits.
func (w Wide) Bits() uint64 { return w.lo }

// Neg gives -w.
func (w Wide) Neg() Wide {
	lo, borrow := bits.Sub64(0, w.lo, 0)
	hi, _ := bits.Sub64(0, uint64(w.hi), borrow)
	return Wide{int64(hi), lo}
}

// Add gives w+v.
func (w Wide) Add(v Wide) Wide {
	if w.IsInf() {
		return w
	}
	if v.IsInf() {
		return v
	}
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	hi, _ := bits.Add64(uint64(w.hi), uint64(v.hi), carry)
	r := Wide{int64(hi), lo}
	if w.hi < 0 && v.hi < 0 && (r.hi >= 0 || r.Less(NegInf)) {
		return NegInf
	}
	if w.hi >= 0 && v.hi >= 0 && r.hi < 0 {
		return PosInf
	}
	return r
}

// Sub gives w-v.
func (w Wide) Sub(v Wide) Wide { return w.Add(v.Neg()) }

// Mul gives w*v. Zero times an end is zero: an end stands for a large number, not for infinity.
func (w Wide) Mul(v Wide) Wide {
	if w.Sign() == 0 || v.Sign() == 0 {
		return Wide{}
	}
	neg := w.Sign() != v.Sign()
	r, ok := mulAbs(w.abs(), v.abs())
	switch {
	case !ok && neg, ok && neg && r.hi < 0:
		return NegInf
	case !ok, r.hi < 0:
		return PosInf
	case neg:
		return r.Neg()
	}
	return r
}

func (w Wide) abs() Wide {
	if w.hi < 0 {
		return w.Neg()
	}
	return w
}

func mulAbs(a, b Wide) (Wide, bool) {
	if a.hi != 0 && b.hi != 0 || a.IsInf() || b.IsInf() {
		return Wide{}, false
	}
	hi, lo := bits.Mul64(a.lo, b.lo)
	c1h, c1 := bits.Mul64(uint64(a.hi), b.lo)
	c2h, c2 := bits.Mul64(a.lo, uint64(b.hi))
	sum, carry1 := bits.Add64(hi, c1, 0)
	sum, carry2 := bits.Add64(sum, c2, 0)
	if c1h|c2h|carry1|carry2 != 0 || int64(sum) < 0 {
		return Wide{}, false
	}
	return Wide{int64(sum), lo}, true
}

// FloorDiv gives w divided by v, rounded toward minus infinity. v must not be zero.
func (w Wide) FloorDiv(v Wide) Wide {
	if w.IsInf() {
		if (w == NegInf) == (v.Sign() > 0) {
			return NegInf
		}
		return PosInf
	}
	if v.IsInf() {
		if w.Sign() == 0 || (w.Sign() > 0) == (v == PosInf) {
			return Wide{}
		}
		return Wide64(-1)
	}
	if a, ok := w.Int64(); ok {
		if b, ok := v.Int64(); ok && b != -1 {
			q := a / b
			if r := a % b; r != 0 && (r < 0) != (b < 0) {
				q--
			}
			return Wide64(q)
		}
	}
	return fromBig(floorBig(w.big(), v.big()))
}

func floorBig(a, b *big.Int) *big.Int {
	q, m := new(big.Int), new(big.Int)
	q.QuoRem(a, b, m)
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

func (w Wide) big() *big.Int {
	r := new(big.Int).Lsh(big.NewInt(w.hi), 64)
	return r.Add(r, new(big.Int).SetUint64(w.lo))
}

func fromBig(b *big.Int) Wide {
	if b.BitLen() > 127 {
		if b.Sign() < 0 {
			return NegInf
		}
		return PosInf
	}
	var lo, hi big.Int
	lo.And(b, new(big.Int).SetUint64(math.MaxUint64))
	hi.Rsh(b, 64)
	return Wide{hi.Int64(), lo.Uint64()}
}

// String prints the number, or -inf or inf for the ends.
func (w Wide) String() string {
	switch {
	case w == NegInf:
		return "-inf"
	case w == PosInf:
		return "inf"
	}
	if v, ok := w.Int64(); ok {
		return strconv.FormatInt(v, 10)
	}
	return w.big().String()
}

func minWide(a, b Wide) Wide {
	if b.Less(a) {
		return b
	}
	return a
}

func maxWide(a, b Wide) Wide {
	if a.Less(b) {
		return b
	}
	return a
}
