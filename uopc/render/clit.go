package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

func oneBits(d uop.DType) uint64 { return contract.FromInt(d, 1) }

// cLiteral writes a constant. typed asks that the literal be of its own type where no operand
// beside it widens it: 64 bits of an i64.
func cLiteral(d uop.DType, bits uint64, typed bool) expr {
	if d.IsFloat() {
		return signed(cFloat(d, bits))
	}
	switch d {
	case uop.Bool:
		return atom(strconv.FormatUint(bits, 10))
	case uop.U64:
		return atom(strconv.FormatUint(bits, 10) + "ull")
	case uop.U32:
		return atom(strconv.FormatUint(bits, 10) + "u")
	}
	v := int64(bits)
	switch {
	case v == math.MinInt64:
		return atom("(-9223372036854775807ll - 1)") // C has no negative literals
	case v == math.MinInt32 && d == uop.I32:
		return atom("(-2147483647 - 1)")
	}
	s := strconv.FormatInt(v, 10)
	if d.Bits() == 64 && (typed || v != int64(int32(v)) || v == math.MinInt32) {
		s += "ll"
	}
	return signed(s)
}

// signed puts a negative literal in brackets, so that no two minus signs meet.
func signed(s string) expr {
	if strings.HasPrefix(s, "-") {
		return atom("(" + s + ")")
	}
	return atom(s)
}

// cFloat writes the shortest decimal that C reads back to the same bits: C rounds a literal with
// the suffix f once, from the decimal to float.
func cFloat(d uop.DType, bits uint64) string {
	v, suffix := contract.Float(d, bits), ""
	if d == uop.F32 {
		suffix = "f"
	}
	switch {
	case v != v:
		return fmt.Sprintf(`__builtin_nan%s("")`, suffix)
	case math.IsInf(v, 1):
		return fmt.Sprintf("__builtin_inf%s()", suffix)
	case math.IsInf(v, -1):
		return fmt.Sprintf("-__builtin_inf%s()", suffix)
	}
	return contract.FormatValue(d, bits) + suffix
}
