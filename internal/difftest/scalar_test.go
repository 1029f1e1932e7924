package difftest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

var aluOps = func() (out []uop.Op) {
	for op := range uop.NumOps {
		if op.IsALU() {
			out = append(out, op)
		}
	}
	return out
}()

var floatDTypes = []uop.DType{uop.F32, uop.F64}

// few and many are how often programs have elementary functions: one step in so many.
const few, many = 20, 2

// values makes elementwise nodes over values of one shape.
type values struct {
	r     *rand.Rand
	g     *uop.Graph
	funcs int // one step in this many is an elementary function
	shape uop.Shape
	pool  []*uop.UOp
}

func (v *values) add(u *uop.UOp) { v.pool = append(v.pool, u) }

// recent prefers what was made last, so that most nodes end up in the result.
func (v *values) recent() *uop.UOp {
	const window = 4
	return pick(v.r, v.pool[max(0, len(v.pool)-window):])
}

func (v *values) constant(d uop.DType) *uop.UOp {
	c := uirtest.Value(v.r, v.g, d)
	if d.IsInt() && v.r.IntN(2) == 0 {
		c = v.g.Int(d, int64(v.r.IntN(17)-3)) // what index arithmetic is made of
	}
	return v.g.Broadcast(c, v.shape)
}

// bait gives a constant that rules look for: one that is neutral or decides the result for some op.
func (v *values) bait(d uop.DType) *uop.UOp {
	n := pick(v.r, []int64{0, 0, 1, -1, 2})
	bits := contract.FromInt(d, n)
	if d.IsFloat() && n == 0 && v.r.IntN(2) == 0 {
		bits = contract.FromFloat(d, math.Copysign(0, -1))
	}
	return v.g.Broadcast(v.g.Const(d, bits), v.shape)
}

func (v *values) of(d uop.DType) *uop.UOp {
	switch v.r.IntN(6) {
	case 0:
		return v.constant(d)
	case 1:
		return v.bait(d)
	}
	for range 6 {
		if u := pick(v.r, v.pool); u.DType() == d {
			return u
		}
	}
	return v.cast(v.recent(), d)
}

func (v *values) cast(u *uop.UOp, d uop.DType) *uop.UOp {
	if u.DType() == d {
		return u
	}
	return v.g.Cast(u, d)
}

// step adds one op. An index that might overflow has no meaning, so it is not kept.
func (v *values) step() {
	if v.r.IntN(v.funcs) == 0 {
		v.function()
		return
	}
	switch v.r.IntN(10) {
	case 0:
		if v.position() {
			return
		}
	case 1, 2:
		v.baited()
		return
	}
	op, u := pick(v.r, aluOps), v.recent()
	for !op.Takes(u.DType()) {
		if v.r.IntN(2) == 0 {
			op = pick(v.r, aluOps)
			continue
		}
		u = v.cast(u, pick(v.r, machineDTypes))
	}
	w := v.make(op, u)
	if w.DType() == uop.Index && !smallIndex(w) {
		return
	}
	v.add(w)
}

// function adds an elementary function, as a CALL that is mapped where the values have a shape.
func (v *values) function() {
	f, d := uirtest.Function(v.r), pick(v.r, floatDTypes)
	src := []*uop.UOp{f.Body(v.g, d)}
	for range f.Arity {
		src = append(src, v.of(d))
	}
	v.add(v.g.Make(uop.OpCall, uop.NameArg(f.Name), src...))
}

// baitOps are the ops that have a neutral operand, or one that decides the result.
var baitOps = []uop.Op{uop.OpAdd, uop.OpMul, uop.OpMax, uop.OpFdiv, uop.OpAnd, uop.OpOr, uop.OpXor, uop.OpFloordiv}

