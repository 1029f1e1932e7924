package rulegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// cond is one test of a pattern, as Go text.
type cond struct {
	text  string
	needs []*pnode // whose variables the text uses
	same  bool     // two sources of the root that a dispatch looks at must be one node
	konst *pnode   // the test binds the CONST behind this node
	class string   // the name of the source of the root whose op or CONST it tests
	ops   []uop.Op // the ops it asks for
}

// cand is one ordered form of a rule: a candidate for the nodes of its ops.
type cand struct {
	rule  *rulelang.Rule
	num   int
	root  *pnode
	all   []*pnode
	vars  map[*rulelang.Var]*pnode
	conds []*cond
	leaf  func(node func(*pnode) string) string // the Go text of the result, given that of nodes
	must  bool                                  // it cannot be nil or the node itself
}

// candidates gives the ordered forms of a rule.
func candidates(r *rulelang.Rule, num int) ([]*cand, error) {
	trees, err := orders(r.Find)
	if err != nil {
		return nil, err
	}
	var out []*cand
	for _, t := range trees {
		c := &cand{rule: r, num: num, vars: map[*rulelang.Var]*pnode{}}
		c.root, c.all = place(t)
		c.test()
		out = append(out, c)
	}
	return out, nil
}

// ops are those of the nodes that the candidate may fit; nil for all.
func (c *cand) ops() []uop.Op {
	switch c.root.Kind {
	case rulelang.OpNode:
		return c.root.Ops
	case rulelang.ConstNode:
		return []uop.Op{uop.OpConst, uop.OpReshape, uop.OpExpand}
	}
	return nil
}

// test makes the conditions in the order in which they are tried: what the dispatch decides, the
// dtypes of what is near, the form further down, and what compares two things.
func (c *cand) test() {
	var near, form, last []*cond
	for _, p := range c.all {
		f, l := c.node(p)
		if p.depth < 2 {
			near = append(near, f...)
		} else {
			form = append(form, f...)
		}
		last = append(last, l...)
	}
	tn, tl := c.types()
	c.conds = slices.Concat(near, tn, form, last, tl)
}

// node gives the conditions on one node: those on its form, and those to try late.
func (c *cand) node(p *pnode) (form, late []*cond) {
	add := func(list *[]*cond, text string, needs ...*pnode) {
		*list = append(*list, &cond{text: text, needs: needs})
	}
	class := ""
	if p.depth == 1 {
		class = p.name
	}
	switch p.Kind {
	case rulelang.ConstNode:
		form = append(form, &cond{text: p.konst() + " != nil", konst: p, class: class})
		late = c.constant(p)
	case rulelang.OpNode:
		if p.up != nil {
			form = append(form, &cond{text: opTest(p.name, p.Ops), needs: []*pnode{p}, class: class, ops: p.Ops})
		}
		if n := lenTest(p); n != "" {
			add(&form, n, p)
		}
		for _, a := range p.Args {
			add(&form, argTest(p.name, a), p)
		}
	}
	if p.Var == nil {
		return form, late
	}
	if q := c.vars[p.Var]; q != nil {
		add(&late, p.name+" == "+q.name, q, p)
		late[len(late)-1].same = q.depth == 1 && p.depth == 1 && p.at < dispatched && q.at < dispatched
	} else {
		c.vars[p.Var] = p
	}
	return form, late
}

// constant gives the conditions on the value of a constant.
func (c *cand) constant(p *pnode) (late []*cond) {
	if p.Lit != nil {
		possible := allTypes
		if p.Type != nil {
			possible = p.Type.Set
		}
		t := litTest(p.konst()+".Bits()", p.konst()+".DType()", p.Lit, possible)
		late = append(late, &cond{text: t})
	}
	if p.Val == nil {
		return late
	}
	if q := c.vars[p.Val]; q != nil {
		late = append(late, &cond{text: fmt.Sprintf("%s.Bits() == %s.Bits()", p.konst(), q.konst())})
	} else {
		c.vars[p.Val] = p
	}
	return late
}

func opTest(name string, ops []uop.Op) string {
	var alts []string
	for _, op := range ops {
		alts = append(alts, name+".Op() == "+opText(op))
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return "(" + strings.Join(alts, " || ") + ")"
}

// lenTest tests the number of sources where the op does not settle it.
func lenTest(p *pnode) string {
	fixed := true
	for _, op := range p.Ops {
		fixed = fixed && op.Arity() >= 0
	}
	switch n := len(p.kids); {
	case fixed, p.Match == rulelang.AtLeast && n == 0:
		return ""
	case p.Match == rulelang.AtLeast:
		return fmt.Sprintf("len(%s.Src()) >= %d", p.name, n)
	default:
		return fmt.Sprintf("len(%s.Src()) == %d", p.name, n)
	}
}

var argFields = map[string]string{"slot": "Slot", "axis": "Axis", "pop": "Pop", "lanes": "Lanes", "name": "Name", "op": "RedOp"}

func argTest(name string, a rulelang.ArgTest) string {
	var v string
	switch a.Field {
	case "name":
		v = strconv.Quote(a.Text)
	case "op":
		v = opText(a.Op)
	default:
		v = strconv.FormatInt(a.Int, 10)
	}
	return name + ".X()." + argFields[a.Field] + " == " + v
}

// types gives the conditions on dtypes that the ops do not imply, those on near nodes apart.
func (c *cand) types() (near, late []*cond) {
	imp := newTyping(c.all)
	for _, typ := range c.rule.Types {
		var reps []*pnode // the first node of each class that the type variable has
		implied := allTypes
		for _, p := range c.all {
			if p.Type != typ {
				continue
			}
			root := imp.find(p)
			if !slices.ContainsFunc(reps, func(q *pnode) bool { return imp.find(q) == root }) {
				reps = append(reps, p)
				implied &= imp.set[root]
			}
		}
		if len(reps) == 0 {
			continue
		}
		add := func(depth int, text string, needs ...*pnode) {
			list := &late
			if depth < 2 {
				list = &near
			}
			*list = append(*list, &cond{text: text, needs: needs})
		}
		if implied&^typ.Set != 0 {
			add(reps[0].depth, hasText(reps[0].name+".DType()", typ.Set), reps[0])
		}
		for _, q := range reps[1:] {
			if len(implied.List()) != 1 || !single(imp, reps) {
				add(q.depth, reps[0].name+".DType() == "+q.name+".DType()", reps[0], q)
			}
		}
	}
	return near, late
}

// single tells whether the ops alone give each of the nodes one dtype.
func single(imp *typing, reps []*pnode) bool {
	for _, p := range reps {
		if len(imp.set[imp.find(p)].List()) != 1 {
			return false
		}
	}
	return true
}
