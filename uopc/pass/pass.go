// Package pass is the pipeline from a kernel as it is written to the form that back ends render:
// one ordered table, read from top to bottom. It holds no rule and no lowering of its own, and
// knows nothing of clang or of files.
package pass

import (
	"fmt"

	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// Pass is one stage: it takes a CALL and gives one that means the same.
type Pass struct {
	Name string
	What string
	Run  func(*uop.UOp) (*uop.UOp, error)
	When func(Options) bool // nil for always
}

// Table is the pipeline, in order.
var Table = []Pass{
	{"simplify", "strict rules on the program as written; nested CALLs are inlined", rules.Simplify, nil},
	{"lower", "tensors become loops, REDUCE becomes lanes, movement becomes index arithmetic", lower.Lower, nil},
	{"index", "strict rules again, now on the index arithmetic that lowering made", rules.Simplify, nil},
	{"saturate", "on request: the cheapest form of the arithmetic that the strict rules can prove equal", saturate, func(o Options) bool { return o.Saturate }},
	{"late", "shifts and masks for divisions by powers of two", rules.Late, nil},
}

// Options are what a run may be asked for.
type Options struct {
	// Dump, when set, sees the kernel before the first pass, as "input", and after each pass that runs.
	Dump func(name string, call *uop.UOp)
	// Saturate looks for cheaper arithmetic by equality saturation, after all else. It takes time.
	Saturate bool
}

// Run takes a kernel through the table.
func Run(call *uop.UOp, o Options) (*uop.UOp, error) {
	if call.Op() != uop.OpCall {
		return nil, fmt.Errorf("a kernel is a CALL, got %s", call.Op())
	}
	if o.Dump != nil {
		o.Dump("input", call)
	}
	for _, p := range Table {
		if p.When != nil && !p.When(o) {
			continue
		}
		out, err := p.Run(call)
		if err != nil {
			return nil, err
		}
		if out.Op() != uop.OpCall || len(out.Args()) < len(call.Args()) {
			return nil, fmt.Errorf("BUG: pass %s lost the kernel %s", p.Name, call.X().Name)
		}
		call = out
		if o.Dump != nil {
			o.Dump(p.Name, call)
		}
	}
	return call, nil
}
