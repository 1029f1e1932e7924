package prove

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// errNever tells that a rule fits no node of the dtypes at hand: a literal has no value there, or
// an op is not defined.
var errNever = errors.New("the rule never applies")

// noModel tells that a rule has something that this package cannot say to the solver.
type noModel struct{ what string }

func (e noModel) Error() string { return e.what }

func noModelf(format string, args ...any) error { return noModel{fmt.Sprintf(format, args...)} }

// input is an unknown of an obligation. Var is nil for a node without a name.
type input struct {
	label string
	term  string
	rep   rep
	node  *rulelang.Node
}

// encoder writes the obligation of one rule for one choice of dtypes.
type encoder struct {
	s      *script
	rule   *rulelang.Rule
	as     *assign
	choose *chooser
	bits   bool // guards are computed in bit vectors, else in integers

	order  []*rulelang.Node // of the pattern, as written
	terms  map[*rulelang.Node]string
	vars   map[*rulelang.Var]string
	nodes  map[*rulelang.Var]*rulelang.Node
	ops    map[*rulelang.Node]uop.Op
	srcs   map[*rulelang.Node][]*rulelang.Node
	xs     map[*rulelang.Node]gval
	lows   map[*rulelang.Var][2]string
	inputs []input
	opaque bool // has an op that is an unknown function
	wraps  bool // the guard speaks of unbounded integers
}

func newEncoder(r *rulelang.Rule, as *assign, c *chooser) *encoder {
	e := &encoder{
		s: newScript(), rule: r, as: as, choose: c, bits: as.bits,
		terms: map[*rulelang.Node]string{}, vars: map[*rulelang.Var]string{},
		nodes: map[*rulelang.Var]*rulelang.Node{}, ops: map[*rulelang.Node]uop.Op{},
		srcs: map[*rulelang.Node][]*rulelang.Node{}, xs: map[*rulelang.Node]gval{},
		lows: map[*rulelang.Var][2]string{},
	}
	if as.hints > 0 {
		e.s.useHints(as.hints)
		e.s.hints.powers = mentions(r.Guard, "pow2")
		e.wraps = mentions(r.Guard, "nowrap", "safe")
	}
	return e
}

// mentions tells whether a guard calls one of the functions.
func mentions(x *rulelang.Expr, fns ...string) bool {
	if x == nil {
		return false
	}
	return x.Kind == rulelang.ExprFn && slices.Contains(fns, x.Text) ||
		slices.ContainsFunc(x.Args, func(a *rulelang.Expr) bool { return mentions(a, fns...) })
}

// fail ends an encoding; encode turns it into an error.
func fail(err error) { panic(encodeFailure{err}) }

type encodeFailure struct{ err error }

// query is an obligation: text that must have no model, and how to read one.
type query struct {
	text        string
	enc         *encoder
	left, right string
}

// encode writes the obligation of a ~> rule.
func (e *encoder) encode() (q *query, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case encodeFailure:
			err = f.err
		default:
			panic(f)
		}
	}()
	if e.as.old {
		e.s.WriteString(oldSolver)
	}
	if e.as.any != nil {
		e.s.ends(e.as.any.signed)
	}
	left := e.pattern(e.rule.Find)
	e.indexNeverWraps()
	if e.rule.Guard != nil {
		g := e.cond(e.rule.Guard)
		if g == "false" {
			fail(errNever)
		}
		e.s.assert("%s", g)
	}
	right := e.template(e.rule.Make)
	if e.s.hints != nil {
		e.s.lemmas()
	}
	e.s.assert("(not (= %s %s))", left, right)
	return &query{text: e.s.String(), enc: e, left: left, right: right}, nil
}

func (e *encoder) rep(t *rulelang.Type) rep {
	if t == nil || t.Num >= len(e.as.reps) {
		fail(noModelf("a node has no dtype"))
	}
	return e.as.reps[t.Num]
}

// literal writes a constant that the text of the rule gives.
func (e *encoder) literal(r rep, l *rulelang.Lit) string {
	isInt := r.form == asBV || r.form == asInt
	switch {
	case l.Kind == rulelang.LitText:
		term, v, ok := r.number(l.Text)
		if !ok {
			fail(errNever)
		}
		if r.lo != "" {
			e.s.assert("(<= %s %s %s)", r.lo, integer(v), r.hi)
		}
		return term
	case l.Kind == rulelang.LitZero:
		return r.whole(0)
	case l.Kind == rulelang.LitOne:
		if _, hi, ok := r.ends(); ok && hi.Sign() == 0 {
			fail(errNever)
		}
		if r.lo != "" {
			e.s.assert("(<= 1 %s)", r.hi)
		}
		return r.whole(1)
	case l.Kind == rulelang.LitOnes && isInt && r.lo != "" && !r.signed:
		return r.hi
	case l.Kind == rulelang.LitOnes && (isInt || r.form == asBool):
		return r.whole(-1)
	case l.Kind == rulelang.LitNegZero && r.form == asFP:
		return fmt.Sprintf("(_ -zero %d %d)", r.eb, r.sb)
	case l.Kind == rulelang.LitTrue && r.form == asBool, l.Kind == rulelang.LitFalse && r.form == asBool:
		return fmt.Sprint(l.Kind == rulelang.LitTrue)
	}
	fail(errNever)
	return ""
}

// template writes the value of a node of the template and gives its name.
func (e *encoder) template(n *rulelang.Node) string {
	switch {
	case n.Kind == rulelang.OpNode:
		r := e.rep(n.Type)
		var args []string
		for _, s := range n.Src {
			args = append(args, e.template(s))
		}
		if !n.Ops[0].IsALU() {
			fail(noModelf("%s has no model here: give the rule a law smt", n.Ops[0]))
		}
		return e.op(n.Ops[0], r, n.Src, args)
	case n.Kind == rulelang.ConstNode && n.Lit != nil:
		r := e.rep(n.Type)
		return e.s.number(r, e.literal(r, n.Lit))
	case n.Kind == rulelang.ConstNode && n.Expr != nil:
		return e.brace(n.Expr)
	case n.Val != nil:
		return e.vars[n.Val]
	}
	t, ok := e.vars[n.Var]
	if !ok {
		fail(noModelf("the template uses a name that the pattern does not bind"))
	}
	return t
}

// rawText gives the text of a float literal in braces.
func rawText(r rep, text string) string {
	bits, err := contract.ParseValue(r.d, text)
	if err != nil {
		fail(errNever)
	}
	if q, ok := new(big.Rat).SetString(text); ok && !r.real {
		return r.fp("RNE " + decimal(q))
	}
	return r.raw(bits)
}
