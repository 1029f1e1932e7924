package interp

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

func TestNewPlace(t *testing.T) {
	g := uop.NewGraph()
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 0, "n"))
	p := uop.Param{Name: "r", DType: uop.F32, Mem: true, Shape: uop.Shape{{U: g.Add(n, g.Idx(1))}, uop.Static(3)}}
	for _, c := range []struct {
		n, count int64
		err      string
	}{
		{1, 6, ""}, {-1, 0, ""}, {-5, 0, ""},
		{1 << 31, 0, "r would hold more than 2147483648 elements"},
		{1 << 62, 0, "r would hold more than 2147483648 elements"},
	} {
		v, err := NewPlace(p, []*Value{Scalar(uop.Index, uint64(c.n))})
		switch {
		case c.err != "":
			if err == nil || err.Error() != c.err {
				t.Errorf("n=%d: got error %v, want %q", c.n, err, c.err)
			}
		case err != nil || int64(len(v.Bits)) != c.count:
			t.Errorf("n=%d: got %v and error %v, want %d elements", c.n, v, err, c.count)
		}
	}
}
