package prove

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// evaluator computes the two sides of a rule by the contract. What it cannot compute clears real.
type evaluator struct {
	e    *encoder
	in   map[string]uint64 // the unknowns by term
	real bool
}

// dtype gives the dtype of a type variable, when it is modelled as it is.
func (ev *evaluator) dtype(t *rulelang.Type) uop.DType {
	r := ev.e.rep(t)
	ev.real = ev.real && r.real
	return r.d
}

// named gives the value of a bound name.
func (ev *evaluator) named(v *rulelang.Var) uint64 {
	if b, ok := ev.in[ev.e.vars[v]]; ok {
		return b
	}
	if n := ev.e.nodes[v]; n != nil && n.Kind != rulelang.AnyNode {
		return ev.node(n)
	}
	ev.real = false
	return 0
}

// node computes a node of the pattern.
func (ev *evaluator) node(n *rulelang.Node) uint64 {
	d := ev.dtype(n.Type)
	switch {
	case ev.e.srcs[n] != nil:
		return ev.op(ev.e.ops[n], d, ev.e.srcs[n], ev.node)
	case n.Lit != nil:
		return ev.literal(d, n.Lit)
	}
	b, ok := ev.in[ev.e.terms[n]]
	if !ok && n.Var != nil {
		return ev.named(n.Var)
	}
	ev.real = ev.real && ok
	return b
}

func (ev *evaluator) op(op uop.Op, d uop.DType, src []*rulelang.Node, each func(*rulelang.Node) uint64) uint64 {
	var v [3]uint64
	for i, s := range src {
		v[i] = each(s)
	}
	from := ev.dtype(src[0].Type)
	if op == uop.OpWhere {
		from = d
	}
	return contract.Eval(op, d, from, v[0], v[1], v[2])
}

// made computes a node of the template.
func (ev *evaluator) made(n *rulelang.Node) uint64 {
	d := ev.dtype(n.Type)
	switch {
	case n.Kind == rulelang.OpNode:
		return ev.op(n.Ops[0], d, n.Src, ev.made)
	case n.Lit != nil:
		return ev.literal(d, n.Lit)
	case n.Expr != nil:
		return ev.brace(n.Expr)
	case n.Val != nil:
		return ev.named(n.Val)
	}
	return ev.named(n.Var)
}

func (ev *evaluator) literal(d uop.DType, l *rulelang.Lit) uint64 {
	switch l.Kind {
	case rulelang.LitOne, rulelang.LitTrue:
		return contract.FromInt(d, 1)
	case rulelang.LitOnes:
		return contract.Canon(d, math.MaxUint64)
	case rulelang.LitNegZero:
		return contract.Eval(uop.OpNeg, d, d, 0, 0, 0)
	case rulelang.LitText:
		b, err := contract.ParseValue(d, l.Text)
		ev.real = ev.real && err == nil
		return b
	}
	return 0
}

func (ev *evaluator) brace(x *rulelang.Expr) uint64 {
	d := ev.dtype(x.Type)
	two := func(op uop.Op, a, b uint64) uint64 { return contract.Eval(op, d, d, a, b, 0) }
	switch {
	case x.Kind == rulelang.ExprInt:
		v, _ := x.Int.Int64()
		if !d.IsFloat() {
			return contract.Canon(d, x.Int.Bits())
		}
		return contract.FromInt(d, v)
	case x.Kind == rulelang.ExprNum:
		return ev.literal(d, &rulelang.Lit{Kind: rulelang.LitText, Text: x.Text})
	case x.Kind == rulelang.ExprVar:
		return ev.named(x.Var)
	case x.Text == "vmin" || x.Text == "vmax":
		i := map[string]int{"vmin": 0, "vmax": 1}[x.Text]
		return contract.Eval(uop.OpCast, d, ev.dtype(x.Args[0].Var.Type), ev.in[ev.e.lows[x.Args[0].Var][i]], 0, 0)
	case x.Text == "cast":
		return contract.Eval(uop.OpCast, d, ev.dtype(x.Args[0].Type), ev.brace(x.Args[0]), 0, 0)
	}
	var a []uint64
	for _, s := range x.Args {
		a = append(a, ev.brace(s))
	}
	switch {
	case x.Text == "-" && len(a) == 1 || x.Text == "neg":
		return two(uop.OpNeg, a[0], 0)
	case x.Text == "-":
		return two(uop.OpAdd, a[0], two(uop.OpNeg, a[1], 0))
	case x.Text == "min":
		if two(uop.OpCmplt, a[0], a[1]) != 0 {
			return a[0]
		}
		return a[1]
	}
	return two(braceOps[x.Text], a[0], a[1])
}

// readValue reads a value of a model: its text for a reader, and its bits when it is one of a dtype.
func readValue(r rep, s string) (text string, bits uint64, ok bool) {
	switch {
	case s == "true" || s == "false":
		return s, map[string]uint64{"true": 1}[s], true
	case r.form == asFP:
		v, ok := readFloat(r, s)
		if !ok || !r.real {
			return s, 0, false
		}
		return show(r.d, v), v, true
	}
	v, ok := readInt(s)
	if !ok {
		return s, 0, false
	}
	if r.form == asBV {
		if r.signed && v.Bit(r.bits-1) != 0 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(r.bits)))
		}
	}
	fits := v.IsInt64() || v.IsUint64() && r.d == uop.U64
	if !r.real || !fits {
		return v.String(), 0, false
	}
	b := uint64(v.Int64())
	if v.IsUint64() {
		b = v.Uint64()
	}
	return v.String(), b, true
}

// readInt reads #x1f, #b101, 5 and (- 5).
func readInt(s string) (*big.Int, bool) {
	neg := false
	if t, ok := strings.CutPrefix(s, "(- "); ok {
		s, neg = strings.TrimSuffix(t, ")"), true
	}
	base := 10
	if t, ok := strings.CutPrefix(s, "#x"); ok {
		s, base = t, 16
	} else if t, ok := strings.CutPrefix(s, "#b"); ok {
		s, base = t, 2
	}
	v, ok := new(big.Int).SetString(s, base)
	if ok && neg {
		v.Neg(v)
	}
	return v, ok
}

// readFloat reads (fp #b0 #x80 #b...) and the names of what is special.
func readFloat(r rep, s string) (uint64, bool) {
	f := strings.Fields(strings.Trim(s, "()"))
	if len(f) < 2 {
		return 0, false
	}
	special := map[string]string{"+zero": "0.0", "-zero": "-0.0", "+oo": "inf", "-oo": "-inf", "NaN": "nan"}
	if t, ok := special[f[1]]; ok {
		b, err := contract.ParseValue(r.d, t)
		return b, err == nil
	}
	if f[0] != "fp" || len(f) != 4 {
		return 0, false
	}
	var b uint64
	for i, n := range []int{1, r.eb, r.sb - 1} {
		v, ok := readInt(f[i+1])
		if !ok {
			return 0, false
		}
		b = b<<n | v.Uint64()
	}
	return b, true
}

// show prints a value: a float whose decimal text is long in hexadecimal.
func show(d uop.DType, bits uint64) string {
	text := contract.FormatValue(d, bits)
	if d.IsFloat() && len(text) > 8 {
		return strconv.FormatFloat(contract.Float(d, bits), 'x', -1, 64)
	}
	return text
}
