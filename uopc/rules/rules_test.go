package rules

import (
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// ruleCase is a program and what becomes of it. An empty want says that the rule must not fire.
type ruleCase struct{ rule, in, want string }

var ruleCases = []ruleCase{
	{"const fold", "i32: (add 2 3)", "i32: 5"},
	{"const fold", "f32: (where (cmplt nan 1.0) 1.0 2.5)", "f32: 2.5"},
	{"const fold", "i32: (floordiv 7 -2)", "i32: -4"},
	{"const fold", "i32: (mul 4! 5!)", "i32: 20!"},
	{"const fold", "i32: (add x 3)", ""},
	{"canonical order", "i32: (add 3 x)", "i32: (add x 3)"},
	{"canonical order", "i32: (mul y x)", "i32: (mul x y)"},
	{"canonical order", "i32: (add 3! v)", "i32: (add v 3!)"},
	{"canonical order", "i32: (max y x)", "i32: (max x y)"},
	{"canonical order", "f32: (max y x)", ""},
	{"canonical order", "f32: (max 1.0 x)", ""},
	{"canonical order", "f32: (add 1.0 x)", "f32: (add x 1.0)"},
	{"range is a point", "i32: (cmplt j 4)", "bool: true"},
	{"range is a point", "i32: (cmplt j 3)", ""},
	{"range is a point", "i32: (floordiv j 4)", "i32: 0"},
	{"range is a point", "f32: (cmplt x 4.0)", ""},
	{"max(x,x)", "f32: (max x x)", "f32: x"},
	{"max(x,x)", "f32: (max x y)", ""},
	{"max by range", "i32: (max j (add i 3))", "i32: (add i 3)"},
	{"max by range", "i32: (max j 0)", "i32: j"},
	{"max by range", "i32: (max j 1)", ""},
	{"max by range", "f32: (max x x)", ""},
	{"x+0", "u8: (add x 0)", "u8: x"},
	{"x+0", "f32: (add x 0.0)", ""},
	{"x+(-0.0)", "f32: (add x -0.0)", "f32: x"},
	{"x+(-0.0)", "f64: (add x -0.0)", "f64: x"},
	{"x+(-0.0)", "f32: (add x 0.0)", ""},
	{"x*1", "f32: (mul x 1.0)", "f32: x"},
	{"x*1", "bool: (mul b true)", "bool: b"},
	{"x*1", "i8: (mul v 1!)", "i8: v"},
	{"x*1", "i8: (mul x 2)", ""},
	{"x*0", "i64: (mul x 0)", "i64: 0"},
	{"x*0", "f32: (mul x 0.0)", ""},
	{"x*-1", "f32: (mul x -1.0)", "f32: (neg x)"},
	{"x*-1", "u8: (mul x 255)", "u8: (neg x)"},
	{"x*-1", "i32: (mul x 255)", ""},
	{"x*x (bool)", "bool: (mul b b)", "bool: b"},
	{"x*x (bool)", "i32: (mul x x)", ""},
	{"max(x,bool)", "bool: (max b c)", ""},
	{"max(x,bool)", "bool: (max b b)", ""},
	{"-(-x)", "f32: (neg (neg x))", "f32: x"},
	{"-(-x)", "i32: (neg x)", ""},
	{"-(x*c)", "f32: (neg (mul x 3.0))", "f32: (mul x -3.0)"},
	{"-(x*c)", "i8: (neg (mul x -128))", "i8: (mul x -128)"},
	{"-(x*c)", "f32: (neg (mul x y))", ""},
	{"x+(-x)", "i32: (add x (neg x))", "i32: 0"},
	{"x+(-x)", "i32: (add (neg (add x y)) (add x y))", "i32: 0"},
	{"x+(-x)", "f32: (add x (neg x))", ""},
	{"(x+c1)+c2", "i8: (add (add x 100) 100)", "i8: (add x -56)"},
	{"(x+c1)+c2", "f32: (add (add x 1.0) 2.0)", ""},
	{"(x*c1)*c2", "i32: (mul (mul x 2) 3)", "i32: (mul x 6)"},
	{"(x*c1)*c2", "f32: (mul (mul x 2.0) 3.0)", ""},
	{"(x+c1)*c2", "i32: (mul (add x 2) 3)", "i32: (add (mul x 3) 6)"},
	{"(x+c1)*c2", "f32: (mul (add x 2.0) 3.0)", ""},
	{"x+x", "i32: (add x x)", "i32: (mul x 2)"},
	{"x+x", "f32: (add x x)", ""},
	{"x*c1+x*c2", "i32: (add (mul x 2) (mul x 3))", "i32: (mul x 5)"},
	{"x*c1+x*c2", "i32: (add (mul x 2) x)", "i32: (mul x 3)"},
	{"x*c1+x*c2", "i32: (add (neg x) (mul x 3))", "i32: (mul x 2)"},
	{"x*c1+x*c2", "i32: (add (mul x 2) (mul y 3))", ""},
	{"x*c1+x*c2", "f32: (add (mul x 2.0) x)", ""},
	{"x//1", "i32: (floordiv x 1)", "i32: x"},
	{"x//1", "i32: (floordiv x 2)", ""},
	{"x%1", "i32: (floormod x 1)", ""}, // a point by its range
	{"x//-1", "i32: (floordiv x -1)", "i32: (neg x)"},
	{"x//-1", "u8: (floordiv x 255)", ""},
	{"x%-1", "u8: (floormod x 255)", ""},
	{"x//0", "i32: (floordiv x 0)", ""}, // a point by its range
	{"x%0", "i32: (floormod x 0)", "i32: x"},
	{"x%0", "i32: (floormod x y)", ""},
	{"(x//c1)//c2", "i32: (floordiv (floordiv x 2) 3)", "i32: (floordiv x 6)"},
	{"(x//c1)//c2", "i32: (floordiv (floordiv x -2) 3)", "i32: (floordiv x -6)"},
	{"(x//c1)//c2", "i32: (floordiv (floordiv x 2) -3)", ""},
	{"(x//c1)//c2", "i8: (floordiv (floordiv x 16) 8)", ""},
	{"(x//c1)//c2", "u8: (floordiv (floordiv x 16) 8)", "u8: (floordiv x 128)"},
	{"x%c in one bucket", "i32: (floormod j 4)", "i32: j"},
	{"x%c in one bucket", "i32: (floormod n 4)", "i32: (add n 8)"},
	{"x%c in one bucket", "i32: (floormod k 4)", ""},
	{"(x%(k*c))%c", "i32: (floormod (floormod x 12) 4)", "i32: (floormod x 4)"},
	{"(x%(k*c))%c", "i8: (floormod (floormod x -12) 4)", "i8: (floormod x 4)"},
	{"(x%(k*c))%c", "i32: (floormod (floormod x 10) 4)", ""},
	{"(a*k*c+b)//c", "i32: (floordiv (add (mul i 4) j) 4)", "i32: i"},
	{"(a*k*c+b)//c", "i32: (floordiv (add (mul i 6) k) 3)", "i32: (add (mul i 2) (floordiv k 3))"},
	{"(a*k*c+b)//c", "i32: (floordiv (add (mul x 4) j) 4)", ""},
	{"(a*k*c+b)//c", "index: (floordiv (add (mul x 4) y) 4)", "index: (add x (floordiv y 4))"},
	{"(a*k*c+b)//c", "i8: (floordiv (mul k 32) 4)", ""},
	{"(a*k*c+b)//c", "i32: (floordiv (add (mul i 4) j) -4)", ""},
	{"(a*k*c+b)//c", "i8: (floordiv (add (mul i 9) -100) 4)", ""}, // the rest alone would wrap
	{"(a*k*c+b)%c", "i8: (floormod (add (mul i 9) -100) 5)", ""},
	{"(a*k*c+b)%c", "i32: (floormod (add (mul i 4) j) 4)", "i32: j"},
	{"(a*k*c+b)%c", "i32: (floormod (add (mul i 6) k) 6)", "i32: (floormod k 6)"},
	{"(a*k*c+b)%c", "i32: (floormod (add (mul x 8) y) 4)", "i32: (floormod y 4)"},
	{"(a*k*c+b)%c", "i32: (floormod (add (mul x 6) y) 3)", ""},
	{"(x//c)*c+x%c", "i32: (add (mul (floordiv x 5) 5) (floormod x 5))", "i32: x"},
	{"(x//c)*c+x%c", "i32: (add (mul y (floordiv x y)) (floormod x y))", "i32: x"},
	{"(x//c)*c+x%c", "i32: (add (mul (floordiv x 5) 4) (floormod x 5))", ""},
	{"x<x", "f32: (cmplt x x)", "bool: false"},
	{"x<x", "f32: (cmplt x y)", ""},
	{"x!=x", "i32: (cmpne x x)", "bool: false"},
	{"x!=x", "f32: (cmpne x x)", ""},
	{"x+c1<c2", "i32: (cmplt (add i 3) 9)", "i32: (cmplt i 6)"},
	{"x+c1<c2", "i32: (cmplt (add x 3) 9)", ""},
	{"x+c1<c2", "u8: (cmplt (add i 3) 2)", ""},
	{"x+c1<c2", "i8: (cmplt (add (mul i 20) -100) 20)", ""},
	{"x+c1<c2", "i8: (cmplt (add (mul i 9) -100) 20)", ""}, // i*9 alone wraps
	{"c2<x+c1", "i32: (cmplt 9 (add i 3))", "i32: (cmplt 6 i)"},
	{"c2<x+c1", "i32: (cmplt 9 (add x 3))", ""},
	{"x!=false", "bool: (cmpne b false)", "bool: b"},
	{"x!=false", "i32: (cmpne x 0)", ""},
	{"!!x", "bool: (cmpne (cmpne b true) true)", "bool: b"},
	{"!!x", "bool: (cmpne b true)", ""},
	{"where(const)", "f32: (where true x y)", "f32: x"},
	{"where(const)", "f32: (where b x y)", ""},
	{"where(c,x,x)", "f32: (where b x x)", "f32: x"},
	{"where(c,x,x)", "f32: (where b x y)", ""},
	{"where(!c)", "f32: (where (cmpne b true) x y)", "f32: (where b y x)"},
	{"where(!c)", "f32: (where (cmpne b c) x y)", ""},
	{"where in where", "f32: (where b (where b x y) z)", "f32: (where b x z)"},
	{"where in where", "f32: (where b x (where b y z))", "f32: (where b x z)"},
	{"where in where", "f32: (where b x (where c y z))", ""},
	{"where(c,true,false)", "bool: (where b true false)", "bool: b"},
	{"where(c,true,false)", "bool: (where b false true)", "bool: (cmpne b true)"},
	{"where(c,true,false)", "i32: (where b 1 0)", ""},
	{"where(c,1,0)", "f32: (where b 1.0 0.0)", "f32: (cast.f32 b)"},
	{"where(c,1,0)", "u8: (where b 1 0)", "u8: (cast.u8 b)"},
	{"where(c,1,0)", "f32: (where b 1.0 -0.0)", ""},
	{"where(c,1,0)", "bool: (where b true false)", ""},
	{"cast to own dtype", "f32: (cast.f32 x)", "f32: x"},
	{"cast to own dtype", "i32: (cast.u32 x)", ""},
	{"cast of cast", "i8: (cast.i32 (cast.i16 x))", "i8: (cast.i32 x)"},
	{"cast of cast", "i32: (cast.i8 (cast.i16 x))", "i32: (cast.i8 x)"},
	{"cast of cast", "i16: (cast.i16 (cast.f32 x))", "i16: x"},
	{"cast of cast", "f32: (cast.i8 (cast.f64 x))", "f32: (cast.i8 x)"},
	{"cast of cast", "i16: (cast.i8 (cast.f32 x))", ""},
	{"cast of cast", "i32: (cast.i32 (cast.f32 x))", ""},
	{"cast of cast", "i8: (cast.i32 (cast.u8 x))", ""},
	{"x&x", "i32: (and x x)", "i32: x"},
	{"x&x", "i32: (and x y)", ""},
	{"x|x", "bool: (or b b)", "bool: b"},
	{"x|x", "bool: (or b c)", ""},
	{"x^x", "i32: (xor x x)", "i32: 0"},
	{"x^x", "i32: (xor x y)", ""},
	{"x&0", "i32: (and x 0)", ""}, // a point by its range
	{"x&-1", "u16: (and x 65535)", "u16: x"},
	{"x&-1", "i32: (and x 65535)", ""},
	{"x|0", "i32: (or x 0)", "i32: x"},
	{"x|0", "i32: (or x 1)", ""},
	{"x|-1", "u8: (or x 255)", "u8: 255"},
	{"x|-1", "i32: (or x 255)", ""},
	{"x^0", "i32: (xor x 0)", "i32: x"},
	{"x^0", "i32: (xor x 1)", ""},
	{"x<<0", "i32: (shl x 32)", "i32: x"},
	{"x<<0", "i64: (shl x 32)", ""},
	{"x>>0", "u8: (shr x 8)", "u8: x"},
	{"x>>0", "u8: (shr x 7)", ""},
	{"move nothing", "f32: (reshape.2.3 v)", "f32: v"},
	{"move nothing", "f32: (expand.2.3 v)", "f32: v"},
	{"move nothing", "f32: (permute.0.1 v)", "f32: v"},
	{"move nothing", "f32: (shrink.0.2.0.3 v)", "f32: v"},
	{"move nothing", "f32: (pad.0.0.0.0 v)", "f32: v"},
	{"move nothing", "f32: (flip.0.0 v)", "f32: v"},
	{"move nothing", "f32: (flip.0.1 v)", ""},
	{"move nothing", "f32: (permute.1.0 v)", ""},
	{"move of const", "i32: (permute.1.0 5!)", "i32: (expand.3.2 (reshape.1.1 5))"},
	{"move of const", "i32: (index 5! 1:index 2:index)", ""}, // a point by its range
	{"move of const", "f32: (index 5.0! 1:index 2:index)", "f32: 5.0"},
	{"move of const", "f32: (index 5.0! (cast.index x))", ""},
	{"move of const", "f32: (pad.1.1.0.0 5.0!)", ""},
	{"move of const", "f32: (pad.1.1.0.0 0.0!)", "f32: (expand.4.3 (reshape.1.1 0.0))"},
	{"reshape of reshape", "f32: (reshape.6 (reshape.3.2 v))", "f32: (reshape.6 v)"},
	{"reshape of reshape", "f32: (reshape.6 v)", ""},
	{"index of stack", "f32: (index (stack x y) 1:index)", "f32: y"},
	{"index of stack", "f32: (index (stack v w) 0:index 1:index)", "f32: (index v 1:index)"},
	{"index of stack", "f32: (index (stack x y) (cast.index b))", ""},
	{"index of nothing", "f32: (index v)", "f32: v"},
	{"index of nothing", "f32: (index v 1:index)", ""},
	{"index of index", "f32: (index (index v 1:index) 2:index)", "f32: (index v 1:index 2:index)"},
	{"index of index", "f32: (index v 1:index)", ""},
	{"fast: x+0.0", "f32: (add x 0.0)", "f32: x"},
	{"fast: x+0.0", "f32: (add x 1.0)", ""},
	{"fast: x*0.0", "f32: (mul x -0.0)", "f32: 0.0"},
	{"fast: x*0.0", "f32: (mul x y)", ""},
	{"fast: (x*c1)*c2", "f32: (mul (mul x 3.0) 5.0)", "f32: (mul x 15.0)"},
	{"fast: (x*c1)*c2", "f32: (mul (mul x 3.0) y)", ""},
	{"fast: x*recip(x)", "f32: (mul x (recip x))", "f32: 1.0"},
	{"fast: x*recip(x)", "f32: (mul x (recip y))", ""},
	{"fast: x+(-x)", "f32: (add x (neg x))", "f32: 0.0"},
	{"fast: x+(-x)", "f32: (add x (neg y))", ""},
}

// shadowed are rules whose cases the range rule, which comes first, takes: they are called alone.
var shadowed = map[string]string{
	"x*0": "i32: (mul x 0)", "x%1": "i32: (floormod x 1)", "x%-1": "i32: (floormod x -1)", "x//0": "i32: (floordiv x 0)",
	"x&0": "i32: (and x 0)", "x|-1": "i32: (or x -1)", "x!=x": "i32: (cmpne x x)", "max(x,bool)": "bool: (max b true)",
}

func TestRules(t *testing.T) {
	r := rng(t)
	fires, holds := map[string]bool{}, map[string]bool{}
	for _, c := range ruleCases {
		g := uop.NewGraph()
		in := read(t, g, c.in)
		fast := len(c.rule) > 5 && c.rule[:5] == "fast:"
		out, st, err := SimplifyOpt(in, Options{FastMath: fast})
		if err != nil {
			t.Fatalf("%s on %s: %v", c.rule, c.in, err)
		}
		if c.want == "" {
			holds[c.rule] = true
			if st.Fired[c.rule] > 0 {
				t.Errorf("%s fired on %s", c.rule, c.in)
			}
			continue
		}
		fires[c.rule] = true
		if st.Fired[c.rule] == 0 && shadowed[c.rule] == "" {
			t.Errorf("%s did not fire on %s: %v", c.rule, c.in, st.Fired)
		}
		if want := read(t, g, c.want); out != want {
			t.Errorf("%s made %s of %s, want %s", c.rule, show(out), c.in, c.want)
		}
		if !fast && in.DType() != uop.Index && walkable(in) {
			compare(t, r, in, out, 300)
		}
	}
	checkShadowed(t, fires)
	for _, rule := range ruleList(Options{FastMath: true}) {
		if rule.Name == "inline call" {
			continue // has tests of its own
		}
		if !fires[rule.Name] {
			t.Errorf("rule %q has no case that fires", rule.Name)
		}
		if !holds[rule.Name] {
			t.Errorf("rule %q has no case that must not fire", rule.Name)
		}
	}
}

// checkShadowed calls each shadowed rule by itself.
func checkShadowed(t *testing.T, fires map[string]bool) {
	r := rng(t)
	for name, text := range shadowed {
		g := uop.NewGraph()
		in := read(t, g, text)
		for _, rule := range ruleList(Options{}) {
			if rule.Name != name {
				continue
			}
			out := rule.Fn(g, in)
			if out == nil || out == in {
				t.Fatalf("%s does not apply to %s", name, text)
			}
			compare(t, r, in, out, 300)
			fires[name] = true
		}
	}
}

// walkable tells whether the test's own evaluator knows all the ops.
func walkable(u *uop.UOp) bool {
	for _, n := range uop.Topo(u) {
		switch n.Op() {
		case uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip, uop.OpReduce:
			return false
		}
	}
	return true
}
