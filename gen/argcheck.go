package gen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/uopc/uopc/uopc/uop"
)

// sizes finds the sizes that slices tell.
func (w *wrapper) sizes(u *unit) ([]jen.Code, error) {
	var out []jen.Code
	done := map[int]bool{}
	for _, p := range u.params {
		if p.Result || !p.Mem {
			continue
		}
		slot, static, ok := tells(p)
		if !ok || done[slot] || !u.params[slot].Told {
			continue
		}
		done[slot] = true
		x := u.bodyName(p.Slot)
		expr := jen.Len(jen.Id(x))
		if static > 1 {
			expr = expr.Op("/").Lit(int(static))
		}
		out = append(out, jen.Id(u.bodyName(slot)).Op(":=").Add(expr))
	}
	for i, p := range u.params {
		if p.Told && !done[i] {
			return nil, fmt.Errorf("%s: no slice tells the size %s", u.name, p.Name)
		}
	}
	return out, nil
}

// tells gives the slot of the only size of a place that is a parameter, and the product of the
// others, which are numbers.
func tells(p param) (slot int, static int64, ok bool) {
	static = 1
	slot = -1
	for _, d := range p.Shape {
		switch {
		case d.U == nil:
			static *= d.N
		case slot >= 0 || d.U.Op() != uop.OpParam:
			return 0, 0, false
		default:
			slot = d.U.X().Slot
		}
	}
	return slot, static, slot >= 0
}

// promises checks scalars against their declared ranges, and in an Each form every element. A
// position without one is kept far from the ends of int64, so that index arithmetic cannot overflow.
func (w *wrapper) promises(u *unit) []jen.Code {
	var out []jen.Code
	for _, p := range u.params {
		if p.Result || p.Told || !p.DType.IsInt() || p.Mem && !p.HasMin && !p.HasMax {
			continue
		}
		x := u.bodyName(p.Slot)
		if p.Mem {
			x = u.unlikeParams("elem")
		}
		test := w.promise(u, p, x)
		switch {
		case test == nil:
		case p.Mem:
			out = append(out, jen.For(jen.List(jen.Id("_"), jen.Id(x)).Op(":=").Range().Id(u.bodyName(p.Slot))).Block(test))
		default:
			out = append(out, test)
		}
	}
	return out
}

// promise tests that x is in the range of p; nil where any value is.
func (w *wrapper) promise(u *unit, p param, x string) jen.Code {
	lo, hi := uop.DTypeRange(p.DType)
	least, most := lo, hi
	if p.DType == uop.Index {
		lo, hi = uop.Wide64(-uop.MaxElems), uop.Wide64(uop.MaxElems)
	}
	if p.HasMin {
		lo = uop.Wide64(p.Min)
	}
	if p.HasMax {
		hi = uop.Wide64(p.Max)
	}
	side := func(op string, bound uop.Wide) *jen.Statement {
		if p.DType == uop.Index {
			return jen.Int64().Call(jen.Id(x)).Op(op).Op(bound.String()) // an int may have 32 bits
		}
		return jen.Id(x).Op(op).Op(bound.String())
	}
	var cond *jen.Statement
	if least.Less(lo) {
		cond = side("<", lo)
	}
	if hi.Less(most) {
		if cond == nil {
			cond = side(">", hi)
		} else {
			cond = cond.Op("||").Add(side(">", hi))
		}
	}
	if cond == nil {
		return nil
	}
	w.need["uopcBadScalar"] = true
	show := jen.Qual("strconv", "FormatInt").Call(jen.Int64().Call(jen.Id(x)), jen.Lit(10))
	if p.DType.Kind() == uop.KindUint {
		show = jen.Qual("strconv", "FormatUint").Call(jen.Uint64().Call(jen.Id(x)), jen.Lit(10))
	}
	return jen.If(cond).Block(jen.Id("uopcBadScalar").Call(
		jen.Lit(u.name), jen.Lit(p.Name), show, jen.Lit("["+lo.String()+", "+hi.String()+"]")))
}

