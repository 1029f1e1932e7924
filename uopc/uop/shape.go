package uop

import (
	"strconv"
	"strings"
)

// Dim is the size of one axis: a number, or an index node when U is not nil.
type Dim struct {
	N int64
	U *UOp
}

// Static makes a Dim of a known size.
func Static(n int64) Dim { return Dim{N: n} }

// Shape is the sizes of a value or a place, outermost first. The empty shape is a scalar.
type Shape []Dim

// Equal tells whether two shapes are the same sizes, dynamic ones by node.
func (s Shape) Equal(t Shape) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range s {
		if s[i] != t[i] {
			return false
		}
	}
	return true
}

// String prints a shape as (2,3), with the name of a dynamic size that is a PARAM, and ? for another.
func (s Shape) String() string {
	var b strings.Builder
	b.WriteByte('(')
	for i, d := range s {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(d.String())
	}
	b.WriteByte(')')
	return b.String()
}

func (d Dim) String() string {
	switch {
	case d.U == nil:
	case d.U.Op() == OpParam && d.U.X().Name != "":
		return d.U.X().Name
	default:
		return "?"
	}
	return strconv.FormatInt(d.N, 10)
}

// Count gives the number of elements when every size is a number.
func (s Shape) Count() (n int64, ok bool) {
	n = 1
	for _, d := range s {
		if d.U != nil {
			return 0, false
		}
		n *= d.N
	}
	return n, true
}

// Ints makes a shape of numbers.
func Ints(ns ...int64) Shape {
	s := make(Shape, len(ns))
	for i, n := range ns {
		s[i] = Dim{N: n}
	}
	return s
}

// dims resolves the sizes of an arg against the node's dynamic sources. It gives an error text
// when a size is out of range or the numbers of sources do not agree.
func dims(op Op, spec []int64, dyn []*UOp) (Shape, *Error) {
	s := make(Shape, 0, len(spec))
	for _, n := range spec {
		if n != Dynamic {
			s = append(s, Dim{N: n})
			continue
		}
		if len(dyn) == 0 {
			return nil, errf(op, "has fewer dynamic sizes than its shape has ?")
		}
		if !isSize(dyn[0]) {
			return nil, errf(op, "a size must be a scalar of dtype index, got %s", describe(dyn[0]))
		}
		s = append(s, sizeDim(dyn[0]))
		dyn = dyn[1:]
	}
	if len(dyn) > 0 {
		return nil, errf(op, "has more dynamic sizes than its shape has ?")
	}
	return s, checkCount(op, s)
}

// checkCount refuses sizes, and products of sizes, that are numbers and out of range.
func checkCount(op Op, s Shape) *Error {
	total := int64(1)
	for _, d := range s {
		if d.U != nil {
			continue
		}
		if d.N < 0 || d.N > MaxElems {
			return errf(op, "size %d is outside [0, %d], the limit on the elements of one value", d.N, int64(MaxElems))
		}
		if d.N > 0 && total > MaxElems/d.N {
			return errf(op, "shape %v holds more than %d elements, the limit", s, int64(MaxElems))
		}
		total *= max(d.N, 1)
	}
	return nil
}

// MaxElems is the largest number of elements of one value or place, static sizes only: small
// enough that no position in bytes can overflow an int64.
const MaxElems = 1 << 40

func isSize(u *UOp) bool { return u.dtype == Index && u.space == ALU && len(u.Shape()) == 0 }

// sizeDim makes the Dim of an index node; a constant becomes a number, so that one size has
// one spelling.
func sizeDim(u *UOp) Dim {
	if u.op == OpConst {
		return Dim{N: int64(u.Bits())}
	}
	return Dim{U: u}
}
