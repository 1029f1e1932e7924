package rules

import (
	"fmt"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// Order is the order in which the nodes of one block of a memory program run.
type Order uint8

// The orders. Both respect sources.
const (
	ByID Order = iota // as the nodes were made
	DFS               // depth first from the root, in order of sources
)

// Arg is an argument or a result: a scalar, which has no Shape, or elements in row-major order,
// encoded as package contract says. The elements of a place are written where they lie. The zero
// Arg stands for a size that lengths tell, and for a result place.
type Arg struct {
	DType uop.DType
	Shape []int64
	Bits  []uint64
}

func (a Arg) given() bool { return a.DType != uop.Void }

// Run runs a kernel by rewriting. A body that is arithmetic alone becomes a closed program, its
// PARAMs replaced by CONSTs and STACKs of them, and is rewritten to its value. In a memory
// program memory is kept beside the graph, and each value that a step needs is rewritten to a
// constant in the same way. The results are the body's value, if it has one, and then the result
// places by slot.
func Run(call *uop.UOp, args []Arg, order Order) ([]Arg, error) {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, err
	}
	given, err := bind(sig, args)
	if err != nil {
		return nil, err
	}
	m := newMachine(order)
	var out []Arg
	v, err := m.enter(call.Body(), given)
	if err != nil {
		return nil, err
	}
	if v != nil {
		out = append(out, readOff(v))
	}
	for i, p := range sig.Params {
		if !p.Result {
			continue
		}
		pl := given[i].place
		if pl == nil || !pl.whole() {
			return nil, fmt.Errorf("the result %s (slot %d) was never written", p.Name, i)
		}
		a := Arg{DType: p.DType, Shape: pl.shape, Bits: pl.bits}
		if len(a.Bits) == 1 {
			a.Shape = nil
		}
		out = append(out, a)
	}
	return out, nil
}

// binding is what a slot stands for: a value in the scratch graph, or a place.
type binding struct {
	arg   Arg
	val   *uop.UOp
	place *place
}

func bind(sig *uop.Signature, args []Arg) ([]binding, error) {
	if len(args) != len(sig.Params) {
		return nil, fmt.Errorf("kernel %s takes %d arguments, got %d", sig.Name, len(sig.Params), len(args))
	}
	out := make([]binding, len(args))
	for i, p := range sig.Params {
		a := args[i]
		if a.given() && a.DType != p.DType {
			return nil, fmt.Errorf("argument %d (%s) has dtype %s, want %s", i, p.Name, a.DType, p.DType)
		}
		out[i].arg = a
	}
	tellSizes(sig, out)
	for i, p := range sig.Params {
		a := out[i].arg
		switch {
		case a.given() && p.Mem:
			out[i].place = &place{d: p.DType, shape: a.Shape, bits: a.Bits}
		case !a.given() && p.Used && !p.Result:
			return nil, fmt.Errorf("argument %d (%s) is missing", i, p.Name)
		case a.given() && len(p.Shape) == 0 && len(a.Bits) != 1:
			return nil, fmt.Errorf("argument %d (%s) has %d elements, want a scalar", i, p.Name, len(a.Bits))
		}
	}
	return out, nil
}

// tellSizes finds the sizes that were not given from the lengths of what was: each place or value
// with one unknown axis tells it.
func tellSizes(sig *uop.Signature, out []binding) {
	for again := true; again; {
		again = false
		for i, p := range sig.Params {
			if !out[i].arg.given() || p.Result {
				continue
			}
			unknown, rest := -1, int64(1)
			for _, d := range p.Shape {
				switch n, slot := known(d, out); {
				case slot < 0:
					rest *= n
				case unknown >= 0:
					rest = 0
				default:
					unknown = slot
				}
			}
			if n := int64(len(out[i].arg.Bits)); unknown >= 0 && rest > 0 && n%rest == 0 {
				out[unknown].arg = Arg{DType: uop.Index, Bits: []uint64{uint64(n / rest)}}
				again = true
			}
		}
	}
}

