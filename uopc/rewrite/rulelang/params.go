package rulelang

import (
	"github.com/uopc/uopc/uopc/uop"
)

// slots numbers the PARAMs.
const slots = "xyzijknbcvw"

// names says what the PARAMs are.
var names = map[string]func(d uop.DType, slot int, name string) uop.Arg{
	"x": uop.ParamArg, "y": uop.ParamArg, "z": uop.ParamArg,
	"i": within(0, 15), "j": within(0, 3), "k": within(0, 7), "n": within(-8, -5),
	"b": boolParam, "c": boolParam, "v": tableParam, "w": tableParam,
}

func within(lo, hi int64) func(uop.DType, int, string) uop.Arg {
	return func(d uop.DType, slot int, name string) uop.Arg { return uop.BoundedArg(d, slot, name, lo, hi) }
}

func boolParam(_ uop.DType, slot int, name string) uop.Arg { return uop.ParamArg(uop.Bool, slot, name) }

func tableParam(d uop.DType, slot int, name string) uop.Arg {
	return uop.Arg{DType: d, X: &uop.Ext{Slot: slot, Name: name, Dims: []int64{2, 3}}}
}
