package command

import (
	"fmt"

	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

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
