package rulelang

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

var update = flag.Bool("update", false, "write the golden files anew")

// mustParse reads a good file, and checks that its canonical print is stable.
func mustParse(t *testing.T, name, text string) *File {
	t.Helper()
	f, err := Parse(name, []byte(text))
	if err != nil {
		t.Fatalf("%s:\n%v", text, err)
	}
	again, err := Parse(name, []byte(f.String()))
	if err != nil {
		t.Fatalf("the print of %s does not read: %v\n%s", name, err, f)
	}
	if again.String() != f.String() {
		t.Fatalf("the print of %s changes from\n%s to\n%s", name, f, again)
	}
	return f
}

func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.rules")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got := mustParse(t, path, string(text)).String()
		golden := strings.TrimSuffix(path, ".rules") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s prints as\n%s\nwant\n%s", path, got, want)
		}
	}
}

// The file ends of other systems make no difference.
func TestLineEnds(t *testing.T) {
	text, err := os.ReadFile("testdata/all.rules")
	if err != nil {
		t.Fatal(err)
	}
	unix := mustParse(t, "all.rules", string(text)).String()
	dos := mustParse(t, "all.rules", strings.ReplaceAll(string(text), "\n", "\r\n")).String()
	if strings.ReplaceAll(dos, "\r", "") != unix {
		t.Errorf("with \\r\\n the file reads as\n%s\nwant\n%s", dos, unix)
	}
}

func rulesOf(t *testing.T, text string) []*Rule {
	t.Helper()
	var out []*Rule
	for _, s := range mustParse(t, "t.rules", text).Sets {
		out = append(out, s.Rules...)
	}
	return out
}

// typeOf gives the dtypes of a name.
func typeOf(t *testing.T, r *Rule, name string) *Type {
	t.Helper()
	for _, v := range r.Vars {
		if v.Name == name {
			return v.Type
		}
	}
	t.Fatalf("%s: no name %s", r, name)
	return nil
}

func TestTypes(t *testing.T) {
	for _, c := range []struct{ rule, want string }{
		{"r: Mul(x, y) ~> x", "x=any y=any"},
		{"r: Add(x, y) ~> x", "x=num y=num"},
		{"r: Floordiv(x, y) ~> x", "x=int y=int"},
		{"r: And(x, y) ~> x", "x=int|bool y=int|bool"},
		{"r: Sqrt(x) => f()", "x=float"},
		{"r: Mul(x:fixed, y:index|u8) ~> x", "x=u8 y=u8"},
		{"r: Mul(x, @true) ~> x", "x=bool"},
		{"r: Mul(x, 0.5) ~> x", "x=float"},
		{"r: Mul(x, 1) ~> x", "x=any"},
		{"r: Add(x, @ones) ~> x", "x=int"},
		{"r: Where(c, x:sint, @const(k)) ~> x", "c=bool x=sint k=sint"},
		{"r: Cmplt(n@Neg(x), y) => f()", "n=num x=num y=num"},
		{"r: Where(Cmpne(a, b), c, d:f64) => f()", "a=any b=any c=f64 d=f64"},
		{"r: Cast(x:int):float => f()", "x=int"},
		{"r: u@Cast(x:A):B && is(A, sint|bool) && is(u, A) => f()", "u=any x=sint|bool"},
		{"r: u@Cast(x) && is(x, f32) && (is(u, int) || is(u, bool)) => f()", "u=any x=f32"},
		{"r: u@Index(p, i, @const(k)) => f()", "u=any p=any i=int k=int"},
		{"r: u@Reshape(x:int, n) => f()", "u=int x=int n=index"},
		{"r: u@Reduce{op=and}(x) => f()", "u=int|bool x=int|bool"},
		{"r: u@Range(n) => f()", "u=index n=index"},
		{"r: Store(p:i8, v) => f()", "p=i8 v=i8"},
		{"r: u@(Add | And)(x, y:f32) => f()", "u=f32 x=f32 y=f32"},
		{"r: u@(Add | Cmplt)(x, y:f32) => f()", "u=any x=any y=f32"},
		{"for op in alu { r: u@op(x, y):float => f() }", "u=float x=float y=float"},
	} {
		r := rulesOf(t, c.rule)[0]
		var got []string
		for _, v := range r.Vars {
			got = append(got, v.Name+"="+v.Type.Set.String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.rule, s, c.want)
		}
		for i, typ := range r.Types {
			if typ.Num != i {
				t.Errorf("%s: type %d has number %d", c.rule, i, typ.Num)
			}
		}
	}
}

