package simptest

import (
	"math/big"

	"github.com/uopc/uopc/uopc/uop"
)

func toBig(d uop.DType, bits uint64) *big.Int {
	if d == uop.U64 {
		return new(big.Int).SetUint64(bits)
	}
	return big.NewInt(int64(bits))
}

// inWide tells whether v is in [lo, hi]; an end of Wide is no bound.
func inWide(v *big.Int, lo, hi uop.Wide) bool {
	return (lo.IsInf() || v.Cmp(bigOf(lo)) >= 0) && (hi.IsInf() || v.Cmp(bigOf(hi)) <= 0)
}

func bigOf(w uop.Wide) *big.Int {
	if v, ok := w.Int64(); ok {
		return big.NewInt(v)
	}
	b, _ := new(big.Int).SetString(w.String(), 10)
	return b
}

// ringValue gives the value of + - * NEG and of a shift by a constant from those of the sources,
// without wrapping; nil for the others.
func ringValue(u *uop.UOp, of map[*uop.UOp]*big.Int) *big.Int {
	if !u.DType().IsInt() {
		return nil
	}
	s := u.Src()
	switch z := new(big.Int); u.Op() {
	case uop.OpNeg:
		return z.Neg(of[s[0]])
	case uop.OpAdd:
		return z.Add(of[s[0]], of[s[1]])
	case uop.OpMul:
		return z.Mul(of[s[0]], of[s[1]])
	case uop.OpShl:
		if s[1].IsConst() {
			return z.Lsh(of[s[0]], countOf(u))
		}
	}
	return nil
}

// countOf gives the count of a shift by a constant.
func countOf(u *uop.UOp) uint { return uint(u.Src()[1].Bits()) & uint(u.DType().Bits()-1) }

// exactValue gives the value of any op whose result follows from exact sources; nil for what
// starts afresh from machine values, and for what no rule takes as exact.
func exactValue(u *uop.UOp, of map[*uop.UOp]*big.Int) *big.Int {
	if v := ringValue(u, of); v != nil {
		return v
	}
	s := u.Src()
	if len(s) == 0 || u.DType() == uop.Bool || operand(u).IsFloat() {
		return nil
	}
	if u.Op() == uop.OpCast {
		return of[s[0]]
	}
	if u.Op() == uop.OpWhere {
		if of[s[0]].Sign() != 0 {
			return of[s[1]]
		}
		return of[s[2]]
	}
	if f := exactOps[u.Op()]; f != nil {
		return f(of[s[0]], of[s[1]], u)
	}
	return nil
}

// exactOps are the binary ops beside the ring's on integers of any size.
var exactOps = map[uop.Op]func(a, b *big.Int, u *uop.UOp) *big.Int{
	uop.OpFloordiv: func(a, b *big.Int, _ *uop.UOp) *big.Int { q, _ := floorBig(a, b); return q },
	uop.OpFloormod: func(a, b *big.Int, _ *uop.UOp) *big.Int { _, m := floorBig(a, b); return m },
	uop.OpAnd:      func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).And(a, b) },
	uop.OpOr:       func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).Or(a, b) },
	uop.OpXor:      func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).Xor(a, b) },
	uop.OpMax: func(a, b *big.Int, _ *uop.UOp) *big.Int {
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	},
	uop.OpShr: func(a, _ *big.Int, u *uop.UOp) *big.Int {
		if !u.Src()[1].IsConst() {
			return nil
		}
		return new(big.Int).Rsh(a, countOf(u))
	},
}

// floorBig is // and % of unbounded integers: x//0 is 0 and x%0 is x.
func floorBig(a, b *big.Int) (q, m *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	q, m = new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		m = new(big.Int).Add(m, b)
	}
	return q, m
}
