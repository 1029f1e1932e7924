package contract

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// FormatValue gives the text of a value as .uir files have it. Floats get the shortest text
// that reads back to the same bits and never reads as an integer: 1.0, -0.0, 1e+08, nan, -inf.
func FormatValue(d uop.DType, bits uint64) string {
	switch {
	case d == uop.Bool:
		return strconv.FormatBool(bits != 0)
	case d.IsFloat():
		return formatFloat(Float(d, bits), d.Bits())
	case d.IsSigned():
		return strconv.FormatInt(int64(bits), 10)
	}
	return strconv.FormatUint(bits, 10)
}

func formatFloat(v float64, width int) string {
	switch {
	case v != v:
		return "nan"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', -1, width)), "+")
	}
	s := strconv.FormatFloat(v, 'g', -1, width)
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + ".0"
}

// ParseValue reads a value of d. Integers are written 7, -7, 0x10; floats also 1.5, 1e8,
// inf, -inf, nan; bools true and false. A decimal text is rounded to its dtype once.
func ParseValue(d uop.DType, s string) (uint64, error) {
	switch {
	case d == uop.Bool:
		return parseBool(s)
	case d.IsFloat():
		return parseFloat(d, s)
	case d.IsInt():
		return parseInt(d, s)
	}
	return 0, fmt.Errorf("%v has no values", d)
}

func parseBool(s string) (uint64, error) {
	switch s {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	return 0, fmt.Errorf("%q is not a bool: want true or false", s)
}

func parseInt(d uop.DType, s string) (uint64, error) {
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	base := 10
	if hex, ok := cutHex(digits); ok {
		digits, base = hex, 16
	}
	bad := fmt.Errorf("%q is not an integer: %v takes digits such as 7, -7 or 0x10", s, d)
	if strings.HasPrefix(digits, "+") || strings.HasPrefix(digits, "-") {
		return 0, bad // strconv would take a second sign
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, bad
	}
	limit := greatest(d)
	if negative {
		limit = -least(d)
	}
	if err != nil || v > limit {
		return 0, fmt.Errorf("%s does not fit in %v, which goes from %s to %s",
			s, d, FormatValue(d, least(d)), FormatValue(d, greatest(d)))
	}
	if negative {
		v = -v
	}
	return v, nil
}

func parseFloat(d uop.DType, s string) (uint64, error) {
	text := s
	if _, ok := cutHex(strings.TrimLeft(s, "+-")); ok && !strings.ContainsAny(s, "pP") {
		text += "p0" // strconv wants an exponent on hexadecimal floats
	}
	v, err := strconv.ParseFloat(text, d.Bits())
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s does not fit in %v, whose largest number is %s: write inf for infinity",
			s, d, largest(d))
	case err != nil || strings.Contains(s, "_"):
		return 0, fmt.Errorf("%q is not a number: %v takes such as 1.5, -0.0, 1e8, nan, inf or -inf", s, d)
	}
	return FromFloat(d, v), nil
}

// largest gives the text of the greatest finite number of a float dtype.
func largest(d uop.DType) string {
	if d == uop.F32 {
		return formatFloat(math.MaxFloat32, 32)
	}
	return formatFloat(math.MaxFloat64, 64)
}

func cutHex(s string) (digits string, ok bool) {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		return s[2:], true
	}
	return s, false
}
