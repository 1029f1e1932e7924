package uop_test

import (
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	. "github.com/uopc/uopc/uopc/uop"
)

type interval struct{ lo, hi int64 }

// intervals has points and spans of a byte: the ends, both sides of zero, and what crosses it.
func intervals(d DType) []interval {
	switch d {
	case Bool:
		return []interval{{0, 0}, {1, 1}, {0, 1}}
	case I8:
		return []interval{{-128, 127}, {-128, -1}, {0, 127}, {-128, -128}, {-1, -1}, {0, 0}, {1, 1}, {3, 3}, {7, 7}, {127, 127},
			{-5, 9}, {-3, -2}, {60, 70}, {-1, 1}, {0, 1}, {-1, 0}, {9, 10}, {-128, -120}, {8, 12}}
	}
	return []interval{{0, 255}, {0, 127}, {128, 255}, {0, 0}, {1, 1}, {3, 3}, {8, 8}, {255, 255}, {0, 1}, {5, 9}, {60, 70}, {250, 255}, {9, 10}}
}

// operand makes a node whose bounds are just the interval.
func operand(g *Graph, d DType, slot int, iv interval) *UOp {
	if d == Bool {
		if iv.lo == iv.hi {
			return g.Const(Bool, uint64(iv.lo))
		}
		return g.Make(OpParam, ParamArg(Bool, slot, ""))
	}
	if iv.lo == iv.hi && slot%2 == 1 {
		return g.Int(d, iv.lo) // as the count of a shift
	}
	return g.Make(OpParam, BoundedArg(d, slot, "", iv.lo, iv.hi))
}

// exact gives the value without wrapping, and for ops of the ring that which T follows.
func exact(op Op, d DType, a, b int64) (v int64, ring bool) {
	n := uint(b) & uint(d.Bits()-1)
	switch op {
	case OpNeg:
		return -a, true
	case OpAdd:
		return a + b, true
	case OpMul:
		return a * b, d != Bool
	case OpShl:
		return a << n, true
	case OpFloordiv:
		if b == 0 {
			return 0, false
		}
		q := a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			q--
		}
		return q, false
	case OpCast:
		return a, false
	}
	return num(d, contract.Eval(op, d, d, uint64(a), uint64(b), 0)), false
}

func num(d DType, bits uint64) int64 { return int64(contract.Canon(d, bits)) }

func inside(s Span, v int64) bool { w := Wide64(v); return !w.Less(s.Lo) && !s.Hi.Less(w) }

// checkValue checks one value of u against its bounds; it gives whether more than the dtype's
// own range was promised.
func checkValue(t *testing.T, u *UOp, got, free int64, ring bool, a, b int64) {
	bd := u.Bounds()
	tv := got
	if ring {
		tv = free
	}
	// A shift by a count that is not a constant starts afresh.
	if u.Op() == OpShl && !u.Src()[1].IsConst() {
		tv = got
	}
	switch {
	case !inside(bd.V, got):
		t.Fatalf("%s %s of %d, %d is %d, outside [%v, %v]", u.Op(), u.DType(), a, b, got, bd.V.Lo, bd.V.Hi)
	case u.Safe() && got != free:
		t.Fatalf("%s %s of %d, %d is %d, marked safe, and %d without wrapping", u.Op(), u.DType(), a, b, got, free)
	case !inside(bd.T, tv):
		t.Fatalf("%s %s of %d, %d is truly %d, outside T [%v, %v]", u.Op(), u.DType(), a, b, tv, bd.T.Lo, bd.T.Hi)
	case u.Nowrap() && tv != got:
		t.Fatalf("%s %s of %d, %d is %d, Nowrap, and truly %d", u.Op(), u.DType(), a, b, got, tv)
	}
}

var binary = []Op{OpAdd, OpMul, OpMax, OpCmplt, OpCmpne, OpFloordiv, OpFloormod, OpAnd, OpOr, OpXor, OpShl, OpShr}

func TestBoundsOfBinaryOps(t *testing.T) {
	values, safe, tight := 0, 0, 0
	for _, d := range []DType{Bool, I8, U8} {
		for _, op := range binary {
			if !op.Takes(d) {
				continue
			}
			for _, x := range intervals(d) {
				for _, y := range intervals(d) {
					g := NewGraph()
					u := g.Bin(op, operand(g, d, 0, x), operand(g, d, 1, y))
					for a := x.lo; a <= x.hi; a++ {
						for b := y.lo; b <= y.hi; b++ {
							got := int64(contract.Eval(op, u.DType(), d, uint64(a), uint64(b), 0))
							free, ring := exact(op, d, a, b)
							if op == OpCmplt || op == OpCmpne {
								free = got
							}
							checkValue(t, u, got, free, ring, a, b)
							values++
						}
					}
					if u.Safe() {
						safe++
					}
					if lo, hi := DTypeRange(u.DType()); u.Vmin() != lo || u.Vmax() != hi {
						tight++
					}
				}
			}
		}
	}
	t.Logf("%d values; %d nodes safe, %d narrower than their dtype", values, safe, tight)
	if safe < 500 || tight < 1000 {
		t.Error("the bounds say next to nothing")
	}
}

