package rulegen

import (
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// wideBits is what a Wide holds for certain. What may be larger saturates.
const wideBits = 126

// size is how large a number of a guard may be.
type size struct {
	bits  int
	doubt bool // a sum of what may have saturated: not even its sign is known
}

func (s size) large() bool { return s.bits > wideBits }

// sizeOf bounds an exact integer. Constants and bounds have at most 64 bits.
func sizeOf(e *rulelang.Expr) size {
	var parts []size
	for _, a := range e.Args {
		parts = append(parts, sizeOf(a))
	}
	switch {
	case e.Kind == rulelang.ExprInt && len(parts) == 0:
		return size{bits: bitLen(e.Int)}
	case e.Kind != rulelang.ExprOp || len(parts) < 2:
		out := size{bits: 64}
		for _, p := range parts {
			out = size{max(out.bits, p.bits), out.doubt || p.doubt}
		}
		return out
	}
	a, b := parts[0], parts[1]
	switch e.Text {
	case "+", "-":
		return size{max(a.bits, b.bits) + 1, a.doubt || b.doubt || a.large() || b.large()}
	case "*":
		return size{a.bits + b.bits, a.doubt || b.doubt}
	}
	return size{max(a.bits, b.bits), a.doubt || b.doubt}
}

func bitLen(w uop.Wide) int {
	n := 0
	if w.Sign() < 0 {
		w = w.Neg()
	}
	for one := uop.Wide64(1); n < wideBits+1 && !w.Less(one); n++ {
		one = one.Add(one)
	}
	return n
}

// known refuses a number that the Go code could not know: proofs take guards to be exact.
func (t *tail) known(e *rulelang.Expr, ok bool) {
	if !ok {
		t.fail(e.Pos, "this number may have more than 127 bits, which a guard has not; test the parts by themselves, or fits(...) first")
	}
}
