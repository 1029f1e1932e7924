package contract

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// crossing is one (op, dst, src) of the op table.
type crossing struct {
	op       uop.Op
	dst, src uop.DType
}

// crossings lists every one that types.
func crossings() []crossing {
	var list []crossing
	for op := range uop.NumOps {
		for _, d := range uop.ValueDTypes() {
			if !op.Takes(d) {
				continue
			}
			switch op {
			case uop.OpCast, uop.OpBitcast:
				for _, to := range uop.ValueDTypes() {
					if op == uop.OpCast || to.Bits() == d.Bits() {
						list = append(list, crossing{op, to, d})
					}
				}
			case uop.OpCmplt, uop.OpCmpne:
				list = append(list, crossing{op, uop.Bool, d})
			default:
				list = append(list, crossing{op, d, d})
			}
		}
	}
	return list
}

// calls gives the specials crossed with each other, and random ones.
func (x crossing) calls(r *rand.Rand, randoms int) []call {
	var list []call
	sp := specials(x.src)
	for i, a := range sp {
		switch x.op.Arity() {
		case 1:
			list = append(list, call{x.op, x.dst, x.src, a, 0, 0})
		case 2:
			for _, b := range sp {
				list = append(list, call{x.op, x.dst, x.src, a, b, 0})
			}
		case 3:
			for _, b := range sp {
				if x.op == uop.OpWhere {
					list = append(list, call{x.op, x.dst, x.src, uint64(i & 1), a, b})
					continue
				}
				for _, c := range sp[:20] {
					list = append(list, call{x.op, x.dst, x.src, a, b, c})
				}
			}
		}
	}
	for range randoms {
		c := call{x.op, x.dst, x.src, random(r, x.src), random(r, x.src), random(r, x.src)}
		if x.op == uop.OpWhere {
			c.a = uint64(r.IntN(2))
		}
		if x.op == uop.OpFma && r.IntN(2) == 0 { // a sum that nearly cancels
			p := Eval(uop.OpMul, x.src, x.src, c.a, c.b, 0)
			c.c = Canon(x.src, Eval(uop.OpNeg, x.src, x.src, p, 0, 0)+uint64(r.IntN(5))-2)
		}
		list = append(list, c)
	}
	return list
}

func transcendental(op uop.Op) bool {
	return op == uop.OpExp2 || op == uop.OpLog2 || op == uop.OpSin
}

// TestAgainstC compares every op on every dtype with the separate C program.
func TestAgainstC(t *testing.T) {
	exe, r := buildReference(t), newRand(t)
	total := 0
	for _, x := range crossings() {
		if transcendental(x.op) {
			continue
		}
		calls := x.calls(r, 800)
		want := reference(t, exe, calls)
		bad := 0
		for i, c := range calls {
			if got := c.eval(); got != want[i] {
				t.Errorf("%v %v<-%v of %#x %#x %#x: %#x, C gives %#x", c.op, c.dst, c.src, c.a, c.b, c.c, got, want[i])
				if bad++; bad == 5 {
					break
				}
			}
		}
		total += len(calls)
	}
	if total < 400_000 {
		t.Errorf("%d comparisons, want at least 400,000", total)
	}
	t.Logf("%d comparisons with C", total)
}

// TestFunctionsAgainstLibm compares EXP2, LOG2 and SIN with libm's f64 functions: f32 bit for
// bit unless libm's result is too near to a midpoint to tell, f64 within two units.
func TestFunctionsAgainstLibm(t *testing.T) {
	exe, r := buildReference(t), newRand(t)
	for _, op := range []uop.Op{uop.OpExp2, uop.OpLog2, uop.OpSin} {
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			x := crossing{op, d, d}
			calls := append(x.calls(r, 1<<16), usual(x, r, 1<<15)...)
			want := reference(t, exe, calls)
			bad, unsure := 0, 0
			for i, c := range calls {
				got, ref := f64(c.eval()), f64(want[i])
				ok := math.Abs(got-ref) <= 2*ulp(ref) || from64(got) == from64(ref)
				if d == uop.F32 {
					got = float64(f32(c.eval()))
					lo, hi := float32(ref*(1-0x1p-45)), float32(ref*(1+0x1p-45))
					if lo != hi && ref == ref {
						unsure++
						continue
					}
					ok = c.eval() == from32(lo)
				}
				if !ok && bad < 10 {
					bad++
					t.Errorf("%v %v of %#x (%v): %v, libm %v", op, d, c.a, Float(d, c.a), got, ref)
				}
			}
			t.Logf("%v %v: %d inputs compared with libm, %d too near a midpoint", op, d, len(calls)-unsure, unsure)
		}
	}
}

// usual gives inputs where the function is neither 0, 1, infinite nor NaN.
func usual(x crossing, r *rand.Rand, n int) []call {
	list := make([]call, n)
	for i := range list {
		v := (r.Float64() - 0.5) * 320
		if x.op == uop.OpLog2 {
			v = math.Exp(v / 4)
			if i%2 == 0 {
				v = 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(24))
			}
		}
		list[i] = call{x.op, x.dst, x.src, FromFloat(x.src, v), 0, 0}
	}
	return list
}

// ulp gives the distance between f64 neighbours at v.
func ulp(v float64) float64 {
	v = math.Abs(v)
	if v < 0x1p-1022 {
		return 0x1p-1074
	}
	_, e := math.Frexp(v)
	return math.Ldexp(1, e-53)
}
