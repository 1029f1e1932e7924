package prove

import (
	"fmt"
	"math/big"
)

// cast writes CAST; false where it has no model, that is between bit vectors and unbounded
// integers: package prove models index as 64 bits in rules that have both.
func (s *script) cast(dst, src rep, a string) (string, bool) {
	switch {
	case src.form == dst.form && src.form != asFP && src.form != asBV && src.lo == dst.lo:
		return a, true
	case src.form == asFP:
		return s.castFloat(dst, src, a)
	case src.form == asBool:
		return fmt.Sprintf("(ite %s %s %s)", a, dst.whole(1), dst.whole(0)), true
	case dst.form == asBool:
		return fmt.Sprintf("(distinct %s %s)", a, src.whole(0)), true
	case src.form != asBV || dst.form == asInt:
		return "", false
	case dst.form == asFP && src.signed:
		return dst.fp("RNE " + a), true
	case dst.form == asFP:
		return fmt.Sprintf("((_ to_fp_unsigned %d %d) RNE %s)", dst.eb, dst.sb, a), true
	}
	return resize(a, src.bits, dst.bits, src.signed), true
}

// resize extends or cuts a bit vector.
func resize(a string, from, to int, signed bool) string {
	switch {
	case from > to:
		return fmt.Sprintf("((_ extract %d 0) %s)", to-1, a)
	case from == to:
		return a
	case signed:
		return fmt.Sprintf("((_ sign_extend %d) %s)", to-from, a)
	}
	return fmt.Sprintf("((_ zero_extend %d) %s)", to-from, a)
}

// castFloat rounds to a float, truncates and saturates to an integer, and tells what is not zero.
func (s *script) castFloat(dst, src rep, a string) (string, bool) {
	switch dst.form {
	case asFP:
		if dst.eb == src.eb && dst.sb == src.sb {
			return a, true
		}
		return dst.fp("RNE " + a), true
	case asBool:
		return fmt.Sprintf("(not (fp.isZero %s))", a), true
	case asInt:
		return "", false
	}
	lo, hi, _ := dst.ends()
	fn := "fp.to_ubv"
	if dst.signed {
		fn = "fp.to_sbv"
	}
	// Both limits are powers of two or 0, so exact, and below the least of them nothing truncates
	// into the range but what is above -1.
	above := src.fp("RNE " + decimal(new(big.Rat).SetInt(new(big.Int).Add(hi, big.NewInt(1)))))
	least := src.fp("RNE " + decimal(new(big.Rat).SetInt(lo)))
	return fmt.Sprintf("(ite (fp.isNaN %s) %s (ite (fp.geq %s %s) %s (ite (fp.leq %s %s) %s ((_ %s %d) RTZ %s))))",
		a, dst.whole(0), a, above, bv(hi, dst.bits), a, least, bv(lo, dst.bits), fn, dst.bits, a), true
}

// bitcast reads the same bits; all NaNs are one.
func (s *script) bitcast(dst, src rep, a string) (string, bool) {
	switch {
	case src.form == dst.form && src.form != asInt:
		return a, true
	case src.form == asBV && dst.form == asFP:
		return dst.fp(a), true
	case src.form == asFP && dst.form == asBV:
		nan := new(big.Int).Lsh(big.NewInt(1<<(src.eb+1)-1), uint(src.sb-2))
		b := s.declare("bits", dst.sort())
		s.assert("(ite (fp.isNaN %s) (= %s %s) (= %s %s))", a, b, bv(nan, dst.bits), src.fp(b), a)
		return b, true
	case src.form == asBool && dst.form == asBV, src.form == asBV && dst.form == asBool:
		return s.cast(dst, src, a)
	}
	return "", false
}
