package lower

import (
	"fmt"
	"sort"

	"github.com/uopc/uopc/uopc/uop"
)

// Check gives the kernel that looks at every unproved access before the real one runs. It takes the
// same arguments, which are all parameters but the result places, and has two results: an index
// and the size it is outside of, or a size of -1 when all is well. It is nil when nothing needs a
// check. The error names an access that can be neither proved nor checked first, because its
// position comes from memory that the kernel writes.
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
	before, around := beforeStores(call.Body(), sig), NewAround(call.Body())
	for _, a := range acc {
		if err := checkable(a, loopsOf(around, a.Node), before, sig); err != nil {
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
		last = checkOne(g, a, loopsOf(around, a.Node), before, bad, limit, last, at)
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
func checkOne(g *uop.Graph, a Access, loops []*uop.UOp, before func(*uop.UOp) *uop.UOp, bad, limit, prev *uop.UOp, at func(*uop.UOp) *uop.UOp) *uop.UOp {
	idx, size := before(a.Index), before(a.Size)
	if idx.DType() != uop.Index {
		idx = g.Cast(idx, uop.Index)
		if a.Index.DType() == uop.U64 {
			// An index above the largest int64 must not look negative and then small.
			idx = g.Where(g.Bin(uop.OpCmplt, before(a.Index), g.Const(uop.U64, 1<<62)), idx, g.Idx(1<<62))
		}
	}
	idx, loops = enoughTurns(g, idx, size, loops, before)
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

// loopsOf lists the loops around an access, outermost first: a loop whose size uses a counter
// comes after that counter. Loops that the index does not depend on are kept, for an access in a
// loop that never runs is no access.
func loopsOf(around *Around, node *uop.UOp) []*uop.UOp {
	out := around.Loops(node)
	sort.Slice(out, func(i, j int) bool { return out[i].ID() < out[j].ID() })
	return out
}

// enoughTurns shortens the loops of a check. Where the position is never less than a counter, a
// turn beyond the size finds nothing that the turn at the size has not found, and the loop's own
// length may come from data and be enormous.
func enoughTurns(g *uop.Graph, idx, size *uop.UOp, loops []*uop.UOp, before func(*uop.UOp) *uop.UOp) (*uop.UOp, []*uop.UOp) {
	now := map[*uop.UOp]*uop.UOp{}
	renew := func(u *uop.UOp) *uop.UOp {
		v, err := uop.Substitute(u, func(v *uop.UOp) *uop.UOp { return now[v] })
		if err != nil {
			panic("BUG: " + err.Error()) // a RANGE stands for a RANGE
		}
		return v
	}
	out := make([]*uop.UOp, len(loops))
	for i, r := range loops {
		old := before(r)
		n := renew(old.Src()[0])
		short := g.Neg(g.Bin(uop.OpMax, g.Neg(n), g.Neg(g.Add(size, g.Idx(1)))))
		now[old] = g.With(old, short)
		// It is enough to know of the turns that are left: the one at the size is among them.
		f := newLinear()
		f.addTerm(renew(idx), uop.Wide64(1))
		f.addTerm(now[old], uop.Wide64(-1))
		f.lowest()
		f.splitSizes()
		if f.minimum().Sign() < 0 {
			now[old] = g.With(old, n)
		}
		out[i] = now[old]
	}
	return renew(idx), out
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

// turnSrc gives what a node is made of within one turn of the loops around it: how many turns a
// loop has is another question.
func turnSrc(u *uop.UOp) []*uop.UOp {
	if u.Op() == uop.OpRange {
		return nil
	}
	return u.Src()
}

// checkable tells whether an access's position, and how often it is made, are known before the
// kernel stores anything.
func checkable(a Access, loops []*uop.UOp, before func(*uop.UOp) *uop.UOp, sig *uop.Signature) error {
	from := func(what string, roots ...*uop.UOp) (err error) {
		uop.Walk(roots, turnSrc, func(u *uop.UOp) bool {
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
	for _, r := range loops {
		if err := from("the length of the loop around a position", before(r).Src()[0]); err != nil {
			return err
		}
	}
	return nil
}
