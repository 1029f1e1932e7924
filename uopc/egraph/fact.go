package egraph

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// fact is what is known of the value of a class; see the package's comment.
type fact struct {
	known bool   // the value is bits
	safe  bool   // some expression of the class has no op that wraps
	hasU  bool   // u is more than v says
	bits  uint64 //
	v, u  uop.Span
}

// maxUpdates bounds how often the facts of one class are narrowed, for a cycle could do it by one
// at a time. What is not narrowed stays true.
const maxUpdates = 40

func point(d uop.DType, bits uint64) fact {
	f := fact{known: true, safe: true, bits: bits, v: full(d)}
	if !d.IsFloat() {
		f.v = at(wideOf(d, bits))
	}
	return f
}

// join adds to f what is known from q, of the same value. It tells whether f became narrower.
func join(f *fact, q fact, d uop.DType) bool {
	old := *f
	if q.known && !f.known {
		f.known, f.bits = true, q.bits
	}
	f.safe = f.safe || q.safe
	f.v = meet(f.v, q.v)
	if q.hasU && (!f.hasU || narrower(q.u, f.u)) {
		f.hasU, f.u = true, q.u
	}
	f.settle(d)
	return *f != old
}

// settle draws the conclusions within one fact.
func (f *fact) settle(d uop.DType) {
	if !f.known && !d.IsFloat() && f.v.Lo == f.v.Hi && fits(d, f.v.Lo) {
		f.known, f.bits = true, contract.Canon(d, f.v.Lo.Bits())
	}
	if f.known {
		f.hasU, f.safe = false, true
	}
	if !f.hasU {
		f.u = uop.Span{}
	}
}

// spread brings what is known of a class to its parents.
func (g *graph) spread(c classID) {
	g.materialize(c)
	for _, id := range g.at(g.find(c)).parents {
		if g.nodes[id].dead || g.conflict != nil {
			continue
		}
		p := g.classOf(id)
		cl := g.at(p)
		if cl.known || cl.updates >= maxUpdates {
			continue
		}
		f := g.factOf(g.canon(g.nodes[id].key))
		if empty(meet(cl.v, f.v)) {
			g.fail(cl.dtype, id, cl.first, apart(cl.v, f.v))
			return
		}
		if join(&cl.fact, f, cl.dtype) {
			cl.updates++
			g.dirty = append(g.dirty, p)
		}
	}
}

// factOf computes what is known of a node from what is known of its sources.
func (g *graph) factOf(k key) fact {
	switch {
	case k.op == uop.OpConst:
		return point(k.dtype, k.bits)
	case k.leaf > 0:
		return leafFact(g.leaves[k.leaf-1])
	}
	var bits [3]uint64
	var src [3]*class
	all := true
	for i, s := range k.src[:k.n] {
		src[i] = g.at(s)
		bits[i], all = src[i].bits, all && src[i].known
	}
	if all && (k.dtype != uop.Index || !ring(k.op)) {
		d := src[k.n-1].dtype
		return point(k.dtype, contract.Eval(k.op, k.dtype, d, bits[0], bits[1], bits[2]))
	}
	return g.bounds(k, src[:k.n])
}

func leafFact(u *uop.UOp) fact {
	f := fact{safe: u.Safe(), v: uop.Span{Lo: u.Vmin(), Hi: u.Vmax()}}
	f.settle(u.DType())
	return f
}

// bounds uses the interval rules of package uop, on a node made for the purpose, and follows the
// ring ops in unbounded integers beside.
func (g *graph) bounds(k key, src []*class) fact {
	if k.dtype == uop.Index && ring(k.op) {
		return g.indexFact(k, src)
	}
	m := g.scratch.node(k, src)
	f := fact{safe: m.Safe(), v: uop.Span{Lo: m.Vmin(), Hi: m.Vmax()}}
	if !barrier(k) {
		for _, s := range src {
			f.safe = f.safe && s.safe
		}
	}
	if u, ok := ringSpan(k, src); ok {
		switch all := full(k.dtype); {
		case within(u, all):
			f.v = meet(f.v, u)
		case worthIt(u, k.dtype):
			f.hasU, f.u = true, u
		}
	}
	f.settle(k.dtype)
	return f
}

// indexFact follows a ring op on index values, which are unbounded integers. Of a node of the
// caller's program it is promised that they fit; of one that a rule makes it is not.
func (g *graph) indexFact(k key, src []*class) fact {
	u, _ := ringSpan(k, src)
	f := fact{safe: within(u, full(uop.Index)), v: u}
	for _, s := range src {
		f.safe = f.safe && s.safe
	}
	if g.promised {
		f.v = meet(f.v, full(uop.Index))
	}
	f.settle(k.dtype)
	return f
}

// ring tells whether op is of the ring modulo 2^w: it needs its operands modulo 2^w only.
func ring(op uop.Op) bool { return op == uop.OpAdd || op == uop.OpMul || op == uop.OpNeg }

// worthIt: a proof of a rule covers unbounded values of about twice the width.
func worthIt(u uop.Span, d uop.DType) bool {
	if u.Lo.IsInf() || u.Hi.IsInf() {
		return false
	}
	big := uop.WideU64(1 << (d.Bits() - 1))
	big = big.Mul(big).Mul(uop.Wide64(2))
	return within(u, uop.Span{Lo: big.Neg(), Hi: big})
}

// barrier tells whether a node's value is what it is, wrapped operands or not.
func barrier(k key) bool {
	return k.op == uop.OpCmplt || k.op == uop.OpCmpne || k.dtype.IsFloat() || k.op == uop.OpCast && k.dtype == uop.Bool
}

// ringSpan gives the span of a sum or product in unbounded integers. It is of use where the span
// by machine values is not within the dtype.
func ringSpan(k key, src []*class) (uop.Span, bool) {
	if !k.dtype.IsInt() {
		return uop.Span{}, false
	}
	var t [2]uop.Span
	for i, s := range src[:min(len(src), 2)] {
		t[i] = s.v
		if s.hasU {
			t[i] = s.u
		}
	}
	switch k.op {
	case uop.OpNeg:
		return negSpan(t[0]), true
	case uop.OpAdd:
		return addSpan(t[0], t[1]), true
	case uop.OpMul:
		return mulSpan(t[0], t[1]), true
	}
	return uop.Span{}, false
}

// scratch is a graph for asking what package uop knows of an op.
type scratch struct{ g *uop.Graph }

const scratchNodes = 1 << 14

func (s *scratch) node(k key, src []*class) *uop.UOp {
	if s.g == nil || s.g.Len() > scratchNodes {
		s.g = uop.NewGraph()
	}
	var in [3]*uop.UOp
	for i, c := range src {
		in[i] = s.source(i, c)
	}
	return s.g.Make(k.op, uop.CastArg(k.dtype), in[:len(src)]...)
}

// source makes a PARAM with the bounds of a class.
func (s *scratch) source(slot int, c *class) *uop.UOp {
	if c.known {
		return s.g.Const(c.dtype, c.bits)
	}
	a := uop.ParamArg(c.dtype, slot, "")
	if !c.dtype.IsInt() {
		return s.g.Make(uop.OpParam, a)
	}
	f := full(c.dtype)
	a.X.Min, a.X.HasMin = c.v.Lo.Int64()
	a.X.Max, a.X.HasMax = c.v.Hi.Int64()
	a.X.HasMin = a.X.HasMin && f.Lo.Less(c.v.Lo)
	a.X.HasMax = a.X.HasMax && c.v.Hi.Less(f.Hi)
	return s.g.Make(uop.OpParam, a)
}
