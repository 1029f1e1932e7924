package uopc

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc/uir"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// unaries and binaries are the methods of one value, and of two of one dtype.
var unaries = map[string]func(*Expr) *Expr{
	"Neg": (*Expr).Neg, "Recip": (*Expr).Recip, "Sqrt": (*Expr).Sqrt, "Exp2": (*Expr).Exp2, "Log2": (*Expr).Log2,
	"Sin": (*Expr).Sin, "Trunc": (*Expr).Trunc, "Floor": (*Expr).Floor, "Ceil": (*Expr).Ceil, "Relu": (*Expr).Relu,
	"Square": (*Expr).Square, "Abs": (*Expr).Abs,
}

var binaries = map[string]func(*Expr, any) *Expr{
	"Add": (*Expr).Add, "Sub": (*Expr).Sub, "Mul": (*Expr).Mul, "Div": (*Expr).Div, "Max": (*Expr).Max, "Min": (*Expr).Min,
	"Lt": (*Expr).Lt, "Gt": (*Expr).Gt, "Le": (*Expr).Le, "Ge": (*Expr).Ge, "Ne": (*Expr).Ne, "Eq": (*Expr).Eq,
}

var intUnaries = map[string]func(*Expr) *Expr{"Not": (*Expr).Not, "Abs": (*Expr).Abs}

var intBinaries = map[string]func(*Expr, any) *Expr{
	"FloorDiv": (*Expr).FloorDiv, "FloorMod": (*Expr).FloorMod, "And": (*Expr).And, "Or": (*Expr).Or, "Xor": (*Expr).Xor,
	"Shl": (*Expr).Shl, "Shr": (*Expr).Shr, "Le": (*Expr).Le,
}

// programs are definitions whose graphs are kept as golden files.
var programs = map[string]func(*Kernel){
	"Broadcast": func(k *Kernel) {
		n, m := k.Size("n"), k.Size("m")
		dst := k.Out("dst", F32, n, m)
		row, col := k.In("row", F32, m), k.In("col", F32, n, 1)
		dst.Set(row.Add(col).Mul(k.Scalar("a", F32)).Sub(2))
	},
	"Reduce": func(k *Kernel) {
		x := k.In("x", F32, k.Size("n"), 3)
		k.Return(x.Sum(), x.Prod(), x.MaxAll(), x.MinAll(), x.Mean(), x.SumOver(0, 1).SumOver(-1).Sum(), x.MaxOver(0).Sum())
	},
	"Cond": func(k *Kernel) {
		a, c := k.Scalar("a", I16), k.Scalar("c", Bool)
		k.Return(c.Not().Where(a.Clamp(-3, 3), 7).Cast(F64).Bitcast(U64))
	},
	"Fma": func(k *Kernel) {
		a := k.Scalar("a", F64)
		k.Return(a.Fma(2, k.Const(F64, 0.5)))
	},
	// Read after write, write after read, write after write.
	"RAW": func(k *Kernel) {
		x := k.Buffer("x", I32, 4)
		x.Store(0, 1)
		x.Store(1, x.Load(0))
	},
	"WAR": func(k *Kernel) {
		x := k.Buffer("x", I32, 4)
		v, w := x.Load(0), x.Load(1)
		x.Store(0, w)
		x.Store(1, v)
	},
	"WAW": func(k *Kernel) {
		x := k.Buffer("x", I32, 4)
		x.Store(0, 1)
		x.Store(0, 2)
	},
	"Loops": func(k *Kernel) {
		n := k.Size("n")
		x, y := k.Buffer("x", I32, n), k.In("y", I32, n)
		t := k.Alloc("t", I32, 2)
		t.Store(0, 0)
		k.Loop(n, func(i *Expr) {
			k.Loop(i, func(j *Expr) { t.Store(0, t.Load(0).Add(y.Load(j))) })
			x.Store(i, t.Load(0))
		})
		k.Return(t.Load(0), x.Sum())
	},
	"TwoInOneLoop": func(k *Kernel) {
		n := k.Size("n")
		a, b := k.Buffer("a", U8, n), k.Buffer("b", U8, n)
		k.Loop(n, func(i *Expr) {
			v := a.Load(i)
			a.Store(i, b.Load(i))
			b.Store(i, v)
		})
		a.Set(b)
	},
	"Promise": func(k *Kernel) {
		x := k.In("x", F32, 16)
		k.Return(x.Load(k.ScalarIn("i", I32, 0, 15)))
	},
}

