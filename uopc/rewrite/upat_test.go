package rewrite

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// all lists the ways in which p fits u, as "x=p0 c=1".
func all(t *testing.T, p UPat, u *uop.UOp) string {
	t.Helper()
	q, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	q.Run(u, func(m *Match) bool {
		var names []string
		for i, n := range q.Names() {
			if m.Get(n) != m.Node(i) {
				t.Errorf("Get(%q) is not Node(%d)", n, i)
			}
			names = append(names, n+"="+show(m.Node(i)))
		}
		if m.U != u {
			t.Error("U is not the node")
		}
		out = append(out, "("+strings.Join(names, " ")+")")
		return false
	})
	return strings.Join(out, " ")
}

func TestPatterns(t *testing.T) {
	g := uop.NewGraph()
	a, b := param(g, 0), param(g, 1)
	f := g.Make(uop.OpParam, uop.ParamArg(uop.F32, 2, ""))
	i := func(v int64) *uop.UOp { return g.Int(uop.I32, v) }
	x, y, c, d := Var("x"), Var("y"), Const("c"), Const("d")
	add, mul, neg := uop.OpAdd, uop.OpMul, uop.OpNeg
	row := g.Broadcast(i(7), uop.Ints(2, 3))
	stack := g.Make(uop.OpStack, uop.Arg{}, a, b, a)
	cast := func(d uop.DType) uop.Arg { return uop.CastArg(d) }
	for n, k := range []struct {
		p    UPat
		u    *uop.UOp
		want string
	}{
		{Op(add, x, x), g.Add(a, a), "(x=p0)"},
		{Op(add, x, x), g.Add(a, b), ""},
		{Op(add, x, c), g.Add(a, i(5)), "(x=p0 c=5)"},
		{Op(add, x, c), g.Add(a, b), ""},
		{Op(add, x, c).Of(uop.F32), g.Add(a, i(5)), ""},
		{Op(add, x, c).Of(uop.F64, uop.F32), g.Add(f, g.F32(5)), "(x=p2 c=5)"},
		{Op(mul, Op(add, x, c), d), g.Mul(g.Add(a, i(3)), i(4)), "(x=p0 c=3 d=4)"},
		{Op(add, x, x), g.Add(g.Add(a, b), g.Add(a, b)), "(x=add(p0, p1))"},
		{Op(add, x, x), g.Add(g.Add(a, b), g.Add(b, a)), ""},
		{ConstOf(uop.I32, 7).Named("k"), i(7), "(k=7)"},
		{ConstOf(uop.I32, 7).Named("k"), i(8), ""},
		{Any, a, "()"},
		{x, g.Add(a, b), "(x=add(p0, p1))"},
		{Op(neg), g.Neg(a), "()"},
		{Op(neg, Any).Named("n"), g.Neg(a), "(n=neg(p0))"},
		{UPat{Ops: []uop.Op{add, mul}, Src: []UPat{x, c}}, g.Mul(a, i(2)), "(x=p0 c=2)"},
		{UPat{Ops: []uop.Op{add, mul}, Src: []UPat{x, c}}, g.Bin(uop.OpXor, a, i(2)), ""},
		// Zeros are of one dtype and one sign.
		{ConstOf(uop.I32, 0), i(0), "()"},
		{ConstOf(uop.I32, 0), g.Bool(false), ""},
		{ConstOf(uop.I32, 0), g.F32(0), ""},
		{ConstOf(uop.I32, 0), g.Int(uop.I64, 0), ""},
		{ConstOf(uop.F32, 0), g.Neg(g.F32(0)).Src()[0], "()"},
		{ConstOf(uop.F32, 1<<31), g.F32(0), ""},
		{ConstOf(uop.I8, 1<<64-1), g.Int(uop.I8, 255), "()"},
		{ConstOf(uop.U8, 1<<64-1), g.Int(uop.U8, 255), "()"},
		{ConstOf(uop.F32, 0x7fc00001), g.Const(uop.F32, 0xffc00000), "()"},
		// Args that are no constants.
		{Op(uop.OpCast, x).With(cast(uop.I64)), g.Cast(a, uop.I64), "(x=p0)"},
		{Op(uop.OpCast, x).With(cast(uop.I64)), g.Cast(a, uop.I16), ""},
		{Op(uop.OpParam).With(uop.ParamArg(uop.I32, 1, "")), b, "()"},
		{Op(uop.OpParam).With(uop.ParamArg(uop.I32, 1, "")), a, ""},
		// Any order: each way once, in the order of the permutations.
		{Op(add, x, c).AnyOrder(), g.Add(i(5), a), "(x=p0 c=5)"},
		{Op(add, x, c).AnyOrder(), g.Add(i(5), i(6)), "(x=5 c=6) (x=6 c=5)"},
		{Op(add, x, y).AnyOrder(), g.Add(a, b), "(x=p0 y=p1) (x=p1 y=p0)"},
		{Op(add, x, y).AnyOrder(), g.Add(a, a), "(x=p0 y=p0)"},
		{Op(add, x, Op(neg, x)).AnyOrder(), g.Add(g.Neg(a), a), "(x=p0)"},
		{Op(add, Op(mul, x, y).AnyOrder(), Op(mul, x, c).AnyOrder()).AnyOrder(), g.Add(g.Mul(i(2), a), g.Mul(a, b)), "(x=p0 y=p1 c=2)"},
		{Op(uop.OpStack, x, y, Any).AnyOrder(), stack, "(x=p0 y=p1) (x=p0 y=p0) (x=p1 y=p0)"},
		// At least.
		{Op(uop.OpStack, x).AtLeast(), stack, "(x=p0)"},
		{Op(uop.OpStack, x, y, x).AtLeast(), stack, "(x=p0 y=p1)"},
		{Op(uop.OpStack, x, y, x, y).AtLeast(), stack, ""},
		{Op(uop.OpStack, x), stack, ""},
		{UPat{Src: []UPat{}}, a, "()"},
		{UPat{Src: []UPat{}}, g.Neg(a), ""},
		{UPat{Src: []UPat{c}}, a, ""},
		// A CONST in every element.
		{c, row, ""},
		{c.Spread(), row, "(c=7)"},
		{c.Spread(), i(3), "(c=3)"},
		{c.Spread(), g.Broadcast(a, uop.Ints(2)), ""},
		{Op(neg, ConstOf(uop.I32, 7).Spread()), g.Neg(row), "()"},
		{Op(neg, ConstOf(uop.I32, 8).Spread()), g.Neg(row), ""},
	} {
		if got := all(t, k.p, k.u); got != k.want {
			t.Errorf("%d: %s gives %s, not %s", n, show(k.u), got, k.want)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	var many []UPat
	for i := range maxParts {
		many = append(many, Var(fmt.Sprint("x", i)))
	}
	x, y, z := Var("x"), Var("y"), Var("z")
	three := Op(uop.OpWhere, x, y, z).AnyOrder()
	loop := []UPat{{Ops: []uop.Op{uop.OpNeg}}}
	loop[0].Src = loop
	for _, k := range []struct {
		p    UPat
		want string
	}{
		{Op(uop.OpInvalid), "pattern, at invalid: invalid is no op of a node"},
		{Op(uop.OpNeg, Op(uop.NumOps+3)), "neg[0].op("},
		{Var("x").Of(uop.Index + 9), "is no dtype"},
		{Op(uop.OpAdd, x), "at add: add never has 1 sources, but 2"},
		{Op(uop.OpMul, Op(uop.OpNeg, x, y), z), "at mul[0].neg: neg never has 2 sources, but 1"},
		{Op(uop.OpNeg, x, y).AtLeast(), "neg never has 2 sources"},
		{Op(uop.OpNeg, x).Named("x"), `"x" names a node and one below it`},
		{Op(uop.OpStack, many...), "more than 16 nodes"},
		{Op(uop.OpNeg, loop...), "more than 16 nodes"},
		{Op(uop.OpStack, many[:6]...).AnyOrder(), "6 sources in any order are too many"},
		{Op(uop.OpStack, Op(uop.OpStack, many[:5]...).AnyOrder(), Op(uop.OpStack, many[5:10]...).AnyOrder()), "too many ways"},
		{Op(uop.OpWhere, three, three, three).AnyOrder(), ""},
		{UPat{Match: 7}, "7 is no order"},
		{UPat{Broadcast: true}, "only the pattern of a CONST"},
		{Op(uop.OpAdd).With(uop.ConstArg(uop.I32, 1)), "add holds no value"},
		{Op(uop.OpAdd).With(uop.CastArg(uop.I32)), "add holds no dtype; use Of"},
		{Op(uop.OpConst).With(uop.Arg{}), "needs a dtype"},
	} {
		_, err := CompilePattern("r", k.p, func(*uop.Graph, None, *Match) *uop.UOp { return nil })
		var bad *PatternError
		switch {
		case k.want == "":
			if err != nil {
				t.Error(err)
			}
		case !errors.As(err, &bad) || !strings.Contains(err.Error(), k.want) || !strings.HasPrefix(err.Error(), `rule "r": pattern`):
			t.Errorf("%v lacks %q", err, k.want)
		}
	}
	if _, err := CompilePattern[None]("r", Any, nil); err == nil || !strings.Contains(err.Error(), "no function") {
		t.Error(err)
	}
	defer func() {
		if e := recover(); e == nil || !strings.Contains(fmt.Sprint(e), "never has 1 sources") {
			t.Error("Pattern takes a bad pattern", e)
		}
	}()
	Pattern("r", Op(uop.OpAdd, x), func(*uop.Graph, None, *Match) *uop.UOp { return nil })
}

// TestPatternDeclines: fn may refuse one order and take the next.
func TestPatternDeclines(t *testing.T) {
	g := uop.NewGraph()
	tries := 0
	r := Pattern("2+x", Op(uop.OpAdd, Var("x"), Const("c")).AnyOrder(), func(g *uop.Graph, _ None, m *Match) *uop.UOp {
		if tries++; m.Get("c").Bits() != 2 {
			return nil
		}
		return g.Neg(m.Get("x"))
	})
	v, err := Rewrite(g.Add(g.Int(uop.I32, 2), g.Int(uop.I32, 3)), NewMatcher(r), None{}, nil)
	if err != nil || v != g.Neg(g.Int(uop.I32, 3)) || tries != 2 {
		t.Error(show(v), err, tries)
	}
	if !reflect.DeepEqual(r.Ops, []uop.Op{uop.OpAdd}) {
		t.Error("a pattern is looked at by the ops of its root only", r.Ops)
	}
}

func TestUnknownNameIsAnError(t *testing.T) {
	g := uop.NewGraph()
	r := Pattern("typo", Op(uop.OpNeg, Var("x")), func(_ *uop.Graph, _ None, m *Match) *uop.UOp { return m.Get("y") })
	_, err := Rewrite(g.Neg(param(g, 0)), NewMatcher(r), None{}, nil)
	if err == nil || err.Error() != `rule "typo": pattern: there is no name "y"; the names are ["x"]` {
		t.Error(err)
	}
}

// TestFirstSourceIsLookedAtFirst: a leaf, and a node whose first source cannot fit, are turned
// away before anything is matched.
func TestFirstSourceIsLookedAtFirst(t *testing.T) {
	r := Pattern("r", UPat{Src: []UPat{Op(uop.OpNeg), Any}}, func(*uop.Graph, None, *Match) *uop.UOp { return nil })
	if r.first != 1<<uop.OpNeg {
		t.Errorf("%b", r.first)
	}
	asked := 0
	r.Fn = func(*uop.Graph, None, *uop.UOp) *uop.UOp { asked++; return nil }
	g := uop.NewGraph()
	a := param(g, 0)
	if _, err := Rewrite(g.Add(g.Mul(a, a), g.Mul(g.Neg(a), a)), NewMatcher(r), None{}, nil); err != nil || asked != 1 {
		t.Error(err, asked)
	}
	both := Op(uop.OpAdd, Op(uop.OpNeg), Const("c").Spread()).AnyOrder()
	if got, want := firstOps(&both), setOf([]uop.Op{uop.OpNeg, uop.OpConst, uop.OpExpand, uop.OpReshape}); got != want {
		t.Errorf("%b, not %b", got, want)
	}
}

func TestFailingMatchDoesNotAllocate(t *testing.T) {
	g := uop.NewGraph()
	a, b := param(g, 0), param(g, 1)
	p := Op(uop.OpAdd, Op(uop.OpMul, Var("x"), Var("y")).AnyOrder(), Op(uop.OpMul, Var("x"), Const("c")).AnyOrder()).AnyOrder()
	r := Pattern("r", p, func(*uop.Graph, None, *Match) *uop.UOp { return nil })
	m := NewMatcher(r)
	fails := g.Add(g.Mul(a, g.Neg(b)), g.Mul(b, g.Int(uop.I32, 2)))
	declined := g.Add(g.Mul(a, b), g.Mul(b, g.Int(uop.I32, 2)))
	for _, u := range []*uop.UOp{fails, declined} {
		if n := testing.AllocsPerRun(200, func() { m.Match(g, None{}, u, 0) }); n >= 1 {
			t.Error(show(u), n)
		}
	}
}

// TestArgComparesEveryField: a field that Ext gains must come into sameExt.
func TestArgComparesEveryField(t *testing.T) {
	var x uop.Ext
	v := reflect.ValueOf(&x).Elem()
	for i := range v.NumField() {
		y := uop.Ext{}
		switch f := reflect.ValueOf(&y).Elem().Field(i); f.Kind() {
		case reflect.Int, reflect.Int64:
			f.SetInt(1)
		case reflect.Uint8:
			f.SetUint(1)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.String:
			f.SetString("a")
		case reflect.Slice:
			f.Set(reflect.ValueOf([]int64{1}))
		default:
			t.Fatal("a field of a new kind: ", v.Type().Field(i).Name)
		}
		if sameExt(&x, &y) {
			t.Error("sameExt does not look at ", v.Type().Field(i).Name)
		}
	}
}

func BenchmarkPatternFails(b *testing.B) {
	g := uop.NewGraph()
	x, y := param(g, 0), param(g, 1)
	r := Pattern("r", Op(uop.OpAdd, Op(uop.OpMul, Var("x"), Const("a")), Const("c")).AnyOrder(), func(*uop.Graph, None, *Match) *uop.UOp { return nil })
	m := NewMatcher(r)
	u := g.Add(g.Mul(x, y), g.Neg(y))
	b.ReportAllocs()
	for range b.N {
		m.Match(g, None{}, u, 0)
	}
}
