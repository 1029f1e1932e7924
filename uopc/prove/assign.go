package prove

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// assign is one choice of models for the type variables of a rule.
type assign struct {
	reps []rep         // by number of the type variable
	dts  [][]uop.DType // what each of them stands for
	bits bool          // guards are computed in bit vectors
	any  *rep          // the model of integers of any width, if there is one

	hints int  // help the solver with divisions; the more the higher, up to 2
	old   bool // use the solver's older arithmetic, which is often better with hints
}

func (a *assign) dtypes(t *rulelang.Type) []uop.DType {
	if t == nil || t.Num >= len(a.dts) {
		fail(noModelf("a guard asks for a dtype that is not known"))
	}
	return a.dts[t.Num]
}

func (a *assign) String() string {
	var names []string
	for _, r := range a.reps {
		names = append(names, r.String())
	}
	return strings.Join(names, ",")
}

func (r rep) String() string {
	switch {
	case r.real:
		return r.d.String()
	case r.form == asFP:
		return fmt.Sprintf("f%d", r.bits)
	case r.lo != "":
		return map[bool]string{true: "signed", false: "unsigned"}[r.signed]
	case r.form == asInt:
		return "integer"
	}
	return fmt.Sprintf("%s%d", map[bool]string{true: "i", false: "u"}[r.signed], r.bits)
}

// make fills in what follows from the models.
func makeAssign(reps []rep, dts [][]uop.DType) *assign {
	a := &assign{reps: reps, dts: dts}
	for i, r := range reps {
		a.bits = a.bits || r.form == asBV
		if r.lo != "" {
			a.any = &reps[i]
		}
	}
	return a
}

// with gives the assignment with another model of one type variable.
func (a *assign) with(i int, r rep, ds []uop.DType) *assign {
	reps := append([]rep(nil), a.reps...)
	dts := append([][]uop.DType(nil), a.dts...)
	reps[i], dts[i] = r, ds
	return makeAssign(reps, dts)
}

// hinted gives the assignment with the solver helped, where that is possible.
func (a *assign) hinted(level int, old bool) *assign {
	b := *a
	b.hints, b.old = level, old
	for _, r := range a.reps {
		if r.form == asBV {
			b.hints = 0
		}
	}
	return &b
}

// tries lists the ways to ask about integers with divisions, the most promising first.
func (a *assign) tries() []*assign {
	return []*assign{a.hinted(1, true), a.hinted(1, false), a.hinted(2, true), a.hinted(2, false), a}
}

// group is the assignments that differ in the width of one integer dtype alone.
type group struct {
	members []*assign // the least width first
	vary    int       // the type variable that differs; -1 for none
	widths  []uop.DType
}

// shape is what the assignments of a rule depend on.
type shape struct {
	r       *rulelang.Rule
	looked  []bool // some op looks at values of the type variable
	bitwise bool   // has ops that integers without width have no model of
	divides bool   // has floor divisions, or a guard that speaks of wraps: hints help
}

// groups lists the assignments of the rule.
func groups(r *rulelang.Rule) []*group {
	sh := look(r)
	var out []*group
	byKey := map[string]*group{}
	n := len(r.Types)
	choice := make([]uop.DType, n)
	lists := make([][]uop.DType, n)
	total := 1
	for i, t := range r.Types {
		lists[i] = t.Set.List()
		if !sh.looked[i] && len(lists[i]) > 1 {
			lists[i] = lists[i][:1]
		}
		total *= len(lists[i])
	}
	for k := range total {
		for i := range lists {
			choice[i], k = lists[i][k%len(lists[i])], k/len(lists[i])
		}
		a, vary := sh.assign(choice)
		key := sh.key(choice, vary)
		g := byKey[key]
		if g == nil {
			g = &group{vary: vary}
			byKey[key] = g
			out = append(out, g)
		}
		g.members = append(g.members, a)
		if vary >= 0 {
			g.widths = append(g.widths, choice[vary])
		}
	}
	return out
}

// key names the group of a choice.
func (sh *shape) key(choice []uop.DType, vary int) string {
	var b strings.Builder
	for i, d := range choice {
		if i == vary {
			fmt.Fprintf(&b, "%v ", d.IsSigned())
		} else {
			fmt.Fprintf(&b, "%s ", d)
		}
	}
	return b.String()
}

// assign models a choice of dtypes, and tells which type variable is the one integer of a width,
// if there is one.
func (sh *shape) assign(choice []uop.DType) (a *assign, vary int) {
	reps := make([]rep, len(choice))
	dts := make([][]uop.DType, len(choice))
	fixed, others := 0, false
	vary = -1
	for i, d := range choice {
		reps[i], dts[i] = repOf(d), []uop.DType{d}
		if !sh.looked[i] {
			if all := sh.r.Types[i].Set.List(); len(all) > 1 {
				reps[i], dts[i] = repOf(uop.U8), all
			}
			continue
		}
		others = others || d.IsFloat()
		if reps[i].form == asBV {
			fixed, vary, others = fixed+1, i, true
		}
	}
	if fixed != 1 {
		vary = -1
	}
	for i, d := range choice {
		if d == uop.Index && (sh.bitwise || others) && reps[i].form == asInt {
			reps[i].form = asBV
		}
	}
	return makeAssign(reps, dts), vary
}

// look finds what the ops of a rule look at.
func look(r *rulelang.Rule) *shape {
	sh := &shape{r: r, looked: make([]bool, len(r.Types))}
	sh.node(r.Find)
	sh.node(r.Make)
	sh.expr(r.Guard)
	sh.divides = sh.divides || mentions(r.Guard, "nowrap", "safe")
	return sh
}

func (sh *shape) see(t *rulelang.Type) {
	if t != nil && t.Num < len(sh.looked) {
		sh.looked[t.Num] = true
	}
}

var bitOps = map[uop.Op]bool{
	uop.OpAnd: true, uop.OpOr: true, uop.OpXor: true, uop.OpShl: true, uop.OpShr: true, uop.OpBitcast: true,
}

func (sh *shape) node(n *rulelang.Node) {
	if n == nil {
		return
	}
	if n.Kind == rulelang.ConstNode && (n.Lit != nil || n.Expr != nil) {
		sh.see(n.Type)
	}
	sh.expr(n.Expr)
	for _, op := range n.Ops {
		sh.bitwise = sh.bitwise || bitOps[op] && n.Type != nil
		sh.divides = sh.divides || op == uop.OpFloordiv || op == uop.OpFloormod
		if op != uop.OpWhere {
			sh.see(n.Type)
		}
		for i, s := range n.Src {
			if op != uop.OpWhere || i == 0 {
				sh.see(s.Type)
			}
		}
	}
	for _, s := range n.Src {
		sh.node(s)
	}
}

func (sh *shape) expr(x *rulelang.Expr) {
	if x == nil {
		return
	}
	sh.see(x.Type)
	if x.Var != nil {
		sh.see(x.Var.Type)
	}
	if x.Kind == rulelang.ExprFn && (x.Text == "fits" || x.Text == "width") {
		sh.see(sh.r.Find.Type)
	}
	if x.Kind == rulelang.ExprOp {
		sh.bitwise = sh.bitwise || bitOps[braceOps[x.Text]]
	}
	for _, a := range x.Args {
		sh.expr(a)
	}
}
