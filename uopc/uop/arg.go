package uop

import (
	"fmt"
	"math"
	"slices"
)

// Arg is what a node holds beside its op and its sources. It is a plain value: nothing is
// boxed, and what most nodes lack is behind X.
type Arg struct {
	DType DType  // CONST, PARAM, BUFFER, ALLOC: their dtype; CAST, BITCAST: the target
	Bits  uint64 // CONST: the value, see package contract for the encoding
	X     *Ext   // what else the op needs; nil for most
}

// Dynamic stands in Ext.Dims for a size that is a source of the node, in order.
const Dynamic = -1

// Role says what a PARAM is to the caller.
type Role uint8

// The roles.
const (
	RoleArg    Role = iota // an argument
	RoleResult             // a place of one element that the caller gets back as a result
)

// Ext is the part of an Arg that only some ops have. It must not change after it was given to
// a graph.
type Ext struct {
	Slot int    // PARAM, BUFFER, ALLOC
	Name string // PARAM, BUFFER, ALLOC, CALL
	Mem  bool   // PARAM: a place in memory and not a value
	Role Role   // PARAM

	// Dims are the sizes of a PARAM, BUFFER, ALLOC, RESHAPE or EXPAND; the new order of the
	// axes of a PERMUTE; begin and end of each axis of a SHRINK; zeros before and after each
	// axis of a PAD; 1 for each axis that a FLIP reverses.
	Dims []int64

	HasMin, HasMax bool // PARAM of integers: the caller's promise
	Min, Max       int64

	Axis int // RANGE: tells loops of one size apart

	RedOp Op  // REDUCE
	Pop   int // REDUCE: how many trailing axes it folds
	Lanes int // REDUCE: partial results

	// Schedule is the loop schedule of a CALL, in .uir spelling; empty for the default.
	Schedule string
}

// ConstArg is the arg of a CONST with the given raw bits.
func ConstArg(d DType, bits uint64) Arg { return Arg{DType: d, Bits: bits} }

// CastArg is the arg of a CAST or BITCAST to d.
func CastArg(d DType) Arg { return Arg{DType: d} }

// ParamArg is the arg of a scalar PARAM.
func ParamArg(d DType, slot int, name string) Arg {
	return Arg{DType: d, X: &Ext{Slot: slot, Name: name}}
}

// BoundedArg is the arg of a scalar integer PARAM that the caller promises to keep in [lo, hi].
func BoundedArg(d DType, slot int, name string, lo, hi int64) Arg {
	return Arg{DType: d, X: &Ext{Slot: slot, Name: name, HasMin: true, HasMax: true, Min: lo, Max: hi}}
}

// PlaceArg is the arg of a PARAM, BUFFER or ALLOC of memory with the given sizes.
func PlaceArg(d DType, slot int, name string, dims ...int64) Arg {
	return Arg{DType: d, X: &Ext{Slot: slot, Name: name, Mem: true, Dims: dims}}
}

// DimsArg is the arg of a movement op.
func DimsArg(dims ...int64) Arg { return Arg{X: &Ext{Dims: dims}} }

// RangeArg is the arg of the RANGE with the given axis number.
func RangeArg(axis int) Arg { return Arg{DType: Index, X: &Ext{Axis: axis}} }

// ReduceArg is the arg of a REDUCE.
func ReduceArg(op Op, pop, lanes int) Arg { return Arg{X: &Ext{RedOp: op, Pop: pop, Lanes: lanes}} }

// NameArg is the arg of a CALL.
func NameArg(name string) Arg { return Arg{X: &Ext{Name: name}} }

// normal gives the one spelling of x for op: fields that op does not have are zero, and there is
// an Ext, be it an empty one, exactly where op has any of the fields.
func (x *Ext) normal(op Op) *Ext {
	if op.IsALU() || extFields[op.info().ext] == nil {
		return nil
	}
	if x == nil {
		return &noExt
	}
	y := extFields[op.info().ext](x)
	if x.equal(&y) {
		return x
	}
	fresh := new(Ext)
	*fresh = y
	return fresh
}

// extKind says which fields of an Ext an op has.
type extKind uint8

const (
	extNone extKind = iota
	extPlace
	extAxis
	extDims
	extReduce
	extCall
)

var extFields = [...]func(x *Ext) Ext{
	extPlace: func(x *Ext) Ext {
		y := Ext{Slot: x.Slot, Name: x.Name, Mem: x.Mem, Role: x.Role, Dims: x.Dims, HasMin: x.HasMin, HasMax: x.HasMax}
		if x.HasMin {
			y.Min = x.Min
		}
		if x.HasMax {
			y.Max = x.Max
		}
		return y
	},
	extAxis:   func(x *Ext) Ext { return Ext{Axis: x.Axis} },
	extDims:   func(x *Ext) Ext { return Ext{Dims: x.Dims} },
	extReduce: func(x *Ext) Ext { return Ext{RedOp: x.RedOp, Pop: x.Pop, Lanes: x.Lanes} },
	extCall:   func(x *Ext) Ext { return Ext{Name: x.Name, Schedule: x.Schedule} },
}

func (x *Ext) equal(y *Ext) bool {
	if x == y {
		return true
	}
	if x == nil || y == nil {
		return false
	}
	return x.Slot == y.Slot && x.Name == y.Name && x.Mem == y.Mem && x.Role == y.Role &&
		x.HasMin == y.HasMin && x.HasMax == y.HasMax && x.Min == y.Min && x.Max == y.Max &&
		x.Axis == y.Axis && x.RedOp == y.RedOp && x.Pop == y.Pop && x.Lanes == y.Lanes &&
		x.Schedule == y.Schedule && slices.Equal(x.Dims, y.Dims)
}

func (x *Ext) hash(h uint64) uint64 {
	h = mix(h, uint64(x.Slot)<<16^uint64(x.Axis)<<8^uint64(x.RedOp))
	h = mix(h, uint64(x.Pop)<<32^uint64(x.Lanes))
	h = mix(h, uint64(x.Min))
	h = mix(h, uint64(x.Max))
	var flags uint64
	for i, b := range []bool{x.Mem, x.HasMin, x.HasMax, x.Role == RoleResult} {
		if b {
			flags |= 1 << i
		}
	}
	h = mix(h, flags)
	for _, d := range x.Dims {
		h = mix(h, uint64(d)+1)
	}
	h = hashString(h, x.Name)
	return hashString(h, x.Schedule)
}

// canonBits makes the stored bits of a constant canonical, so that equal values have equal bits:
// integers wrapped to their width, one NaN for each float dtype. -0.0 and 0.0 stay apart.
func canonBits(d DType, b uint64) uint64 {
	switch d {
	case F32:
		if f := math.Float32frombits(uint32(b)); f != f {
			return 0x7fc00000
		}
		return b & 0xffffffff
	case F64:
		if f := math.Float64frombits(b); f != f {
			return 0x7ff8000000000000
		}
		return b
	case Bool:
		return b & 1
	}
	if w := d.Bits(); w < 64 {
		sh := 64 - w
		if d.IsSigned() {
			return uint64(int64(b<<sh) >> sh)
		}
		return b << sh >> sh
	}
	return b
}

// Error is the error of a node that cannot be made. Its text starts with the op's name.
type Error struct {
	Op  Op
	Msg string
}

func (e *Error) Error() string { return upper(e.Op) + ": " + e.Msg }

func errf(op Op, format string, args ...any) *Error {
	return &Error{Op: op, Msg: fmt.Sprintf(format, args...)}
}
