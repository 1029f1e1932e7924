package uopc

import "github.com/uopc/uopc/uopc/uop"

// DType is the type of an element.
type DType = uop.DType

// The dtypes. Index is the type of positions and sizes: an integer that never overflows.
const (
	Bool  = uop.Bool
	I8    = uop.I8
	U8    = uop.U8
	I16   = uop.I16
	U16   = uop.U16
	I32   = uop.I32
	U32   = uop.U32
	I64   = uop.I64
	U64   = uop.U64
	F32   = uop.F32
	F64   = uop.F64
	Index = uop.Index
)
