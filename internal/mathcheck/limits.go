package main

import (
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// The largest error allowed, in units of the last place; 1/2 is correct rounding.
var (
	// limitsF32 has the functions of one argument that are not known to be correctly rounded.
	limitsF32 = map[string]float64{}

	// limitsPairs has the functions of two arguments that are not exact.
	limitsPairs = map[string]float64{"Pow": 0.51, "Atan2": 0.51, "Hypot": 0.51}
)

// limitF64 is for all functions in f64.
const limitF64 = 2

func limit(f *libm.Func, d uop.DType) float64 {
	limits := limitsF32
	if f.Arity == 2 {
		limits = limitsPairs
	}
	if l, ok := limits[f.Name]; ok && d == uop.F32 {
		return l
	}
	if d == uop.F64 {
		return limitF64
	}
	return 0.5
}

// good tells whether what was found is allowed. A wrong result of f32 has an error above 1/2.
func (t *tally) good(f *libm.Func, d uop.DType) bool {
	if d == uop.F64 && t.Wrong > 0 { // an exact function has no error at all
		return false
	}
	return t.Differ == 0 && (t.Wrong == 0 || t.Worst <= limit(f, d))
}
