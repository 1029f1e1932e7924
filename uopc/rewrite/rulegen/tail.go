package rulegen

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// tail writes the function of a rule: what is left once the pattern fits.
type tail struct {
	file    *file
	rule    *rulelang.Rule
	context bool
	names   map[*rulelang.Var]string // Go names of what the pattern binds
	root    *rulelang.Var            // the name of the whole node
	used    map[*rulelang.Var]bool
	types   []*rulelang.Type // whose dtype comes as a parameter
	lines   []string         // statements before the result
	temps   int
	wides   map[string]string
	err     error
}

// plan says how each candidate of a rule gets its result: by itself, by a call of the rule's Go
// function, or by a function that is written here.
func (f *file) plan(s *set, r *rulelang.Rule, num int, cs []*cand) error {
	t := &tail{file: f, rule: r, context: f.Context != "", names: map[*rulelang.Var]string{}, used: map[*rulelang.Var]bool{}, wides: map[string]string{}}
	t.root = r.Find.Var
	t.choose()
	switch {
	case r.Guard == nil && r.Make != nil && r.Make.Kind == rulelang.AnyNode && r.Make.Var.Kind == rulelang.NodeVar:
		for _, c := range cs {
			p := c.vars[r.Make.Var]
			c.leaf, c.must = func(node func(*pnode) string) string { return node(p) }, p.up != nil
		}
		return nil
	case r.Guard == nil && r.Make == nil:
		for _, c := range cs {
			c.leaf = func(node func(*pnode) string) string {
				return t.goCall(func(v *rulelang.Var) string { return c.refer(v, node) })
			}
		}
		return t.err
	}
	name := fmt.Sprintf("rule%s%d", s.ident, num)
	t.write(name)
	for _, c := range cs {
		if typ := c.unplaced(t.types); typ != nil {
			t.fail(r.Pos, "the dtype of a part of the right side is that of no node of the pattern; write it, as in Cast(x):f32")
		}
		c.leaf = func(node func(*pnode) string) string { return t.callText(name, c, node) }
	}
	return t.err
}

// refer gives the Go text of a bound name at a leaf.
func (c *cand) refer(v *rulelang.Var, node func(*pnode) string) string {
	p := c.vars[v]
	if v.Kind == rulelang.ConstVar {
		return p.konst() + ".Bits()"
	}
	return node(p)
}

// write makes the body of the function, then its head, which depends on what the body uses.
func (t *tail) write(name string) {
	r := t.rule
	if r.Guard != nil {
		t.guard(r.Guard)
	}
	var result string
	if r.Make != nil {
		result = t.build(r.Make)
	} else {
		result = t.goCall(t.name)
	}
	w := &t.file.tails
	fmt.Fprintf(w, "\n// %s is %s:%d:\n//\n//\t%s\nfunc %s(%s) *uop.UOp {\n", name, t.file.base, r.Line, oneLine(r.String()), name, t.params())
	body := strings.Join(append(t.lines, "return "+result), "\n")
	if len(rootDType.FindAllString(body, 2)) == 2 {
		body = "d := u.DType()\n" + rootDType.ReplaceAllString(body, "d")
	}
	fmt.Fprintf(w, "%s\n}\n", body)
}

// rootDType is the dtype of the node; where it is used twice it gets a name.
var rootDType = regexp.MustCompile(`\bu\.DType\(\)`)

// name gives the Go name of a bound name in the function, and notes that it is used.
func (t *tail) name(v *rulelang.Var) string {
	if v == t.root {
		return "u"
	}
	t.used[v] = true
	return t.names[v]
}

// dtype is a Go expression for the dtype of a type variable.
func (t *tail) dtype(typ *rulelang.Type) string {
	if l := typ.Set.List(); len(l) == 1 {
		return dtypeText(l[0])
	}
	if t.rule.Find.Type == typ {
		return "u.DType()"
	}
	for _, v := range t.rule.Vars {
		if v.Kind == rulelang.NodeVar && v.Type == typ {
			return t.name(v) + ".DType()"
		}
	}
	for _, have := range t.types {
		if have == typ {
			return typeName(typ)
		}
	}
	t.types = append(t.types, typ)
	return typeName(typ)
}

// once gives a Go expression a name, so that it is computed once.
func (t *tail) once(expr string) string {
	if !strings.ContainsAny(expr, "( +-*") {
		return expr
	}
	t.temps++
	n := fmt.Sprintf("t%d", t.temps)
	t.lines = append(t.lines, n+" := "+expr)
	return n
}

func (t *tail) fail(pos rulelang.Pos, format string, args ...any) {
	if t.err == nil {
		t.err = &Error{pos, fmt.Sprintf(format, args...)}
	}
}

// build is a Go expression that makes the node of a template.
func (t *tail) build(n *rulelang.Node) string {
	switch n.Kind {
	case rulelang.AnyNode:
		if n.Var.Kind == rulelang.ConstVar {
			return t.fill(n.Var.Type, t.name(n.Var))
		}
		return t.name(n.Var)
	case rulelang.ConstNode:
		if n.Lit != nil {
			return t.fill(n.Type, t.litValue(n.Lit, n.Type))
		}
		return t.fill(n.Type, t.bits(n.Expr))
	}
	src := make([]string, len(n.Src))
	for i, s := range n.Src {
		src[i] = t.build(s)
	}
	list := strings.Join(src, ", ")
	switch op := n.Ops[0]; {
	case op == uop.OpCast:
		return fmt.Sprintf("g.Cast(%s, %s)", list, t.dtype(n.Type))
	case op == uop.OpBitcast:
		return fmt.Sprintf("g.Make(uop.OpBitcast, uop.CastArg(%s), %s)", t.dtype(n.Type), list)
	case short[op] != "":
		return fmt.Sprintf("g.%s(%s)", short[op], list)
	case op.Arity() == 2:
		return fmt.Sprintf("g.Bin(%s, %s)", opText(op), list)
	default:
		return fmt.Sprintf("g.Make(%s, uop.Arg{}, %s)", opText(op), list)
	}
}

var short = map[uop.Op]string{uop.OpAdd: "Add", uop.OpMul: "Mul", uop.OpNeg: "Neg", uop.OpWhere: "Where"}

// fill makes a constant of the root's shape.
func (t *tail) fill(typ *rulelang.Type, bits string) string {
	return fmt.Sprintf("rewrite.Like(g, u, %s, %s)", t.dtype(typ), bits)
}
