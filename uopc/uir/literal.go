package uir

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// demand is what the place of a literal asks of it. The zero demand asks nothing.
type demand struct {
	dtype uop.DType
	shape uop.Shape
	why   string
}

// demands gives what an op asks of the literal that stands as its source i. Ops that are not
// listed take no literal that makes sense, and the type checker says so.
var demands = [uop.NumOps]func(n *node, i int) (demand, *fail){
	uop.OpRange:   sizeDemand,
	uop.OpParam:   sizeDemand,
	uop.OpBuffer:  sizeDemand,
	uop.OpReshape: restDemand,
	uop.OpExpand:  restDemand,
	uop.OpStack:   peerDemand,
	uop.OpReduce:  peerDemand,
	uop.OpIndex:   indexDemand,
	uop.OpStore:   storeDemand,
	uop.OpCall:    callDemand,
	uop.OpWhere:   whereDemand,
}

// literals makes the nodes of the literals among the sources.
func (n *node) literals() *fail {
	ask := demands[n.op]
	switch {
	case n.fn != nil:
		ask = functionDemand
	case ask == nil && n.op.IsALU():
		ask = peerDemand
	}
	var made []*uop.UOp
	for i, u := range n.src {
		if u != nil {
			continue
		}
		var d demand
		var f *fail
		if ask != nil {
			d, f = ask(n, i)
		}
		if f == nil {
			u, f = n.literal(n.st.operands[i], d)
		}
		if f != nil {
			return f
		}
		made = append(made, u)
	}
	// Not before: a literal must not look like a peer to the next one.
	for i := range n.src {
		if n.src[i] == nil {
			n.src[i], made = made[0], made[1:]
		}
	}
	return nil
}

func (n *node) literal(t token, d demand) (*uop.UOp, *fail) {
	if d.dtype == uop.Void {
		d.dtype = natural(t.text)
		d.why = "a literal that nothing forces is " + d.dtype.String()
	}
	bits, f := readValue(d.dtype, t, d.why)
	if f != nil {
		return nil, f
	}
	u, err := spread(n.p.g, n.p.g.Const(d.dtype, bits), d.shape)
	if err != nil {
		return nil, n.typeFault(err)
	}
	return u, nil
}

// spread is Graph.Broadcast for shapes that nobody has checked.
func spread(g *uop.Graph, u *uop.UOp, s uop.Shape) (out *uop.UOp, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*uop.Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	return g.Broadcast(u, s), nil
}

// natural is the dtype of a literal that nothing forces.
func natural(s string) uop.DType {
	switch {
	case s == "true" || s == "false":
		return uop.Bool
	case isInteger(s):
		return uop.I32
	}
	return uop.F32
}

// isInteger tells whether a literal is spelled as one, whatever its size.
func isInteger(s string) bool {
	s = strings.TrimLeft(s, "+-")
	digits := "0123456789"
	if h := strings.ToLower(s); strings.HasPrefix(h, "0x") {
		s, digits = h[2:], "0123456789abcdef"
	}
	return s != "" && strings.Trim(s, digits) == ""
}

func (n *node) checkLiteral(t token) *fail {
	const hint = "a source is a node such as %0, or a literal such as 2, 2.0, nan or true"
	s := strings.TrimLeft(t.text, "+-.")
	switch s {
	case "nan", "inf", "true", "false":
		return nil
	}
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		return nil
	}
	if _, ok := n.p.defs["%"+t.text]; ok {
		return failf(t.col, hint, "'%s' is no source; did you mean '%%%s'?", shorten(t.text), shorten(t.text))
	}
	return failf(t.col, hint, "'%s' is neither a node nor a literal%s", shorten(t.text),
		didYouMean(t.text, []string{"nan", "inf", "true", "false"}))
}

func sizeDemand(*node, int) (demand, *fail) {
	return demand{dtype: uop.Index, why: "a size is of dtype index"}, nil
}

