package command

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

func formatBits(d uop.DType, bits uint64) string { return contract.FormatValue(d, bits) }

// parseArg reads an argument: a scalar, or a list in brackets, which may be nested.
func parseArg(p uop.Param, s string) (*interp.Value, error) {
	s = strings.TrimSpace(s)
	list := strings.HasPrefix(s, "[")
	wantList := p.Mem || len(p.Shape) > 0
	switch {
	case wantList && !list:
		return nil, fmt.Errorf("argument %d (%s) is a list of %s, such as [1,2,3]; got %q", p.Slot, p.Name, p.DType, s)
	case !wantList && list:
		return nil, fmt.Errorf("argument %d (%s) is one %s, got a list", p.Slot, p.Name, p.DType)
	case !wantList:
		bits, err := contract.ParseValue(p.DType, s)
		if err != nil {
			return nil, fmt.Errorf("argument %d (%s): %w", p.Slot, p.Name, err)
		}
		return interp.Scalar(p.DType, bits), nil
	}
	v := &interp.Value{DType: p.DType}
	r := &listReader{s: s, v: v}
	if err := r.list(0); err != nil {
		return nil, fmt.Errorf("argument %d (%s): %w", p.Slot, p.Name, err)
	}
	if strings.TrimSpace(r.s) != "" {
		return nil, fmt.Errorf("argument %d (%s): %q follows the list", p.Slot, p.Name, r.s)
	}
	if len(v.Shape) == 1 && len(p.Shape) > 1 && p.Mem {
		return v, nil // the elements of all rows, one after another
	}
	return v, nil
}

// listReader reads nested lists; every list of one depth has the same length.
type listReader struct {
	s string
	v *interp.Value
}

const maxDepth = 16

func (r *listReader) list(depth int) error {
	if depth >= maxDepth {
		return fmt.Errorf("lists are nested more than %d deep", maxDepth)
	}
	r.s = strings.TrimSpace(r.s)
	if !strings.HasPrefix(r.s, "[") {
		return fmt.Errorf("a list starts with [, got %q", r.s)
	}
	r.s = strings.TrimSpace(r.s[1:])
	n := int64(0)
	for !strings.HasPrefix(r.s, "]") {
		if n > 0 {
			if !strings.HasPrefix(r.s, ",") {
				return fmt.Errorf("a comma or ] is missing before %q", r.s)
			}
			r.s = strings.TrimSpace(r.s[1:])
		}
		if err := r.element(depth); err != nil {
			return err
		}
		n++
		r.s = strings.TrimSpace(r.s)
		if r.s == "" {
			return fmt.Errorf("the list has no closing ]")
		}
	}
	r.s = r.s[1:]
	for len(r.v.Shape) <= depth {
		r.v.Shape = append(r.v.Shape, -1)
	}
	if old := r.v.Shape[depth]; old >= 0 && old != n {
		return fmt.Errorf("rows have different lengths, %d and %d", old, n)
	}
	r.v.Shape[depth] = n
	return nil
}

func (r *listReader) element(depth int) error {
	if strings.HasPrefix(r.s, "[") {
		return r.list(depth + 1)
	}
	if len(r.v.Shape) > depth+1 {
		return fmt.Errorf("%q stands where a list of the same depth is wanted", r.s)
	}
	end := strings.IndexAny(r.s, ",]")
	if end < 0 {
		return fmt.Errorf("the list has no closing ]")
	}
	bits, err := contract.ParseValue(r.v.DType, strings.TrimSpace(r.s[:end]))
	if err != nil {
		return err
	}
	r.v.Bits = append(r.v.Bits, bits)
	r.s = r.s[end:]
	return nil
}

// formatValue prints a scalar, or nested lists for a value with axes.
func formatValue(v *interp.Value) string {
	if len(v.Shape) == 0 {
		return formatBits(v.DType, v.Bits[0])
	}
	var b strings.Builder
	rest := v.Bits
	writeLists(&b, v.DType, v.Shape, &rest)
	return b.String()
}

func writeLists(b *strings.Builder, d uop.DType, shape []int64, rest *[]uint64) {
	if len(shape) == 0 {
		b.WriteString(formatBits(d, (*rest)[0]))
		*rest = (*rest)[1:]
		return
	}
	b.WriteByte('[')
	for i := range shape[0] {
		if i > 0 {
			b.WriteString(", ")
		}
		writeLists(b, d, shape[1:], rest)
	}
	b.WriteByte(']')
}