// Nodes of one dtype share a Type, and no others do.
func TestUnified(t *testing.T) {
	r := rulesOf(t, "r: Cast(Cast(x:A):B):A ~> x")[0]
	if x := typeOf(t, r, "x"); x != r.Find.Type || x == r.Find.Src[0].Type || x.Name != "A" || len(r.Types) != 2 {
		t.Errorf("types of %s: %v", r, r.Types)
	}
	r = rulesOf(t, "r: Where(c, x, Add(@const(a), y)) && is(x, int) ~> Where(c, y, {a//2+max(a, 1)})")[0]
	e := r.Make.Src[2].Expr
	for _, part := range []*Expr{e, e.Args[0], e.Args[0].Args[0], e.Args[0].Args[1], e.Args[1], e.Args[1].Args[0], e.Args[1].Args[1]} {
		if part.Type != r.Find.Type || part.Type.Set != intTypes {
			t.Errorf("%s is computed in %v", part, part.Type)
		}
	}
	r = rulesOf(t, "r: Cast(@const(c):i16):u8 ~> {cast(c+1)+1}")[0]
	sum := r.Make.Expr
	if sum.Type.Set != 1<<uop.U8 || sum.Args[0].Type != sum.Type || sum.Args[0].Args[0].Type.Set != 1<<uop.I16 {
		t.Errorf("%s: %v", r, r.Types)
	}
}