func oneLine(methods map[string]func(*Expr) *Expr, two map[string]func(*Expr, any) *Expr, d DType, out map[string]func(*Kernel)) {
	for name, f := range methods {
		out[name+"_"+d.String()] = func(k *Kernel) { k.Return(f(k.Scalar("a", d))) }
	}
	for name, f := range two {
		out[name+"_"+d.String()] = func(k *Kernel) { k.Return(f(k.Scalar("a", d), k.Scalar("b", d))) }
	}
}

func all() map[string]func(*Kernel) {
	out := map[string]func(*Kernel){}
	for n, f := range programs {
		out[n] = f
	}
	oneLine(unaries, binaries, F32, out)
	oneLine(intUnaries, intBinaries, I32, out)
	oneLine(map[string]func(*Expr) *Expr{"Not": (*Expr).Not}, nil, U16, out)
	oneLine(map[string]func(*Expr) *Expr{"Abs": (*Expr).Abs}, nil, F64, out)
	return out
}

func build(t *testing.T, name string, def func(*Kernel)) []byte {
	t.Helper()
	k := NewKernel()
	def(k)
	call, err := k.Build(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return []byte(uir.FormatNode(call))
}

// TestGolden prints every definition as .uir.
func TestGolden(t *testing.T) {
	const file = "testdata/builder.txtar"
	defs := all()
	if *update {
		a := &txtar.Archive{Comment: []byte("The graph of each definition of golden_test.go; go test -update writes it.\n")}
		for _, name := range sortedNames(defs) {
			a.Files = append(a.Files, txtar.File{Name: name, Data: build(t, name, defs[name])})
		}
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Files) != len(defs) {
		t.Errorf("%d golden graphs for %d definitions", len(a.Files), len(defs))
	}
	for _, f := range a.Files {
		def, ok := defs[f.Name]
		if !ok {
			t.Errorf("no definition %s", f.Name)
			continue
		}
		if got := build(t, f.Name, def); !bytes.Equal(got, f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
		}
	}
}

func sortedNames(m map[string]func(*Kernel)) []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	for i := range names {
		for j := range i {
			if names[i] < names[j] {
				names[i], names[j] = names[j], names[i]
			}
		}
	}
	return names
}

