package difftest

import (
	"fmt"
	"strings"

	"github.com/uopc/uopc/runtimecache/jit"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

func runInterp(call *uop.UOp, args []*interp.Value, order interp.Order) (o outcome) {
	o.args = clone(args)
	o.err = safely(func() (err error) {
		o.results, err = interp.Run(call, o.args, interp.Options{Order: order})
		return err
	})
	return o
}

func runFold(call *uop.UOp, args []*interp.Value) (o outcome) {
	o.args = clone(args)
	o.err = safely(func() error {
		sig, err := uop.SignatureOf(call)
		if err != nil {
			return err
		}
		vals, err := interp.BindSizes(sig, o.args)
		if err != nil {
			return err
		}
		in := make([]rules.Arg, len(vals))
		for i, v := range vals {
			if v != nil {
				in[i] = rules.Arg{DType: v.DType, Shape: v.Shape, Bits: v.Bits}
			}
		}
		out, err := rules.Run(call, in, rules.DFS)
		for _, r := range out {
			o.results = append(o.results, &interp.Value{DType: r.DType, Shape: r.Shape, Bits: r.Bits})
		}
		return err
	})
	return o
}

func runC(p *jit.Program, args []*interp.Value) (o outcome) {
	o.args = clone(args)
	o.err = safely(func() (err error) {
		o.results, err = p.Run(o.args)
		return err
	})
	return o
}

// check compares a run with what is wanted. Compiled code that reports an index outside must not
// have written anything.
func (h *harness) check(c *testCase, j int, witness string, got outcome) {
	if d := difference(c, j, witness, got); d != "" {
		h.fail(c, j, witness, d)
		return
	}
	h.count[c.kind] += compared(c, j)
}

func difference(c *testCase, j int, witness string, got outcome) string {
	want := c.wanted(j, witness)
	switch {
	case want.err != nil && got.err == nil:
		return fmt.Sprintf("no error, want %q", want.err)
	case want.err != nil:
		if !strings.Contains(got.err.Error(), "is outside") && strings.Contains(want.err.Error(), "is outside") {
			return fmt.Sprintf("error %q, want %q", got.err, want.err)
		}
		if strings.HasPrefix(witness, "interp") || witness == "fold" {
			return ""
		}
		return differ("argument", c.args[j], got.args)
	case got.err != nil && witness == "fold" && c.want[j].err != nil && got.err.Error() == c.want[j].err.Error():
		return "" // an unneeded load outside: folding may run it, as it is written, or drop it
	case got.err != nil:
		return fmt.Sprintf("error %q", got.err)
	}
	if d := differ("argument", want.args, got.args); d != "" {
		return d
	}
	return differ("result", want.results, got.results)
}

func differ(what string, want, got []*interp.Value) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d of %s, want %d", len(got), what, len(want))
	}
	for i, w := range want {
		g := got[i]
		if w == nil || g == nil {
			continue // a size that lengths tell, or the memory of a result
		}
		if w.DType != g.DType || len(w.Bits) != len(g.Bits) {
			return fmt.Sprintf("%s %d is %d of %s, want %d of %s", what, i, len(g.Bits), g.DType, len(w.Bits), w.DType)
		}
		for k, b := range w.Bits {
			if !contract.Same(w.DType, b, g.Bits[k]) {
				return fmt.Sprintf("%s %d[%d] is %s, want %s", what, i, k, contract.FormatValue(w.DType, g.Bits[k]), contract.FormatValue(w.DType, b))
			}
		}
	}
	return ""
}

// compared counts the values that a run computes: results and elements of places that it writes.
func compared(c *testCase, j int) (n int) {
	for _, r := range c.want[j].results {
		n += len(r.Bits)
	}
	sig, err := uop.SignatureOf(c.call)
	if err != nil {
		return n
	}
	for i, p := range sig.Params {
		if p.Stored && !p.Result && i < len(c.args[j]) && c.args[j][i] != nil {
			n += len(c.args[j][i].Bits)
		}
	}
	return n
}
