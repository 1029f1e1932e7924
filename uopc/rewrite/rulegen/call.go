package rulegen

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
)

// oneLine keeps a text from leaving its comment.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// passed lists the names that the function takes: nodes, then constants.
func (t *tail) passed(k rulelang.VarKind) (out []*rulelang.Var) {
	for _, v := range t.rule.Vars {
		if t.used[v] && v.Kind == k && v != t.root {
			out = append(out, v)
		}
	}
	return out
}

func (t *tail) params() string {
	nodes := []string{"u"}
	for _, v := range t.passed(rulelang.NodeVar) {
		nodes = append(nodes, t.names[v])
	}
	p := "g *uop.Graph, "
	if t.context {
		p += "ctx " + t.file.Context + ", "
	}
	p += strings.Join(nodes, ", ") + " *uop.UOp"
	var bits, dtypes []string
	for _, v := range t.passed(rulelang.ConstVar) {
		bits = append(bits, t.names[v])
	}
	for _, typ := range t.types {
		dtypes = append(dtypes, typeName(typ))
	}
	if bits != nil {
		p += ", " + strings.Join(bits, ", ") + " uint64"
	}
	if dtypes != nil {
		p += ", " + strings.Join(dtypes, ", ") + " uop.DType"
	}
	return p
}

func typeName(typ *rulelang.Type) string { return fmt.Sprintf("d%d", typ.Num) }

// callText is the call of the function at a leaf.
func (t *tail) callText(name string, c *cand, node func(*pnode) string) string {
	args := []string{"g"}
	if t.context {
		args = append(args, "ctx")
	}
	args = append(args, "u")
	for _, k := range []rulelang.VarKind{rulelang.NodeVar, rulelang.ConstVar} {
		for _, v := range t.passed(k) {
			args = append(args, c.refer(v, node))
		}
	}
	for _, typ := range t.types {
		args = append(args, node(c.first(typ))+".DType()")
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// unplaced gives the first of some types that no node of the pattern has.
func (c *cand) unplaced(types []*rulelang.Type) *rulelang.Type {
	for _, typ := range types {
		if c.first(typ) == nil {
			return typ
		}
	}
	return nil
}

// first gives the outermost node of a type.
func (c *cand) first(typ *rulelang.Type) *pnode {
	for _, p := range c.all {
		if p.Type == typ {
			return p
		}
	}
	return nil
}

// goCall is the call of the rule's own Go function.
func (t *tail) goCall(name func(*rulelang.Var) string) string {
	args := []string{"g"}
	if t.context {
		args = append(args, "ctx")
	}
	args = append(args, "u")
	for _, a := range t.rule.Call.Args {
		args = append(args, argText(a, name))
	}
	return t.rule.Call.Func + "(" + strings.Join(args, ", ") + ")"
}

func argText(a rulelang.CallArg, name func(*rulelang.Var) string) string {
	if a.Var == nil {
		return opText(a.Op)
	}
	return name(a.Var)
}