// baited adds an op on a value and the kind of constant that rules look for.
func (v *values) baited() {
	u := v.recent()
	if v.r.IntN(2) == 0 {
		u = pick(v.r, v.pool[:min(4, len(v.pool))]) // what was read, with all its special values
	}
	op := pick(v.r, baitOps)
	for !op.Takes(u.DType()) {
		op = pick(v.r, baitOps)
	}
	src := []*uop.UOp{u, v.bait(u.DType())}
	if v.r.IntN(3) == 0 {
		src[0], src[1] = src[1], src[0]
	}
	if w := v.g.Make(op, uop.Arg{}, src...); w.DType() != uop.Index || smallIndex(w) {
		v.add(w)
	}
}

// position adds what index arithmetic is made of: (x*k*c + y) // c, the same with %, (x // a) // b,
// (x % (a*b)) % b, with numbers of which some make it wrap.
func (v *values) position() bool {
	var x *uop.UOp
	for range 4 {
		if u := v.recent(); u.DType().IsInt() && u.DType() != uop.Index {
			x = u
		}
	}
	if x == nil {
		return false
	}
	d := x.DType()
	num := func(n int64) *uop.UOp { return v.g.Broadcast(v.g.Int(d, n), v.shape) }
	some := func() int64 {
		return pick(v.r, []int64{2, 3, 4, 7, 16, 100, 1 << (d.Bits() / 2), 1 << (d.Bits() - 2), -2, -5})
	}
	op := pick(v.r, []uop.Op{uop.OpFloordiv, uop.OpFloormod})
	switch a, b := some(), some(); v.r.IntN(3) {
	case 0:
		sum := v.g.Add(v.g.Mul(x, num(a*int64(1+v.r.IntN(4)))), v.of(d))
		v.add(v.g.Bin(op, sum, num(a)))
	case 1:
		v.add(v.g.Bin(uop.OpFloordiv, v.g.Bin(uop.OpFloordiv, x, num(a)), num(b)))
	default:
		inner := pick(v.r, []uop.Op{uop.OpFloormod, uop.OpMul, uop.OpAdd})
		v.add(v.g.Bin(op, v.g.Bin(inner, x, num(a*b)), num(b)))
	}
	return true
}

func (v *values) make(op uop.Op, u *uop.UOp) *uop.UOp {
	switch op {
	case uop.OpCast:
		return v.g.Make(op, uop.CastArg(pick(v.r, uop.ValueDTypes())), u)
	case uop.OpBitcast:
		for {
			if d := pick(v.r, machineDTypes); d.Bits() == u.DType().Bits() {
				return v.g.Make(op, uop.CastArg(d), u)
			}
		}
	}
	src := []*uop.UOp{u, nil, nil}[:op.Arity()]
	for i := 1; i < len(src); i++ {
		src[i] = v.of(u.DType())
	}
	if op == uop.OpWhere {
		return v.g.Make(op, uop.Arg{}, v.of(uop.Bool), u, src[2])
	}
	v.r.Shuffle(len(src), func(i, j int) { src[i], src[j] = src[j], src[i] })
	return v.g.Make(op, uop.Arg{}, src...)
}

func smallIndex(u *uop.UOp) bool {
	limit := uop.Wide64(1 << 40)
	return u.Vmax().Less(limit) && limit.Neg().Less(u.Vmin())
}

// scalarParams are the PARAMs of a scalar program, with what their callers promise.
func (v *values) scalarParams() []*uop.UOp {
	var out []*uop.UOp
	for slot := range 1 + v.r.IntN(4) {
		d, name := pick(v.r, uop.ValueDTypes()), fmt.Sprintf("x%d", slot)
		if v.r.IntN(4) == 0 {
			d = pick(v.r, floatDTypes) // as in the kernels that people write
		}
		a := uop.ParamArg(d, slot, name)
		switch {
		case d == uop.Index:
			a = uop.BoundedArg(d, slot, name, 0, 1+v.r.Int64N(64))
		case d.IsInt() && d != uop.U64 && v.r.IntN(2) == 0:
			top := int64(math.MaxInt8)
			if d.Bits() > 8 && v.r.IntN(3) == 0 {
				top = math.MaxInt16
			}
			if d.Bits() >= 32 && v.r.IntN(3) == 0 {
				top = math.MaxInt32
			}
			a = uop.BoundedArg(d, slot, name, 0, pick(v.r, []int64{0, 1, 3, 7, 15, 99, top}))
		}
		out = append(out, v.g.Make(uop.OpParam, a))
	}
	return out
}

