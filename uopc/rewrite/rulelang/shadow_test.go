package rulelang

import (
	"errors"
	"strings"
	"testing"
)

// failsAt reads a file and gives the lines with errors, which must have the text.
func failsAt(t *testing.T, text, msg string) (lines []int) {
	t.Helper()
	_, err := Parse("f.rules", []byte(text))
	var es Errors
	if err != nil && !errors.As(err, &es) {
		t.Fatal(err)
	}
	for _, e := range es {
		if !strings.Contains(e.Msg, msg) {
			t.Errorf("%s:\n%v", text, e)
		}
		lines = append(lines, e.Pos.Line)
	}
	return lines
}

func TestShadow(t *testing.T) {
	for _, c := range []struct {
		first, second string
		shadowed      bool
	}{
		{"Add(x, y) ~> x", "Add(x, 0) => f()", true},
		{"Add(x, y) ~> x", "Add(x, y) && g(x) ~> Add(y, x)", true},
		{"Add(x, y) ~> x", "n@Add(...) => f(n)", false}, // not seen to be so,
		{"Add(x, ...) ~> x", "Add(x, 0) => f()", true},
		{"Add(x, y) => f()", "Add(x, 0) => f()", false}, // may decline
		{"Add(x, y) && g(x) ~> x", "Add(x, 0) => f()", false},
		{"Add(x, 0) ~> x", "Add(x, y) => f()", false},
		{"Add(x, 0) ~> x", "Add(x, @zero) => f()", true},
		{"Add(x, @zero) ~> x", "Add(x, 0) => f()", true},
		{"Add(x, @zero) ~> x", "Add(x, 0.0) => f()", true},
		{"Add(x, @zero) ~> x", "Add(x, -0.0) => f()", false},
		{"Add(x, @zero) ~> x", "Add(x, @const) => f()", false},
		{"Add(x, @const) ~> x", "Add(x, @const(c)) => f()", true},
		{"Add(x, @const(c)) ~> x", "Add(x, @negzero) => f()", true},
		{"Add(x, @const(c)) ~> x", "Add(x, y) => f()", false},
		{"Add(x:int, -1) ~> x", "Add(x:sint, @ones) => f()", true},
		{"Add(x:int, -1) ~> x", "Add(x:int, @ones) => f()", false}, // 255 of u8 is no -1
		{"Add(x:int, @ones) ~> x", "Add(x:int, -1) => f()", true},
		{"Mul(x, 1) ~> x", "Mul(x, @true) => f()", true},
		{"Mul(x, 2) ~> x", "Mul(x, @true) => f()", false},
		{"Mul(x, @one) ~> x", "Mul(x, @true) => f()", true},
		{"Add(x:int, y) ~> x", "Add(x:i8, 0) => f()", true},
		{"Add(x:int, y) ~> x", "Add(x, 0) => f()", false},
		{"Add(x:int, y) ~> x", "Add(x, y) && is(x, uint) => f()", true},
		{"Add(x, x) ~> x", "Add(y, y) => f()", true},
		{"Add(x, x) ~> x", "Add(y, z) => f()", false},
		{"Add(x, x) ~> x", "Add(0, 0) => f()", false}, // one may be a broadcast of another form
		{"Add(x, x) ~> x", "Add(Mul(y, z), Mul(y, z)) => f()", true},
		{"Add(x, x) ~> x", "Add(Mul(y, z), Mul(z, y)) => f()", false},
		{"Add(x, x) ~> x", "Add(Mul(y, _), Mul(y, _)) => f()", false},
		{"And(x, x) ~> x", "And(Where(b, ...), Where(b, ...)) => f()", false},
		{"Add(@const(c), @const(c)) ~> {c}", "Add(1, 1) => f()", true},
		{"Add(@const(c), @const(c)) ~> {c}", "Add(1, 2) => f()", false},
		{"Add(@const(c), @const(c)) ~> {c}", "Add(@const(d), @const(d)) => f()", true},
		{"Add(@const(c), @const(c)) ~> {c}", "Add(@const(c), @const(d)) => f()", false},
		{"Add[x, 0] ~> x", "Add(0, x) => f()", true},
		{"Add(x, 0) ~> x", "Add[0, x] => f()", false},
		{"Add[x, 0] ~> x", "Add[0, x] => f()", true},
		{"Add[x, Mul[y, 2]] ~> x", "Add(Mul(2, y), y) => f()", true},
		{"Add[x, Mul[x, 2]] ~> x", "Add(Mul(2, y), z) => f()", false},
		{"(Add | Mul)(x, y) ~> x", "Mul(x, y) => f()", true},
		{"(Add | Mul)(x, y) ~> x", "(Mul | Max)(x, y) => f()", false},
		{"Add(x, y) ~> x", "Mul(x, y) => f()", false},
		{"Cast(x:A):A ~> x", "Cast(x:i8):i8 => f()", true},
		{"Cast(x:A):A ~> x", "Cast(x:i8):u8 => f()", false},
		{"Cast(x:A):A ~> x", "Cast(x:B):B => f()", true},
		{"Cast(x:A):A ~> x", "Cast(x:A):B => f()", false},
		{"Index(x) ~> x", "Index(x, ...) => f()", false},
		{"Index(x, ...) ~> x", "Index(x) => f()", true},
		{"Index(x, ...) ~> x", "Index(x, i, ...) => f()", true},
		{"Index(x, i, ...) ~> x", "Index(x, ...) => f()", false},
		{"Index(x, i) ~> x", "Index(x, i, ...) => f()", false},
		{"Index(Param{slot=1}, ...) => f()", "Index(Param{slot=1}, ...) => f()", false},
		{"Index(p@Param{slot=1}(...)) ~> p", "Index(Param{slot=1}(...)) => f()", true},
		{"Index(p@Param{slot=1}(...)) ~> p", "Index(Param{slot=1, name=\"a\"}(...)) => f()", true},
		{"Index(p@Param{slot=1}(...)) ~> p", "Index(Param(...)) => f()", false},
		{"Max(x:int, y) ~> {vmin(x)}", "Max(x:int, 0) => f()", false}, // may have no bound
	} {
		text := "a: " + c.first + "\nb: " + c.second + "\n"
		if got := failsAt(t, text, `this rule never fires: "a" in line 1`); (len(got) == 1 && got[0] == 2) != c.shadowed || len(got) > 1 {
			t.Errorf("%s: errors in lines %v, want %v", text, got, c.shadowed)
		}
	}
}

