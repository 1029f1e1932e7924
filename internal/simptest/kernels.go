package simptest

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// kernel computes one op on a block. Sources that the op does not have are to be ignored.
type kernel func(d, a, b, c *Column)

type table [uop.NumOps]kernel

// integer are the Go types that the integer dtypes are computed in: they wrap as the dtypes do.
type integer interface {
	int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64
}

// tables has the ops of the dtypes that are no floats; the ops of floats are those of package
// contract.
var tables = map[uop.DType]*table{
	uop.Bool: boolTable(),
	uop.I8:   intTable[int8](8), uop.U8: intTable[uint8](8),
	uop.I16: intTable[int16](16), uop.U16: intTable[uint16](16),
	uop.I32: intTable[int32](32), uop.U32: intTable[uint32](32),
	uop.I64: intTable[int64](64), uop.U64: intTable[uint64](64),
	uop.Index: intTable[int64](64),
}

// kernelOf gives the kernel of a node. CAST and BITCAST are in the table of their target.
func kernelOf(u *uop.UOp) kernel {
	from := operand(u)
	if from.IsFloat() || u.DType().IsFloat() {
		return evalKernel(u.Op(), u.DType(), from)
	}
	if u.Op() == uop.OpCast || u.Op() == uop.OpBitcast {
		from = u.DType()
	}
	return tables[from][u.Op()]
}

// operand gives the dtype that the op works on: for WHERE that of the branches.
func operand(u *uop.UOp) uop.DType { return u.Src()[len(u.Src())-1].DType() }

// evalKernel asks package contract, value by value.
func evalKernel(op uop.Op, dst, src uop.DType) kernel {
	return func(d, a, b, c *Column) {
		for i := range d {
			d[i] = contract.Eval(op, dst, src, a[i], b[i], c[i])
		}
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func where(d, a, b, c *Column) {
	for i := range d {
		v := c[i]
		if a[i] != 0 {
			v = b[i]
		}
		d[i] = v
	}
}

func boolTable() *table {
	both := func(f func(a, b bool) bool) kernel {
		return func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = truth(f(a[i] != 0, b[i] != 0))
			}
		}
	}
	and := both(func(a, b bool) bool { return a && b })
	or := both(func(a, b bool) bool { return a || b })
	xor := both(func(a, b bool) bool { return a != b })
	test := func(d, a, _, _ *Column) {
		for i := range d {
			d[i] = truth(a[i] != 0)
		}
	}
	return &table{
		uop.OpMul: and, uop.OpAnd: and, uop.OpMax: or, uop.OpOr: or, uop.OpXor: xor, uop.OpCmpne: xor,
		uop.OpCmplt: both(func(a, b bool) bool { return !a && b }),
		uop.OpWhere: where, uop.OpCast: test, uop.OpBitcast: test,
	}
}

// intTable computes in T. A conversion to uint64 extends T by its sign, if it has one: that is the
// canonical form.
func intTable[T integer](width uint64) *table {
	convert := func(d, a, _, _ *Column) {
		for i := range d {
			d[i] = uint64(T(a[i]))
		}
	}
	return &table{
		uop.OpCast: convert, uop.OpBitcast: convert, uop.OpWhere: where,
		uop.OpNeg: func(d, a, _, _ *Column) {
			for i := range d {
				d[i] = uint64(-T(a[i]))
			}
		},
		uop.OpAdd: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) + T(b[i]))
			}
		},
		uop.OpMul: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) * T(b[i]))
			}
		},
		uop.OpMax: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(max(T(a[i]), T(b[i])))
			}
		},
		uop.OpCmplt: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = truth(T(a[i]) < T(b[i]))
			}
		},
		uop.OpCmpne: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = truth(T(a[i]) != T(b[i]))
			}
		},
		uop.OpFloordiv: floordiv[T],
		uop.OpFloormod: floormod[T],
		uop.OpAnd: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) & T(b[i]))
			}
		},
		uop.OpOr: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) | T(b[i]))
			}
		},
		uop.OpXor: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) ^ T(b[i]))
			}
		},
		uop.OpShl: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) << (b[i] & (width - 1)))
			}
		},
		uop.OpShr: func(d, a, b, _ *Column) {
			for i := range d {
				d[i] = uint64(T(a[i]) >> (b[i] & (width - 1)))
			}
		},
	}
}

// floordiv goes down where Go goes toward zero: when the remainder has not the divisor's sign.
func floordiv[T integer](d, a, b, _ *Column) {
	for i := range d {
		x, y := T(a[i]), T(b[i])
		if y == 0 {
			d[i] = 0
			continue
		}
		q := x / y
		if r := x - q*y; r != 0 && (r < 0) != (y < 0) {
			q--
		}
		d[i] = uint64(q)
	}
}

func floormod[T integer](d, a, b, _ *Column) {
	for i := range d {
		x, y := T(a[i]), T(b[i])
		if y == 0 {
			d[i] = uint64(x)
			continue
		}
		r := x % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		d[i] = uint64(r)
	}
}
