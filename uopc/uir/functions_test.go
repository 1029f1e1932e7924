package uir_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// functionCase is a function of libm, which has a method of that name in the builder.
type functionCase struct {
	*libm.Func
	text string // its name in text
	d    uop.DType
}

func eachFunction(t *testing.T, f func(t *testing.T, c functionCase)) {
	for i := range libm.Table {
		for _, d := range []uop.DType{uop.F32, uop.F64} {
			c := functionCase{&libm.Table[i], strings.ToLower(libm.Table[i].Name), d}
			t.Run(c.text+"/"+d.String(), func(t *testing.T) { f(t, c) })
		}
	}
}

// apply calls the builder's method.
func (c functionCase) apply(x *uopc.Expr, more ...any) *uopc.Expr {
	var args []reflect.Value
	for _, v := range more {
		args = append(args, reflect.ValueOf(v))
	}
	return reflect.ValueOf(x).MethodByName(c.Name).Call(args)[0].Interface().(*uopc.Expr)
}

// call gives the CALL of the function of nodes, made from libm alone.
func (c functionCase) call(g *uop.Graph, args ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpCall, uop.NameArg(c.Name), append([]*uop.UOp{c.Body(g, c.d)}, args...)...)
}

func (c functionCase) isOp() bool {
	_, ok := uop.ParseOp(c.text)
	return ok
}

// read parses a text into g and gives its only root.
func read(t *testing.T, g *uop.Graph, text string) (*uir.File, *uop.UOp) {
	t.Helper()
	f, err := uir.Parse(g, "f.uir", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(f.Roots) != 1 {
		t.Fatalf("%d roots in\n%s", len(f.Roots), text)
	}
	return f, f.Roots[0].Node
}

// TestFunctionOfScalars has for each function the kernel that the builder makes, the same pointer.
func TestFunctionOfScalars(t *testing.T) {
	eachFunction(t, func(t *testing.T, c functionCase) {
		k := uopc.NewKernel()
		x := k.Scalar("x", c.d)
		args, params, sig := []any{}, "%x", ""
		if c.Arity == 2 {
			args, params = append(args, k.Scalar("y", c.d)), "%x, %y"
			sig = fmt.Sprintf("%%y = param : dtype=%s slot=1 name=y\n", c.d)
		}
		k.Return(c.apply(x, args...))
		want, err := k.Build("K")
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("; uop v1\n%%x = param : dtype=%s slot=0 name=x\n%s%%v = %s %s\n%%k = call %%v, %s : name=K\n",
			c.d, sig, c.text, params, params)
		f, got := read(t, want.Graph(), text)
		if got != want {
			t.Errorf("the text\n%s is another kernel than the builder's\n%s", text, uir.FormatNode(want))
		}
		checkForms(t, f, c.text)
	})
}

// TestFunctionOfTensors applies each function to the tensor that the builder applied it to, with a
// literal, which stays a scalar, and with itself.
func TestFunctionOfTensors(t *testing.T) {
	eachFunction(t, func(t *testing.T, c functionCase) {
		if c.isOp() {
			return // TestFunctionOfScalars has seen it
		}
		k := uopc.NewKernel()
		x, dst := k.In("x", c.d, 2, 3), k.Out("dst", c.Result(c.d), 2, 3)
		forms := map[string]*uopc.Expr{"": nil}
		if c.Arity == 2 {
			forms = map[string]*uopc.Expr{", 1.75": c.apply(x, 1.75), ", %ARG": c.apply(x, x)}
		} else {
			forms[""] = c.apply(x)
		}
		for _, e := range forms {
			dst.Set(e)
		}
		kernel, err := k.Build("K")
		if err != nil {
			t.Fatal(err)
		}
		calls := mapped(kernel, c.Name)
		if len(calls) != len(forms) {
			t.Fatalf("the builder made %d calls, want %d", len(calls), len(forms))
		}
		for more := range forms {
			arg := calls[0].Args()[0]
			text := uir.FormatNode(arg)
			last := fmt.Sprintf("%%%d", strings.Count(text, "\n")-2)
			text += "%v = " + c.text + " " + last + strings.ReplaceAll(more, "%ARG", last) + "\n%r = cast %v : dtype=i32\n"
			f, got := read(t, kernel.Graph(), text)
			v := got.Src()[0]
			found := false
			for _, w := range calls {
				found = found || w == v
			}
			if !found || !v.Mapped() {
				t.Errorf("%s%s is no call that the builder made:\n%s", c.text, more, uir.FormatNode(v))
			}
			checkForms(t, f, c.text)
		}
	})
}

// mapped finds the calls of a function that map it over elements.
func mapped(kernel *uop.UOp, name string) (out []*uop.UOp) {
	for _, u := range uop.Topo(kernel) {
		if u.Mapped() && u.X().Name == name {
			out = append(out, u)
		}
	}
	return out
}

// TestFunctionArguments has scalars and literals on either side of a tensor, and dynamic sizes.
func TestFunctionArguments(t *testing.T) {
	const params = "; uop v1\n%n = param : dtype=index slot=3 min=0 max=100 name=n\n%x = param %n : dtype=f64 slot=0 shape=(?,3) name=x\n" +
		"%s = param : dtype=f64 slot=1 name=s\n%y = param %n : dtype=f64 slot=2 shape=(?,3) name=y\n"
	g := uop.NewGraph()
	n := g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: &uop.Ext{Slot: 3, Name: "n", HasMin: true, HasMax: true, Max: 100}})
	tensor := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.Arg{DType: uop.F64, X: &uop.Ext{Slot: slot, Name: name, Dims: []int64{uop.Dynamic, 3}}}, n)
	}
	x, y, s := tensor(0, "x"), tensor(2, "y"), g.Make(uop.OpParam, uop.ParamArg(uop.F64, 1, "s"))
	for args, want := range map[string][]*uop.UOp{
		"%x, %y": {x, y}, "%x, %s": {x, s}, "%s, %x": {s, x}, "%s, %s": {s, s},
		"2, %x": {g.F64(2), x}, "%x, -0.5": {x, g.F64(-0.5)}, "nan, %s": {g.F64(nan()), s}, "%y, 0x10": {y, g.F64(16)},
	} {
		for i := range libm.Table {
			c := functionCase{&libm.Table[i], strings.ToLower(libm.Table[i].Name), uop.F64}
			if c.Arity != 2 {
				continue
			}
			_, got := read(t, g, params+"%v = "+c.text+" "+args+"\n%r = neg %v\n")
			if got.Src()[0] != c.call(g, want...) {
				t.Errorf("%s %s is another node:\n%s", c.text, args, uir.FormatNode(got))
			}
		}
	}
}

