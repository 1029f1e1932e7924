package libm

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Each gives the kernel that sets dst[i] to f of x[i], and of y[i], for every i: a CALL with the
// parameters dst, x, y if there is one, and n. It is for tests and measurements; definitions apply
// a function to tensors.
func (f *Func) Each(g *uop.Graph, d uop.DType) *uop.UOp {
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, f.Arity+1, "n"))
	place := func(slot int, name string, d uop.DType) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), n)
	}
	r := g.Make(uop.OpRange, uop.RangeArg(0), n)
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, r) }
	dst := place(0, "dst", f.Result(d))
	params, args := []*uop.UOp{dst}, []*uop.UOp(nil)
	for i := range f.Arity {
		p := place(i+1, "xy"[i:i+1], d)
		params = append(params, p)
		args = append(args, g.Make(uop.OpLoad, uop.Arg{}, at(p)))
	}
	v, err := f.On(args...)
	if err != nil {
		panic("BUG: libm: " + err.Error())
	}
	store := g.Make(uop.OpStore, uop.Arg{}, at(dst), v)
	sink := g.Make(uop.OpSink, uop.Arg{}, g.Make(uop.OpEnd, uop.Arg{}, store, r))
	name := f.Name + strings.ToUpper(d.String())
	return g.Make(uop.OpCall, uop.NameArg(name), append(append([]*uop.UOp{sink}, params...), n)...)
}
