package lower

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Access is one index of a LOAD or STORE that was not proved to lie inside its axis.
type Access struct {
	Node  *uop.UOp // the LOAD or STORE
	Axis  int
	Index *uop.UOp
	Size  *uop.UOp
	Place *uop.UOp // PARAM or ALLOC
}

// Unproved lists the accesses of a lowered kernel that its shapes and ranges do not prove to be
// inside, in the order in which the kernel is written.
func Unproved(call *uop.UOp) []Access {
	var out []Access
	g := call.Graph()
	for _, u := range uop.Topo(call.Body()) {
		if u.Op() != uop.OpLoad && u.Op() != uop.OpStore {
			continue
		}
		at := u.Src()[0]
		for i, s := range at.Src()[1:] {
			d := at.Src()[0].Shape()[i]
			if !inside(s, d) {
				out = append(out, Access{u, i, s, g.Size(d), at.Base()})
			}
		}
	}
	return out
}

// inside proves 0 <= u < d.
func inside(u *uop.UOp, d uop.Dim) bool {
	zero := uop.Wide64(0)
	low := !u.Vmin().Less(zero)
	if !low {
		f := newLinear()
		f.addTerm(u, uop.Wide64(1))
		f.lowest()
		f.splitSizes()
		low = f.minimum().Sign() >= 0
	}
	if !low {
		return false
	}
	if d.U == nil && u.Vmax().Less(uop.Wide64(d.N)) {
		return true
	}
	f := newLinear()
	f.c = uop.Wide64(-1)
	if d.U == nil {
		f.c = uop.Wide64(d.N - 1)
	} else {
		f.addTerm(d.U, uop.Wide64(1))
	}
	f.addTerm(u, uop.Wide64(-1))
	f.lowest()
	f.splitSizes()
	return f.minimum().Sign() >= 0
}

// Check gives the kernel that looks at every unproved access before the real one runs. It takes the
// same arguments, which are all parameters but the result places, and has two results: an index
// and the size it is outside of, or a size of -1 when all is well. It is nil when nothing needs a check. The error names an access that can be
// neither proved nor checked first, because its position comes from memory that the kernel writes.
func Check(call *uop.UOp) (*uop.UOp, []Access, error) {
	acc := Unproved(call)
	if len(acc) == 0 {
		return nil, nil, nil
	}
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, nil, err
	}
	g := call.Graph()
	before := beforeStores(call.Body(), sig)
	for _, a := range acc {
		if err := checkable(a, before, sig); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", sig.Name, err)
		}
	}
	args, n := arguments(call, sig)
	result := func(i int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: &uop.Ext{Slot: n + i, Name: name, Mem: true, Role: uop.RoleResult, Dims: []int64{1}}})
	}
	bad, limit := result(0, "bad"), result(1, "limit")
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, g.Idx(0)) }
	put := func(p *uop.UOp, v *uop.UOp) *uop.UOp { return g.Make(uop.OpStore, uop.Arg{}, at(p), v) }
	last := g.Make(uop.OpSink, uop.Arg{}, put(bad, g.Idx(0)), put(limit, g.Idx(-1)))
	for _, a := range acc {
		last = checkOne(g, a, before, bad, limit, last, at)
	}
	src := append([]*uop.UOp{last}, args...)
	for i, u := range src {
		if src[i], err = uop.Substitute(u, func(v *uop.UOp) *uop.UOp { return renumbered(v, sig, bad, limit) }); err != nil {
			return nil, nil, err
		}
	}
	out, err := g.New(uop.OpCall, uop.NameArg(sig.Name+"Check"), append(src, bad, limit)...)
	return out, acc, err
}

// arguments lists the arguments of a kernel that its caller gives.
func arguments(call *uop.UOp, sig *uop.Signature) (out []*uop.UOp, n int) {
	for i, a := range call.Args() {
		if !sig.Params[i].Result {
			out = append(out, a)
		}
	}
	return out, len(out)
}

// renumbered gives a PARAM the slot that it has when result places have none.
func renumbered(u *uop.UOp, sig *uop.Signature, except ...*uop.UOp) *uop.UOp {
	if u.Op() != uop.OpParam || contains(except, u) {
		return nil
	}
	x := *u.X()
	for _, p := range sig.Params[:min(u.X().Slot, len(sig.Params))] {
		if p.Result {
			x.Slot--
		}
	}
	src := append([]*uop.UOp{}, u.Src()...)
	for i, s := range src {
		// A size is made of PARAMs of type index, for which this cannot fail.
		if v, err := uop.Substitute(s, func(v *uop.UOp) *uop.UOp { return renumbered(v, sig, except...) }); err == nil {
			src[i] = v
		}
	}
	return u.Graph().Make(uop.OpParam, uop.Arg{DType: u.DType(), X: &x}, src...)
}