func nan() float64 { var z float64; return z / z }

// TestFunctionOfLiterals takes f32 where nothing forces.
func TestFunctionOfLiterals(t *testing.T) {
	g := uop.NewGraph()
	_, got := read(t, g, "; uop v1\n%v = pow 2, 0.5\n%r = neg %v\n")
	pow := functionCase{libm.Lookup("Pow"), "pow", uop.F32}
	if got.Src()[0] != pow.call(g, g.F32(2), g.F32(0.5)) {
		t.Errorf("got\n%s", uir.FormatNode(got))
	}
}

// checkForms prints a file that was read in its own form, which has the word, and in full, which has
// not, and reads both back as the same node.
func checkForms(t *testing.T, f *uir.File, word string) {
	t.Helper()
	root := f.Roots[0].Node
	short := string(uir.Format(f))
	full := uir.FormatRoots(root)
	f.Named = nil
	if named := string(uir.Format(f)); named != full {
		t.Errorf("without Named:\n%s\nwant\n%s", named, full)
	}
	_, isOp := uop.ParseOp(word)
	if !strings.Contains(short, " = "+word+" ") || !isOp && strings.Contains(full, " = "+word+" ") {
		t.Errorf("%s stands in the wrong form:\n%s\n%s", word, short, full)
	}
	for _, text := range []string{short, full} {
		again, u := read(t, root.Graph(), text)
		if u != root || string(uir.Format(again)) != text || len(again.Unused) > 0 {
			t.Errorf("%s came back as another node or text:\n%s", text, uir.Format(again))
		}
	}
}

// TestOtherRootsInFull prints everything in full as soon as a root is not what was read: it is then
// what a pass made.
func TestOtherRootsInFull(t *testing.T) {
	const text = "; uop v1\n%0 = param : dtype=f32 slot=0 name=x\n%1 = tanh %0\n; A.\n%2 = call %1, %0 : name=A\n\n" +
		"%3 = exp %1\n; B.\n%4 = call %3, %0 : name=B\n"
	f := parse(t, text)
	if got := string(uir.Format(f)); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	a, b := f.Roots[0].Node, f.Roots[1].Node
	other := a.Graph().Make(uop.OpCall, uop.NameArg("C"), append([]*uop.UOp{a.Body()}, a.Args()...)...)
	f.Roots[0].Node = other
	got := string(uir.Format(f))
	if strings.Contains(got, "= tanh") || strings.Contains(got, "= exp ") {
		t.Errorf("a function is not in full:\n%s", got)
	}
	again, err := uir.Parse(a.Graph(), "again.uir", []byte(got))
	if err != nil || len(again.Kernels()) != 2 || again.Roots[0].Node != other || again.Roots[1].Node != b {
		t.Errorf("came back as another file (%v):\n%s", err, got)
	}
	f.Roots[0].Node = a
	if got := string(uir.Format(f)); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

// TestManyFunctions reads a long file of functions in a time that grows with the text.
func TestManyFunctions(t *testing.T) {
	var b strings.Builder
	b.WriteString("; uop v1\n%0 = param : dtype=f64 slot=0 name=x\n")
	const n = 5_000
	for i := range n {
		fmt.Fprintf(&b, "%%%d = pow %%%d, %%0\n", i+1, i)
	}
	fmt.Fprintf(&b, "%%%d = call %%%d, %%0 : name=K\n", n+1, n)
	f := parse(t, b.String())
	if got := string(uir.Format(f)); got != b.String() {
		t.Error("another text came back")
	}
}
