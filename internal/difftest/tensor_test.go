package difftest

import (
	"fmt"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// tensors makes kernels on whole places: elementwise work, reductions, movement.
type tensors struct {
	values
	params []*uop.UOp // by slot; the sizes come last
	sizes  []*uop.UOp
	loads  map[*uop.UOp]*uop.UOp // place -> its LOAD
	lanes  int
}

var redOps = []uop.Op{uop.OpAdd, uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpMax, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpFma}

// tensorCase makes a kernel of about n steps over places of one shape.
func tensorCase(r *rand.Rand, n int) *testCase {
	t := &tensors{values: values{r: r, g: uop.NewGraph(), funcs: few}, loads: map[*uop.UOp]*uop.UOp{}}
	t.lanes = 1 << r.IntN(9)
	t.shape = t.newShape()
	for range 1 + r.IntN(3) {
		t.input(t.dtype())
	}
	if r.IntN(2) == 0 {
		d := pick(r, machineDTypes)
		p := t.param(uop.ParamArg(d, len(t.params), fmt.Sprintf("s%d", len(t.params))))
		t.add(t.g.Broadcast(p, t.shape))
	}
	var effects []*uop.UOp
	var scalars []*uop.UOp
	for k := range n {
		if k%3 == 1 {
			if s := t.reduce(); s != nil {
				scalars = append(scalars, s)
			}
			continue
		}
		t.step()
	}
	out := t.pool[len(t.pool)-1]
	moved := t.move(out)
	effects = append(effects, t.store(t.output(moved), moved))
	if r.IntN(3) == 0 && len(t.pool) > 2 {
		second := pick(r, t.pool)
		effects = append(effects, t.store(t.output(second), second))
	}
	if r.IntN(4) == 0 {
		if e := t.inPlace(effects); e != nil {
			effects = append(effects, e)
		}
	}
	if len(scalars) > 0 && r.IntN(2) == 0 {
		effects = append(effects, t.result(pick(r, scalars)))
	}
	return t.finish(effects)
}

// dtype is a float half of the time.
func (t *tensors) dtype() uop.DType {
	if t.r.IntN(2) == 0 {
		return pick(t.r, floatDTypes)
	}
	return pick(t.r, machineDTypes)
}

// newShape: one dynamic axis, or fixed ones, or rows of a dynamic number.
func (t *tensors) newShape() uop.Shape {
	size := func(name string) uop.Dim {
		p := t.g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: &uop.Ext{Slot: 100 + len(t.sizes), Name: name, HasMin: true, HasMax: true, Max: uop.MaxElems}})
		t.sizes = append(t.sizes, p)
		return uop.Dim{U: p}
	}
	small := func(n int) int64 { return int64(1 + t.r.IntN(n)) }
	switch t.r.IntN(8) {
	case 0, 1, 2:
		return uop.Shape{size("n")}
	case 3:
		return uop.Ints(int64(max(1, t.lanes*(1+t.r.IntN(2))+t.r.IntN(3)-1)))
	case 4:
		return uop.Shape{size("rows"), uop.Static(small(9))}
	case 5:
		return uop.Shape{uop.Static(small(5)), size("cols")}
	case 6:
		return uop.Ints(small(5), small(7))
	}
	return uop.Ints(small(3), small(4), small(5))
}

func (t *tensors) param(a uop.Arg, src ...*uop.UOp) *uop.UOp {
	p := t.g.Make(uop.OpParam, a, src...)
	t.params = append(t.params, p)
	return p
}

func (t *tensors) place(d uop.DType, s uop.Shape, name string) *uop.UOp {
	dims, dyn := s.Sizes()
	return t.param(uop.PlaceArg(d, len(t.params), fmt.Sprintf("%s%d", name, len(t.params)), dims...), dyn...)
}

// input adds a place of the full shape, or of a part of it that is repeated.
func (t *tensors) input(d uop.DType) {
	s := append(uop.Shape(nil), t.shape...)
	if len(s) > 1 && t.r.IntN(3) == 0 {
		s[t.r.IntN(len(s))] = uop.Static(1)
	}
	p := t.place(d, s, "x")
	u := t.g.Make(uop.OpLoad, uop.Arg{}, t.g.Make(uop.OpIndex, uop.Arg{}, p))
	if s.Equal(t.shape) {
		t.loads[p] = u
	}
	t.add(t.expand(u))
}

func (t *tensors) expand(u *uop.UOp) *uop.UOp {
	if u.Shape().Equal(t.shape) {
		return u
	}
	dims, dyn := t.shape.Sizes()
	return t.g.Make(uop.OpExpand, uop.DimsArg(dims...), append([]*uop.UOp{u}, dyn...)...)
}

// reduce folds a value over its last axes and puts the result, repeated, among the values. A
// result without axes is given back as well.
func (t *tensors) reduce() *uop.UOp {
	op, u := pick(t.r, redOps), t.recent()
	for !op.Takes(u.DType()) || u.DType() == uop.Index {
		u = t.cast(u, t.dtype())
	}
	if t.r.IntN(3) == 0 { // what was read, with all its special values
		u = pick(t.r, t.pool[:min(3, len(t.pool))])
		if !op.Takes(u.DType()) {
			op = uop.OpMax
		}
	}
	src := []*uop.UOp{u}
	if op == uop.OpFma {
		src = append(src, t.of(u.DType()))
	}
	pop, lanes := 1+t.r.IntN(len(t.shape)), t.lanes
	if t.r.IntN(4) == 0 {
		lanes = 1 << t.r.IntN(9)
	}
	red := t.g.Make(uop.OpReduce, uop.ReduceArg(op, pop, lanes), src...)
	dims, dyn := red.Shape().Sizes()
	for range pop {
		dims = append(dims, 1)
	}
	t.add(t.expand(t.g.Make(uop.OpReshape, uop.DimsArg(dims...), append([]*uop.UOp{red}, dyn...)...)))
	t.step() // what uses it next
	if len(red.Shape()) == 0 {
		return red
	}
	return nil
}

