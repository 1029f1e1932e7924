package gen

import (
	"context"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/uopc/uopc/gen/asmlink"
	"github.com/uopc/uopc/internal/clang"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// isa is one instruction set that native code is made for.
type isa struct {
	arch, level string
	suffix      string   // of the assembly functions
	features    []string // fields of golang.org/x/sys/cpu that must be true
}

// isas lists the instruction sets of mode asm, for each architecture the best one first.
var isas = []isa{
	{"amd64", "v2", "V2", []string{"X86.HasSSE3", "X86.HasSSSE3", "X86.HasSSE41", "X86.HasSSE42", "X86.HasPOPCNT"}},
	{"arm64", "", "", nil},
}

func (i isa) target() clang.Target {
	return clang.Target{Arch: i.arch, Level: i.level, Mode: clang.Asm}
}

// made is what the lock file says of one compiled object.
type made struct {
	target string
	flags  []string
	object []byte
}

// native compiles and links, in the mode that was asked for.
func (p *plan) native(ctx context.Context) error {
	us := p.compiled()
	if len(us) == 0 {
		return nil
	}
	tc, err := clang.Find(p.c.CC)
	if err != nil {
		return err
	}
	p.clang = tc.Version
	var sources []*render.Source
	for _, u := range us {
		sources = append(sources, u.c)
	}
	p.cText = render.JoinC(sources...)
	if p.c.Link == LinkDylib {
		return p.dylibs(ctx, tc)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if err := p.assemble(ctx, tc, arch); err != nil {
			return err
		}
	}
	return nil
}

// compile makes one object and notes it for the lock file.
func (p *plan) compile(ctx context.Context, tc *clang.Toolchain, t clang.Target) ([]byte, error) {
	p.c.Progress("compiling for %s", t)
	obj, err := tc.Compile(ctx, p.cText, t, nil)
	if err != nil {
		return nil, err
	}
	p.made = append(p.made, made{t.String(), clang.Flags(t), obj})
	return obj, nil
}

// assemble makes the .s file of one architecture and the Go file beside it.
func (p *plan) assemble(ctx context.Context, tc *clang.Toolchain, arch string) error {
	file := asmlink.File{Arch: arch, Build: "!noasm && !purego"}
	for _, u := range p.compiled() {
		file.Funcs = append(file.Funcs, asmlink.Func{Symbol: u.c.Name, GoName: u.asmName()})
	}
	var levels []isa
	for _, i := range isas {
		if i.arch != arch {
			continue
		}
		obj, err := p.compile(ctx, tc, i.target())
		if err != nil {
			return err
		}
		file.Units = append(file.Units, asmlink.Unit{Obj: obj, Suffix: i.suffix})
		levels = append(levels, i)
	}
	text, infos, err := file.Link()
	if err != nil {
		return err
	}
	// What Go's assembler makes of the text must be clang's bytes, or nothing is written.
	if err := asmlink.Verify(ctx, text, arch, infos); err != nil {
		return err
	}
	p.files["uopc_gen_"+arch+".s"] = []byte(text)
	return p.asmGo(arch, levels)
}

func (u *unit) asmName() string { return private(u.name) + "Asm" }

// asmGo writes the Go side of one architecture.
func (p *plan) asmGo(arch string, levels []isa) error {
	f := jen.NewFile(p.c.Package)
	f.HeaderComment(header)
	f.HeaderComment("//go:build !noasm && !purego")
	p.detect(f, levels)
	for _, u := range p.compiled() {
		p.argStruct(f, u)
		for _, i := range levels {
			f.Line()
			f.Comment("//go:noescape")
			f.Func().Id(u.asmName() + i.suffix).Params(jen.Id("a").Qual("unsafe", "Pointer"))
		}
		best := u.asmName() + levels[0].suffix
		p.nativeFunc(f, u, func() jen.Code {
			return jen.Id(best).Call(jen.Qual("unsafe", "Pointer").Call(jen.Op("&").Id("args")))
		}, nil)
	}
	return p.jenFile("uopc_gen_"+arch+".go", f)
}

// detect writes the variable that tells whether the machine has the instruction set.
func (p *plan) detect(f *jen.File, levels []isa) {
	i := levels[0]
	cond := jen.Qual("os", "Getenv").Call(jen.Lit("UOPC_ISA")).Op("!=").Lit("go")
	for _, feat := range i.features {
		group, field, _ := strings.Cut(feat, ".")
		cond = cond.Op("&&").Line().Qual("golang.org/x/sys/cpu", group).Dot(field)
	}
	f.Comment("uopcNative tells that native code is used: the machine has the instruction set, and the")
	f.Comment("environment does not say UOPC_ISA=go.")
	f.Var().Id("uopcNative").Op("=").Add(cond)
}

// argStruct writes the struct that a kernel takes: every field in a cell of 8 bytes, as in C.
func (p *plan) argStruct(f *jen.File, u *unit) {
	f.Line()
	f.Type().Id(private(u.name) + "Args").Struct(fields(u.c.Args, u)...)
	if u.c.Cut {
		f.Line()
		f.Type().Id(private(u.name) + "State").Struct(fields(u.c.State, u)...)
	}
}

func fields(l render.Layout, u *unit) []jen.Code {
	var out []jen.Code
	for _, fd := range l.Fields {
		t := fd.GoType
		if fd.Kind == render.FieldState {
			t = "*" + private(u.name) + "State"
		}
		out = append(out, jen.Id(fd.Name).Op(t))
		if pad := (8 - fd.Bytes%8) % 8; pad != 0 {
			out = append(out, jen.Id("_").Index(jen.Lit(pad)).Byte())
		}
	}
	return out
}

// budget is how many operations one call does before it comes back: some tens of microseconds,
// since the goroutine cannot be preempted within it.
const budget = 200_000

// nativeFunc writes the function that fills the argument struct and calls the kernel:
//
//	func dotNative(x, y []float32, n int) float32 {
//		args := dotArgs{x: unsafe.SliceData(x), ..., budget: math.MaxInt64}
//		if 4.0*float64(n) > 200000 {
//			args.budget, args.st = 200000, new(dotState)
//		}
//		dotAsm(unsafe.Pointer(&args))
//		for args.st != nil && args.st.phase >= 0 {
//			dotAsm(unsafe.Pointer(&args))
//		}
//		return args.ret
//	}
func (p *plan) nativeFunc(f *jen.File, u *unit, call func() jen.Code, before []jen.Code) {
	body := append([]jen.Code{}, before...)
	var results []jen.Code
	init := jen.Dict{}
	for _, fd := range u.c.Args.Fields {
		switch fd.Kind {
		case render.FieldPlace:
			name := u.goNameOf(fd.Slot)
			if u.params[fd.Slot].Result {
				body = append(body, jen.Var().Id(name).Id(fd.DType.GoName()))
				init[jen.Id(fd.Name)] = jen.Op("&").Id(name)
				r := jen.Id(name)
				if fd.DType == uop.Index {
					r = jen.Int().Call(r)
				}
				results = append(results, r)
				continue
			}
			init[jen.Id(fd.Name)] = jen.Qual("unsafe", "SliceData").Call(jen.Id(name))
		case render.FieldScalar:
			v := jen.Id(u.goNameOf(fd.Slot))
			if fd.DType == uop.Index {
				v = jen.Int64().Call(v)
			}
			init[jen.Id(fd.Name)] = v
		case render.FieldScratch:
			s := u.unlikeParams("scratch_" + fd.Name)
			body = append(body, jen.Var().Id(s).Index(jen.Lit(int(fd.Len))).Id(fd.DType.GoName()))
			init[jen.Id(fd.Name)] = jen.Op("&").Id(s).Index(jen.Lit(0))
		case render.FieldBudget:
			init[jen.Id(fd.Name)] = jen.Qual("math", "MaxInt64")
		case render.FieldRet:
			r := jen.Id("args").Dot(fd.Name)
			if fd.DType == uop.Index {
				r = jen.Int().Call(r)
			}
			results = append(results, r)
		}
	}
	body = append(body, jen.Id("args").Op(":=").Id(private(u.name)+"Args").Values(init))
	if u.c.Cut {
		body = append(body,
			jen.If(jen.Op(u.c.GoWork).Op(">").Lit(budget)).Block(
				jen.List(jen.Id("args").Dot("budget"), jen.Id("args").Dot("st")).Op("=").List(jen.Lit(budget), jen.New(jen.Id(private(u.name)+"State"))),
			))
	}
	body = append(body, call())
	if u.c.Cut {
		body = append(body, jen.For(jen.Id("args").Dot("st").Op("!=").Nil().Op("&&").Id("args").Dot("st").Dot("phase").Op(">=").Lit(0)).Block(call()))
	}
	if len(results) > 0 {
		body = append(body, jen.Return(results...))
	}
	f.Line()
	f.Func().Id(u.nativeName()).Params(paramList(u.inner(), u.goNameOf)...).Add(u.jenResults()).Block(body...)
}

// dylibPlatforms is the default set of mode dylib.
var dylibPlatforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// dylibTag is the build constraint of mode dylib's native code.
func (p *plan) dylibTag() string {
	var parts []string
	for _, pl := range p.c.Platforms {
		goos, goarch, _ := strings.Cut(pl, "/")
		parts = append(parts, fmt.Sprintf("(%s && %s)", goos, goarch))
	}
	return "(" + strings.Join(parts, " || ") + ") && !noasm && !purego"
}
