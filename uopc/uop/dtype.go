package uop

import "fmt"

// DType is the type of one element of a value, or of one element of a place in memory.
type DType uint8

// The dtypes. Index is the type of loop counters and positions: a mathematical integer that
// the caller has proved not to overflow, held in 64 bits. Void is the dtype of nodes that
// give no value, such as STORE.
const (
	Void DType = iota
	Bool
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F32
	F64
	Index
	numDTypes
)

// Kind groups dtypes by the arithmetic that applies to them.
type Kind uint8

// The kinds.
const (
	KindVoid Kind = iota
	KindBool
	KindInt   // two's complement, signed
	KindUint  // unsigned
	KindFloat // IEEE 754 binary
	KindIndex // unbounded in meaning, int64 in code
)

// dtypeInfo is one row of the dtype table. Rules and renderers read the kind and the width,
// so a new dtype is a new row.
type dtypeInfo struct {
	name string
	kind Kind
	bits int    // width of the value
	size int    // bytes of one element in memory
	goT  string // Go's name
	cT   string // C's name
}

var dtypes = [numDTypes]dtypeInfo{
	Void:  {"void", KindVoid, 0, 0, "", "void"},
	Bool:  {"bool", KindBool, 1, 1, "bool", "_Bool"},
	I8:    {"i8", KindInt, 8, 1, "int8", "int8_t"},
	U8:    {"u8", KindUint, 8, 1, "uint8", "uint8_t"},
	I16:   {"i16", KindInt, 16, 2, "int16", "int16_t"},
	U16:   {"u16", KindUint, 16, 2, "uint16", "uint16_t"},
	I32:   {"i32", KindInt, 32, 4, "int32", "int32_t"},
	U32:   {"u32", KindUint, 32, 4, "uint32", "uint32_t"},
	I64:   {"i64", KindInt, 64, 8, "int64", "int64_t"},
	U64:   {"u64", KindUint, 64, 8, "uint64", "uint64_t"},
	F32:   {"f32", KindFloat, 32, 4, "float32", "float"},
	F64:   {"f64", KindFloat, 64, 8, "float64", "double"},
	Index: {"index", KindIndex, 64, 8, "int64", "int64_t"},
}

// String gives the name used in .uir text, such as "f32".
func (d DType) String() string {
	if d >= numDTypes {
		return fmt.Sprintf("dtype(%d)", uint8(d))
	}
	return dtypes[d].name
}

// row gives the table's row of d; a number that is no dtype has the row of Void.
func (d DType) row() *dtypeInfo {
	if d >= numDTypes {
		d = Void
	}
	return &dtypes[d]
}

// Kind gives the arithmetic of d.
func (d DType) Kind() Kind { return d.row().kind }

// Bits gives the width of a value of d: 1 for bool, 64 for index, 0 for void.
func (d DType) Bits() int { return d.row().bits }

// Size gives the bytes that one element of d takes in memory.
func (d DType) Size() int { return d.row().size }

// GoName gives the Go type of one element.
func (d DType) GoName() string { return d.row().goT }

// CName gives the C type of one element.
func (d DType) CName() string { return d.row().cT }

// IsFloat tells whether d is an IEEE floating-point type.
func (d DType) IsFloat() bool { return d.row().kind == KindFloat }

// IsInt tells whether d is an integer: signed, unsigned or index.
func (d DType) IsInt() bool {
	k := d.row().kind
	return k == KindInt || k == KindUint || k == KindIndex
}

// IsSigned tells whether values of d can be negative integers. Index counts as signed.
func (d DType) IsSigned() bool {
	k := d.row().kind
	return k == KindInt || k == KindIndex
}

// IsValue tells whether a node of dtype d has a value.
func (d DType) IsValue() bool { return d > Void && d < numDTypes }

// ParseDType gives the dtype with the given .uir name.
func ParseDType(s string) (DType, bool) {
	for d := range numDTypes {
		if dtypes[d].name == s {
			return d, true
		}
	}
	return Void, false
}

// ValueDTypes lists every dtype that a value can have, in table order.
func ValueDTypes() []DType {
	return []DType{Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, Index}
}
