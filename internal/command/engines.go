package command

import (
	"context"
	"os"

	"github.com/uopc/uopc/runtimecache/jit"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/pass"
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
			v, err := interp.NewPlace(p, vals)
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
