package pass

import (
	"fmt"
	"sync"

	"github.com/uopc/uopc/uopc/egraph"
	"github.com/uopc/uopc/uopc/lower"
	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// saturator has the strict rules. It has no budget of time: what is generated must not depend on
// how busy a machine is.
var saturator = sync.OnceValues(func() (*egraph.Saturator, error) {
	var list []*rulelang.Rule
	for _, s := range rules.Sources() {
		f, err := rulelang.Parse(s.Name, s.Text)
		if err != nil {
			return nil, fmt.Errorf("BUG: a shipped rule file does not read: %w", err)
		}
		for _, set := range f.Sets {
			if set.Name == "strict" {
				list = append(list, set.Rules...)
			}
		}
	}
	return egraph.New(list, egraph.Options{Budget: egraph.Budget{Time: -1}}), nil
})

// Saturate looks for the cheapest form of a program that the strict rules prove equal, by equality
// saturation of its scalar arithmetic, and lets the strict rules work on the result once more. Of
// a CALL, which is a kernel, it takes the body. It gives root itself where it finds nothing
// cheaper; the costs are by egraph.Cost.
func Saturate(root *uop.UOp) (*uop.UOp, egraph.Stats, error) {
	s, err := saturator()
	if err != nil {
		return nil, egraph.Stats{}, err
	}
	if root.Op() == uop.OpCall {
		body, st, err := best(s, root.Body())
		if err != nil || body == root.Body() {
			return root, st, err
		}
		src := append([]*uop.UOp{body}, root.Args()...)
		out, err := root.Graph().New(uop.OpCall, root.Arg(), src...)
		return out, st, err
	}
	return best(s, root)
}

// best is the cheaper of what saturation found and what the strict rules make of that, or u.
func best(s *egraph.Saturator, u *uop.UOp) (*uop.UOp, egraph.Stats, error) {
	v, st, err := s.Simplify(u)
	if err != nil || v == u {
		return u, st, err
	}
	w, err := rules.Simplify(v)
	if err != nil {
		return u, st, err
	}
	// The strict rules have a form for everything, which may be the dearer one that u had.
	if c := egraph.Cost(w); c <= st.After {
		v, st.After = w, c
	}
	return v, st, nil
}

// saturate is the pass.
func saturate(call *uop.UOp) (*uop.UOp, error) {
	out, _, err := Saturate(call)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", call.X().Name, err)
	}
	return safer(call, out), nil
}

// safer gives the cheaper form, unless its bounds prove fewer accesses: a check before the loop
// costs more than a few operations.
func safer(was, cheap *uop.UOp) *uop.UOp {
	if len(lower.Unproved(cheap)) > len(lower.Unproved(was)) {
		return was
	}
	return cheap
}
