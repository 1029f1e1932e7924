package lower

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Lower gives the loop form of a kernel. A kernel whose value has a shape gets a result place for
// it first (see Returned). The error says what cannot be lowered and why.
func Lower(call *uop.UOp) (out *uop.UOp, err error) {
	if call.Op() != uop.OpCall {
		return nil, fmt.Errorf("a kernel is a CALL, got %s", call.Op())
	}
	name := call.X().Name
	for _, prepare := range []func(*uop.UOp) (*uop.UOp, error){Returned, Taken} {
		if call, err = prepare(call); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	body, err := inlineAll(call.Body())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l := newLowerer(body)
	defer func() {
		switch p := recover().(type) {
		case nil:
		case refusal:
			err = fmt.Errorf("%s: %s", name, string(p))
		case *uop.Error:
			panic(fmt.Sprintf("BUG: lowering %s made an ill-typed node: %v", name, p))
		default:
			panic(p)
		}
	}()
	low := l.root(body)
	src := append([]*uop.UOp{low}, call.Args()...)
	return call.Graph().New(uop.OpCall, call.Arg(), src...)
}

// refusal is panicked with inside this package and becomes Lower's error.
type refusal string

func refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

// inlineAll replaces every CALL below u by its body, innermost first.
func inlineAll(u *uop.UOp) (*uop.UOp, error) {
	has := false
	uop.Walk([]*uop.UOp{u}, uop.AllSrc, func(v *uop.UOp) bool {
		has = has || v.Op() == uop.OpCall
		return !has
	})
	if !has {
		return u, nil
	}
	g := u.Graph()
	done := map[*uop.UOp]*uop.UOp{}
	for _, v := range uop.Topo(u) {
		src := make([]*uop.UOp, len(v.Src()))
		for i, s := range v.Src() {
			src[i] = done[s]
		}
		if v.Op() != uop.OpCall {
			w, err := g.New(v.Op(), v.Arg(), src...)
			if err != nil {
				return nil, err
			}
			done[v] = w
			continue
		}
		body, args := src[0], src[1:]
		if v.Mapped() {
			w, err := g.New(uop.OpCall, v.Arg(), src...)
			if err != nil {
				return nil, err
			}
			done[v] = mapped(body, args, w.Shape())
			continue
		}
		w, err := uop.Substitute(body, func(p *uop.UOp) *uop.UOp {
			if p.Op() == uop.OpParam {
				return args[p.X().Slot]
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		done[v] = w
	}
	return done[u], nil
}

// mapped gives a body of scalars over arguments of shape s, which scalar ones and constants fill.
func mapped(body *uop.UOp, args []*uop.UOp, s uop.Shape) *uop.UOp {
	g := body.Graph()
	done := map[*uop.UOp]*uop.UOp{}
	for _, v := range uop.Topo(body) {
		switch v.Op() {
		case uop.OpParam:
			done[v] = g.Broadcast(args[v.X().Slot], s)
		case uop.OpConst:
			done[v] = g.Broadcast(v, s)
		default:
			src := make([]*uop.UOp, len(v.Src()))
			for i, x := range v.Src() {
				src[i] = done[x]
			}
			done[v] = g.With(v, src...)
		}
	}
	return done[body]
}

// Returned gives the same kernel with a value that has a shape turned into a result: a place
// after the last parameter, of the value's shape, that the kernel fills. Other kernels come back
// as they are.
func Returned(call *uop.UOp) (*uop.UOp, error) {
	body := call.Body()
	if body.Space() != uop.ALU || len(body.Shape()) == 0 {
		return call, nil
	}
	g := call.Graph()
	dims, dyn := body.Shape().Sizes()
	for _, n := range dims {
		if n == 0 {
			return nil, fmt.Errorf("the value has shape %v, which holds no elements", body.Shape())
		}
	}
	x := &uop.Ext{Slot: len(call.Args()), Name: "result", Mem: true, Role: uop.RoleResult, Dims: dims}
	p, err := g.New(uop.OpParam, uop.Arg{DType: body.DType(), X: x}, dyn...)
	if err != nil {
		return nil, err
	}
	st := g.Make(uop.OpStore, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, p), body)
	src := append([]*uop.UOp{g.Make(uop.OpSink, uop.Arg{}, st)}, call.Args()...)
	return g.New(uop.OpCall, call.Arg(), append(src, p)...)
}

// Taken gives the same kernel with every parameter that is a value with a shape turned into a
// place that holds the elements, which the kernel loads.
func Taken(call *uop.UOp) (*uop.UOp, error) {
	g := call.Graph()
	place := func(u *uop.UOp) (*uop.UOp, error) {
		x := *u.X()
		x.Mem = true
		return g.New(uop.OpParam, uop.Arg{DType: u.DType(), X: &x}, u.Src()...)
	}
	shaped := func(u *uop.UOp) bool {
		return u.Op() == uop.OpParam && u.Space() == uop.ALU && len(u.Shape()) > 0
	}
	var fail error
	body, err := uop.Substitute(call.Body(), func(u *uop.UOp) *uop.UOp {
		if !shaped(u) || fail != nil {
			return nil
		}
		p, err := place(u)
		if err != nil {
			fail = err
			return nil
		}
		return g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, p))
	})
	if err == nil {
		err = fail
	}
	if err != nil || body == call.Body() {
		return call, err
	}
	params := uop.Params(body)
	src := append([]*uop.UOp{body}, call.Args()...)
	for i, p := range params {
		if p != nil && p.Space() == uop.MEM && i < len(call.Args()) {
			src[1+i] = p
		}
	}
	return g.New(uop.OpCall, call.Arg(), src...)
}
