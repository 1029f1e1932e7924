package contract

import "github.com/uopc/uopc/uopc/uop"

// intInfo holds what distinguishes one integer dtype from another, as masks, so that one
// function without branches serves every width and both signs.
type intInfo struct {
	mask  uint64 // the bits of the width
	sign  uint64 // the sign bit of a signed dtype, or 0
	flip  uint64 // xor with it turns the dtype's order into that of uint64
	count uint64 // width-1, which takes a shift count modulo the width
}

// intInfos has 16 rows so that d&15 needs no bounds check.
var intInfos = func() (t [16]intInfo) {
	for _, d := range uop.ValueDTypes() {
		if d.IsFloat() {
			continue
		}
		i := intInfo{mask: 1<<d.Bits() - 1, count: uint64(d.Bits() - 1)}
		if d.IsSigned() {
			i.sign, i.flip = 1<<(d.Bits()-1), 1<<63
		}
		t[d] = i
	}
	return t
}()

// wrap takes x modulo 2^width into the range of d.
func wrap(d uop.DType, x uint64) uint64 {
	i := &intInfos[d&15]
	return (x&i.mask ^ i.sign) - i.sign
}

// less compares in the order of d.
func less(d uop.DType, a, b uint64) bool {
	f := intInfos[d&15].flip
	return a^f < b^f
}

// least gives the least value of d, an integer dtype or bool.
func least(d uop.DType) uint64 { return wrap(d, intInfos[d&15].sign) }

// greatest gives the greatest value of d, an integer dtype or bool.
func greatest(d uop.DType) uint64 {
	i := &intInfos[d&15]
	return i.mask &^ i.sign
}

var intOps = opTable{
	uop.OpNeg: func(d uop.DType, a, _, _ uint64) uint64 { return wrap(d, -a) },
	uop.OpAdd: func(d uop.DType, a, b, _ uint64) uint64 { return wrap(d, a+b) },
	uop.OpMul: func(d uop.DType, a, b, _ uint64) uint64 { return wrap(d, a*b) },

	uop.OpMax:      maxInt,
	uop.OpCmplt:    func(d uop.DType, a, b, _ uint64) uint64 { return truth(less(d, a, b)) },
	uop.OpCmpne:    func(_ uop.DType, a, b, _ uint64) uint64 { return truth(a != b) },
	uop.OpFloordiv: floorDiv,
	uop.OpFloormod: floorMod,

	uop.OpAnd: func(_ uop.DType, a, b, _ uint64) uint64 { return a & b },
	uop.OpOr:  func(_ uop.DType, a, b, _ uint64) uint64 { return a | b },
	uop.OpXor: func(_ uop.DType, a, b, _ uint64) uint64 { return a ^ b },
	uop.OpShl: func(d uop.DType, a, b, _ uint64) uint64 {
		return wrap(d, a<<(b&intInfos[d&15].count))
	},
	uop.OpShr: shiftRight,
}

func maxInt(d uop.DType, a, b, _ uint64) uint64 {
	if less(d, b, a) {
		return a
	}
	return b
}

func floorDiv(d uop.DType, a, b, _ uint64) uint64 {
	if b == 0 {
		return 0
	}
	if intInfos[d&15].sign == 0 {
		return a / b
	}
	x, y := int64(a), int64(b)
	q := x / y // Go gives MIN / -1 = MIN, and wrap does the same for the narrow dtypes
	if r := x - q*y; r != 0 && (r < 0) != (y < 0) {
		q--
	}
	return wrap(d, uint64(q))
}

func floorMod(d uop.DType, a, b, _ uint64) uint64 {
	if b == 0 {
		return a
	}
	if intInfos[d&15].sign == 0 {
		return a % b
	}
	x, y := int64(a), int64(b)
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return uint64(r)
}

func shiftRight(d uop.DType, a, b, _ uint64) uint64 {
	i := &intInfos[d&15]
	if i.sign == 0 {
		return a >> (b & i.count)
	}
	return uint64(int64(a) >> (b & i.count))
}
