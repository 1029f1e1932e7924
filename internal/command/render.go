package command

import (
	"fmt"

	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
)

func renderCmd(c *ctx, args []string) error {
	f := c.flags()
	lang := f.String("lang", envOr("UOPC_LANG", "c"), "c or go ($UOPC_LANG)")
	saturate := f.Bool("saturate", false, "after equality saturation, as generate -saturate has it")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usagef("takes one file, got %d", f.NArg())
	}
	if *lang != "c" && *lang != "go" {
		return usagef("-lang %q is not c or go", *lang)
	}
	p, err := c.parseFile(f.Arg(0))
	if err != nil {
		return err
	}
	ks := p.Kernels()
	if len(ks) == 0 {
		call, err := asKernel(p.Roots[len(p.Roots)-1].Node)
		if err != nil {
			return err
		}
		p.Roots[len(p.Roots)-1].Node = call
		ks = p.Roots[len(p.Roots)-1:]
	}
	var cs []*render.Source
	var gos []*render.GoSource
	for _, k := range ks {
		low, err := pass.Run(k.Node, pass.Options{Saturate: *saturate})
		if err != nil {
			return err
		}
		if *lang == "c" {
			s, err := render.C(low, render.COptions{Doc: k.Doc})
			if err != nil {
				return err
			}
			cs = append(cs, s)
			continue
		}
		s, err := render.Go(low, render.GoOptions{Doc: k.Doc})
		if err != nil {
			return err
		}
		gos = append(gos, s)
	}
	text := render.JoinC(cs...)
	if *lang == "go" {
		if text, err = render.GoFile("kernels", gos...); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(c.Out, text)
	return err
}
