package command

import (
	"context"
	"fmt"
	"os"

	"github.com/uopc/uopc/runtimecache/jit"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// engine runs a kernel: places in args are written, results are returned.
type engine func(call *uop.UOp, args []*interp.Value, order interp.Order) ([]*interp.Value, error)

var engines = map[string]engine{
	"interp": func(call *uop.UOp, args []*interp.Value, order interp.Order) ([]*interp.Value, error) {
		return interp.Run(call, args, interp.Options{Order: order})
	},
	"fold": runFold,
	"c": func(call *uop.UOp, args []*interp.Value, _ interp.Order) ([]*interp.Value, error) {
		p, err := jit.Compile(context.Background(), call, jit.Options{})
		if err != nil {
			return nil, err
		}
		return p.Run(args)
	},
	"go": runGo,
}

var orders = map[string]interp.Order{"id": interp.ByID, "dfs": interp.DFS}

func run(c *ctx, args []string) error {
	f := c.flags()
	engineName := f.String("engine", envOr("UOPC_ENGINE", "interp"), "interp, fold, c or go ($UOPC_ENGINE)")
	orderName := f.String("order", "id", "of interp and fold, where the program leaves it open: id (as made) or dfs (depth first)")
	kernel := f.String("kernel", "", "the kernel to run, in a file with several")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return usagef("needs a file")
	}
	e, ok := engines[*engineName]
	if !ok {
		return usagef("-engine %q is not interp, fold, c or go", *engineName)
	}
	order, ok := orders[*orderName]
	if !ok {
		return usagef("-order %q is not id or dfs", *orderName)
	}
	p, err := c.parseFile(f.Arg(0))
	if err != nil {
		return err
	}
	call, err := pick(p, f.Arg(0), *kernel)
	if err != nil {
		return err
	}
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return err
	}
	vals, err := bindText(call, sig, f.Args()[1:])
	if err != nil {
		return err
	}
	results, err := e(call, vals, order)
	if err != nil {
		return err
	}
	for _, v := range results {
		fmt.Fprintln(c.Out, formatValue(v))
	}
	for i, p := range sig.Params {
		if p.Mem && !p.Result {
			fmt.Fprintf(c.Out, "%d: %s\n", i, formatValue(vals[i]))
		}
	}
	return nil
}

// bindText reads the arguments in order of slot. Results, sizes that lengths tell and slots that
// the program has no parameter for are not given.
//
// With no arguments at all, a call whose own arguments are constants runs on those.
func bindText(call *uop.UOp, sig *uop.Signature, text []string) ([]*interp.Value, error) {
	vals := make([]*interp.Value, len(sig.Params))
	if len(text) == 0 && len(vals) > 0 && closed(call) {
		for i, a := range call.Args() {
			vals[i] = interp.Scalar(a.DType(), a.Bits())
		}
		return vals, nil
	}
	var names []string
	for _, p := range sig.Params {
		if !p.Result && !p.Told && !isGap(sig, p) {
			names = append(names, p.Name)
		}
	}
	if len(text) != len(names) {
		return nil, usagef("%s takes %d argument%s %v, got %d", sig.Name, len(names), map[bool]string{true: "", false: "s"}[len(names) == 1], names, len(text))
	}
	for i, p := range sig.Params {
		if p.Result || p.Told || isGap(sig, p) {
			continue
		}
		v, err := parseArg(p, text[0])
		if err != nil {
			return nil, err
		}
		vals[i], text = v, text[1:]
	}
	return vals, nil
}

func closed(call *uop.UOp) bool {
	for _, a := range call.Args() {
		if !a.IsConst() {
			return false
		}
	}
	return true
}

// isGap tells whether a slot only fills a hole in the numbers of a program without a call.
func isGap(sig *uop.Signature, p uop.Param) bool {
	return sig.Name == "program" && !p.Used
}