// TestMistakes has one definition a mistake; the error is at the line of the call.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		def  func(*Kernel)
		want string
	}{
		{func(k *Kernel) { k.Return(k.Scalar("a", I32).Add(k.Scalar("b", F32))) }, "ADD: needs 2 sources of one dtype, got i32 and f32 (CAST one of them)"},
		{func(k *Kernel) { k.Return(k.Scalar("a", I32).Add(1.5)) }, "cannot use the float 1.5 as i32"},
		{func(k *Kernel) { k.Return(k.Scalar("a", U8).Add(256)) }, "256 does not fit in u8"},
		{func(k *Kernel) { k.Return(k.Scalar("a", U8).Add(-1)) }, "-1 does not fit in u8"},
		{func(k *Kernel) { k.Return(k.Scalar("a", F32).Add(true)) }, "cannot use true as f32"},
		{func(k *Kernel) { k.Return(k.Scalar("a", F32).Add(nil)) }, "cannot use a <nil> as a value; use an *Expr, a Go number or a bool"},
		{func(k *Kernel) { k.Return(k.Scalar("a", F32).Add(1e300)) }, "1e+300 does not fit in f32, which ends at 3.4028235e+38"},
		{func(k *Kernel) { k.Return(k.Scalar("a", F32).Add((*Expr)(nil))) }, "an operand is a nil *Expr, a variable that was never given a value"},
		{func(k *Kernel) { k.Return(k.Scalar("a", I32).Sqrt()) }, "Sqrt needs floats, got i32 (Cast it first)"},
		{func(k *Kernel) { k.Return(k.Scalar("a", U8).Sin()) }, "Sin needs floats, got u8 (Cast it first)"},
		{func(k *Kernel) { k.In("x", F32, k.Size("n")).Add(k.In("y", F32, k.Size("m"))) }, "add: shapes (n) and (m) do not broadcast"},
		{func(k *Kernel) { n := k.Size("n"); k.Out("y", F32, n).Set(k.In("x", F32, n, 3).SumOver(1)) },
			"y has shape (n), and a value of shape (n,1) does not go in; Reshape drops axes of size 1, such as those that a reduction leaves"},
		{func(k *Kernel) { k.Out("y", F32, 2).Set(k.In("x", F32, 3)) }, "y has shape (2), and a value of shape (3) does not go in"},
		{func(k *Kernel) { k.Return(k.Const(Bool, 1)) }, "1 does not fit in bool"},
		{func(k *Kernel) { k.In("x", F32, 2).Add(k.In("y", F32, 3)) }, "add: shapes (2) and (3) do not broadcast"},
		{func(k *Kernel) { k.In("x", F32, 2.5) }, "a dimension must be an int or a size, got float64"},
		{func(k *Kernel) { k.In("x", F32, k.Scalar("n", I32)) }, "a dimension must be an int or a size, got a scalar i32"},
		{func(k *Kernel) { k.In("x", F32, -2) }, "a dimension cannot be negative, got -2"},
		{func(k *Kernel) { k.Out("x", F32, 2).Load(0) }, "x is an Out parameter and is read before it is written; declare it InOut"},
		{func(k *Kernel) { k.In("x", F32, 2).Store(0, 1) }, "x is an In parameter and cannot be written; declare it Out or InOut"},
		{func(k *Kernel) { k.Scalar("x", F32).Set(1) }, "Set needs an Out, InOut or Buffer parameter, got a scalar f32"},
		{func(k *Kernel) { k.Scalar("x", F32).Load(1) }, "Load needs a slice or scratch memory, got a scalar f32"},
		{func(k *Kernel) { k.Scalar("x", F32).Store(1, 1) }, "Store needs a slice or scratch memory, got a scalar f32"},
		{func(k *Kernel) { k.Loop(1.5, func(*Expr) {}) }, "cannot use the float 1.5 as index"},
		{func(k *Kernel) { k.Loop(k.In("x", I32, 2), func(*Expr) {}) }, "the length of a loop must be a scalar integer, got i32(2)"},
		{func(k *Kernel) { k.Return() }, "Return needs at least one value"},
		{func(k *Kernel) { k.Return(k.In("x", F32, 2)) }, "result 0 has shape (2); a result is a scalar (write slices with Set)"},
		{func(k *Kernel) { k.Scalar("x", F32).Sum() }, "a reduction needs a value with axes, got a scalar f32"},
		{func(k *Kernel) { k.In("x", F32, 2).SumOver() }, "a reduction needs at least one axis"},
		{func(k *Kernel) { k.In("x", F32, 2).SumOver(1) }, "axes [1] must name axes of (2), each once"},
		{func(k *Kernel) { k.In("x", F32, 2, 2).SumOver(0, -2) }, "axes [0 -2] must name axes of (2,2), each once"},
		{func(k *Kernel) { k.Scalar("c", Bool).Where(1, 2) }, "Where needs an *Expr as one branch at least, to tell the dtype"},
		{func(k *Kernel) { k.Scalar("go", Bool) }, `"go" is a Go keyword and cannot name a parameter; choose another name`},
		{func(k *Kernel) { k.Scalar("", Bool) }, `"" is not a Go identifier and cannot name a parameter`},
		{func(k *Kernel) { k.Scalar("_", Bool) }, `"_" is not a Go identifier and cannot name a parameter`},
		{func(k *Kernel) { k.Size("n"); k.Size("n") }, `parameter "n" is declared twice`},
		{func(k *Kernel) { k.Return(NewKernel().Scalar("a", F32).Add(k.Scalar("a", F32))) }, ""},
	} {
		k := NewKernel()
		c.def(k)
		errs := k.Errors()
		if c.want == "" {
			continue // the other kernel has the mistake; here it must not panic
		}
		if len(errs) == 0 || errs[0].Msg != c.want || !strings.HasSuffix(errs[0].File, "golden_test.go") || errs[0].Line < 100 {
			t.Errorf("got %v, want %q", errs, c.want)
		}
		if _, err := k.Build("K"); err == nil {
			t.Errorf("a kernel with a mistake (%s) was built", c.want)
		}
	}
}

// TestManyMistakes keeps the first ten of them, each once.
func TestManyMistakes(t *testing.T) {
	k := NewKernel()
	for range 3 {
		k.Scalar("go", F32) // the same line: one mistake
	}
	for i := range 30 {
		k.Const(Bool, i+2)
	}
	if n := len(k.Errors()); n != maxErrors {
		t.Errorf("%d mistakes, want %d", n, maxErrors)
	}
	if got := fmt.Sprint(k.Errors()[1].Msg); got != "2 does not fit in bool" {
		t.Errorf("the second mistake is %q", got)
	}
}
