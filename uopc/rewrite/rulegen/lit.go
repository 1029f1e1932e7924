package rulegen

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// litTest is a Go test that the bits and the dtype of a constant are those of a literal.
func litTest(bits, dtype string, l *rulelang.Lit, possible rulelang.DTypes) string {
	where := map[uint64]rulelang.DTypes{}
	var values []uint64
	var fit rulelang.DTypes
	for _, d := range possible.List() {
		if b, ok := l.Bits(d); ok {
			if where[b] == 0 {
				values = append(values, b)
			}
			where[b] |= 1 << d
			fit |= 1 << d
		}
	}
	if len(values) > 1 {
		if fn := litFunc[l.Kind]; fn != "" && fit == possible {
			return bits + " == " + fn + "(" + dtype + ")"
		}
	}
	var alts []string
	slices.Sort(values)
	for _, b := range values {
		t := bits + " == " + bitsText(b)
		if where[b] != possible {
			t += " && " + hasText(dtype, where[b])
		}
		alts = append(alts, t)
	}
	switch len(alts) {
	case 0:
		return "false"
	case 1:
		return alts[0]
	}
	return "(" + strings.Join(alts, " || ") + ")"
}

var litFunc = map[rulelang.LitKind]string{
	rulelang.LitOne:     "rewrite.One",
	rulelang.LitOnes:    "rewrite.Ones",
	rulelang.LitNegZero: "rewrite.NegZero",
}

func bitsText(b uint64) string {
	if b < 1<<16 {
		return strconv.FormatUint(b, 10)
	}
	return fmt.Sprintf("%#x", b)
}

// isWhole tells an integer literal from a float one.
func isWhole(text string) bool { _, ok := new(big.Int).SetString(text, 0); return ok }

// litValue is a Go expression for the bits of a template's literal. Where the dtype has no such
// value it wraps or rounds, as a CAST of the literal would.
func (t *tail) litValue(l *rulelang.Lit, typ *rulelang.Type) string {
	if ds := typ.Set.List(); len(ds) > 0 {
		first, same := uint64(0), true
		for i, d := range ds {
			b, ok := l.Bits(d)
			if i == 0 {
				first = b
			}
			same = same && ok && b == first
		}
		if same {
			return bitsText(first)
		}
	}
	d := t.dtype(typ)
	if fn := litFunc[l.Kind]; fn != "" {
		return fn + "(" + d + ")"
	}
	return t.numberBits(l.Text, d)
}

// numberBits converts a number to the dtype in a Go expression.
func (t *tail) numberBits(text, d string) string {
	t.file.contract = true
	if !isWhole(text) {
		return "contract.FromFloat(" + d + ", " + text + ")"
	}
	if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		return fmt.Sprintf("contract.FromInt(%s, %d)", d, v)
	}
	v, _ := strconv.ParseUint(text, 0, 64)
	return fmt.Sprintf("contract.Eval(uop.OpCast, %s, uop.U64, %#x, 0, 0)", d, v)
}
