package egraph

import (
	"math/big"
	"strconv"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// litBits gives a literal as a value of d; it is not ok when d has no such value.
func litBits(l *rulelang.Lit, d uop.DType) (uint64, bool) {
	switch l.Kind {
	case rulelang.LitZero:
		return 0, true
	case rulelang.LitOne:
		return contract.FromInt(d, 1), true
	case rulelang.LitOnes:
		return contract.FromInt(d, -1), !d.IsFloat()
	case rulelang.LitNegZero:
		return 1 << (d.Bits() - 1), d.IsFloat()
	case rulelang.LitTrue:
		return 1, d == uop.Bool
	case rulelang.LitFalse:
		return 0, d == uop.Bool
	}
	return numberBits(l.Text, d)
}

// numberBits converts a number that d has exactly.
func numberBits(text string, d uop.DType) (uint64, bool) {
	if v, ok := new(big.Int).SetString(text, 0); ok && !d.IsFloat() {
		lo, hi := uop.DTypeRange(d)
		if v.Sign() < 0 && !d.IsSigned() || v.BitLen() > 64 {
			return 0, false
		}
		w := uop.Wide64(v.Int64())
		if v.Sign() >= 0 {
			w = uop.WideU64(v.Uint64())
		}
		return contract.Canon(d, w.Bits()), (v.IsInt64() || v.IsUint64()) && within(at(w), uop.Span{Lo: lo, Hi: hi})
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !d.IsFloat() {
		return 0, false
	}
	b := contract.FromFloat(d, v)
	return b, contract.Float(d, b) == v
}
