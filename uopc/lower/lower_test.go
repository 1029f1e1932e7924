package lower_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

func call(t *testing.T, name string, def func(*uopc.Kernel)) *uop.UOp {
	t.Helper()
	k := uopc.NewKernel()
	def(k)
	c, err := k.Build(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

// parse reads a kernel for what the builder has no method for.
func parse(t *testing.T, text string) *uop.UOp {
	t.Helper()
	f, err := uir.Parse(uop.NewGraph(), "test.uir", []byte("; uop v1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return f.Kernels()[0].Node
}

var golden = []struct {
	name string
	def  func(*uopc.Kernel)
}{
	{"Axpy", func(k *uopc.Kernel) {
		n := k.Size("n")
		y := k.InOut("y", uopc.F32, n)
		y.Set(k.Scalar("a", uopc.F32).Mul(k.In("x", uopc.F32, n)).Add(y))
	}},
	{"Sum", func(k *uopc.Kernel) { k.Return(k.In("x", uopc.F64, k.Size("n")).Sum()) }},
	{"Rows", func(k *uopc.Kernel) {
		n := k.Size("n")
		dst, x := k.Out("dst", uopc.F32, n, 4), k.In("x", uopc.F32, n, 4)
		dst.Set(x.Sub(x.MaxOver(-1)))
	}},
	{"Columns", func(k *uopc.Kernel) {
		n := k.Size("n")
		dst, x := k.Out("dst", uopc.F32, 1, 4), k.In("x", uopc.F32, n, 4)
		dst.Set(x.SumOver(0))
	}},
}

// TestGolden keeps the loop forms of a few kernels.
func TestGolden(t *testing.T) {
	const file = "testdata/loops.txtar"
	a := &txtar.Archive{Comment: []byte("Loop forms; go test -update writes them.\n")}
	for _, g := range golden {
		low, err := lower.Lower(call(t, g.name, g.def))
		if err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: g.name, Data: []byte(uir.FormatNode(low))})
	}
	got := txtar.Format(a)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRefused has what cannot be lowered, with the reason.
func TestRefused(t *testing.T) {
	const flip = `%0 = param : dtype=f32 slot=0 size=4 name=x
%1 = index %0
%2 = load %1
%3 = flip %2 : axes=(1,)
%4 = after %0, %2
%5 = index %4
%6 = store %5, %3
%7 = call %6, %0 : name=Flip
`
	swap := func(k *uopc.Kernel) {
		n := k.Size("n")
		a, b := k.InOut("a", uopc.F32, n), k.InOut("b", uopc.F32, n)
		x, y := a.Add(0), b.Add(0)
		a.Set(y)
		b.Set(x)
	}
	for name, c := range map[string]struct {
		call *uop.UOp
		want string
	}{
		"flip": {parse(t, flip), "x is written while other positions of it are still to be read; write to another parameter"},
		"sums": {call(t, "K", func(k *uopc.Kernel) {
			x := k.InOut("x", uopc.F32, k.Size("n"), 3)
			x.Set(x.Sub(x.SumOver(0)))
		}), "x is written while other positions of it are still to be read; write to another parameter"},
		"swap": {call(t, "K", swap), "two writes each need what the other overwrites; copy one of the slices to another parameter first"},
		"empty": {parse(t, "%0 = param : dtype=f32 slot=0 shape=(2,) name=x\n%1 = shrink %0 : window=((1,1),)\n%2 = call %1, %0 : name=K\n"),
			"the value has shape (0), which holds no elements"},
	} {
		_, err := lower.Lower(c.call)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := lower.Lower(uop.NewGraph().Idx(1)); err == nil || err.Error() != "a kernel is a CALL, got const" {
		t.Errorf("a constant: %v", err)
	}
}

// proofs tells how many accesses of a kernel are not proved, and whether those are checked first
// ("" when they are) or refused.
var proofs = []struct {
	name     string
	def      func(*uopc.Kernel)
	unproved int
	refused  string
}{
	{"Elementwise", golden[0].def, 0, ""},
	{"Tail", golden[1].def, 0, ""},
	{"Stencil", func(k *uopc.Kernel) {
		n := k.Size("n")
		d, x := k.Buffer("d", uopc.F32, n), k.In("x", uopc.F32, n)
		k.Loop(n.Sub(2), func(i *uopc.Expr) { d.Store(i.Add(1), x.Load(i).Add(x.Load(i.Add(2)))) })
	}, 0, ""},
	{"StencilTooFar", func(k *uopc.Kernel) {
		n := k.Size("n")
		d, x := k.Buffer("d", uopc.F32, n), k.In("x", uopc.F32, n)
		k.Loop(n.Sub(1), func(i *uopc.Expr) { d.Store(i, x.Load(i.Add(2))) })
	}, 1, ""},
	{"Triangle", func(k *uopc.Kernel) {
		n := k.Size("n")
		d := k.Buffer("d", uopc.F32, n)
		k.Loop(n, func(i *uopc.Expr) {
			k.Loop(i.Add(1), func(j *uopc.Expr) { d.Store(i.Sub(j), 1) })
		})
	}, 0, ""},
	{"Affine", func(k *uopc.Kernel) {
		d := k.Buffer("d", uopc.F32, 64)
		k.Loop(16, func(i *uopc.Expr) { k.Loop(4, func(j *uopc.Expr) { d.Store(i.Mul(4).Add(j), 0) }) })
	}, 0, ""},
	{"AffineOver", func(k *uopc.Kernel) {
		d := k.Buffer("d", uopc.F32, 63)
		k.Loop(16, func(i *uopc.Expr) { k.Loop(4, func(j *uopc.Expr) { d.Store(i.Mul(4).Add(j), 0) }) })
	}, 1, ""},
	{"Gather", func(k *uopc.Kernel) {
		n := k.Size("n")
		d, x, at := k.Buffer("d", uopc.F32, n), k.In("x", uopc.F32, k.Size("m")), k.In("at", uopc.U64, n)
		k.Loop(n, func(i *uopc.Expr) { d.Store(i, x.Load(at.Load(i))) })
	}, 1, ""},
	{"GatherModulo", func(k *uopc.Kernel) {
		n := k.Size("n")
		d, x, at := k.Buffer("d", uopc.F32, n), k.In("x", uopc.F32, 8), k.In("at", uopc.I32, n)
		k.Loop(n, func(i *uopc.Expr) { d.Store(i, x.Load(at.Load(i).FloorMod(8))) })
	}, 0, ""},
	{"Chase", func(k *uopc.Kernel) {
		n := k.Size("n")
		x := k.Buffer("x", uopc.I32, n)
		k.Loop(n, func(i *uopc.Expr) { x.Store(i, x.Load(x.Load(i))) })
	}, 1, "Chase: the position in x (axis 0) comes from x, which the kernel writes: it can be neither proved inside nor checked first; give it a range with FloorMod, Max and Min, or read it from another slice"},
}

func TestProofs(t *testing.T) {
	for _, p := range proofs {
		low, err := pass.Run(call(t, p.name, p.def), pass.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if acc := lower.Unproved(low); len(acc) != p.unproved {
			t.Errorf("%s: %d accesses are not proved, want %d: %v", p.name, len(acc), p.unproved, acc)
		}
		chk, acc, err := lower.Check(low)
		switch {
		case p.refused != "":
			if err == nil || err.Error() != p.refused {
				t.Errorf("%s: %v, want %s", p.name, err, p.refused)
			}
		case err != nil:
			t.Errorf("%s: %v", p.name, err)
		case (chk != nil) != (p.unproved > 0) || len(acc) != p.unproved:
			t.Errorf("%s: check kernel %v of %d accesses", p.name, chk != nil, len(acc))
		}
	}
}
