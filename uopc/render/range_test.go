package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// TestRangesHold runs random programs, and those of libm, on special values: every float must lie
// in the span that it is known to have.
func TestRangesHold(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	values, known := 0, 0
	for i := range 400 {
		var root *uop.UOp
		if i < len(libm.Table)*2 {
			root = libm.Table[i/2].Body(uop.NewGraph(), []uop.DType{uop.F32, uop.F64}[i%2])
		} else {
			root = uirtest.RandomScalar(r, uop.NewGraph(), 30)
		}
		n, k := rangesHold(t, r, root)
		values, known = values+n, known+k
	}
	t.Logf("%d values looked at, %d of spans that say something", values, known)
	if known < values/20 {
		t.Errorf("of %d values only %d have a span that says something", values, known)
	}
}

func rangesHold(t *testing.T, r *rand.Rand, root *uop.UOp) (values, known int) {
	facts := &ranges{root: root}
	look := func(u *uop.UOp, v *interp.Value) {
		if !u.DType().IsFloat() {
			return
		}
		s, x := facts.at(u), contract.Float(u.DType(), v.Bits[0])
		values++
		if s != anything {
			known++
		}
		if x != x && !s.nan || x < s.lo || x > s.hi {
			t.Errorf("%s is %v, which is not in %v", u.Op(), x, s)
		}
	}
	for range 20 {
		args := map[int]*interp.Value{}
		for i, p := range uop.Params(root) {
			if p != nil {
				args[i] = interp.Scalar(p.DType(), someBits(r, p.DType()))
			}
		}
		if _, err := interp.Eval(root, args, interp.Options{OnValue: look}); err != nil {
			t.Fatal(err)
		}
	}
	return values, known
}

func TestFits(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		x    floatSpan
		to   uop.DType
		want bool
	}{
		{floatSpan{0, 255.9, false}, uop.U8, true}, {floatSpan{-0.9, 255, false}, uop.U8, true},
		{floatSpan{0, 256, false}, uop.U8, false}, {floatSpan{-1, 0, false}, uop.U8, false},
		{floatSpan{0, 1, true}, uop.U8, false}, {floatSpan{-128, 127.5, false}, uop.I8, true},
		{floatSpan{-0x1p63, 0, false}, uop.I64, false}, {floatSpan{-0x1p62, 0x1p62, false}, uop.I64, true},
		{floatSpan{0, inf, false}, uop.U64, false}, {floatSpan{0, 0x1.fffffffffffffp63, false}, uop.U64, true},
	} {
		if got := fits(c.x, c.to); got != c.want {
			t.Errorf("fits(%v, %s) = %v", c.x, c.to, got)
		}
	}
}
