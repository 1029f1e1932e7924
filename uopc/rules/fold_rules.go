package rules

import (
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// runMatcher has the rules that bring a closed program down to CONSTs and STACKs of them.
var runMatcher = rewrite.NewMatcher(
	rewrite.Plain("empty value", nil, emptyValue),
	rewrite.Plain("const fold", aluOps, fold),
	rewrite.Plain("inline call", []uop.Op{uop.OpCall}, func(_ *uop.Graph, u *uop.UOp) *uop.UOp {
		if v, err := InlineCall(u); err == nil {
			return v
		}
		return nil
	}),
	rewrite.Plain("op of stacks", aluOps, pushStack),
	rewrite.Plain("move elements", moveOps, moveElements),
	rewrite.Plain("reduce elements", []uop.Op{uop.OpReduce}, reduceElements),
	rewrite.Plain("index of elements", []uop.Op{uop.OpIndex}, indexElements),
)

var moveOps = []uop.Op{uop.OpReshape, uop.OpExpand, uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip}

func indexElements(g *uop.Graph, u *uop.UOp) *uop.UOp {
	switch s := u.Src()[0]; {
	case len(u.Src()) == 1:
		return s
	case s.Op() == uop.OpStack:
		return indexStack(g, u, s)
	}
	return nil
}

// emptyOf makes the one form of a value without elements, which no STACK can be.
func emptyOf(g *uop.Graph, d uop.DType, s uop.Shape) *uop.UOp {
	c := g.Const(d, 0)
	for range s {
		c = g.Make(uop.OpStack, uop.Arg{}, c)
	}
	dims, _ := s.Sizes()
	return g.Make(uop.OpExpand, uop.DimsArg(dims...), c)
}

func isEmpty(u *uop.UOp) bool {
	n, ok := u.Shape().Count()
	return ok && n == 0
}

func emptyValue(g *uop.Graph, u *uop.UOp) *uop.UOp {
	if u.Space() != uop.ALU || !isEmpty(u) {
		return nil
	}
	return emptyOf(g, u.DType(), u.Shape())
}

// pushStack is op(STACK(a, b), STACK(c, d)) -> STACK(op(a, c), op(b, d)).
func pushStack(g *uop.Graph, u *uop.UOp) *uop.UOp {
	if len(u.Shape()) == 0 {
		return nil
	}
	for _, s := range u.Src() {
		if s.Op() != uop.OpStack {
			return nil
		}
	}
	out := make([]*uop.UOp, len(u.Src()[0].Src()))
	src := make([]*uop.UOp, len(u.Src()))
	for i := range out {
		for k, s := range u.Src() {
			src[k] = s.Src()[i]
		}
		out[i] = g.With(u, src...)
	}
	return g.Make(uop.OpStack, uop.Arg{}, out...)
}

// flatten lists the scalar elements of a tree of STACKs.
func flatten(u *uop.UOp) ([]*uop.UOp, bool) {
	if isEmpty(u) {
		return nil, true
	}
	level := []*uop.UOp{u}
	for range u.Shape() {
		var next []*uop.UOp
		for _, s := range level {
			if s.Op() != uop.OpStack {
				return nil, false
			}
			next = append(next, s.Src()...)
		}
		level = next
	}
	return level, true
}

// build makes the tree of STACKs of the given shape.
func build(g *uop.Graph, d uop.DType, s uop.Shape, elems []*uop.UOp) *uop.UOp {
	if len(elems) == 0 {
		return emptyOf(g, d, s)
	}
	for i := len(s) - 1; i >= 0; i-- {
		n := int(s[i].N)
		up := make([]*uop.UOp, 0, len(elems)/n)
		for ; len(elems) > 0; elems = elems[n:] {
			up = append(up, g.Make(uop.OpStack, uop.Arg{}, elems[:n]...))
		}
		elems = up
	}
	return elems[0]
}

// moveElements computes where each element of the result comes from.
func moveElements(g *uop.Graph, u *uop.UOp) *uop.UOp {
	n, static := u.Shape().Count()
	from, ok := flatten(u.Src()[0])
	if !ok || !static || isEmpty(u) {
		return nil
	}
	if u.Op() == uop.OpReshape {
		return build(g, u.DType(), u.Shape(), from)
	}
	in := u.Src()[0].Shape()
	zero := g.Const(u.DType(), 0)
	out := make([]*uop.UOp, n)
	pos := make([]int64, len(u.Shape()))
	src := make([]int64, len(in))
	for i := range out {
		out[i] = zero
		if at, ok := origin(u, in, pos, src); ok {
			out[i] = from[at]
		}
		for k := len(pos) - 1; k >= 0; k-- {
			if pos[k]++; pos[k] < u.Shape()[k].N {
				break
			}
			pos[k] = 0
		}
	}
	return build(g, u.DType(), u.Shape(), out)
}

// origin gives the position in the source of the element at pos, if it is not padding.
func origin(u *uop.UOp, in uop.Shape, pos, src []int64) (at int64, ok bool) {
	dims := u.X().Dims
	for k, p := range pos {
		switch u.Op() {
		case uop.OpExpand:
			src[k] = min(p, in[k].N-1)
		case uop.OpPermute:
			src[dims[k]] = p
		case uop.OpShrink:
			src[k] = p + dims[2*k]
		case uop.OpPad:
			src[k] = p - dims[2*k]
		case uop.OpFlip:
			src[k] = p
			if dims[k] != 0 {
				src[k] = in[k].N - 1 - p
			}
		}
	}
	for k, s := range src {
		if s < 0 || s >= in[k].N {
			return 0, false
		}
		at = at*in[k].N + s
	}
	return at, true
}

// reduceElements writes a REDUCE out as the ops that its lane order stands for.
func reduceElements(g *uop.Graph, u *uop.UOp) *uop.UOp {
	xs, ok := flatten(u.Src()[0])
	ys, ok2 := flatten(u.Src()[len(u.Src())-1])
	n, static := u.Shape().Count()
	if !ok || !ok2 || !static || n == 0 {
		return nil
	}
	x := u.X()
	each := len(xs) / int(n)
	out := make([]*uop.UOp, n)
	for i := range out {
		lo, hi := i*each, (i+1)*each
		out[i] = reduceOne(g, u.DType(), x.RedOp, x.Lanes, xs[lo:hi], ys[lo:hi])
	}
	return build(g, u.DType(), u.Shape(), out)
}

func reduceOne(g *uop.Graph, d uop.DType, op uop.Op, lanes int, xs, ys []*uop.UOp) *uop.UOp {
	if len(xs) == 0 {
		return g.Const(d, contract.Identity(op, d))
	}
	var acc []*uop.UOp
	for i, x := range xs {
		l := i % lanes
		switch {
		case op == uop.OpFma && i < lanes:
			acc = append(acc, g.Mul(x, ys[i]))
		case op == uop.OpFma:
			acc[l] = g.Make(uop.OpFma, uop.Arg{}, x, ys[i], acc[l])
		case i < lanes:
			acc = append(acc, x)
		default:
			acc[l] = g.Bin(op, acc[l], x)
		}
	}
	if op == uop.OpFma {
		op = uop.OpAdd
	}
	for s := lanes / 2; s >= 1; s /= 2 {
		for i := 0; i < s && i+s < len(acc); i++ {
			acc[i] = g.Bin(op, acc[i], acc[i+s])
		}
		acc = acc[:min(len(acc), s)]
	}
	return acc[0]
}
