package interp

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// maxNew is the most elements that NewPlace makes: more are a mistake sooner than a wish.
const maxNew = 1 << 31

// NewPlace makes the memory of a place that the caller does not give, such as a result. Its sizes
// may be computed from the arguments, which are by slot.
func NewPlace(p uop.Param, args []*Value) (*Value, error) {
	given := map[int]*Value{}
	for i, a := range args {
		if a != nil {
			given[i] = a
		}
	}
	v := &Value{DType: p.DType}
	n := int64(1)
	for _, d := range p.Shape {
		size := d.N
		if d.U != nil {
			s, err := Eval(d.U, given, Options{})
			if err != nil {
				return nil, err
			}
			size = max(0, int64(s.Bits[0]))
		}
		v.Shape = append(v.Shape, size)
		if size > maxNew || n*size > maxNew {
			return nil, fmt.Errorf("%s would hold more than %d elements", p.Name, int64(maxNew))
		}
		n *= size
	}
	v.Bits = make([]uint64, n)
	return v, nil
}