// known gives a size, or the slot of the size that is missing.
func known(d uop.Dim, out []binding) (n int64, slot int) {
	if d.U == nil {
		return d.N, -1
	}
	if d.U.Op() != uop.OpParam || d.U.X().Slot >= len(out) {
		return 0, -1
	}
	if a := out[d.U.X().Slot].arg; a.given() {
		return int64(a.Bits[0]), -1
	}
	return 0, d.U.X().Slot
}

// machine runs scopes. Its graph holds no more than what values are made of: programs are read
// from the graph they live in, which stays as it was.
type machine struct {
	g      *uop.Graph
	rw     *rewrite.Rewriter[none]
	order  Order
	frames []*frame
	ends   map[*uop.UOp]*endPlan
	limit  int // nodes of g at which it is swept
}

const firstSweep = 1 << 16

func newMachine(order Order) *machine {
	m := &machine{order: order, ends: map[*uop.UOp]*endPlan{}, limit: firstSweep}
	m.fresh()
	return m
}

func (m *machine) fresh() {
	m.g = uop.NewGraph()
	m.rw = rewrite.New(m.g, runMatcher, none{}, &rewrite.Options{Pure: true, PerNode: 1 << 30, Total: 1 << 62})
}

// sweep drops the graph with all that past steps left in it, once that is much.
func (m *machine) sweep() {
	if m.g.Len() < m.limit {
		return
	}
	m.fresh()
	for _, f := range m.frames {
		for u, v := range f.vals {
			f.vals[u] = m.adopt(v)
		}
		for i := range f.args {
			if v := f.args[i].val; v != nil {
				f.args[i].val = m.adopt(v)
			}
		}
	}
	m.limit = max(firstSweep, 4*m.g.Len())
}

// adopt makes a value of a graph that is given up anew.
func (m *machine) adopt(v *uop.UOp) *uop.UOp {
	if v.IsConst() {
		return m.g.Const(v.DType(), v.Bits())
	}
	a := readOff(v)
	return m.tree(a.DType, a.Shape, a.Bits)
}

// value rewrites a node to a constant, or a STACK of them.
func (m *machine) value(op uop.Op, a uop.Arg, src ...*uop.UOp) (*uop.UOp, error) {
	u, err := m.g.New(op, a, src...)
	if err != nil {
		return nil, err
	}
	v, err := m.rw.Rewrite(u)
	if err != nil {
		return nil, err
	}
	if _, ok := flatten(v); !ok {
		return nil, fmt.Errorf("%s does not come down to a value: rewriting stops at %s", op, v.Op())
	}
	return v, nil
}

// transplant copies a program into another graph. sub may give the copy of a node of the
// outermost scope; the bodies of CALLs are copied as they are.
func transplant(g *uop.Graph, root *uop.UOp, sub func(*uop.UOp) *uop.UOp) *uop.UOp {
	n := root.Graph().Len()
	outer := make([]*uop.UOp, n) // by id
	var inner []*uop.UOp
	var bodies []*uop.UOp
	uop.Walk([]*uop.UOp{root}, uop.ScopeSrc, func(u *uop.UOp) bool {
		if u.Op() == uop.OpCall {
			bodies = append(bodies, u.Body())
		}
		return true
	})
	if len(bodies) > 0 {
		inner = make([]*uop.UOp, n)
	}
	var src []*uop.UOp
	uop.Walk(bodies, uop.AllSrc, func(u *uop.UOp) bool {
		src = src[:0]
		for _, s := range u.Src() {
			src = append(src, inner[s.ID()])
		}
		inner[u.ID()] = g.Make(u.Op(), u.Arg(), src...)
		return true
	})
	uop.Walk([]*uop.UOp{root}, uop.ScopeSrc, func(u *uop.UOp) bool {
		if v := sub(u); v != nil {
			outer[u.ID()] = v
			return true
		}
		src = src[:0]
		for i, s := range u.Src() {
			if i == 0 && u.Op() == uop.OpCall {
				src = append(src, inner[s.ID()])
			} else {
				src = append(src, outer[s.ID()])
			}
		}
		outer[u.ID()] = g.Make(u.Op(), u.Arg(), src...)
		return true
	})
	return outer[root.ID()]
}
