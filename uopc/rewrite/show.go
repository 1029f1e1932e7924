package rewrite

import (
	"math"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// showDepth keeps the print of a deep program to one line.
const showDepth = 4

func show(u *uop.UOp) string {
	var b strings.Builder
	showTo(&b, u, showDepth)
	return b.String()
}

func showTo(b *strings.Builder, u *uop.UOp, depth int) {
	switch {
	case u.Op() == uop.OpConst:
		b.WriteString(constText(u))
		return
	case u.Op() == uop.OpParam:
		b.WriteString("p" + strconv.Itoa(u.X().Slot))
		return
	case depth == 0:
		b.WriteString("...")
		return
	}
	b.WriteString(u.Op().String() + "(")
	for i, s := range u.Src() {
		if i > 0 {
			b.WriteString(", ")
		}
		showTo(b, s, depth-1)
	}
	b.WriteString(")")
}

func constText(u *uop.UOp) string {
	switch u.DType() {
	case uop.Bool:
		return strconv.FormatBool(u.Bits() != 0)
	case uop.F32:
		return strconv.FormatFloat(float64(math.Float32frombits(uint32(u.Bits()))), 'g', -1, 32)
	case uop.F64:
		return strconv.FormatFloat(math.Float64frombits(u.Bits()), 'g', -1, 64)
	}
	return u.ConstWide().String()
}