func TestLoops(t *testing.T) {
	names := func(text string) string {
		var out []string
		for _, r := range rulesOf(t, text) {
			out = append(out, opName(r.Op))
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ text, want string }{
		{"for op in [Mul, Add] { r: op(x, y) => f(op) }", "Mul Add"},
		{"for op in alu { r: op(a, b, c) => f(op) }", "Where Fma"},
		{"for op in alu { r: op(x:float) => f(op) }", "Neg Recip Sqrt Exp2 Log2 Sin Trunc Cast Bitcast"},
		{"for op in unary { r: op(x:int) => f(op) }", "Neg Cast Bitcast"},
		{"for op in ternary { r: op(...) => f(op) }", "Where Fma"},
		{"for op in commutative { r: op(...) => f(op) }", "Add Mul Max Cmpne And Or Xor"},
		{"for op in compare { r: op(...) => f(op) }", "Cmplt Cmpne"},
		{"for op in bitwise { r: op(...) => f(op) }", "And Or Xor"},
		{"for op in binary { r: u@op(x, y):int => f(op) }", "Add Mul Max Floordiv Floormod And Or Xor Shl Shr"},
		{"for op in move { r: op(x, ...) => f(op) }", "Reshape Expand Permute Shrink Pad Flip"},
		{"for op in bitwise [Or, And] { r: op(x, y) => f(op) }", "Or And"},
	} {
		if got := names(c.text); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	r := rulesOf(t, "for op in [Mul] { r: op(x, y) => f(x, op) }")[0]
	if r.OpVar != "op" || !r.Find.Loop || r.Call.Args[1].Op != uop.OpMul || r.Call.Args[1].Var != nil || r.String() != "r: Mul(x, y) => f(x, Mul)" {
		t.Errorf("%s: %+v", r, r)
	}
}

func TestFields(t *testing.T) {
	f := mustParse(t, "dir/strict.rules", "@package p\n@context *State\n# one\n#\n#  two\nr: Add(x, y) => f(x)\n@set a\ns: Neg(x) => f(x)\n@set strict\nt: Sin(x) => f(x)\n")
	if f.Package != "p" || f.Context != "*State" || len(f.Sets) != 2 || f.Sets[0].Name != "strict" || len(f.Sets[0].Rules) != 2 || f.Sets[1].Name != "a" {
		t.Errorf("%+v", f)
	}
	r := f.Sets[0].Rules[0]
	if strings.Join(r.Doc, "|") != "one|| two" || r.Pos != (Pos{6, 1}) || r.Find.Src[1].Pos != (Pos{6, 11}) || r.Call.Pos != (Pos{6, 17}) {
		t.Errorf("%+v at %v", r.Doc, r.Pos)
	}
	if f.Sets[1].Rules[0].Doc != nil {
		t.Error("a comment reaches over a rule")
	}
}

// What a print leaves out must not change the meaning.
func TestPrint(t *testing.T) {
	const pattern = "Add(x:int, @const(a)) && "
	for _, c := range []struct{ in, want string }{
		{"a-(a-a) > 0", ""},
		{"(a-a)-a > 0", "a-a-a > 0"},
		{"a//(a*a) > 0", ""},
		{"-(a+1) > (0)", "-(a+1) > 0"},
		{"- - a > 0", "--a > 0"},
		{"(a+1)*a > 0x10", "(a+1)*a > 16"},
		{"(a > 0 || a < 1) && a != 2", ""},
		{"a > 0 || a < 1 && a != 2", "(a > 0 || a < 1 && a != 2)"},
		{"!(a > 0 && a < 1)", ""},
		{"!pow2(a) && (a > 0 && a < 1)", "!pow2(a) && (a > 0 && a < 1)"},
		{"width(x) > width", ""},
		{"fits(a, i8) && fits( a , x ) && is(x,i8|uint)", "fits(a, i8) && fits(a, x) && is(x, i8|uint)"},
	} {
		if c.want == "" {
			c.want = c.in
		}
		r := rulesOf(t, "r: "+pattern+c.in+" => f(a)")[0]
		if want := "r: " + pattern + c.want + " => f(a)"; r.String() != want {
			t.Errorf("got  %s\nwant %s", r, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, printed := range map[string]string{
		"x*1": "", "a:b": "", "x>y?x:y": "", "(x//c)*c+x%c": "", "no": "",
		"a: b": `"a: b"`, "no x": `"no x"`, "&& x": `"&& x"`, "for x in y": `"for x in y"`,
		"@set": `"@set"`, "}": `"}"`, "\"q\"": `"\"q\""`, "a#b": `"a#b"`, " a": `" a"`, "a\nb": `"a\nb"`,
	} {
		if printed == "" {
			printed = name
		}
		r := rulesOf(t, printed+": Neg(x) => f(x)")[0]
		if r.Name != name || r.String() != printed+": Neg(x) => f(x)" {
			t.Errorf("%q has the name %q and prints as %s", name, r.Name, r)
		}
	}
}

func TestOperands(t *testing.T) {
	r := rulesOf(t, "r: Cast(x:A):B && is(A, int) && is(B, A) && fits(vmin(x), i8) && fits(1, x) => f()")[0]
	args := map[string]*Expr{}
	var walk func(e *Expr)
	walk = func(e *Expr) {
		if e.Kind == ExprFn && e.Text != "vmin" {
			args[e.String()] = e.Args[1]
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(r.Guard)
	if e := args["is(A, int)"]; e.Type != nil || e.Set != intTypes {
		t.Errorf("%+v", e)
	}
	if e := args["is(B, A)"]; e.Type != typeOf(t, r, "x") || e.Set != 0 {
		t.Errorf("%+v", e)
	}
	if e := args["fits(vmin(x), i8)"]; e.Type == nil || e.Type.Set != 1<<uop.I8 || e.Set != 0 || r.Types[e.Type.Num] != e.Type {
		t.Errorf("%+v", e)
	}
	if e := args["fits(1, x)"]; e.Type != typeOf(t, r, "x") || e.Var == nil {
		t.Errorf("%+v", e)
	}
}

func TestLitBits(t *testing.T) {
	text := func(s string) Lit { return Lit{LitText, s} }
	for _, c := range []struct {
		lit  Lit
		d    uop.DType
		bits uint64
		ok   bool
	}{
		{text("1"), uop.F32, 0x3f800000, true}, {text("-1"), uop.F64, 0xbff0000000000000, true}, {text("-1"), uop.I8, ^uint64(0), true},
		{text("-1"), uop.U8, 0, false}, {text("255"), uop.U8, 255, true}, {text("256"), uop.U8, 0, false}, {text("128"), uop.I8, 0, false},
		{text("-128"), uop.I8, ^uint64(127), true}, {text("1"), uop.Bool, 1, true}, {text("2"), uop.Bool, 0, false},
		{text("0x7fffffffffffffff"), uop.Index, 1<<63 - 1, true}, {text("18446744073709551615"), uop.I64, 0, false},
		{text("18446744073709551615"), uop.F64, 0, false}, {text("18446744073709551615"), uop.U64, ^uint64(0), true}, {text("16777217"), uop.F32, 0, false}, {text("16777217"), uop.F64, 0x4170000010000000, true},
		{text("0.5"), uop.F32, 0x3f000000, true}, {text("0.1"), uop.F32, 0, false}, {text("0.1"), uop.F64, 0x3fb999999999999a, true},
		{text("0.5"), uop.I32, 0, false}, {text("-0.0"), uop.F32, 0x80000000, true}, {text("1e300"), uop.F32, 0, false},
		{Lit{Kind: LitZero}, uop.F32, 0, true}, {Lit{Kind: LitOne}, uop.Bool, 1, true}, {Lit{Kind: LitOne}, uop.F32, 0x3f800000, true},
		{Lit{Kind: LitOnes}, uop.U16, 65535, true}, {Lit{Kind: LitOnes}, uop.Bool, 1, true}, {Lit{Kind: LitOnes}, uop.F32, 0, false},
		{Lit{Kind: LitNegZero}, uop.F32, 0x80000000, true}, {Lit{Kind: LitNegZero}, uop.I32, 0, false},
		{Lit{Kind: LitTrue}, uop.Bool, 1, true}, {Lit{Kind: LitFalse}, uop.I32, 0, false},
	} {
		if bits, ok := c.lit.Bits(c.d); ok != c.ok || ok && bits != c.bits {
			t.Errorf("%s of %v: %#x %v, want %#x %v", &c.lit, c.d, bits, ok, c.bits, c.ok)
		}
	}
}
