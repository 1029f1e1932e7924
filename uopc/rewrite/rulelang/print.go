package rulelang

import (
	"strconv"
	"strings"
)

// printer writes the language. Canonical text has one spelling of everything but names.
type printer struct {
	strings.Builder
	loop string // what to call the op of the loop; empty to print the op itself
}

// String gives the rule without its clauses, with the op of its loop in place.
func (r *Rule) String() string {
	p := &printer{}
	p.put(bareName(r.Name), ": ")
	p.rule(r)
	return p.Builder.String()
}

// String gives the pattern or template as a rule file has it.
func (n *Node) String() string {
	p := &printer{}
	p.node(n)
	return p.Builder.String()
}

// String gives the expression as a rule file has it.
func (e *Expr) String() string {
	p := &printer{}
	p.expr(e, 0)
	return p.Builder.String()
}

// String gives the constant as a rule file has it.
func (l *Lit) String() string {
	for _, name := range constantNames[1:] {
		if l.Kind == constants[name] {
			return "@" + name
		}
	}
	return l.Text
}

// bareName quotes the name of a rule where it must be.
func bareName(name string) string {
	line := name + ": x"
	if nameEnd(line) != len(name) || strings.TrimSpace(name) != name || strings.ContainsAny(name, "#\n\r") || strings.IndexByte(`"@}`, line[0]) >= 0 || isFor(line) || continues(line) || badUTF8(name) >= 0 {
		return strconv.Quote(name)
	}
	return name
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// rule writes what is behind the name.
func (p *printer) rule(r *Rule) {
	p.node(r.Find)
	if r.Guard != nil {
		p.put(" && ")
		p.expr(r.Guard, 2)
	}
	if r.Make != nil {
		p.put(" ~> ")
		p.node(r.Make)
		return
	}
	p.put(" => ", r.Call.Func)
	p.callArgs(r.Call.Args)
}

func (p *printer) callArgs(args []CallArg) {
	p.put("(")
	for i, a := range args {
		if i > 0 {
			p.put(", ")
		}
		switch {
		case a.Var != nil:
			p.put(a.Var.Name)
		case p.loop != "":
			p.put(p.loop)
		default:
			p.put(opName(a.Op))
		}
	}
	p.put(")")
}

func (p *printer) node(n *Node) {
	switch {
	case n.Var != nil && n.Kind == AnyNode:
		p.put(n.Var.Name)
	case n.Var != nil:
		p.put(n.Var.Name, "@")
	case n.Kind == AnyNode:
		p.put("_")
	}
	switch n.Kind {
	case OpNode:
		p.op(n)
	case ConstNode:
		p.constant(n)
	}
	if n.Note != "" {
		p.put(":", n.Note)
	}
}

func (p *printer) constant(n *Node) {
	switch {
	case n.Lit != nil:
		p.put(n.Lit.String())
	case n.Expr != nil:
		p.put("{")
		p.expr(n.Expr, 0)
		p.put("}")
	case n.Val != nil:
		p.put("@const(", n.Val.Name, ")")
	default:
		p.put("@const")
	}
}

func (p *printer) op(n *Node) {
	var names []string
	for _, op := range n.Ops {
		names = append(names, opName(op))
	}
	switch {
	case n.Loop && p.loop != "":
		p.put(p.loop)
	case len(names) == 1:
		p.put(names[0])
	default:
		p.put("(", strings.Join(names, " | "), ")")
	}
	p.args(n.Args)
	closing := ")"
	if n.Match == AnyOrder {
		p.put("[")
		closing = "]"
	} else {
		p.put("(")
	}
	for i, s := range n.Src {
		if i > 0 {
			p.put(", ")
		}
		p.node(s)
	}
	if n.Match == AtLeast {
		if len(n.Src) > 0 {
			p.put(", ")
		}
		p.put("...")
	}
	p.put(closing)
}

func (p *printer) args(args []ArgTest) {
	for i, a := range args {
		p.put(map[bool]string{true: "{", false: ", "}[i == 0], a.Field, "=")
		switch a.Field {
		case "name":
			p.put(strconv.Quote(a.Text))
		case "op":
			p.put(a.Op.String())
		default:
			p.put(strconv.FormatInt(a.Int, 10))
		}
	}
	if len(args) > 0 {
		p.put("}")
	}
}

// expr writes an expression, in parentheses where it binds less than the level around it.
func (p *printer) expr(e *Expr, level int) {
	switch e.Kind {
	case ExprInt:
		p.put(e.Int.String())
	case ExprNum, ExprTypes:
		p.put(e.Text)
	case ExprVar:
		p.put(e.Var.Name)
	case ExprGo:
		p.put(e.Text)
		p.callArgs(e.GoArgs)
	case ExprFn:
		p.put(e.Text)
		for i, a := range e.Args {
			p.put(map[bool]string{true: "(", false: ", "}[i == 0])
			p.expr(a, 0)
		}
		if len(e.Args) > 0 {
			p.put(")")
		}
	case ExprOp:
		p.operator(e, level)
	}
}

const unaryLevel = 6

func (p *printer) operator(e *Expr, level int) {
	if len(e.Args) == 1 {
		p.put(map[string]string{"neg": "-", "!": "!"}[e.Text])
		p.expr(e.Args[0], unaryLevel)
		return
	}
	own := operators[e.Text].level
	if own < level {
		p.put("(")
	}
	sign := e.Text
	if own < 4 {
		sign = " " + sign + " "
	}
	p.expr(e.Args[0], own)
	p.put(sign)
	p.expr(e.Args[1], own+1)
	if own < level {
		p.put(")")
	}
}