// scalarProgram makes an expression of about n ops over one to four PARAMs.
func scalarProgram(r *rand.Rand, n, funcs int) (root *uop.UOp, params []*uop.UOp) {
	v := &values{r: r, g: uop.NewGraph(), funcs: funcs}
	params = v.scalarParams()
	for _, p := range params {
		v.add(p)
	}
	for range n {
		v.step()
	}
	return v.pool[len(v.pool)-1], params
}

// scalarCase is the expression as a kernel that takes and gives scalars.
func scalarCase(r *rand.Rand, funcs, inputs int) *testCase {
	root, params := scalarProgram(r, 1+r.IntN(14), funcs)
	g := root.Graph()
	c := &testCase{kind: "scalar", call: g.Make(uop.OpCall, uop.NameArg("Scalar"), append([]*uop.UOp{root}, params...)...), fold: 3}
	for range inputs {
		var args []*interp.Value
		for _, p := range params {
			args = append(args, interp.Scalar(p.DType(), paramInput(r, p)))
		}
		c.args = append(c.args, args)
	}
	return c
}

func paramInput(r *rand.Rand, p *uop.UOp) uint64 {
	if x := p.X(); x.HasMin && x.HasMax {
		return inRange(r, p.DType(), x.Min, x.Max)
	}
	return element(r, p.DType(), false)
}

// eachCase is the expression in a loop: dst[i] = f(x0[i], x1[i], ...), which compilers vectorise.
func eachCase(r *rand.Rand, inputs, n int) *testCase {
	root, params := scalarProgram(r, 1+r.IntN(11), few)
	g := root.Graph()
	size := g.Make(uop.OpParam, uop.ParamArg(uop.Index, len(params)+1, "n"))
	place := func(d uop.DType, slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), size)
	}
	i := g.Make(uop.OpRange, uop.RangeArg(0), size)
	at := map[*uop.UOp]*uop.UOp{}
	var places []*uop.UOp
	for _, p := range params {
		q := place(p.DType(), p.X().Slot, p.X().Name)
		places = append(places, q)
		at[p] = g.Make(uop.OpLoad, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, q, i))
		if x := p.X(); x.HasMax { // what the caller of one promises, this kernel sees to
			at[p] = g.Bin(uop.OpFloormod, at[p], g.Int(p.DType(), x.Max+1))
		}
	}
	body, err := uop.Substitute(root, func(u *uop.UOp) *uop.UOp { return at[u] })
	if err != nil {
		panic(err)
	}
	dst := place(root.DType(), len(params), "dst")
	st := g.Make(uop.OpStore, uop.Arg{}, g.Make(uop.OpIndex, uop.Arg{}, dst, i), body)
	end := g.Make(uop.OpEnd, uop.Arg{}, st, i)
	src := append([]*uop.UOp{end}, places...)
	c := &testCase{kind: "each", call: g.Make(uop.OpCall, uop.NameArg("Each"), append(src, dst, size)...), fold: 1}
	for k := range inputs {
		m := int64(n - r.IntN(4))
		if k == 0 {
			m = int64(r.IntN(5)) // short enough to fold
		}
		var args []*interp.Value
		for _, p := range params {
			args = append(args, vector(r, p.DType(), m, k%3 == 2))
		}
		c.args = append(c.args, append(args, vector(r, root.DType(), m, false), interp.Scalar(uop.Index, uint64(m))))
	}
	return c
}
