package render

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// TestRefused checks the exact sentences for kernels that have no code.
func TestRefused(t *testing.T) {
	b := newBuilder()
	x := b.param(uop.F32, "x")
	v := b.place(uop.F32, "v", 4)
	whole := b.load(v)
	for _, c := range []struct {
		body *uop.UOp
		want string
	}{
		{b.Make(uop.OpSin, uop.Arg{}, x), "Relu: cannot write SIN as C: want arithmetic, which package lower makes of it"},
		{b.Add(x, b.Make(uop.OpExp2, uop.Arg{}, b.F32(1))), "Relu: cannot write EXP2 as C: want arithmetic, which package lower makes of it"},
		{b.Make(uop.OpReduce, uop.ReduceArg(uop.OpAdd, 1, 1), whole), "Relu: cannot write INDEX with 0 of 1 indices as C: want one for each axis, which package lower makes"},
		{b.Make(uop.OpStack, uop.Arg{}, x, x), "Relu: cannot write STACK as C: want loops over single elements, which package lower makes"},
		{b.Make(uop.OpCall, uop.NameArg("In"), b.F32(1)), "Relu: cannot write CALL as C: want loops over single elements, which package lower makes"},
	} {
		call := b.call("Relu", c.body)
		if _, err := C(call, COptions{}); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
		want := strings.NewReplacer(" as C", " as Go").Replace(c.want)
		if _, err := Go(call, GoOptions{}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := C(x, COptions{}); err == nil {
		t.Error("a PARAM is no kernel, but C took it")
	}
}

// TestNames gives parameters the worst names there are; the text must still compile.
func TestNames(t *testing.T) {
	names := []string{"int", "for", "x", "x", "float32", "math", "args", "st", "v0", "i", "max_f32", "uopMaxF32", "Ünïcode", "9", "",
		"a b", "_Bool", "__x", "len", "func", "INT64_MAX", "K0", "cut", "acc", "phase1", "chunk_end", "K0_args", "UOP_EXPORT", "unix", "at"}
	b := newBuilder()
	n := b.param(uop.Index, "end")
	y := b.place(uop.F32, "left", n)
	i := b.loop(n)
	v := b.load(y, i)
	for _, name := range names {
		v = b.Bin(uop.OpMax, b.Add(v, v), b.param(uop.F32, name))
	}
	s := newSuite(t, b.call("K", b.end(b.store(y, v, i), i)))
	vals := []any{uint64(1), []uint64{contract.FromFloat(uop.F32, 1)}}
	for range names {
		vals = append(vals, contract.FromFloat(uop.F32, -5))
	}
	want := contract.FromFloat(uop.F32, math.Ldexp(1, len(names)))
	for engine, program := range s.engines(t) {
		if got := s.place(execute(t, program, []*run{s.run(0, 1<<40, vals...)})[0], 1)[0]; got != want {
			t.Errorf("%s gives %x, want %x", engine, got, want)
		}
	}
}

// TestLongChain renders 200,000 sums, each of which needs the one before.
func TestLongChain(t *testing.T) {
	b := newBuilder()
	v := b.param(uop.I32, "x")
	y := b.param(uop.I32, "y")
	for range 200000 {
		v = b.Add(v, y)
	}
	call := b.call("Chain", v)
	start := time.Now()
	c, err := C(call, COptions{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := Go(call, GoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("C and Go of 200,000 adds in %v", time.Since(start))
	for _, text := range []string{c.Func, g.Func} {
		if n := strings.Count(text, "\n"); n < 20000 {
			t.Errorf("the text has %d lines, so expressions are deep", n)
		}
		for l := range strings.Lines(text) {
			if len(l) > 300 {
				t.Fatalf("a line of %d bytes", len(l))
			}
		}
	}
}

// TestChainCompiles compiles 5,000 sums: what a chain looks like must not hurt clang.
func TestChainCompiles(t *testing.T) {
	b := newBuilder()
	v, y := b.param(uop.F32, "x"), b.param(uop.F32, "y")
	for range 5000 {
		v = b.Add(v, y)
	}
	c, err := C(b.call("Chain", v), COptions{})
	if err != nil {
		t.Fatal(err)
	}
	compileC(t, c.Text, clang.Target{Arch: "amd64", Level: "v2", Mode: clang.Asm})
}

// TestHoisting pins where nodes run: what no counter reaches runs once and outside, the effect of
// an END runs every iteration, and a RANGE that two ENDs close makes two loops.
func TestHoisting(t *testing.T) {
	b := newBuilder()
	n := b.param(uop.Index, "n")
	x, y := b.place(uop.I32, "x", n), b.place(uop.I32, "y", n)
	i := b.loop(n)
	first := b.load(x, b.Idx(0))
	one := b.end(b.store(y, b.Mul(first, first), i), i)
	two := b.end(b.store(x, b.Add(b.load(b.after(y, one), i), b.Int(uop.I32, 1)), i), i)
	three := b.end(b.store(b.after(y, two), first, b.Idx(0)), b.loop(b.Add(n, b.Idx(1))))
	p, err := Linearize(b.call("K", b.sink(one, two, three)), "C")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sketch(p.Body), "load mul [store] [load add store] add [store]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func sketch(body []Stmt) string {
	var parts []string
	for _, s := range body {
		switch s.Kind {
		case Loop:
			parts = append(parts, "["+sketch(s.Body)+"]")
		default:
			parts = append(parts, fmt.Sprint(s.Node.Op()))
		}
	}
	return strings.Join(parts, " ")
}

// TestIndependent pins which loops clang may vectorise without looking for overlap.
func TestIndependent(t *testing.T) {
	b := newBuilder()
	n := b.param(uop.Index, "n")
	x, y := b.place(uop.F32, "x", n), b.place(uop.F32, "y", n)
	z := b.place(uop.F64, "z", n)
	acc := b.alloc(uop.F32, "acc", 64)
	i, w := b.loop(n), b.loop(b.Idx(32))
	next := b.Add(i, b.Idx(1))
	for _, c := range []struct {
		name  string
		store *uop.UOp
		r     *uop.UOp
		want  bool
	}{
		{"same position", b.store(y, b.load(x, i), i), i, true},
		{"reads ahead in what may be the same slice", b.store(y, b.load(x, next), i), i, false},
		{"reads ahead in another dtype", b.store(y, b.Cast(b.load(z, next), uop.F32), i), i, true},
		{"one element for all", b.store(y, b.load(x, i), b.Idx(0)), i, false},
		{"folds onto itself", b.store(y, b.load(x, i), b.Bin(uop.OpFloordiv, i, b.Idx(2))), i, false},
		{"halves that do not meet", b.store(acc, b.load(acc, b.Add(w, b.Idx(32))), w), w, true},
		{"halves that meet", b.store(acc, b.load(acc, b.Add(w, b.Idx(31))), w), w, false},
	} {
		p, err := Linearize(b.call("K", b.end(c.store, c.r)), "C")
		if err != nil {
			t.Fatal(err)
		}
		if got := independent(&p.Body[len(p.Body)-1]); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
