package egraph

import (
	"strconv"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// apply adds the right side of a match to the e-graph and merges it with the left.
func (g *graph) apply(r *rule, m *match) {
	id, ok := g.build(r, m, r.src.Make)
	if ok && g.classOf(id) != g.classOf(m.root) {
		g.union(m.root, id, m.rule)
	}
}

// build adds a template. It is not ok where a constant in it is not known after all.
func (g *graph) build(r *rule, m *match, n *rulelang.Node) (nodeID, bool) {
	d := dtypeIn(m.types, n.Type)
	switch n.Kind {
	case rulelang.AnyNode:
		v := valueIn(r, m.vals, n.Var)
		if !v.set {
			return noNode, false
		}
		return g.at(g.find(v.class)).first, true
	case rulelang.ConstNode:
		bits, ok := uint64(0), false
		switch {
		case n.Lit != nil:
			bits, ok = madeLit(n.Lit, d)
		case n.Expr != nil:
			bits, ok = g.brace(r, m, n.Expr)
		}
		if !ok || d == uop.Void {
			return noNode, false
		}
		return g.konst(d, contract.Canon(d, bits)), true
	}
	return g.buildOp(r, m, n, d)
}

func (g *graph) buildOp(r *rule, m *match, n *rulelang.Node, d uop.DType) (nodeID, bool) {
	k := key{op: n.Ops[0], n: uint8(len(n.Src))}
	for i, s := range n.Src {
		id, ok := g.build(r, m, s)
		if !ok {
			return noNode, false
		}
		k.src[i] = g.classOf(id)
	}
	in := g.at(k.src[k.n-1]).dtype
	switch k.op {
	case uop.OpCmplt, uop.OpCmpne:
		k.dtype = uop.Bool
	case uop.OpCast, uop.OpBitcast:
		k.dtype = d
	default:
		k.dtype = in
	}
	if k.dtype == uop.Void || !k.op.Takes(in) || !g.fitsIndex(k) {
		return noNode, false
	}
	return g.add(k), true
}

// fitsIndex tells whether a new node means the same to a machine as in unbounded integers, which
// is what rules on index values are about. Sums and products do in any case, modulo 2^64. All else
// must look at operands that fit 64 bits, and give a result that does.
func (g *graph) fitsIndex(k key) bool {
	if ring(k.op) {
		return true
	}
	var src [3]*class
	looks := k.dtype == uop.Index
	for i, s := range k.src[:k.n] {
		src[i] = g.at(g.find(s))
		if src[i].dtype == uop.Index {
			looks = true
			if !within(src[i].v, full(uop.Index)) {
				return false
			}
		}
	}
	return !looks || barrier(k) || g.scratch.node(k, src[:k.n]).Safe()
}

// madeLit gives a literal of a template. Where d has no such value it wraps or rounds, as a CAST
// of the literal would.
func madeLit(l *rulelang.Lit, d uop.DType) (uint64, bool) {
	if d == uop.Void {
		return 0, false
	}
	if b, ok := litBits(l, d); ok || l.Kind != rulelang.LitText {
		return b, ok
	}
	if v, err := strconv.ParseInt(l.Text, 0, 64); err == nil {
		return contract.FromInt(d, v), true
	}
	if v, err := strconv.ParseUint(l.Text, 0, 64); err == nil {
		return contract.Eval(uop.OpCast, d, uop.U64, v, 0, 0), true
	}
	v, err := strconv.ParseFloat(l.Text, 64)
	return contract.FromFloat(d, v), err == nil
}

// braceOps are the ops behind the operators in braces.
var braceOps = map[string]uop.Op{
	"+": uop.OpAdd, "*": uop.OpMul, "//": uop.OpFloordiv, "%": uop.OpFloormod, "&": uop.OpAnd, "|": uop.OpOr, "^": uop.OpXor,
	"<<": uop.OpShl, ">>": uop.OpShr, "max": uop.OpMax, "<": uop.OpCmplt, "!=": uop.OpCmpne,
}

// brace computes a constant as the ops would, each step in its own dtype.
func (g *graph) brace(r *rule, m *match, e *rulelang.Expr) (uint64, bool) {
	d := dtypeIn(m.types, e.Type)
	switch e.Kind {
	case rulelang.ExprInt:
		return madeLit(&rulelang.Lit{Kind: rulelang.LitText, Text: e.Int.String()}, d)
	case rulelang.ExprNum:
		return madeLit(&rulelang.Lit{Kind: rulelang.LitText, Text: e.Text}, d)
	case rulelang.ExprVar:
		v := valueIn(r, m.vals, e.Var)
		return v.bits, v.set && e.Var.Kind == rulelang.ConstVar
	}
	if e.Text == "vmin" || e.Text == "vmax" {
		return g.braceBound(r, m, e)
	}
	var a [2]uint64
	if len(e.Args) == 0 || len(e.Args) > 2 {
		return 0, false
	}
	for i, arg := range e.Args {
		b, ok := g.brace(r, m, arg)
		if !ok {
			return 0, false
		}
		a[i] = b
	}
	return braceStep(e.Text, d, dtypeIn(m.types, e.Args[0].Type), a[0], a[1])
}

// braceStep computes one operator on operands of dtype in.
func braceStep(op string, d, in uop.DType, a, b uint64) (uint64, bool) {
	if in == uop.Void {
		in = d
	}
	eval := func(op uop.Op, a, b uint64) (uint64, bool) {
		if !op.Takes(in) || in == uop.Index && !fitsStep(op, a, b) {
			return 0, false
		}
		return contract.Eval(op, in, in, a, b, 0), true
	}
	switch op {
	case "neg":
		return eval(uop.OpNeg, a, 0)
	case "-":
		n, ok := eval(uop.OpNeg, b, 0)
		s, ok2 := eval(uop.OpAdd, a, n)
		return s, ok && ok2
	case "min":
		less, ok := eval(uop.OpCmplt, a, b)
		if less != 0 {
			return a, ok
		}
		return b, ok
	case "cast":
		if d == uop.Void {
			return 0, false
		}
		return contract.Eval(uop.OpCast, d, in, a, 0, 0), true
	}
	if o, ok := braceOps[op]; ok {
		return eval(o, a, b)
	}
	return 0, false
}

// fitsStep tells whether a step on index constants stays within 64 bits: beyond, the constant
// would not be the number that the rule speaks of.
func fitsStep(op uop.Op, a, b uint64) bool {
	x, y := uop.Wide64(int64(a)), uop.Wide64(int64(b))
	switch op {
	case uop.OpNeg:
		x = x.Neg()
	case uop.OpAdd:
		x = x.Add(y)
	case uop.OpMul:
		x = x.Mul(y)
	case uop.OpShl:
		x = x.Mul(uop.WideU64(1 << (b & 63)))
	case uop.OpFloordiv:
		x = floorDiv(x, y)
	}
	return fits(uop.Index, x)
}

func (g *graph) braceBound(r *rule, m *match, e *rulelang.Expr) (uint64, bool) {
	if len(e.Args) != 1 || e.Args[0].Var == nil {
		return 0, false
	}
	v := valueIn(r, m.vals, e.Args[0].Var)
	if !v.set {
		return 0, false
	}
	s := g.at(g.find(v.class)).v
	w := s.Hi
	if e.Text == "vmin" {
		w = s.Lo
	}
	return contract.Canon(v.dtype, w.Bits()), !w.IsInf() && fits(v.dtype, w)
}