// lengths checks every slice against the size that its declaration says.
func (w *wrapper) lengths(u *unit) ([]jen.Code, error) {
	var out []jen.Code
	first := map[int]bool{}
	for _, p := range u.params {
		if !p.Mem || p.Result {
			continue
		}
		slot, static, ok := tells(p)
		if ok && static == 1 && u.params[slot].Told && !first[slot] {
			first[slot] = true
			continue // the size came from here
		}
		if ok {
			first[slot] = true
		}
		want, err := w.sizeExpr(u, p)
		if err != nil {
			return nil, err
		}
		x := u.bodyName(p.Slot)
		if n, ok := fixedLen(p); ok {
			w.need["uopcBadFixedLen"] = true
			out = append(out, jen.If(jen.Len(jen.Id(x)).Op("!=").Lit(n)).Block(
				jen.Id("uopcBadFixedLen").Call(jen.Lit(u.name), jen.Lit(p.Name), jen.Len(jen.Id(x)), jen.Lit(n))))
			continue
		}
		w.need["uopcBadLen"] = true
		out = append(out, jen.If(jen.Len(jen.Id(x)).Op("!=").Add(want)).Block(
			jen.Id("uopcBadLen").Call(jen.Lit(u.name), jen.Lit(p.Name), jen.Len(jen.Id(x)), jen.Lit(u.sizeText(p)), want.Clone())))
	}
	return out, nil
}

// fixedLen gives the length of a slice all of whose sizes are numbers.
func fixedLen(p param) (int, bool) {
	n := int64(1)
	for _, d := range p.Shape {
		if d.U != nil {
			return 0, false
		}
		n *= d.N
	}
	return int(n), true
}

// sizeText says in words what a slice's length must be, naming the slices that tell its sizes.
func (u *unit) sizeText(p param) string {
	var parts []string
	for _, d := range p.Shape {
		parts = append(parts, u.dimText(d))
	}
	text := strings.Join(parts, "*")
	if slot, static, ok := tells(p); ok && static == 1 && u.params[slot].Told {
		for _, q := range u.params {
			s, st, ok := tells(q)
			switch {
			case !ok || !q.Mem || s != slot || q.Slot == p.Slot:
			case st == 1:
				return "len(" + q.Name + ")"
			default:
				return fmt.Sprintf("len(%s)/%d", q.Name, st)
			}
		}
	}
	return text
}

func (u *unit) dimText(d uop.Dim) string {
	if d.U == nil {
		return strconv.FormatInt(d.N, 10)
	}
	if d.U.Op() == uop.OpParam {
		return u.params[d.U.X().Slot].Name
	}
	return "(" + indexText(d.U, func(slot int) string { return u.params[slot].Name }) + ")"
}

// sizeExpr is the Go expression of a slice's length: the product of its sizes, which saturates.
func (w *wrapper) sizeExpr(u *unit, p param) (*jen.Statement, error) {
	var expr *jen.Statement
	for _, d := range p.Shape {
		var e *jen.Statement
		switch {
		case d.U == nil:
			e = jen.Lit(int(d.N))
		case d.U.Op() == uop.OpParam:
			e = jen.Id(u.bodyName(d.U.X().Slot))
		default:
			text := indexText(d.U, u.bodyName)
			if text == "" {
				return nil, fmt.Errorf("%s: a size of %s is computed by %s, which the generated length check cannot write; use +, -, *, // and %% of sizes", u.name, p.Name, d.U.Op())
			}
			e = jen.Op(text)
		}
		if expr == nil {
			expr = e
			continue
		}
		w.need["uopcMul"] = true
		expr = jen.Id("uopcMul").Call(expr, e)
	}
	return expr, nil
}

// indexText writes index arithmetic as Go, or gives "" for an op that it does not know. Sizes are
// not negative, so Go's / and % are floor division there.
func indexText(d *uop.UOp, name func(slot int) string) string {
	ops := map[uop.Op]string{uop.OpAdd: " + ", uop.OpMul: " * ", uop.OpFloordiv: " / ", uop.OpFloormod: " % "}
	switch d.Op() {
	case uop.OpConst:
		return strconv.FormatInt(int64(d.Bits()), 10)
	case uop.OpParam:
		return name(d.X().Slot)
	case uop.OpNeg:
		if a := indexText(d.Src()[0], name); a != "" {
			return "-(" + a + ")"
		}
	case uop.OpMax:
		a, b := indexText(d.Src()[0], name), indexText(d.Src()[1], name)
		if a != "" && b != "" {
			return "max(" + a + ", " + b + ")"
		}
	case uop.OpFloordiv, uop.OpFloormod:
		if d.Src()[0].Vmin().Sign() < 0 || d.Src()[1].Vmin().Sign() <= 0 {
			return ""
		}
		fallthrough
	case uop.OpAdd, uop.OpMul:
		a, b := indexText(d.Src()[0], name), indexText(d.Src()[1], name)
		if a != "" && b != "" {
			return "(" + a + ops[d.Op()] + b + ")"
		}
	}
	return ""
}
