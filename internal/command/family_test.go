package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/internal/outside"
	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

const libmDir = "../../uopc/libm"

// TestRunFamily lets uopc-gen run every elementary function by each engine, on all special and hard
// cases: what the command prints must be the same to the letter, and right where the result is known.
func TestRunFamily(t *testing.T) {
	if _, err := clang.Find(""); err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("runs clang and Go: not in -short")
	}
	for _, d := range []uop.DType{uop.F32, uop.F64} {
		t.Run(d.String(), func(t *testing.T) { runFamily(t, familyOf(t, d)) })
	}
}

// A family is a kernel that applies each function to a list of its own.
type family struct {
	d     uop.DType
	funcs []*member
}

type member struct {
	name   string
	result uop.DType
	on     func(x []*uop.UOp) (*uop.UOp, error)
	x      [][]uint64     // a list an argument
	want   map[int]uint64 // results that are known
}

func (m *member) add(args []uint64, want uint64, known bool) {
	if known {
		m.want[len(m.x[0])] = want
	}
	for i, a := range args {
		m.x[i] = append(m.x[i], a)
	}
}

// primitives are the ops among the functions.
var primitives = []struct {
	op    uop.Op
	arity int
}{{uop.OpExp2, 1}, {uop.OpLog2, 1}, {uop.OpSin, 1}, {uop.OpSqrt, 1}, {uop.OpRecip, 1}, {uop.OpFdiv, 2}, {uop.OpFma, 3}}

// familyOf takes the functions of libm, and the ops that are primitives.
func familyOf(t *testing.T, d uop.DType) *family {
	specials, err := uirtest.FunctionSpecials(libmDir)
	if err != nil {
		t.Fatal(err)
	}
	f := &family{d: d}
	for i := range libm.Table {
		fn := &libm.Table[i]
		m := &member{name: fn.Name, result: fn.Result(d), x: make([][]uint64, fn.Arity), want: map[int]uint64{},
			on: func(x []*uop.UOp) (*uop.UOp, error) { return fn.On(x...) }}
		for j := range specials {
			if specials[j].Func != fn {
				continue
			}
			args, want, err := specials[j].Bits(d)
			if err != nil {
				t.Fatal(err)
			}
			m.add(args, want, true)
		}
		f.funcs = append(f.funcs, m)
	}
	for _, p := range primitives {
		f.funcs = append(f.funcs, &member{name: "op" + p.op.String(), result: d, x: make([][]uint64, p.arity), want: map[int]uint64{},
			on: func(x []*uop.UOp) (*uop.UOp, error) { return x[0].Graph().New(p.op, uop.Arg{}, x...) }})
	}
	for _, m := range f.funcs {
		m.edges(d)
		m.hard(t, d)
	}
	return f
}

// edges adds every special value, every pair of them, or many triples.
func (m *member) edges(d uop.DType) {
	v := uirtest.Specials(d)
	step := 1
	if len(m.x) == 3 {
		step = 31 // there are some 50,000 triples; the step is prime, so each value meets each other
	}
	args := make([]uint64, len(m.x))
	for i := 0; i < pow(len(v), len(m.x)); i += step {
		for k := range args {
			args[k] = v[i/pow(len(v), k)%len(v)]
		}
		m.add(args, 0, false)
	}
}

func pow(b, e int) int {
	if e == 0 {
		return 1
	}
	return b * pow(b, e-1)
}

// hard adds the hard cases of a function, with the results that are known for f32.
func (m *member) hard(t *testing.T, d uop.DType) {
	name := map[string]string{"opEXP2": "Exp2", "opLOG2": "Log2", "opSIN": "Sin"}[m.name]
	if name == "" {
		name = m.name
	}
	cases, err := uirtest.HardCases(libmDir, name)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range cases {
		in := uint64(h.In)
		if d == uop.F64 {
			in = contract.FromFloat(uop.F64, contract.Float(uop.F32, in))
		}
		m.add([]uint64{in}, uint64(h.Want), d == uop.F32)
	}
}

