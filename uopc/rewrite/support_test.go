package rewrite_test

import (
	"math/big"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// TestWideHelpers compares with math/big, on numbers around every edge.
func TestWideHelpers(t *testing.T) {
	var ws []uop.Wide
	for _, v := range []int64{0, 1, 2, 3, 5, 6, 7, 8, 12, 1 << 31, 1<<63 - 1} {
		ws = append(ws, uop.Wide64(v), uop.Wide64(-v))
	}
	ws = append(ws, uop.Wide64(-1<<63), uop.WideU64(1<<63), uop.WideU64(1<<64-1), uop.WideU64(1<<63).Mul(uop.Wide64(6)), uop.WideU64(1<<63).Mul(uop.Wide64(-4)))
	n := 0
	for _, a := range ws {
		x := number(a)
		if got, want := rewrite.Abs(a), new(big.Int).Abs(x); number(got).Cmp(want) != 0 {
			t.Errorf("Abs(%v) = %v", a, got)
		}
		pow := x.Sign() > 0 && new(big.Int).And(x, new(big.Int).Sub(x, big.NewInt(1))).Sign() == 0
		if rewrite.Pow2(a) != pow {
			t.Errorf("Pow2(%v) = %v", a, !pow)
		}
		for _, b := range ws {
			y := number(b)
			q, m := new(big.Int), new(big.Int).Set(x)
			if y.Sign() != 0 {
				q.DivMod(x, y, m)
				if m.Sign() != 0 && y.Sign() < 0 { // DivMod's remainder is never negative
					q.Sub(q, big.NewInt(1))
					m.Add(m, y)
				}
			}
			for _, c := range []struct {
				name string
				got  uop.Wide
				want *big.Int
			}{
				{"FloorDiv", rewrite.FloorDiv(a, b), q}, {"FloorMod", rewrite.FloorMod(a, b), m},
				{"Gcd", rewrite.Gcd(a, b), new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))},
				{"Min", rewrite.Min(a, b), pick(x, y, -1)}, {"Max", rewrite.Max(a, b), pick(x, y, 1)},
			} {
				n++
				if number(c.got).Cmp(c.want) != 0 {
					t.Errorf("%s(%v, %v) = %v, want %v", c.name, a, b, c.got, c.want)
				}
			}
			if rewrite.Eq(a, b) != (x.Cmp(y) == 0) || rewrite.Le(a, b) != (x.Cmp(y) <= 0) {
				t.Errorf("Eq or Le of %v and %v", a, b)
			}
		}
	}
	t.Logf("%d results", n)
	if rewrite.Eq(uop.PosInf, uop.PosInf) || rewrite.Le(uop.NegInf, uop.NegInf) {
		t.Error("what is beyond 128 bits is unknown")
	}
}

func number(w uop.Wide) *big.Int {
	n, _ := new(big.Int).SetString(w.String(), 10)
	return n
}

func pick(x, y *big.Int, sign int) *big.Int {
	if x.Cmp(y) == sign {
		return x
	}
	return y
}

// TestFits tries each dtype's ends.
func TestFits(t *testing.T) {
	for _, d := range uop.ValueDTypes() {
		lo, hi := uop.DTypeRange(d)
		if d.IsFloat() {
			hi = uop.Wide64(1 << (29*d.Bits()/32 - 5)) // 2^24, 2^53
			lo = hi.Neg()
		}
		one := uop.Wide64(1)
		if !rewrite.Fits(d, lo) || !rewrite.Fits(d, hi) || rewrite.Fits(d, lo.Sub(one)) || rewrite.Fits(d, hi.Add(one)) || rewrite.Fits(d, uop.PosInf) {
			t.Errorf("%v does not end at %v and %v", d, lo, hi)
		}
	}
}

// TestConstants compares the special constants with the contract.
func TestConstants(t *testing.T) {
	for _, d := range uop.ValueDTypes() {
		if got, want := rewrite.One(d), contract.FromInt(d, 1); got != want {
			t.Errorf("One(%v) = %#x, want %#x", d, got, want)
		}
		if got, want := rewrite.NegZero(d), contract.FromFloat(d, 0)|1<<(d.Bits()-1); d.IsFloat() && got != want {
			t.Errorf("NegZero(%v) = %#x, want %#x", d, got, want)
		}
		if got, want := rewrite.Ones(d), contract.Canon(d, 1<<64-1); !d.IsFloat() && got != want {
			t.Errorf("Ones(%v) = %#x, want %#x", d, got, want)
		}
	}
}

// TestSpans tries the products of all signs.
func TestSpans(t *testing.T) {
	span := func(lo, hi int64) uop.Span { return uop.Span{Lo: uop.Wide64(lo), Hi: uop.Wide64(hi)} }
	for _, c := range []struct{ got, want uop.Span }{
		{rewrite.SpanMul(span(-2, 3), span(-5, 7)), span(-15, 21)},
		{rewrite.SpanMul(span(-3, -2), span(-7, -5)), span(10, 21)},
		{rewrite.SpanSub(span(0, 10), span(-1, 4)), span(-4, 11)},
		{rewrite.SpanNeg(span(-1, 4)), span(-4, 1)},
		{rewrite.SpanAdd(span(-1, 4), rewrite.SpanAt(uop.Wide64(3))), span(2, 7)},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if !rewrite.SpanFits(uop.I8, span(-128, 127)) || rewrite.SpanFits(uop.I8, span(0, 128)) || rewrite.SpanFits(uop.Index, uop.Span{Lo: uop.NegInf, Hi: uop.PosInf}) {
		t.Error("SpanFits")
	}
}

// TestExact tries every pair of dtypes against a cast there and back of telling values.
func TestExact(t *testing.T) {
	for _, a := range uop.ValueDTypes() {
		for _, b := range uop.ValueDTypes() {
			same := true
			for _, v := range []uint64{0, 1, 2, 0x7f, 0x80, 0xff, 1<<24 + 1, 1<<53 + 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 0x3fb999999999999a, 0x3e000000} {
				x := contract.Canon(a, v)
				y := contract.Eval(uop.OpCast, b, a, x, 0, 0)
				back := contract.Eval(uop.OpCast, a, b, y, 0, 0)
				same = same && back == x && contract.Eval(uop.OpCmplt, uop.Bool, a, x, 0, 0) == contract.Eval(uop.OpCmplt, uop.Bool, b, y, 0, 0)
			}
			if got := rewrite.Exact(a, b); got != same {
				t.Errorf("Exact(%v, %v) = %v, casts say %v", a, b, got, same)
			}
		}
	}
}
