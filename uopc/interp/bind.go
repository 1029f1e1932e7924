package interp

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// given is what one slot of a scope holds: a scalar, a value with a shape, or a place.
type given struct {
	set    bool
	bits   uint64
	tensor *Value
	place  place
}

// bind checks the caller's arguments against what the scope takes, and finds the sizes that
// the caller left out.
func bind(params []uop.Param, args []*Value) ([]given, error) {
	vals := append([]*Value(nil), args...)
	for i, p := range params {
		if vals[i] == nil || p.DType == uop.Void {
			vals[i] = nil // a slot between others that nothing uses
			continue
		}
		if err := checkValue(p, vals[i]); err != nil {
			return nil, err
		}
	}
	s := sizes{params: params, vals: vals, by: make([]string, len(params))}
	if err := s.solve(); err != nil {
		return nil, err
	}
	in := make([]given, len(params))
	for i, p := range params {
		v := vals[i]
		switch {
		case v == nil && (p.Result && p.Mem || !p.Used):
		case v == nil && p.DType == uop.Index && !p.Mem && len(p.Shape) == 0:
			return nil, fmt.Errorf("the size %s (slot %d) cannot be found: no length of a place tells it, so give it as an argument", p.Name, i)
		case v == nil:
			return nil, fmt.Errorf("argument %d (%s) is missing", i, p.Name)
		default:
			in[i] = give(p, v)
		}
	}
	return in, nil
}

func give(p uop.Param, v *Value) given {
	switch {
	case p.Mem:
		return given{set: true, place: place{bits: v.Bits, shape: v.Shape, raw: true}}
	case len(p.Shape) == 0:
		return given{set: true, bits: contract.Canon(p.DType, v.Bits[0])}
	}
	t := v.clone()
	for i, b := range t.Bits {
		t.Bits[i] = contract.Canon(p.DType, b)
	}
	return given{set: true, tensor: t}
}

func checkValue(p uop.Param, v *Value) error {
	if v.DType != p.DType {
		return fmt.Errorf("argument %d (%s) has dtype %s, want %s", p.Slot, p.Name, v.DType, p.DType)
	}
	for _, d := range v.Shape {
		if d < 0 {
			return fmt.Errorf("argument %d (%s) has shape %s: a size is 0 or more", p.Slot, p.Name, shapeText(v.Shape))
		}
	}
	if n := count(v.Shape); n != int64(len(v.Bits)) {
		return fmt.Errorf("argument %d (%s) has shape %s but %d elements", p.Slot, p.Name, shapeText(v.Shape), len(v.Bits))
	}
	if !p.Mem && len(p.Shape) == 0 && len(v.Shape) != 0 {
		return fmt.Errorf("argument %d (%s) has shape %s, want a scalar", p.Slot, p.Name, shapeText(v.Shape))
	}
	if len(v.Shape) > 1 && len(v.Shape) != len(p.Shape) {
		return fmt.Errorf("argument %d (%s) has shape %s, want %v or the elements in one row", p.Slot, p.Name, shapeText(v.Shape), p.Shape)
	}
	return nil
}

// sizes finds the index arguments that lengths tell.
type sizes struct {
	params []uop.Param
	vals   []*Value
	by     []string // the argument whose length told the size
}

func (s *sizes) solve() error {
	for changed := true; changed; {
		changed = false
		for i, p := range s.params {
			if s.vals[i] == nil || len(p.Shape) == 0 || p.Result {
				continue
			}
			told, err := s.tell(p, s.vals[i])
			if err != nil {
				return err
			}
			changed = changed || told
		}
	}
	for i, p := range s.params {
		if s.vals[i] == nil || len(p.Shape) == 0 {
			continue
		}
		if err := s.check(p, s.vals[i]); err != nil {
			return err
		}
	}
	return nil
}

// slot gives the slot of a size that is an argument, or -1.
func (s *sizes) slot(d uop.Dim) int {
	if d.U == nil || d.U.Op() != uop.OpParam || d.U.X().Slot >= len(s.params) {
		return -1
	}
	k := d.U.X().Slot
	if p := s.params[k]; p.DType != uop.Index || p.Mem || len(p.Shape) > 0 {
		return -1
	}
	return k
}

