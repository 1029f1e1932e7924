package gen

import (
	"context"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/uopc/uopc/internal/clang"
)

// dylibs makes a shared object for each platform, the file that embeds it, and the Go side that
// they share. A kernel whose object cannot be loaded runs in its Go form.
func (p *plan) dylibs(ctx context.Context, tc *clang.Toolchain) error {
	for _, pl := range p.c.Platforms {
		goos, goarch, _ := strings.Cut(pl, "/")
		t := clang.Target{OS: goos, Arch: goarch, Mode: clang.Dylib}
		if goarch == "amd64" {
			t.Level = "v2"
		}
		obj, err := p.compile(ctx, tc, t)
		if err != nil {
			return err
		}
		image, err := tc.LinkShared(ctx, obj, t, p.c.Package)
		if err != nil {
			return err
		}
		lib := fmt.Sprintf("uopc_lib/%s_%s.lib", goos, goarch)
		p.files[lib] = image
		f := jen.NewFile(p.c.Package)
		f.HeaderComment(header)
		f.HeaderComment(fmt.Sprintf("//go:build %s && %s && !noasm && !purego", goos, goarch))
		f.Anon("embed")
		f.Comment("//go:embed " + lib)
		f.Var().Id("uopcImage").String()
		if err := p.jenFile(fmt.Sprintf("uopc_gen_dylib_%s_%s.go", goos, goarch), f); err != nil {
			return err
		}
	}
	return p.dylibGo()
}

const runtimePath = modulePath + "/runtimecache"

func (p *plan) dylibGo() error {
	f := jen.NewFile(p.c.Package)
	f.HeaderComment(header)
	f.HeaderComment("//go:build " + p.dylibTag())
	f.Const().Defs(
		jen.Comment("The runtime is too old for this file: update "+modulePath+"."),
		jen.Id("_").Op("=").Qual(runtimePath, "EnforceVersion").Call(jen.Qual(runtimePath, "Version").Op("-").Lit(1)),
		jen.Comment("This file is too old for the runtime: run go generate again."),
		jen.Id("_").Op("=").Qual(runtimePath, "EnforceVersion").Call(jen.Lit(1).Op("-").Qual(runtimePath, "MinVersion")),
	)
	f.Line()
	f.Comment("uopcLib is loaded when the first kernel runs; when that fails, the Go forms run.")
	f.Var().Id("uopcLib").Op("=").Qual(runtimePath, "Embedded").Values(jen.Dict{
		jen.Id("Name"):  jen.Lit(p.c.Package),
		jen.Id("Image"): jen.Id("uopcImage"),
	})
	f.Line()
	feats := jen.Qual("os", "Getenv").Call(jen.Lit("UOPC_ISA")).Op("!=").Lit("go")
	f.Comment("uopcNative tells that native code is used: the machine has the instruction set, and the")
	f.Comment("environment does not say UOPC_ISA=go.")
	for _, feat := range isas[0].features {
		group, field, _ := strings.Cut(feat, ".")
		feats = feats.Op("&&").Line().Parens(jen.Qual("runtime", "GOARCH").Op("!=").Lit("amd64").Op("||").Qual("golang.org/x/sys/cpu", group).Dot(field))
	}
	f.Var().Id("uopcNative").Op("=").Add(feats)
	for _, u := range p.compiled() {
		p.argStruct(f, u)
		fn := u.unlikeParams(private(u.name) + "Proc")
		f.Line()
		f.Var().Id(fn).Op("=").Qual(runtimePath, "Func").Values(jen.Dict{
			jen.Id("Lib"):  jen.Op("&").Id("uopcLib"),
			jen.Id("Name"): jen.Lit(u.c.Name),
		})
		call := func() jen.Code {
			back := jen.Id(u.goName()).Call(jenArgs(u.inner(), u.goNameOf)...)
			then := []jen.Code{back, jen.Return()}
			if len(u.resultTypes()) > 0 {
				then = []jen.Code{jen.Return(back)}
			}
			return jen.If(jen.Op("!").Id(fn).Dot("Call").Call(jen.Qual("unsafe", "Pointer").Call(jen.Op("&").Id("args")))).Block(then...)
		}
		p.nativeFunc(f, u, call, nil)
	}
	return p.jenFile("uopc_gen_dylib.go", f)
}