func restDemand(n *node, i int) (demand, *fail) {
	if i == 0 {
		return demand{}, nil
	}
	return sizeDemand(n, i)
}

// peerDemand asks for the dtype and shape of the other sources; when those are all literals, for
// what the most telling of them is.
func peerDemand(n *node, _ int) (demand, *fail) { return n.peers(n.src, n.st.operands), nil }

func (n *node) peers(src []*uop.UOp, text []token) demand {
	for i, u := range src {
		if u != nil && u.DType().IsValue() && u.Space() == uop.ALU {
			return demand{dtype: u.DType(), shape: u.Shape(), why: "the other source, " + text[i].text + ", is of dtype " + u.DType().String()}
		}
	}
	float := n.op.IsALU() && !n.op.Takes(uop.I32)
	for i, t := range text {
		if src[i] != nil || natural(t.text) == uop.Bool {
			return demand{}
		}
		float = float || natural(t.text) == uop.F32
	}
	if float {
		return demand{dtype: uop.F32, why: "a literal beside floats is f32"}
	}
	return demand{}
}

// whereDemand keeps the condition apart: it is bool, and the branches have their own dtype. All
// three have one shape.
func whereDemand(n *node, i int) (demand, *fail) {
	d := demand{dtype: uop.Bool, why: "the condition is bool"}
	if i > 0 {
		d = n.peers(n.src[1:], n.st.operands[1:])
	}
	for _, u := range n.src {
		if u != nil {
			d.shape = u.Shape()
			break
		}
	}
	return d, nil
}

// indexDemand asks for index, or for what all other positions are.
func indexDemand(n *node, i int) (demand, *fail) {
	if i == 0 {
		return demand{}, nil
	}
	d := demand{dtype: uop.Void}
	for _, u := range n.src[1:] {
		switch {
		case u == nil:
		case !u.DType().IsInt() || d.dtype != uop.Void && d.dtype != u.DType():
			return demand{dtype: uop.Index, why: "a position is of dtype index"}, nil
		default:
			d = demand{dtype: u.DType(), why: "the other positions are of dtype " + u.DType().String()}
		}
	}
	if d.dtype == uop.Void {
		d = demand{dtype: uop.Index, why: "a position is of dtype index"}
	}
	return d, nil
}

func storeDemand(n *node, i int) (demand, *fail) {
	p := n.src[0]
	if i == 0 || p == nil || !p.DType().IsValue() {
		return demand{}, nil
	}
	return demand{dtype: p.DType(), shape: p.Shape(), why: "the place is of dtype " + p.DType().String()}, nil
}

// callDemand asks for what the PARAM of the body is whose argument the literal is.
func callDemand(n *node, i int) (demand, *fail) {
	if i == 0 || n.src[0] == nil {
		return demand{}, nil
	}
	p := n.param(i - 1)
	t := n.st.operands[i]
	switch {
	case p == nil:
		return demand{}, nil
	case p.Space() == uop.MEM:
		return demand{}, failf(t.col, "give a PARAM or a BUFFER: %b = buffer : dtype=f32 slot=0 size=4",
			"argument %d is a place in memory in the body, which a literal cannot be", i-1)
	}
	for _, d := range p.Shape() {
		if d.U != nil {
			return demand{}, failf(t.col, "give a node of the shape that is meant",
				"argument %d has a dynamic size in the body, which a literal does not tell", i-1)
		}
	}
	return demand{dtype: p.DType(), shape: p.Shape(), why: "the parameter is of dtype " + p.DType().String()}, nil
}

// param finds the PARAM of a slot in the body of a call. The body is walked once.
func (n *node) param(slot int) *uop.UOp {
	if n.params == nil {
		n.params = make(map[int]*uop.UOp)
		uop.Walk(n.src[:1], uop.ScopeSrc, func(u *uop.UOp) bool {
			if s := u.X().Slot; u.Op() == uop.OpParam && n.params[s] == nil {
				n.params[s] = u
			}
			return true
		})
	}
	return n.params[slot]
}