// known gives the size of an axis if it is known by now.
func (s *sizes) known(d uop.Dim) (int64, bool) {
	if d.U == nil {
		return d.N, true
	}
	if k := s.slot(d); k >= 0 && s.vals[k] != nil {
		return int64(s.vals[k].Bits[0]), true
	}
	return 0, false
}

// tell finds the one size of p that is not known, from the length of v.
func (s *sizes) tell(p uop.Param, v *Value) (bool, error) {
	rest, axis := int64(1), -1
	for i, d := range p.Shape {
		n, ok := s.known(d)
		switch {
		case ok && n < 0:
			return false, nil // reported by check
		case ok:
			rest = count([]int64{rest, n})
		case axis >= 0 || s.slot(d) < 0:
			return false, nil
		default:
			axis = i
		}
	}
	if axis < 0 || rest == 0 {
		return false, nil
	}
	n := int64(len(v.Bits))
	if n%rest != 0 {
		return false, fmt.Errorf("%s has %d elements, which is not a multiple of %d", p.Name, n, rest)
	}
	k := s.slot(p.Shape[axis])
	s.vals[k], s.by[k] = Scalar(uop.Index, uint64(n/rest)), p.Name
	return true, nil
}

// check compares the length of v with the sizes of p, as far as those are known here; sizes
// that are computed are compared once the scope runs.
func (s *sizes) check(p uop.Param, v *Value) error {
	dims := make([]int64, len(p.Shape))
	var why []string
	for i, d := range p.Shape {
		n, ok := s.known(d)
		if !ok {
			return nil
		}
		k := s.slot(d)
		if n < 0 {
			return fmt.Errorf("the size %s is %d: a size is 0 or more", s.params[k].Name, n)
		}
		dims[i] = n
		if k < 0 {
			continue
		}
		text := fmt.Sprintf("%s is %d", s.params[k].Name, n)
		if s.by[k] != "" {
			text += " by " + s.by[k]
		}
		why = append(why, text)
	}
	want, got := count(dims), int64(len(v.Bits))
	switch {
	case want == got:
		return nil
	case len(why) == 0:
		return fmt.Errorf("%s has %d elements, want %d", p.Name, got, want)
	case len(dims) == 1:
		return fmt.Errorf("%s has %d elements, %s", p.Name, got, why[0])
	}
	return fmt.Errorf("%s has %d elements, want %d: %s", p.Name, got, want, strings.Join(why, ", "))
}

// resultOf reads a result place after the run.
func resultOf(p uop.Param, g given) (*Value, error) {
	if !g.set {
		return nil, fmt.Errorf("the result %s (slot %d) was never written", p.Name, p.Slot)
	}
	for i := range g.place.bits {
		if g.place.written != nil && !g.place.written[i] {
			return nil, fmt.Errorf("the result %s (slot %d) was never written", p.Name, p.Slot)
		}
	}
	v := (&Value{p.DType, g.place.shape, g.place.bits}).clone()
	if len(v.Bits) == 1 {
		v.Shape = nil
	}
	return v, nil
}

// BindSizes checks arguments against a signature and gives them with the sizes that lengths tell
// filled in. Results and slots that nothing uses stay nil; sizes that are computed from others are
// not looked at.
func BindSizes(sig *uop.Signature, args []*Value) ([]*Value, error) {
	if len(args) != len(sig.Params) {
		return nil, fmt.Errorf("%s takes %d arguments, got %d", sig.Name, len(sig.Params), len(args))
	}
	vals := append([]*Value(nil), args...)
	for i, p := range sig.Params {
		if vals[i] == nil {
			continue
		}
		if err := checkValue(p, vals[i]); err != nil {
			return nil, err
		}
	}
	s := sizes{params: sig.Params, vals: vals, by: make([]string, len(sig.Params))}
	if err := s.solve(); err != nil {
		return nil, err
	}
	return vals, nil
}