// The rules of a loop are shadowed when all of them are, and only those of the same set shadow.
func TestShadowSets(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{"a: Add(x, y) ~> x\nfor op in [Add, Mul] {\nb: op(x, 0) => f()\n}", 0},
		{"a: Add(x, y) ~> x\nfor op in [Add] {\nb: op(x, 0) => f()\n}", 3},
		{"for op in [Add, Mul] {\na: op(x, y) ~> x\n}\nfor op in [Mul, Add] {\nb: op(x, 0) => f()\n}", 5},
		{"a: Add(x, y) ~> x\n@set b\nb: Add(x, 0) => f()", 0},
		{"a: Add(x, y) ~> x\n@set b\n@set f\nb: Add(x, 0) => f()", 4},
		{"a: Mul(x, y) ~> x\nb: Add(x, y) ~> x\nc: Mul(x, x) => f()\nd: Neg(x) => f()", 3},
	} {
		want := []int{c.line}[:min(1, c.line)]
		if got := failsAt(t, c.text, "never fires"); len(got) != len(want) || len(got) == 1 && got[0] != c.line {
			t.Errorf("%s: errors in lines %v, want %v", c.text, got, want)
		}
	}
}

func TestUndo(t *testing.T) {
	for _, c := range []struct {
		first, second string
		loops         bool
	}{
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:int, x) ~> Mul(x, {2})", true},
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:float, x) ~> Mul(x, {2})", false},
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:int, x) ~> Mul(x, {3})", false},
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:int, x) && g(x) ~> Mul(x, {2})", false},
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:int, x) => f()", false},
		{"Mul(x:int, 2) ~> Add(x, x)", "Add(x:int, y) ~> Mul(y, {2})", true},
		{"Mul(x:int, -1) ~> Neg(x)", "Neg(x:int) ~> Mul(x, @ones)", true}, // where it is signed
		{"Add(Add(x, y), z) ~> Add(x, Add(y, z))", "Add(x, Add(y, z)) ~> Add(Add(x, y), z)", true},
		{"Add(Add(x, y), z) ~> Add(x, Add(y, z))", "Add(x, Add(y, z)) ~> Add(Add(x, z), y)", false},
		{"Neg(Add[x, Mul(y, z)]) ~> Add(Neg(x), Mul(y, z))", "Add(Neg(x), m) ~> Neg(Add(x, m))", true},
		{"Neg(Add(x, m@Mul(y, z))) ~> Add(Neg(x), m)", "Add(Neg(x), Mul(y, z)) ~> Neg(Add(x, Mul(y, z)))", true},
		{"Add(x, @const(c)) ~> Add({c}, x)", "Add(@const(c), x) ~> Add(x, c)", true},
		{"Add(x, @const(c)) ~> Add({-c}, x)", "Add(@const(c), x) ~> Add(x, {-c})", false}, // not seen to be one
		{"Where(Cmpne(c, @true), x, y) ~> Where(c, y, x)", "Where(c, x, y) ~> Where(Cmpne(c, @true), y, x)", true},
		{"Cast(Neg(x:i8)):i32 ~> Neg(Cast(x))", "Neg(Cast(x:i8):i32) ~> Cast(Neg(x))", true},
		{"Cast(Neg(x:i8)):i32 ~> Neg(Cast(x))", "Neg(Cast(x:i8):i64) ~> Cast(Neg(x))", false},
		{"Cmplt(Cast(x:i8):i32, 0) ~> Cmplt(x, {0})", "Cmplt(x:i8, 0) ~> Cmplt(Cast(x):i64, {0}:i64)", false},
		{"Cmplt(Cast(x:i8):i32, 0) ~> Cmplt(x, {0})", "Cmplt(x:i8, 0) ~> Cmplt(Cast(x):i32, {0}:i32)", true},
		{"Cmplt(Cast(x:i8):i32, Cast(x):i32) ~> Cmplt(x, x)", "Cmplt(x:i8, x) ~> Cmplt(Cast(x):i64, Cast(x):i64)", false},
		{"Max(x:int, 0) ~> Add(Neg(x), x)", "Add(y:int, y) ~> Max(y, {0})", false},
		{"Add(x, _) ~> Neg(x)", "Neg(x) ~> Add(x, x)", true},
		{"Add(x, x) ~> Neg(x)", "Neg(x) ~> Mul(x, {2})", false},
		{"(Add | Mul)(x, y) ~> Max(x, y)", "Max(x:num, y) ~> Add(x, y)", true},
	} {
		text := "a: " + c.first + "\nb: " + c.second + "\n"
		if got := failsAt(t, text, `undoes "a" in line 1`); (len(got) == 1 && got[0] == 2) != c.loops || len(got) > 1 {
			t.Errorf("%s: errors in lines %v, want %v", text, got, c.loops)
		}
	}
	for rule, loops := range map[string]bool{
		"Add(x, y) ~> Add(y, x)":                             true,
		"Add(x, y) ~> Add(x, y)":                             true,
		"Add[x, @const(c)] ~> Add({c}, x)":                   true,
		"Add(x, @const(c)) ~> Add({c}, x)":                   false, // but for two constants
		"Add(Add(x, y), z) ~> Add(Add(x, z), y)":             true,
		"Where(c, x, y) ~> Where(Cmpne(c, @true), y, x)":     false,
		"Add(x, y) && g(x, y) ~> Add(y, x)":                  false,
		"Add(x, Neg(y)) ~> Add(Neg(y), x)":                   false,
		"Mul(Add(x, y), z) ~> Add(Mul(x, z), Mul(y, z))":     false,
		"Max(Max(x, @const(a)), @const(b)) ~> Max(x, {a+b})": false,
	} {
		if got := failsAt(t, "a: "+strings.Replace(rule, "Max(x, {a+b})", "Max(x, {max(a, b)})", 1), "undoes itself"); (len(got) > 0) != loops {
			t.Errorf("%s: errors in lines %v, want %v", rule, got, loops)
		}
	}
}

func TestUnconditional(t *testing.T) {
	for rule, want := range map[string]bool{
		"Add(x, y) ~> x":                           true,
		"Add(x, y) && g(x) ~> x":                   false,
		"Add(x, y) => f()":                         false,
		"Add(x:int, y) ~> {vmax(x)}":               false,
		"Add(x:int, y) ~> Mul(x, {1-(2+vmin(y))})": false,
		"Add(x:int, @const(c)) ~> Mul(x, {1-c})":   true,
	} {
		if r := rulesOf(t, "r: "+rule)[0]; r.Unconditional() != want {
			t.Errorf("%s: %v, want %v", r, !want, want)
		}
	}
}
