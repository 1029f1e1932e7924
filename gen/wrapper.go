package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// smallWork is how many operations are cheaper in Go than the way into native code is long: about
// 32 elements of an axpy, where the two were measured to meet.
const smallWork = 192

// wrappers writes uopc_gen.go: the typed functions. Each reads
//
//	func Dot(x, y []float32) float32 {
//		n := len(x)
//		if len(y) != n {
//			uopcBadLen("Dot", "y", len(y), "n", n)
//		}
//		if uopcNative && 300.0+4.0*float64(n) > 192 {
//			return dotNative(x, y, n)
//		}
//		return dotGo(x, y, n)
//	}
func (p *plan) wrappers() error {
	f := jen.NewFile(p.c.Package)
	f.HeaderComment(header)
	w := &wrapper{p: p, f: f, need: map[string]bool{}}
	for _, u := range p.all() {
		if err := w.function(u); err != nil {
			return fmt.Errorf("%s: %w", u.k.from, err)
		}
	}
	w.helpers()
	return p.jenFile("uopc_gen.go", f)
}

type wrapper struct {
	p    *plan
	f    *jen.File
	need map[string]bool // helpers
}

func (w *wrapper) function(u *unit) error {
	w.f.Line()
	for _, line := range strings.Split(docText(u), "\n") {
		w.f.Comment(strings.TrimRight("// "+line, " "))
	}
	body, err := w.body(u)
	if err != nil {
		return err
	}
	name := u.name
	if inner := u.checkedName(); inner != "" {
		name = inner
		w.shim(u, inner)
	}
	w.f.Func().Id(name).Params(paramList(u.exposed(), u.bodyName)...).Add(u.jenResults()).Block(body...)
	return nil
}

// shim writes the exported function of a kernel whose parameters' names the body cannot use: one
// called len would hide the function that the body calls.
func (w *wrapper) shim(u *unit, inner string) {
	w.f.Func().Id(u.name).Params(paramList(u.exposed(), u.ownName)...).Add(u.jenResults()).Block(
		u.finish(inner, jenArgs(u.exposed(), u.ownName))...)
	w.f.Line()
	w.f.Comment("// " + inner + " is " + u.name + " with parameters that hide nothing it calls.")
}

// docText is the kernel's own doc comment, or a line in its place.
func docText(u *unit) string {
	doc := strings.TrimSpace(u.doc)
	if doc == "" {
		doc = u.name + " is generated from the definition of the same name."
	}
	return doc
}

func (w *wrapper) body(u *unit) ([]jen.Code, error) {
	var out []jen.Code
	add := func(c ...jen.Code) { out = append(out, c...) }
	args := jenArgs(u.inner(), u.bodyName)
	if u.scalar {
		add(w.promises(u)...)
		return append(out, u.finish(u.goName(), args)...), nil
	}
	told, err := w.sizes(u)
	if err != nil {
		return nil, err
	}
	add(told...)
	add(w.promises(u)...)
	lens, err := w.lengths(u)
	if err != nil {
		return nil, err
	}
	add(lens...)
	add(w.overlaps(u)...)
	if u.check != nil {
		w.need["uopcBadIndex"] = true
		add(jen.If(
			jen.List(jen.Id("bad"), jen.Id("limit")).Op(":=").Id(u.checkName()).Call(args...),
			jen.Id("limit").Op(">=").Lit(0),
		).Block(jen.Id("uopcBadIndex").Call(jen.Lit(u.name), jen.Id("bad"), jen.Id("limit"))))
	}
	if w.p.hasNative(u) {
		add(jen.If(jen.Id("uopcNative").Op("&&").Op(u.bodyWork()).Op(">").Lit(smallWork)).Block(u.finishEarly(u.nativeName(), args)...))
	}
	return append(out, u.finish(u.goName(), args)...), nil
}

// finish calls a function that takes the wrapper's arguments and gives its results.
func (u *unit) finish(name string, args []jen.Code) []jen.Code {
	call := jen.Id(name).Call(args...)
	if len(u.resultTypes()) == 0 {
		return []jen.Code{call}
	}
	return []jen.Code{jen.Return(call)}
}

func (u *unit) finishEarly(name string, args []jen.Code) []jen.Code {
	out := u.finish(name, args)
	if len(u.resultTypes()) == 0 {
		out = append(out, jen.Return())
	}
	return out
}
