package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// doMap runs a CALL whose body is of scalars for every element of its arguments.
func doMap(m *machine, f *frame, in *instr) error {
	var shaped *Value
	src := make([]*Value, len(in.x.args)) // nil for what the body does not use
	for i, p := range uop.Params(in.u.Body()) {
		if p == nil {
			continue
		}
		v := f.value(in.x.args[i].slot, in.u.Args()[i])
		src[i] = v
		switch {
		case len(v.Shape) == 0:
		case shaped == nil:
			shaped = v
		case len(shaped.Bits) != len(v.Bits):
			return fmt.Errorf("call over arguments of shapes %s and %s", shapeText(shaped.Shape), shapeText(v.Shape))
		}
	}
	out := make([]uint64, len(shaped.Bits))
	for e := range out {
		args := in.x.given
		for i, v := range src {
			switch {
			case v == nil:
			case len(v.Shape) == 0:
				args[i] = given{set: true, bits: v.Bits[0]}
			default:
				args[i] = given{set: true, bits: v.Bits[e]}
			}
		}
		callee, err := m.enterCall(in, args)
		if err != nil {
			return err
		}
		out[e] = callee.scalars[callee.p.root]
	}
	f.tensors[in.out] = &Value{in.u.DType(), shaped.Shape, out}
	return nil
}
