package render

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// COptions steers C.
type COptions struct {
	Name string // of the function; the kernel's own when empty
	Doc  string // a comment above the function
}

// Source is a kernel in C: void NAME(struct NAME_args *).
//
// A kernel that can be cut does what its budget allows and returns. The caller sets budget and a
// state whose phase is 0, and calls again with the same arguments until phase is -1. A budget of
// MaxInt64 does everything in one call and never looks at the state, which may then be null; it
// is right when GoWork is small enough for one call.
type Source struct {
	Name    string   // of the function
	Text    string   // the whole file
	Func    string   // the structs and the function alone
	Helpers []Helper // what the function calls, callees first

	Args  Layout
	State Layout // empty when the kernel is never cut

	Cut    bool     // the kernel has a loop that a budget can cut
	GoWork string   // all its operations, as a float64 expression of Go over Names
	Names  []string // of the parameters by slot, as GoSource has them too
}

// C writes a loop-level kernel as C11.
func C(call *uop.UOp, o COptions) (*Source, error) {
	p, err := Linearize(call, "C")
	if err != nil {
		return nil, err
	}
	name := o.Name
	if name == "" {
		name = p.Name
	}
	return newCWriter(p, ident(name), o.Doc).source(), nil
}

// JoinC makes one file of several kernels; helpers that they share are there once.
func JoinC(kernels ...*Source) string {
	need := map[string]bool{}
	var funcs strings.Builder
	for _, k := range kernels {
		for _, h := range k.Helpers {
			need[h.Name] = true
		}
		funcs.WriteString("\n" + k.Func)
	}
	var b strings.Builder
	b.WriteString(cPrelude)
	for _, h := range closeHelpers(need, cHelperUses, cHelpers) {
		b.WriteString("\n" + h.Text)
	}
	return b.String() + funcs.String()
}

// cWriter writes one function.
type cWriter struct {
	writer
	name   string
	doc    string
	c      *cDialect
	cuts   *cutting
	early  map[*uop.UOp]bool // declared before the labels
	args   Layout
	state  Layout
	goWork string
	b      strings.Builder
	indent int
}

func newCWriter(p *Program, name, doc string) *cWriter {
	w := &cWriter{name: name, doc: doc}
	names := nameAll(p, name, name+"_args", name+"_state")
	w.c = &cDialect{names: names, need: map[string]bool{}, consts: p.consts, floats: p.floats}
	w.writer = writer{p: p, names: names, d: w.c}
	k := &costs{p, "as_double(%s)", "(%[1]s > 0.0 ? %[1]s : 0.0)", names.slots}
	w.cuts = findCuts(p, k)
	w.early = crossing(w.cuts.loops)
	w.args = argsLayout(p, names, name, len(w.cuts.loops) > 0)
	if len(w.cuts.loops) > 0 {
		w.state = stateLayout(names, name, w.cuts.loops)
		w.c.need["chunk_end"], w.c.need["as_double"] = true, true
	}
	g := &costs{p, "float64(%s)", "max(0, %[1]s)", names.slots}
	w.goWork = g.body(p.Body).String()
	return w
}

func (w *cWriter) source() *Source {
	w.structs()
	w.function()
	s := &Source{Name: w.name, Func: w.b.String(), Args: w.args, State: w.state,
		Cut: len(w.cuts.loops) > 0, GoWork: w.goWork, Names: w.names.slots}
	s.Helpers = closeHelpers(w.c.need, cHelperUses, cHelpers)
	s.Text = JoinC(s)
	return s
}

func (w *cWriter) line(format string, a ...any) {
	for range w.indent {
		w.b.WriteString("  ")
	}
	fmt.Fprintf(&w.b, format, a...)
	w.b.WriteByte('\n')
}

func (w *cWriter) structs() {
	if len(w.cuts.loops) > 0 {
		w.layout(w.state)
	}
	w.layout(w.args)
}

func (w *cWriter) layout(l Layout) {
	w.line("struct %s {", l.Name)
	w.indent++
	for _, f := range l.Fields {
		array := ""
		if f.Kind == FieldSaved && f.Len > 0 {
			array = fmt.Sprintf("[%d]", f.Len)
		}
		w.line("_Alignas(8) %s%s;", declare(f.CType, f.Name), array)
	}
	if len(l.Fields) == 0 {
		w.line("int64_t none;")
	}
	w.indent--
	w.line("};")
	if len(l.Fields) > 0 {
		w.line(`_Static_assert(sizeof(struct %s) == %d, "the caller's struct is this large");`, l.Name, l.Size)
	}
	w.line("")
}

// declare writes a type and a name: "float *x", "float x".
func declare(t, name string) string {
	if strings.HasSuffix(t, "*") {
		return t + name
	}
	return t + " " + name
}

func (w *cWriter) function() {
	if w.doc != "" {
		w.line("/* %s */", strings.ReplaceAll(strings.Join(strings.Fields(w.doc), " "), "*/", "* /"))
	}
	w.line("UOP_EXPORT void %s(struct %s *args) {", w.name, w.args.Name)
	w.indent++
	w.params()
	w.scratch()
	if len(w.cuts.loops) > 0 {
		w.resume()
	}
	w.body(w.p.Body)
	if r := w.p.Ret; r != nil {
		w.line("args->ret = %s;", w.value(r, nil).s)
	}
	if len(w.cuts.loops) > 0 {
		w.line("if (cut) st->phase = -1;")
	}
	w.indent--
	w.line("}")
}

// params loads the arguments that the body mentions.
func (w *cWriter) params() {
	slots := w.p.usedSlots()
	for _, f := range w.args.Fields {
		t := f.CType
		switch f.Kind {
		case FieldScalar:
			t = f.DType.CName()
			fallthrough
		case FieldPlace:
			if !slots[f.Slot] {
				continue
			}
		case FieldScratch:
		default:
			continue
		}
		w.line("%s = args->%s;", declare(t, f.Name), f.Name)
	}
}

func (w *cWriter) scratch() {
	for _, a := range w.p.Allocs {
		if isLocal(a) {
			w.line("%s %s[%d];", memType(a.DType()), w.names.nodes[a], allocLen(a))
			if !filled(w.p.Body, a) {
				// Go clears what it declares: without this the two could differ, and show what the stack held.
				w.line("for (int at = 0; at < %d; at++) %s[at] = 0;", allocLen(a), w.names.nodes[a])
			}
		}
	}
}
