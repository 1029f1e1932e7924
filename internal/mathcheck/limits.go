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

	// limitsF64 has the functions that go beyond usualF64.
	limitsF64 = map[string]float64{
		"Gelu": 3, "GeluTanh": 3, "Silu": 3, "Mish": 3, "Tanh": 2.5, "Erfc": 2.5,
	}
)

const usualF64 = 2

func limit(f *libm.Func, d uop.DType) float64 {
	limits, usual := limitsF32, 0.5
	switch {
	case d == uop.F64:
		limits, usual = limitsF64, usualF64
	case f.Arity == 2:
		limits = limitsPairs
	}
	if l, ok := limits[f.Name]; ok {
		return l
	}
	return usual
}

// good tells whether what was found is allowed. Wrong results of f32 have an error above 1/2; those of
// f64 are too far off by any measure.
func (t *tally) good(f *libm.Func, d uop.DType) bool {
	if d == uop.F64 {
		return t.Differ == 0 && t.Wrong == 0 && t.Worst <= limit(f, d)
	}
	return t.Differ == 0 && (t.Wrong == 0 || t.Worst <= limit(f, d))
}
