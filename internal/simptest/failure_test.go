package simptest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// failure is a program that the simplifier gets wrong.
type failure struct {
	number        int // of the program, within its sweep
	before, after *uop.UOp
	kind, what    string
	fired         map[string]int
	args          []string // name=value
	run           []string // the values alone
}

func newFailure(u, v *uop.UOp, p *Program, i int, fired map[string]int) *failure {
	d := u.DType()
	f := &failure{before: u, after: v, kind: "value", fired: fired}
	if v != nil {
		f.what = fmt.Sprintf("%s is now %s", contract.FormatValue(d, p.Out(u)[i]), contract.FormatValue(d, p.Out(v)[i]))
	}
	for k, q := range p.Params() {
		val := contract.FormatValue(q.DType(), p.In(k)[i])
		f.args = append(f.args, fmt.Sprintf("%s=%s", show(q), val))
		f.run = append(f.run, val)
	}
	return f
}

// String gives all that is needed to see the failure again.
func (f *failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  of: %v: %s\n", f.what, f.before.DType(), show(f.before))
	if f.after != nil {
		fmt.Fprintf(&b, "  is: %s\n", show(f.after))
	}
	if len(f.args) > 0 {
		fmt.Fprintf(&b, "  at: %s\n", strings.Join(f.args, " "))
	}
	var names []string
	for k, n := range f.fired {
		names = append(names, fmt.Sprintf("%s (%d)", k, n))
	}
	slices.Sort(names)
	fmt.Fprintf(&b, "  fired: %s\n  run: go tool uopc-gen run -engine interp FILE %s\n%s", strings.Join(names, ", "), strings.Join(f.run, " "), uir.FormatNode(f.before))
	return b.String()
}

// show prints a program as one line; what it shares is printed each time, up to a size.
func show(u *uop.UOp) string {
	s := showDeep(u, 40)
	if len(s) > 2000 {
		s = s[:2000] + "..."
	}
	return s
}

func showDeep(u *uop.UOp, depth int) string {
	switch {
	case u.IsConst():
		return contract.FormatValue(u.DType(), u.Bits())
	case u.Op() == uop.OpParam:
		if u.X().HasMin {
			return fmt.Sprintf("%s:%v[%d,%d]", u.X().Name, u.DType(), u.X().Min, u.X().Max)
		}
		return fmt.Sprintf("%s:%v", u.X().Name, u.DType())
	case depth == 0:
		return "..."
	}
	parts := []string{u.Op().String()}
	if u.Op() == uop.OpCast || u.Op() == uop.OpBitcast {
		parts[0] += "." + u.DType().String()
	}
	for _, s := range u.Src() {
		parts = append(parts, showDeep(s, depth-1))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// shrinkTime bounds the search for a smaller program.
const shrinkTime = 5 * time.Second

// shrink looks for a smaller program that fails in the same way: it puts a part's own source or a
// small constant in the part's place, from the root down, as long as that works.
func (f *failure) shrink(again func(*uop.UOp) *failure) {
	until := time.Now().Add(shrinkTime)
	for f.smaller(again, until) && time.Now().Before(until) {
	}
}

func (f *failure) smaller(again func(*uop.UOp) *failure, until time.Time) bool {
	nodes := uop.Topo(f.before)
	for i := len(nodes) - 1; i >= 0 && time.Now().Before(until); i-- {
		for _, by := range smallerForms(nodes[i]) {
			v := by
			if i < len(nodes)-1 {
				v = replaced(f.before, nodes[i], by)
			}
			if v == nil || v == f.before || size(v) >= size(f.before) {
				continue
			}
			if g := again(v); g != nil && g.kind == f.kind {
				g.number = f.number
				*f = *g
				return true
			}
		}
	}
	return false
}

func replaced(root, u, by *uop.UOp) *uop.UOp {
	v, err := uop.Substitute(root, func(w *uop.UOp) *uop.UOp {
		if w == u {
			return by
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return v
}

// size is what shrinking makes smaller: nodes count most, then the digits of constants.
func size(u *uop.UOp) (n int) {
	for _, v := range uop.Topo(u) {
		n += 1000
		if v.IsConst() {
			n += len(contract.FormatValue(v.DType(), v.Bits())) * 4
			if v.Bits() == 0 {
				n -= 2
			}
		}
	}
	return n
}

// smallerForms lists what may stand in the place of u: any node below it of its dtype, or a
// smaller constant.
func smallerForms(u *uop.UOp) (out []*uop.UOp) {
	g, d := u.Graph(), u.DType()
	if u.Op() == uop.OpParam {
		return nil
	}
	for _, v := range uop.Topo(u) {
		if v != u && v.DType() == d && !u.IsConst() {
			out = append(out, v)
		}
	}
	for _, k := range []int64{0, 1, -1, 2, -2, 3, 4} {
		out = append(out, g.Const(d, contract.FromInt(d, k)))
	}
	if u.IsConst() && d.IsInt() {
		out = append(out, g.Int(d, int64(u.Bits())/2), g.Int(d, int64(u.Bits())/10))
	}
	return out
}
