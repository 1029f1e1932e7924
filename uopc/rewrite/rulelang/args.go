package rulelang

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// args reads the tests of fields in braces.
func (rr *ruleReader) args(n *Node) {
	for !rr.is("}") {
		a := ArgTest{Pos: rr.pos(), Field: rr.tok.text}
		ops, ok := fields[a.Field]
		if rr.tok.kind != tokName || !ok {
			rr.fail("there is no field %s%s; a pattern may test %s", rr.tok.describe(), nearest(rr.tok.text, fieldNames), strings.Join(fieldNames, ", "))
		}
		for _, op := range n.Ops {
			if !hasOp(ops, op) {
				rr.fail("%s has no field %s", opName(op), a.Field)
			}
		}
		rr.next()
		rr.want("=", "as in {"+a.Field+"=...}")
		rr.argValue(&a)
		n.Args = append(n.Args, a)
		if !rr.take(",") {
			break
		}
	}
	rr.want("}", "after the fields")
}

func (rr *ruleReader) argValue(a *ArgTest) {
	switch {
	case a.Field == "name":
		if rr.tok.kind != tokString {
			rr.fail("got %s, want a name in quotes", rr.tok.describe())
		}
		a.Text = rr.unquote(rr.next())
	case a.Field == "op":
		t := rr.tok
		op, ok := uop.ParseOp(t.text)
		if rr.rule.OpVar != "" && t.text == rr.rule.OpVar {
			op, ok = rr.rule.Op, true
		} else if t.kind == tokName && isUpper(t.text[0]) {
			op, ok = rr.opNamed(t), true
		}
		if !ok {
			rr.fail("got %s, want an op such as add", t.describe())
		}
		rr.next()
		a.Op = op
	default:
		v, err := strconv.ParseInt(rr.tok.text, 0, 64)
		if rr.tok.kind != tokInt || err != nil {
			rr.fail("got %s, want a number", rr.tok.describe())
		}
		rr.next()
		a.Int = v
	}
}

// arity checks the number of sources. In a loop over a group, an op of another number is left out.
func (rr *ruleReader) arity(n *Node, t lexeme) {
	for _, op := range n.Ops {
		want, got := op.Arity(), len(n.Src)
		if want < 0 || got == want || n.Match == AtLeast && got < want {
			continue
		}
		if n.Loop && rr.r.loop.group && rr.rule.Find == nil && !rr.isLaw {
			panic(leftOut{})
		}
		rr.failAt(t.off, "%s takes %s, got %d", opName(op), count(want, "source"), got)
	}
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