func runFold(call *uop.UOp, args []*interp.Value, order interp.Order) ([]*interp.Value, error) {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		return nil, err
	}
	vals, err := interp.BindSizes(sig, args)
	if err != nil {
		return nil, err
	}
	in := make([]rules.Arg, len(vals))
	for i, v := range vals {
		if v != nil {
			in[i] = rules.Arg{DType: v.DType, Shape: v.Shape, Bits: v.Bits}
		}
	}
	foldOrder := rules.ByID
	if order == interp.DFS {
		foldOrder = rules.DFS
	}
	out, err := rules.Run(call, in, foldOrder)
	if err != nil {
		return nil, err
	}
	results := make([]*interp.Value, len(out))
	for i, r := range out {
		results[i] = &interp.Value{DType: r.DType, Shape: r.Shape, Bits: r.Bits}
	}
	return results, nil
}

func renderCmd(c *ctx, args []string) error {
	f := c.flags()
	lang := f.String("lang", envOr("UOPC_LANG", "c"), "c or go ($UOPC_LANG)")
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
		low, err := pass.Run(k.Node, pass.Options{})
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

// runGo renders the kernel as Go and runs it in a program of its own.
func runGo(call *uop.UOp, args []*interp.Value, _ interp.Order) ([]*interp.Value, error) {
	low, err := pass.Run(call, pass.Options{})
	if err != nil {
		return nil, err
	}
	if low, err = plainResults(low); err != nil {
		return nil, err
	}
	chk, _, err := lower.Check(low)
	if err != nil {
		return nil, err
	}
	sig, err := uop.SignatureOf(low)
	if err != nil {
		return nil, err
	}
	given := len(args)
	args = append(args[:given:given], make([]*interp.Value, len(sig.Params)-given)...)
	vals, err := interp.BindSizes(sig, args)
	if err != nil {
		return nil, err
	}
	for i := given; i < len(vals); i++ {
		if p := sig.Params[i]; !p.Result {
			v, err := emptyPlace(p, vals)
			if err != nil {
				return nil, err
			}
			vals[i] = v
		}
	}
	dir, err := os.MkdirTemp("", "uopc-run-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	results, err := runGoProgram(dir, low, chk, sig, vals)
	for i := given; i < len(vals); i++ {
		if !sig.Params[i].Result {
			results = append(results, vals[i])
		}
	}
	return results, err
}

// plainResults makes results of several elements, which lowering adds for a value with a shape,
// ordinary places, for a Go function gives scalars only.
func plainResults(call *uop.UOp) (*uop.UOp, error) {
	g := call.Graph()
	plain := func(u *uop.UOp) *uop.UOp {
		if u.Op() != uop.OpParam || u.X().Role != uop.RoleResult || len(u.Shape()) == 1 && u.Shape()[0] == uop.Static(1) {
			return nil
		}
		x := *u.X()
		x.Role = uop.RoleArg
		return g.Make(uop.OpParam, uop.Arg{DType: u.DType(), X: &x}, u.Src()...)
	}
	src := append([]*uop.UOp{}, call.Src()...)
	for i, s := range src {
		var err error
		if src[i], err = uop.Substitute(s, plain); err != nil {
			return nil, err
		}
	}
	return g.New(uop.OpCall, call.Arg(), src...)
}

// emptyPlace makes the memory of a place whose sizes follow from the other arguments.
func emptyPlace(p uop.Param, vals []*interp.Value) (*interp.Value, error) {
	v := &interp.Value{DType: p.DType}
	n := int64(1)
	for _, d := range p.Shape {
		size := d.N
		if d.U != nil {
			given := map[int]*interp.Value{}
			for i, a := range vals {
				if a != nil {
					given[i] = a
				}
			}
			s, err := interp.Eval(d.U, given, interp.Options{})
			if err != nil {
				return nil, err
			}
			size = max(0, int64(s.Bits[0]))
		}
		v.Shape = append(v.Shape, size)
		n *= size
	}
	v.Bits = make([]uint64, n)
	return v, nil
}