// kernel writes the call: the parameters are each function's result, its arguments and their number.
func (f *family) kernel() *uop.UOp {
	g := uop.NewGraph()
	var params, ends []*uop.UOp
	for i, m := range f.funcs {
		slot := len(params)
		n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, slot+1+len(m.x), "n"+m.name))
		r := g.Make(uop.OpRange, uop.RangeArg(i), n)
		place := func(k int, name string, d uop.DType) *uop.UOp {
			p := g.Make(uop.OpParam, uop.PlaceArg(d, slot+k, name+m.name, uop.Dynamic), n)
			params = append(params, p)
			return g.Make(uop.OpIndex, uop.Arg{}, p, r)
		}
		dst := place(0, "dst", m.result)
		var args []*uop.UOp
		for k := range m.x {
			args = append(args, g.Make(uop.OpLoad, uop.Arg{}, place(k+1, "xyz"[k:k+1], f.d)))
		}
		v, err := m.on(args)
		if err != nil {
			panic(err)
		}
		params = append(params, n)
		ends = append(ends, g.Make(uop.OpEnd, uop.Arg{}, g.Make(uop.OpStore, uop.Arg{}, dst, v), r))
	}
	return g.Make(uop.OpCall, uop.NameArg("Family"), append([]*uop.UOp{g.Make(uop.OpSink, uop.Arg{}, ends...)}, params...)...)
}

// args gives the lists as the command line wants them, those of results full of zeros.
func (f *family) args() (out []string) {
	for _, m := range f.funcs {
		out = append(out, list(m.result, make([]uint64, len(m.x[0]))))
		for _, x := range m.x {
			out = append(out, list(f.d, x))
		}
	}
	return out
}

func list(d uop.DType, bits []uint64) string {
	words := make([]string, len(bits))
	for i, b := range bits {
		words[i] = contract.FormatValue(d, b)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func runFamily(t *testing.T, f *family) {
	dir := outside.Module(t, scratch)
	outside.Write(t, filepath.Join(dir, "family.uir"), "; uop v1\n"+uir.FormatRoots(f.kernel()))
	printed := map[string][]string{}
	for _, engine := range []string{"interp", "fold", "c", "go"} {
		var out, errs bytes.Buffer
		args := append([]string{"run", "-engine", engine, "family.uir"}, f.args()...)
		if code := MainIn(dir, args, IO{In: &bytes.Buffer{}, Out: &out, Err: &errs}); code != exitOK {
			t.Fatalf("uopc-gen run -engine %s: exit code %d\n%.2000s", engine, code, errs.String())
		}
		printed[engine] = strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	total := 0
	for engine, lines := range printed {
		total += f.compare(t, engine, lines, printed["interp"])
	}
	t.Logf("%d functions and ops, %d values compared", len(f.funcs), total)
}

// compare takes the lines that the command printed: "slot: [list]" for each parameter in memory.
func (f *family) compare(t *testing.T, engine string, lines, want []string) (total int) {
	if len(lines) != len(f.args()) {
		t.Fatalf("engine %s printed %d lists, want %d", engine, len(lines), len(f.args()))
	}
	slot, at := 0, 0
	for _, m := range f.funcs {
		text, ok := strings.CutPrefix(lines[at], fmt.Sprintf("%d: [", slot))
		got := strings.Split(strings.TrimSuffix(text, "]"), ", ")
		if !ok || len(got) != len(m.x[0]) {
			t.Fatalf("engine %s, %s: cannot read %.200q", engine, m.name, lines[at])
		}
		if lines[at] != want[at] {
			t.Errorf("engine %s, %s: printed\n%s\nand interp\n%s", engine, m.name, lines[at], want[at])
		}
		for i, w := range m.want {
			if s := contract.FormatValue(m.result, w); got[i] != s {
				t.Errorf("engine %s: %s %s of %s is %s, want %s", engine, f.d, m.name, contract.FormatValue(f.d, m.x[0][i]), got[i], s)
			}
		}
		total += len(got)
		slot += len(m.x) + 2
		at += len(m.x) + 1
	}
	return total
}