// checkOne makes the loop that looks at one access, after the effect prev.
func checkOne(g *uop.Graph, a Access, before func(*uop.UOp) *uop.UOp, bad, limit, prev *uop.UOp, at func(*uop.UOp) *uop.UOp) *uop.UOp {
	idx, size := before(a.Index), before(a.Size)
	if idx.DType() != uop.Index {
		idx = g.Cast(idx, uop.Index)
		if a.Index.DType() == uop.U64 {
			// An index above the largest int64 must not look negative and then small.
			idx = g.Where(g.Bin(uop.OpCmplt, before(a.Index), g.Const(uop.U64, 1<<62)), idx, g.Idx(1<<62))
		}
	}
	loops := openLoops(a.Node)
	for i, r := range loops {
		loops[i] = before(r)
	}
	seq := func(p *uop.UOp) *uop.UOp {
		return g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{p, prev}, loops...)...)
	}
	b, l := seq(bad), seq(limit)
	oldBad, oldLimit := g.Make(uop.OpLoad, uop.Arg{}, at(b)), g.Make(uop.OpLoad, uop.Arg{}, at(l))
	outside := g.Bin(uop.OpOr, g.Bin(uop.OpCmplt, idx, g.Idx(0)), g.Bin(uop.OpXor, g.Bin(uop.OpCmplt, idx, size), g.Bool(true)))
	first := g.Bin(uop.OpAnd, outside, g.Bin(uop.OpCmplt, oldLimit, g.Idx(0)))
	b2 := g.Make(uop.OpAfter, uop.Arg{}, b, oldBad)
	l2 := g.Make(uop.OpAfter, uop.Arg{}, l, oldLimit)
	e := g.Make(uop.OpSink, uop.Arg{},
		g.Make(uop.OpStore, uop.Arg{}, at(b2), g.Where(first, idx, oldBad)),
		g.Make(uop.OpStore, uop.Arg{}, at(l2), g.Where(first, size, oldLimit)))
	for i := len(loops) - 1; i >= 0; i-- {
		e = g.Make(uop.OpEnd, uop.Arg{}, e, loops[i])
	}
	return e
}

// openLoops lists the loops around an access, outermost first: a loop whose size uses a counter
// comes after that counter. Loops that the index does not depend on are kept, for an access in a
// loop that never runs is no access.
func openLoops(node *uop.UOp) []*uop.UOp {
	out := append([]*uop.UOp{}, node.Open()...)
	for _, r := range node.Src()[0].Open() {
		if !contains(out, r) {
			out = append(out, r)
		}
	}
	return out // in order of creation, so a counter comes before a size made of it
}

// beforeStores gives nodes as they are before the kernel stores anything: a load from a place that
// the kernel never writes need not wait for what the kernel does elsewhere, which the check must
// not do. It still waits for loops, for in one that never runs it is no load.
func beforeStores(body *uop.UOp, sig *uop.Signature) func(*uop.UOp) *uop.UOp {
	g := body.Graph()
	done := map[*uop.UOp]*uop.UOp{}
	get := func(u *uop.UOp) *uop.UOp {
		if v := done[u]; v != nil {
			return v
		}
		return u
	}
	for _, u := range uop.Topo(body) {
		src, same := make([]*uop.UOp, 0, len(u.Src())), true
		for i, s := range u.Src() {
			if i > 0 && u.Op() == uop.OpAfter && s.Op() != uop.OpRange && !changes(u.Base(), sig) {
				same = false
				continue
			}
			src = append(src, get(s))
			same = same && get(s) == s
		}
		switch {
		case same:
		case u.Op() == uop.OpAfter && len(src) == 1:
			done[u] = src[0]
		default:
			done[u] = g.With(u, src...)
		}
	}
	return get
}

// changes tells whether a place holds what the kernel stores.
func changes(base *uop.UOp, sig *uop.Signature) bool {
	return base.Op() == uop.OpAlloc || base.Op() == uop.OpParam && sig.Params[base.X().Slot].Stored
}

// checkable tells whether an access's position, and how often it is made, are known before the
// kernel stores anything.
func checkable(a Access, before func(*uop.UOp) *uop.UOp, sig *uop.Signature) error {
	from := func(what string, roots ...*uop.UOp) (err error) {
		uop.Walk(roots, uop.AllSrc, func(u *uop.UOp) bool {
			if u.Op() == uop.OpLoad && changes(u.Src()[0].Base(), sig) {
				err = fmt.Errorf("%s in %s (axis %d) comes from %s, which the kernel writes: it can be neither proved inside nor checked first; give it a range with FloorMod, Max and Min, or read it from another slice",
					what, placeName(a.Place), a.Axis, placeName(u.Src()[0].Base()))
			}
			return err == nil
		})
		return err
	}
	if err := from("the position", before(a.Index), before(a.Size)); err != nil {
		return err
	}
	for _, r := range openLoops(a.Node) {
		if err := from("the length of the loop around a position", before(r)); err != nil {
			return err
		}
	}
	return nil
}
