package difftest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/uopc/uopc/internal/command"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uir"
	"github.com/uopc/uopc/uopc/uop"
)

// A fixture is a txtar archive: programs, and in its comment what the command prints for them.
//
//	> run prog.uir 2.0 3.0             by every engine, in every order
//	7.0
//	> run -engine interp -order dfs prog.uir [1,0,0]
//	0: [5.0, 1.0, 0.0]
//	> bounds prog.uir
//
// A line "go: command" has the engine go run through the command too, which costs a build for
// every run; without it the Go form is run with all others in one program.
type fixture struct {
	name  string
	dir   string
	viaGo bool
	steps []step
}

type step struct {
	args []string
	want string
}

func readFixture(t *testing.T, file string) *fixture {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(text)
	f := &fixture{name: filepath.Base(file), dir: t.TempDir()}
	for _, x := range a.Files {
		if err := os.WriteFile(filepath.Join(f.dir, x.Name), x.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(string(a.Comment)) {
		switch rest, ok := strings.CutPrefix(line, "> "); {
		case ok:
			f.steps = append(f.steps, step{args: strings.Fields(rest)})
		case strings.TrimSpace(line) == "go: command":
			f.viaGo = true
		case strings.TrimSpace(line) != "" && line[0] != '#' && len(f.steps) > 0:
			f.steps[len(f.steps)-1].want += line
		}
	}
	return f
}

func (f *fixture) run(args ...string) (out string, code int) {
	var o, e bytes.Buffer
	code = command.MainIn(f.dir, args, command.IO{In: strings.NewReader(""), Out: &o, Err: &e})
	return o.String() + e.String(), code
}

// variants gives the command lines of a step: all engines and orders when it names none.
func (f *fixture) variants(s step) (out [][]string) {
	if s.args[0] != "run" || s.args[1] == "-engine" {
		return [][]string{s.args}
	}
	for _, flags := range []string{"-engine interp -order id", "-engine interp -order dfs", "-engine fold -order id", "-engine fold -order dfs", "-engine c", "-engine go"} {
		if !f.viaGo && strings.HasSuffix(flags, "go") {
			continue
		}
		out = append(out, append(append([]string{"run"}, strings.Fields(flags)...), s.args[1:]...))
	}
	return out
}

// TestSeeds runs the programs that the books show, with the results that they print.
func TestSeeds(t *testing.T) {
	t.Setenv("UOPC_CACHE", t.TempDir())
	files, err := filepath.Glob("testdata/seeds/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	h := newHarness(t)
	var cases []*testCase
	runs := 0
	for _, file := range files {
		f := readFixture(t, file)
		for _, s := range f.steps {
			for _, args := range f.variants(s) {
				runs++
				out, code := f.run(args...)
				if out != s.want || (code != 0) != strings.Contains(s.want, "uopc-gen: ") {
					t.Errorf("%s: %s\ngot:\n%swant:\n%s", f.name, strings.Join(args, " "), out, s.want)
				}
			}
			if s.args[0] == "run" && s.args[1] != "-engine" && !strings.Contains(s.want, "uopc-gen: ") {
				c, err := f.testCase(s)
				if err != nil {
					t.Errorf("%s: %v", f.name, err)
					continue
				}
				cases = append(cases, c)
			}
		}
	}
	h.batch(cases)
	h.report()
	t.Logf("%d fixtures, %d command lines", len(files), runs)
}

// testCase is a step as a program for the harness.
func (f *fixture) testCase(s step) (*testCase, error) {
	text, err := os.ReadFile(filepath.Join(f.dir, s.args[1]))
	if err != nil {
		return nil, err
	}
	p, err := uir.Parse(uop.NewGraph(), s.args[1], text)
	if err != nil {
		return nil, err
	}
	call := p.Roots[len(p.Roots)-1].Node
	if call.Op() != uop.OpCall {
		src := append([]*uop.UOp{call}, uop.Params(call)...)
		if call, err = p.Graph.New(uop.OpCall, uop.NameArg("program"), src...); err != nil {
			return nil, err
		}
	}
	args, err := parseArgs(call, s.args[2:])
	return &testCase{kind: "seeds", call: call, args: [][]*interp.Value{args}, fold: 1}, err
}

// parseArgs reads arguments as the command takes them.
func parseArgs(call *uop.UOp, words []string) ([]*interp.Value, error) {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, err
	}
	vals := make([]*interp.Value, len(sig.Params))
	if len(words) == 0 {
		for i, a := range call.Args() {
			if a.IsConst() {
				vals[i] = interp.Scalar(a.DType(), a.Bits())
			}
		}
		return vals, nil
	}
	for i, p := range sig.Params {
		if p.Result || p.Told {
			continue
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("no argument for %s", p.Name)
		}
		if vals[i], err = parseValue(p, words[0]); err != nil {
			return nil, err
		}
		words = words[1:]
	}
	return vals, nil
}

func parseValue(p uop.Param, word string) (*interp.Value, error) {
	v := &interp.Value{DType: p.DType}
	for _, w := range strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("[], '", r) }) {
		b, err := contract.ParseValue(p.DType, w)
		if err != nil {
			return nil, err
		}
		v.Bits = append(v.Bits, b)
	}
	if strings.HasPrefix(word, "[") {
		v.Shape = []int64{int64(len(v.Bits))}
	}
	return v, nil
}

// TestFound runs every program on which two witnesses once differed.
func TestFound(t *testing.T) {
	files, err := filepath.Glob("testdata/found/*.uir")
	if err != nil {
		t.Fatal(err)
	}
	h := newHarness(t)
	var cases []*testCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := uir.Parse(uop.NewGraph(), file, text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		_, rest, _ := strings.Cut(string(text), "; args:")
		line, _, _ := strings.Cut(rest, "\n")
		args, err := parseArgs(p.Roots[0].Node, strings.Fields(strings.ReplaceAll(line, "'", "")))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		cases = append(cases, &testCase{kind: "found", call: p.Roots[0].Node, args: [][]*interp.Value{args}, fold: 1, name: file})
	}
	if len(cases) > 0 {
		h.batch(cases)
		h.report()
	}
}