// move applies up to three movement ops to a value of fixed shape.
func (t *tensors) move(u *uop.UOp) *uop.UOp {
	if _, ok := u.Shape().Count(); !ok || len(u.Shape()) == 0 {
		return u
	}
	for range t.r.IntN(4) {
		u = t.moveOnce(u)
	}
	return u
}

func (t *tensors) moveOnce(u *uop.UOp) *uop.UOp {
	r, s := t.r, u.Shape()
	n, _ := s.Count()
	var dims []int64
	op := pick(r, []uop.Op{uop.OpReshape, uop.OpPermute, uop.OpShrink, uop.OpPad, uop.OpFlip, uop.OpExpand})
	for i, d := range s {
		switch op {
		case uop.OpShrink:
			from := r.Int64N(d.N)
			dims = append(dims, from, from+1+r.Int64N(d.N-from))
		case uop.OpPad:
			dims = append(dims, r.Int64N(3), r.Int64N(3))
		case uop.OpFlip:
			dims = append(dims, r.Int64N(2))
		case uop.OpExpand:
			dims = append(dims, d.N)
			if d.N == 1 {
				dims[i] = 1 + r.Int64N(3)
			}
		}
	}
	switch op {
	case uop.OpPermute:
		for _, k := range r.Perm(len(s)) {
			dims = append(dims, int64(k))
		}
	case uop.OpReshape:
		rest := n
		for _, f := range []int64{2, 3, 5} {
			if rest%f == 0 && r.IntN(2) == 0 && len(dims) < 2 {
				dims, rest = append(dims, f), rest/f
			}
		}
		dims = append(dims, rest)
	}
	if n > 300 && (op == uop.OpPad || op == uop.OpExpand) {
		return u
	}
	return t.g.Make(op, uop.DimsArg(dims...), u)
}

func (t *tensors) output(u *uop.UOp) *uop.UOp { return t.place(u.DType(), u.Shape(), "out") }

func (t *tensors) store(p, v *uop.UOp) *uop.UOp {
	return t.g.Make(uop.OpStore, uop.Arg{}, t.g.Make(uop.OpIndex, uop.Arg{}, p), v)
}

// inPlace writes a value over one of the inputs, once everything before has read it.
func (t *tensors) inPlace(before []*uop.UOp) *uop.UOp {
	for _, p := range t.params {
		ld := t.loads[p]
		if ld == nil {
			continue
		}
		v := t.cast(t.recent(), p.DType())
		return t.store(t.g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{p, ld}, before...)...), v)
	}
	return nil
}

// result gives a scalar back.
func (t *tensors) result(v *uop.UOp) *uop.UOp {
	a := uop.PlaceArg(v.DType(), len(t.params), "r", 1)
	a.X.Role = uop.RoleResult
	p := t.param(a)
	return t.g.Make(uop.OpStore, uop.Arg{}, t.g.Make(uop.OpIndex, uop.Arg{}, p, t.g.Idx(0)), v)
}

// finish gives the sizes their slots, behind all other parameters, and draws inputs.
func (t *tensors) finish(effects []*uop.UOp) *testCase {
	at := map[*uop.UOp]*uop.UOp{}
	for i, s := range t.sizes {
		x := *s.X()
		x.Slot = len(t.params) + i
		at[s] = t.g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: &x})
	}
	src := append([]*uop.UOp{t.g.Make(uop.OpSink, uop.Arg{}, effects...)}, t.params...)
	src = append(src, t.sizes...)
	for i := range src {
		var err error
		if src[i], err = uop.Substitute(src[i], func(u *uop.UOp) *uop.UOp { return at[u] }); err != nil {
			panic(err)
		}
	}
	c := &testCase{kind: "tensor", call: t.g.Make(uop.OpCall, uop.NameArg("Tensor"), src...), fold: 1}
	lengths := []int64{int64(t.r.IntN(6))}
	if len(t.sizes) > 0 {
		l := int64(t.lanes)
		if len(t.shape) > 1 && l > 64 {
			l = 64
		}
		lengths = append(lengths, 0, 1, l-1, 2, l, l/2, l+1, 1, 2*l+l/2+1, l+l/2)
	} else {
		lengths = append(lengths, 0, 0)
	}
	for k, n := range lengths {
		c.args = append(c.args, t.arguments(src[1:], n, k%2 == 1))
	}
	return c
}

func (t *tensors) arguments(params []*uop.UOp, n int64, calm bool) []*interp.Value {
	args := make([]*interp.Value, len(params))
	for i, p := range params {
		switch {
		case p.X().Role == uop.RoleResult:
		case p.Space() == uop.MEM:
			count := int64(1)
			for _, d := range p.Shape() {
				if d.U != nil {
					count *= n
				} else {
					count *= d.N
				}
			}
			args[i] = vector(t.r, p.DType(), count, calm)
		case i >= len(t.params):
			args[i] = interp.Scalar(uop.Index, uint64(n))
		default:
			args[i] = interp.Scalar(p.DType(), element(t.r, p.DType(), calm))
		}
	}
	return args
}
