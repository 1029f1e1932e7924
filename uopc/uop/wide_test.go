package uop

import (
	"math"
	"math/big"
	"testing"
)

// wideSamples has the ends, what lies next to them, and powers of two with their neighbours.
func wideSamples() []Wide {
	out := []Wide{NegInf, PosInf, {math.MinInt64, 2}, {math.MaxInt64, math.MaxUint64 - 1}, {}}
	for k := range 127 {
		p := new(big.Int).Lsh(big.NewInt(1), uint(k))
		for d := int64(-1); d <= 1; d++ {
			v := new(big.Int).Add(p, big.NewInt(d))
			if k%7 == 0 || k > 60 && k < 68 || k > 124 || k < 4 {
				out = append(out, fromBig(v), fromBig(new(big.Int).Neg(v)))
			}
		}
	}
	return out
}

// saturate is what a Wide must be for the exact result b: the number, or the end on its side.
func saturate(b *big.Int) Wide {
	limit := PosInf.big()
	if b.CmpAbs(limit) >= 0 {
		if b.Sign() < 0 {
			return NegInf
		}
		return PosInf
	}
	w := fromBig(b)
	if w.big().Cmp(b) != 0 {
		panic("fromBig loses " + b.String())
	}
	return w
}

func TestWideOnFiniteNumbers(t *testing.T) {
	r := newRand(t)
	xs := wideSamples()
	for range 100 {
		xs = append(xs, Wide{r.Int64() >> r.IntN(64), r.Uint64()}, Wide64(int64(r.Uint64())>>r.IntN(64)), WideU64(r.Uint64()))
	}
	n := 0
	for _, a := range xs {
		for _, b := range xs {
			if a.IsInf() || b.IsInf() {
				continue
			}
			n++
			x, y := a.big(), b.big()
			check := func(op string, got Wide, want *big.Int) {
				if w := saturate(want); got != w {
					t.Fatalf("%v %s %v = %v, want %v", a, op, b, got, w)
				}
			}
			check("+", a.Add(b), new(big.Int).Add(x, y))
			check("-", a.Sub(b), new(big.Int).Sub(x, y))
			check("*", a.Mul(b), new(big.Int).Mul(x, y))
			if y.Sign() != 0 {
				check("//", a.FloorDiv(b), floorBig(x, y))
			}
			if a.Less(b) != (x.Cmp(y) < 0) || minWide(a, b).Less(minWide(b, a)) || maxWide(a, b) != maxWide(b, a) {
				t.Fatalf("%v < %v is %v", a, b, a.Less(b))
			}
		}
		if a.IsInf() {
			continue
		}
		x := a.big()
		if a.Neg() != saturate(new(big.Int).Neg(x)) || a.Sign() != x.Sign() || a.String() != x.String() {
			t.Fatalf("%v: neg %v sign %d", x, a.Neg(), a.Sign())
		}
		if v, ok := a.Int64(); ok != x.IsInt64() || ok && v != x.Int64() {
			t.Fatalf("%v: Int64 %d %v", x, v, ok)
		}
	}
	t.Logf("%d pairs", n)
}

// floorBig is used by FloorDiv itself, so it has its own check against Euclid's law.
func TestFloorBig(t *testing.T) {
	for a := int64(-20); a <= 20; a++ {
		for b := int64(-7); b <= 7; b++ {
			if b == 0 {
				continue
			}
			q := floorBig(big.NewInt(a), big.NewInt(b)).Int64()
			if m := a - q*b; m != 0 && (m < 0) != (b < 0) || m <= -abs(b) || m >= abs(b) {
				t.Errorf("%d // %d = %d", a, b, q)
			}
			if w := Wide64(a).FloorDiv(Wide64(b)); w != Wide64(q) {
				t.Errorf("%d // %d = %v, want %d", a, b, w, q)
			}
		}
	}
}

func abs(v int64) int64 { return max(v, -v) }

// The ends absorb: what is not known stays unknown, whatever is done to it.
func TestWideEnds(t *testing.T) {
	for _, a := range wideSamples() {
		for _, end := range []Wide{NegInf, PosInf} {
			if end.Add(a) != end || !a.IsInf() && (a.Add(end) != end || a.Sub(end) != end.Neg()) {
				t.Errorf("%v + %v = %v", a, end, a.Add(end))
			}
			want := end
			switch a.Sign() {
			case 0:
				want = Wide{}
			case -1:
				want = end.Neg()
			}
			if a.Mul(end) != want || end.Mul(a) != want {
				t.Errorf("%v * %v = %v, want %v", a, end, a.Mul(end), want)
			}
			if a.Sign() != 0 && !a.IsInf() && end.FloorDiv(a) != want {
				t.Errorf("%v // %v = %v, want %v", end, a, end.FloorDiv(a), want)
			}
			if a.IsInf() {
				continue
			}
			q := Wide{}
			if a.Sign() != 0 && a.Sign() != end.Sign() {
				q = Wide64(-1)
			}
			if a.FloorDiv(end) != q {
				t.Errorf("%v // %v = %v, want %v", a, end, a.FloorDiv(end), q)
			}
			if end.Less(a) == (end == PosInf) || end.Neg().Neg() != end {
				t.Errorf("%v is on the wrong side of %v", end, a)
			}
		}
	}
	if NegInf.String() != "-inf" || PosInf.String() != "inf" || NegInf.Neg() != PosInf || NegInf.Sign() != -1 || PosInf.Sign() != 1 {
		t.Error("the ends")
	}
	if w := WideU64(math.MaxUint64); w.String() != "18446744073709551615" || w.Bits() != math.MaxUint64 {
		t.Errorf("2^64-1 is %v", w)
	}
}
