package gen

import "github.com/dave/jennifer/jen"

// tests writes the generated package's own test: every kernel's forms against the interpreter.
func (p *plan) tests() error {
	f := jen.NewFile(p.c.Package)
	f.HeaderComment(header)
	for _, u := range p.all() {
		f.Line()
		kernel := jen.Dict{
			jen.Id("File"): jen.Lit("uir/" + u.k.name + ".uir"),
			jen.Id("Func"): jen.Id(u.name),
			jen.Id("Go"):   jen.Id(u.goName()),
		}
		if p.hasNative(u) {
			kernel[jen.Id("Native")] = jen.Id(u.nativeName())
			kernel[jen.Id("HasNative")] = jen.Id("uopcNative")
		}
		if u.name != u.k.name {
			kernel[jen.Id("Each")] = jen.True()
		}
		f.Func().Id("TestUopc" + u.name).Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
			jen.Qual(modulePath+"/uopc/kerneltest", "Run").Call(jen.Id("t"), jen.Qual(modulePath+"/uopc/kerneltest", "Kernel").Values(kernel)),
		)
	}
	return p.jenFile("uopc_gen_test.go", f)
}
