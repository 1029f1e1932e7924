package render

import (
	"fmt"
	"go/format"
	"sort"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// GoOptions steers Go.
type GoOptions struct {
	Name string // of the function; the kernel's own when empty
	Doc  string // the comment above the function, without slashes
}

// GoParam is a parameter or result of the Go function.
type GoParam struct {
	Name string // empty for the body's value
	Type string
	Slot int // -1 for the body's value
}

// GoSource is a kernel in Go.
type GoSource struct {
	Name    string
	Func    string            // the function alone, formatted
	Params  []GoParam         // by slot; result places are not among them
	Results []GoParam         // the body's value, then the result places by slot
	Helpers map[string]string // functions that Func calls, by name
	Imports []string          // of Func and Helpers
}

// Go writes a loop-level kernel as a Go function.
func Go(call *uop.UOp, o GoOptions) (*GoSource, error) {
	p, err := Linearize(call, "Go")
	if err != nil {
		return nil, err
	}
	name := o.Name
	if name == "" {
		name = p.Name
	}
	return newGoWriter(p, ident(name)).source(o.Doc)
}

// GoFile makes a file of several kernels; helpers that they share are there once.
func GoFile(pkg string, kernels ...*GoSource) (string, error) {
	var b strings.Builder
	helpers, imports := map[string]string{}, map[string]bool{}
	for _, k := range kernels {
		for n, t := range k.Helpers {
			helpers[n] = t
		}
		for _, i := range k.Imports {
			imports[i] = true
		}
	}
	fmt.Fprintf(&b, "package %s\n\n", pkg)
	for _, i := range sortedKeys(imports) {
		fmt.Fprintf(&b, "import %q\n", i)
	}
	for _, k := range kernels {
		b.WriteString("\n" + k.Func)
	}
	for _, n := range sortedKeys(helpers) {
		b.WriteString("\n" + helpers[n])
	}
	out, err := format.Source([]byte(b.String()))
	return string(out), err
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// maxGoLocal is the most bytes of scratch that are a variable; more comes from make.
const maxGoLocal = 64 << 10

// goWriter writes one function.
type goWriter struct {
	writer
	name   string
	g      *goDialect
	b      strings.Builder
	indent int
	plain  map[int]bool // result places that are only ever indexed by 0: variables, not arrays
}

func newGoWriter(p *Program, name string) *goWriter {
	w := &goWriter{name: name}
	names := nameAll(p, name)
	w.g = &goDialect{names: names, need: map[string]bool{}, imports: map[string]bool{}, consts: p.consts, floats: p.floats}
	w.writer = writer{p: p, names: names, d: w.g}
	w.plain = plainResults(p)
	return w
}

// plainResults finds the result places that can be variables.
func plainResults(p *Program) map[int]bool {
	plain := map[int]bool{}
	for i, prm := range p.Sig.Params {
		plain[i] = prm.Result
	}
	walkStmts(p.Body, func(s *Stmt, _ int) {
		if op := s.Node.Op(); op != uop.OpLoad && op != uop.OpStore {
			return
		}
		index := s.Node.Src()[0]
		if _, known := p.consts[index.Src()[1]]; !known && index.Base().Op() == uop.OpParam {
			plain[index.Base().X().Slot] = false
		}
	})
	return plain
}

func (w *goWriter) line(format string, a ...any) {
	for range w.indent {
		w.b.WriteByte('\t')
	}
	fmt.Fprintf(&w.b, format, a...)
	w.b.WriteByte('\n')
}

func (w *goWriter) source(doc string) (*GoSource, error) {
	s := &GoSource{Name: w.name, Helpers: map[string]string{}}
	w.signature(s)
	for _, l := range strings.Split(strings.TrimSpace(doc), "\n") {
		if doc != "" {
			w.line("%s", strings.TrimRight("// "+l, " "))
		}
	}
	w.line("func %s(%s)%s {", w.name, joinParams(s.Params), joinResults(s.Results))
	w.indent++
	w.scratch()
	if x := w.p.split; x != nil {
		w.splitBody(x, w.p.Body, func() { w.results(s.Results) }, "return")
	} else {
		w.body(w.p.Body)
	}
	w.results(s.Results)
	w.indent--
	w.line("}")
	text, err := format.Source([]byte(w.b.String()))
	if err != nil {
		return nil, fmt.Errorf("%s: the Go code does not parse, which is a mistake in package render: %w", w.name, err)
	}
	s.Func = string(text)
	for _, h := range closeHelpers(w.g.need, goHelperUses, goHelpers) {
		s.Helpers[h.Name] = h.Text
		for _, i := range goHelperImports(h.Text) {
			w.g.imports[i] = true
		}
	}
	s.Imports = sortedKeys(w.g.imports)
	return s, nil
}

func (w *goWriter) signature(s *GoSource) {
	if r := w.p.Ret; r != nil {
		s.Results = append(s.Results, GoParam{Type: goScalar(r.DType()), Slot: -1})
	}
	for i, prm := range w.p.Sig.Params {
		g := GoParam{Name: w.names.slots[i], Type: goScalar(prm.DType), Slot: i}
		switch {
		case prm.Result:
			s.Results = append(s.Results, g)
			continue
		case prm.Mem:
			g.Type = "[]" + prm.DType.GoName()
		}
		s.Params = append(s.Params, g)
	}
}

// goScalar is the type of a parameter or result: an index is a plain int to the caller.
func goScalar(d uop.DType) string {
	if d == uop.Index {
		return "int"
	}
	return d.GoName()
}

// joinParams writes neighbours of one type as Go does: "x, y []float32, n int".
func joinParams(ps []GoParam) string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Name)
		if i+1 == len(ps) || ps[i+1].Type != p.Type {
			b.WriteString(" " + p.Type)
		}
	}
	return b.String()
}

func joinResults(rs []GoParam) string {
	var types []string
	for _, r := range rs {
		types = append(types, r.Type)
	}
	switch len(rs) {
	case 0:
		return ""
	case 1:
		return " " + types[0]
	}
	return " (" + strings.Join(types, ", ") + ")"
}
