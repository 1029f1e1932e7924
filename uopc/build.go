package uopc

import (
	"fmt"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// Build finishes the kernel: a CALL with the given name, whose arguments are its own parameters.
// The error joins the mistakes of the definition, each with the user's file and line.
func (k *Kernel) Build(name string) (*uop.UOp, error) {
	if err := k.Err(); err != nil {
		return nil, err
	}
	body, err := k.body()
	if err != nil {
		return nil, err
	}
	slots := map[*uop.UOp]*uop.UOp{}
	for i, s := range k.sizes {
		x := *s.node.X()
		x.Slot = len(k.params) + i
		slots[s.node] = k.g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: &x})
	}
	sub := func(u *uop.UOp) *uop.UOp { return slots[u] }
	src := []*uop.UOp{body}
	for _, p := range append(k.params, k.sizes...) {
		src = append(src, p.node)
	}
	for i, u := range src {
		if src[i], err = uop.Substitute(u, sub); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if k.rules != nil {
		o := &rewrite.Options{Closed: libm.IsCall}
		if src[0], err = rewrite.Rewrite(src[0], k.rules, rewrite.None{}, o); err != nil {
			return nil, fmt.Errorf("%s: the rules of the definition: %w", name, err)
		}
	}
	call, err := k.g.New(uop.OpCall, uop.NameArg(name), src...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return call, nil
}

// body is the value of the only result, or a SINK of the last effects on each place.
func (k *Kernel) body() (*uop.UOp, error) {
	var effects []*uop.UOp
	for _, b := range k.bufs {
		if last := b.states[0].last; last != nil && b.states[0].version.Base().Op() != uop.OpAlloc {
			effects = append(effects, last)
		}
	}
	if len(effects) == 0 && len(k.rets) == 1 {
		return k.rets[0].u, nil
	}
	for i, r := range k.rets {
		x := &uop.Ext{Slot: len(k.params), Name: k.resultName(i), Mem: true, Role: uop.RoleResult, Dims: []int64{1}}
		p, err := k.g.New(uop.OpParam, uop.Arg{DType: r.u.DType(), X: x})
		if err != nil {
			return nil, err
		}
		k.params = append(k.params, &decl{p, x.Name})
		at := k.g.Make(uop.OpIndex, none, p, k.g.Idx(0))
		effects = append(effects, k.g.Make(uop.OpStore, none, at, r.u))
	}
	if len(effects) == 0 {
		return nil, fmt.Errorf("the kernel returns nothing and writes nothing; use Return, Set or Store")
	}
	return k.g.Make(uop.OpSink, none, effects...), nil
}

// resultName is the name of a result place, which is no parameter's.
func (k *Kernel) resultName(i int) string {
	name := fmt.Sprintf("r%d", i)
	for k.names[name] {
		name += "_"
	}
	k.names[name] = true
	return name
}
