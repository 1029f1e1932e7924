package difftest

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var mutantsFlag = flag.Bool("mutants", false, "plant bugs one at a time; each must be caught")

// mutant is one planted bug: a text that stands once in a file of the module, and what replaces it.
type mutant struct {
	name, file, old, new string
}

var mutants = []mutant{
	{"C max that prefers the number to a NaN", "uopc/render/cexpr.go",
		`return c.helper("max_"+u.DType().String(), a...)`,
		`return expr{a[0].at(levelAtom) + " < " + a[1].at(levelAtom) + " ? " + a[1].at(levelAtom) + " : " + a[0].at(levelAtom), levelAny}`},
	{"C division of negative numbers", "uopc/render/cexpr.go",
		`return x.Vmin().Sign() >= 0 && y.Vmin().Sign() > 0`, `return x.Vmin().Sign() != 2 && y.Vmin().Sign() > 0`},
	{"u8 is not wrapped in C", "uopc/render/cexpr.go",
		`if d.Bits() < 32 && d.IsInt() {`, `if d.Bits() < 32 && d.IsInt() && d != uop.U8 {`},
	{"shift counts are not masked in C", "uopc/render/cexpr.go",
		`return infix(e, "&", atom(fmt.Sprint(mask)))`, `_ = mask; return e`},
	{"floats to i32 by C's cast", "uopc/render/cexpr.go",
		`case from.IsFloat() && to.IsInt():`, `case from.IsFloat() && to.IsInt() && to != uop.I32:`},
	{"a cut loses the accumulators", "uopc/render/cut.go",
		`l.arrays = append(l.arrays, u)`, `_ = u`},
	{"Go max that prefers its first operand", "uopc/render/gohelp.go",
		"func uopMax$D(a, b $T) $T {\n\tif a > b {", "func uopMax$D(a, b $T) $T {\n\tif a >= b {"},
	{"Go division that truncates", "uopc/render/gohelp.go",
		"if r := a % b; r != 0 && (r < 0) != (b < 0) {\n\t\tq--", "if r := a % b; r != 0 && (r < 0) != (b < 0) {\n\t\tq -= 0"},
	{"lanes without elements are joined by max", "uopc/lower/reduce.go",
		`if op == uop.OpMax && m.u.DType().IsFloat() {`, `if op == uop.OpMax && m.u.DType() == uop.Bool {`},
	{"the rest of a reduction is one short", "uopc/lower/reduce.go",
		`r := l.rng(rest)`, `r := l.rng(g.Bin(uop.OpMax, g.Add(rest, g.Idx(-1)), g.Idx(0)))`},
	{"an empty float sum is -0.0", "uopc/lower/reduce.go",
		`if start != id && n.Vmin().Sign() <= 0 {`, `if start != id && n.Vmin().Sign() < 0 {`},
	{"every access counts as inside", "uopc/lower/bounds.go",
		"func inside(u *uop.UOp, d uop.Dim) bool {", "func inside(u *uop.UOp, d uop.Dim) bool {\n\tif u != nil {\n\t\treturn true\n\t}"},
	{"a flip is one off", "uopc/lower/move.go",
		`last := l.plus(l.size(from[i]), -1)`, `last := l.plus(l.size(from[i]), 0)`},
	{"x + 0.0 is x", "uopc/rewrite/support.go",
		`func NegZero(d uop.DType) uint64 { return 1 << (d.Bits() - 1) }`, `func NegZero(d uop.DType) uint64 { return 0 }`},
	{"quotients are split without a look at wraps", "uopc/rules/split.go",
		"if !ok || !s.exact {", "if !ok {"},
	{"divisors are multiplied although they overflow", "uopc/rules/strict_rules.go",
		"if !rewrite.Fits(d, wa.Mul(wb)) {\n\t\treturn nil\n\t}\n\treturn g.Bin(uop.OpFloordiv, x,",
		"if wa.Mul(wb).IsInf() {\n\t\treturn nil\n\t}\n\treturn g.Bin(uop.OpFloordiv, x,"},
	{"constants fold with their operands exchanged", "uopc/rules/basic.go",
		"return rewrite.Like(g, u, u.DType(), evalNode(u, v))", "if len(src) == 2 {\n\t\tv[0], v[1] = v[1], v[0]\n\t}\n\treturn rewrite.Like(g, u, u.DType(), evalNode(u, v))"},
	{"float max commutes", "uopc/uop/op.go",
		"(op != OpMax || !d.IsFloat())", "(op != OpMax || d != Void)"},
	{"a store does not wait for reads", "uopc/memory.go",
		"if len(s.readers) > 0 {", "if len(s.readers) > 1000 {"},
	{"lanes of fma start from 0.0", "uopc/contract/reduce.go",
		"if d.IsFloat() && (op == uop.OpAdd || op == uop.OpFma) {", "if d.IsFloat() && op == uop.OpAdd {"},
	{"floor division of the contract looks at one sign", "uopc/contract/int.go",
		"if r := x - q*y; r != 0 && (r < 0) != (y < 0) {", "if r := x - q*y; r != 0 && r < 0 {"},
}

// TestMutants plants every bug in a build of this package's tests, by an overlay that leaves the
// files as they are, and runs the random programs at reduced counts.
func TestMutants(t *testing.T) {
	if !*mutantsFlag {
		t.Skip("only with -mutants: every planted bug costs a build and a run")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		t.Run(strings.ReplaceAll(m.name, " ", "-"), func(t *testing.T) {
			start := time.Now()
			bin := m.build(t, root)
			out, caught := "", false
			for _, scale := range []string{"0.1", "0.7"} { // most need few programs
				if out, caught = runMutant(t, bin, scale); caught {
					break
				}
			}
			if !caught {
				t.Errorf("%s: not caught", m.name)
			}
			t.Logf("%-50s caught=%v in %v by: %s", m.name, caught, time.Since(start).Round(time.Second), firstFailure(out))
		})
	}
}

// build compiles the tests of this package with the bug in them.
func (m *mutant) build(t *testing.T, root string) string {
	file := filepath.Join(root, m.file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%s has the text %q %d times, want once: the mutant needs a new text", m.file, m.old, n)
	}
	dir := t.TempDir()
	changed := filepath.Join(dir, "changed.go")
	overlay, bin := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "mutant.test")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{changed: []byte(strings.Replace(string(text), m.old, m.new, 1)), overlay: list} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", bin, "./internal/difftest")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: the mutant does not compile: %v\n%s", m.name, err, out)
	}
	return bin
}

// runMutant runs the tests and tells whether they failed; a crash is a failure.
func runMutant(t *testing.T, bin, scale string) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "-test.run", "^(TestRandom|TestIndexExpressions|TestFound)$", "-test.short")
	cmd.Env = append(os.Environ(), "DIFFTEST_QUICK=1", "DIFFTEST_SCALE="+scale)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Errorf("stopped after five minutes")
	}
	return out.String(), err != nil
}

func firstFailure(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, "_test.go:") && !strings.Contains(line, "TEST_SEED") && !strings.Contains(line, "compiled in") {
			_, what, _ := strings.Cut(strings.TrimSpace(line), " ")
			return what
		}
	}
	return strings.TrimSpace(out[:min(len(out), 200)])
}