func TestBoundsOfUnaryOps(t *testing.T) {
	values := 0
	for _, d := range []DType{Bool, I8, U8} {
		for _, x := range intervals(d) {
			g := NewGraph()
			p := operand(g, d, 0, x)
			nodes := map[*UOp]Op{}
			for _, to := range ValueDTypes() {
				nodes[g.Cast(p, to)] = OpCast
				if to.Bits() == d.Bits() {
					nodes[g.Make(OpBitcast, CastArg(to), p)] = OpBitcast
				}
			}
			if d != Bool {
				nodes[g.Neg(p)] = OpNeg
			}
			for u, op := range nodes {
				if u.DType().IsFloat() || u.DType() == U64 { // u64 has its test with math/big
					continue
				}
				for a := x.lo; a <= x.hi; a++ {
					got := int64(contract.Eval(op, u.DType(), d, uint64(a), 0, 0))
					free, ring := got, false
					if op == OpNeg || op == OpCast && u.DType() != Bool {
						free, ring = exact(op, d, a, 0)
					}
					checkValue(t, u, got, free, ring, a, 0)
					values++
				}
			}
		}
	}
	t.Logf("%d values", values)
}

func TestBoundsOfWhere(t *testing.T) {
	values := 0
	for _, d := range []DType{Bool, I8, U8} {
		for _, c := range intervals(Bool) {
			for _, x := range intervals(d) {
				for _, y := range intervals(d) {
					g := NewGraph()
					u := g.Where(operand(g, Bool, 4, c), operand(g, d, 0, x), operand(g, d, 2, y))
					for k := c.lo; k <= c.hi; k++ {
						for _, a := range []int64{x.lo, (x.lo + x.hi) / 2, x.hi} {
							for _, b := range []int64{y.lo, y.hi} {
								got := int64(contract.Eval(OpWhere, d, d, uint64(k), uint64(a), uint64(b)))
								checkValue(t, u, got, got, false, a, b)
								values++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d values", values)
}

// A REDUCE of up to three elements, each anywhere in its interval, in every lane order.
func TestBoundsOfReduce(t *testing.T) {
	values := 0
	for _, d := range []DType{Bool, I8, U8} {
		for _, op := range []Op{OpAdd, OpMul, OpMax, OpAnd, OpOr, OpXor} {
			if !op.Takes(d) {
				continue
			}
			for _, x := range intervals(d) {
				mid := (x.lo + x.hi) / 2
				picks := []int64{x.lo, mid, x.hi}
				for n := range 4 {
					g := NewGraph()
					v := g.Make(OpExpand, DimsArg(int64(n)), g.Make(OpReshape, DimsArg(1), operand(g, d, 0, x)))
					for _, lanes := range []int{1, 2} {
						u := g.Make(OpReduce, ReduceArg(op, 1, lanes), v)
						for code := range 27 {
							e := []int64{picks[code%3], picks[code/3%3], picks[code/9]}[:n]
							bits := contract.Reduce(op, d, lanes, n, func(i int) (uint64, uint64) { return uint64(e[i]), 0 })
							got := num(d, bits)
							free := got
							if op == OpAdd {
								free = 0
								for _, v := range e {
									free += v
								}
							} else if op == OpMul && d != Bool {
								free = 1
								for _, v := range e {
									free *= v
								}
							}
							checkValue(t, u, got, free, op == OpAdd, x.lo, x.hi)
							values++
						}
					}
				}
			}
		}
	}
	t.Logf("%d values", values)
}

func TestBoundsOfPadAndStack(t *testing.T) {
	for _, d := range []DType{Bool, I8, U8} {
		for _, x := range intervals(d) {
			for _, y := range intervals(d) {
				g := NewGraph()
				a, b := operand(g, d, 0, x), operand(g, d, 2, y)
				s := g.Make(OpStack, Arg{}, a, b)
				p := g.Make(OpPad, DimsArg(1, 1), s)
				for _, v := range []int64{x.lo, x.hi, y.lo, y.hi} {
					checkValue(t, s, v, v, false, v, v)
					checkValue(t, p, v, v, false, v, v)
				}
				checkValue(t, p, 0, 0, false, 0, 0)
			}
		}
	}
}
