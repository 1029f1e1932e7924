package render

import "github.com/uopc/uopc/uopc/uop"

// builder makes the kernels of the tests.
type builder struct {
	*uop.Graph
	args []*uop.UOp
	axis int
}

func newBuilder() *builder { return &builder{Graph: uop.NewGraph()} }

func (b *builder) param(d uop.DType, name string) *uop.UOp {
	u := b.Make(uop.OpParam, uop.ParamArg(d, len(b.args), name))
	b.args = append(b.args, u)
	return u
}

func (b *builder) bounded(d uop.DType, name string, lo, hi int64) *uop.UOp {
	u := b.Make(uop.OpParam, uop.BoundedArg(d, len(b.args), name, lo, hi))
	b.args = append(b.args, u)
	return u
}

// place makes a parameter in memory; a size is an int or an index node.
func (b *builder) place(d uop.DType, name string, sizes ...any) *uop.UOp {
	dims, dyn := b.dims(sizes)
	u := b.Make(uop.OpParam, uop.PlaceArg(d, len(b.args), name, dims...), dyn...)
	b.args = append(b.args, u)
	return u
}

func (b *builder) dims(sizes []any) (dims []int64, dyn []*uop.UOp) {
	for _, s := range sizes {
		switch s := s.(type) {
		case int:
			dims = append(dims, int64(s))
		case *uop.UOp:
			dims, dyn = append(dims, uop.Dynamic), append(dyn, s)
		}
	}
	return dims, dyn
}

func (b *builder) result(d uop.DType, name string) *uop.UOp {
	a := uop.PlaceArg(d, len(b.args), name, 1)
	a.X.Role = uop.RoleResult
	u := b.Make(uop.OpParam, a)
	b.args = append(b.args, u)
	return u
}

func (b *builder) alloc(d uop.DType, name string, dims ...int64) *uop.UOp {
	b.axis++
	return b.Make(uop.OpAlloc, uop.PlaceArg(d, b.axis, name, dims...))
}

// loop makes a RANGE of its own.
func (b *builder) loop(size *uop.UOp) *uop.UOp {
	b.axis++
	return b.Make(uop.OpRange, uop.RangeArg(b.axis), size)
}

func (b *builder) at(place *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{place}, idx...)...)
}

func (b *builder) load(place *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpLoad, uop.Arg{}, b.at(place, idx...))
}

func (b *builder) store(place, v *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpStore, uop.Arg{}, b.at(place, idx...), v)
}

func (b *builder) end(effect *uop.UOp, ranges ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpEnd, uop.Arg{}, append([]*uop.UOp{effect}, ranges...)...)
}

func (b *builder) after(place *uop.UOp, deps ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{place}, deps...)...)
}

func (b *builder) sink(effects ...*uop.UOp) *uop.UOp {
	return b.Make(uop.OpSink, uop.Arg{}, effects...)
}

func (b *builder) call(name string, body *uop.UOp) *uop.UOp {
	return b.Make(uop.OpCall, uop.NameArg(name), append([]*uop.UOp{body}, b.args...)...)
}

// axpy is y[i] = a*x[i] + y[i].
func axpy() *uop.UOp {
	b := newBuilder()
	n := b.Make(uop.OpParam, uop.ParamArg(uop.Index, 3, "n"))
	y := b.place(uop.F32, "y", n)
	a := b.param(uop.F32, "a")
	x := b.place(uop.F32, "x", n)
	b.args = append(b.args, n)
	i := b.loop(n)
	v := b.Add(b.Mul(a, b.load(x, i)), b.load(y, i))
	return b.call("Axpy", b.end(b.store(y, v, i), i))
}

// dot sums x[i]*y[i] in 64 lanes, then joins the lanes as a tree.
func dot(d uop.DType, lanes int64) *uop.UOp {
	b := newBuilder()
	n := b.Make(uop.OpParam, uop.BoundedArg(uop.Index, 2, "n", 0, 1<<40))
	x, y := b.place(d, "x", n), b.place(d, "y", n)
	b.args = append(b.args, n)
	zero := b.Const(d, 0)
	acc := b.alloc(d, "acc", lanes)
	l0 := b.loop(b.Idx(lanes))
	now := b.after(acc, b.end(b.store(acc, zero, l0), l0))
	step := func(acc, l, at *uop.UOp) *uop.UOp {
		v := b.Add(b.load(acc, l), b.Mul(b.load(x, at), b.load(y, at)))
		return b.store(acc, v, l)
	}
	whole := b.Bin(uop.OpFloordiv, n, b.Idx(lanes))
	k, l := b.loop(whole), b.loop(b.Idx(lanes))
	in := b.after(now, k)
	main := b.end(b.end(step(in, l, b.Add(b.Mul(k, b.Idx(lanes)), l)), l), k)
	now = b.after(now, main)
	t := b.loop(b.Bin(uop.OpFloormod, n, b.Idx(lanes)))
	now = b.after(now, b.end(step(now, t, b.Add(b.Mul(whole, b.Idx(lanes)), t)), t))
	for s := lanes / 2; s >= 1; s /= 2 {
		j := b.loop(b.Idx(s))
		v := b.Add(b.load(now, j), b.load(now, b.Add(j, b.Idx(s))))
		now = b.after(now, b.end(b.store(now, v, j), j))
	}
	return b.call("Dot", b.load(now, b.Idx(0)))
}

// prefixSum is y[i] = x[0] + ... + x[i], carried through a place, and the sum as a result.
func prefixSum() *uop.UOp {
	b := newBuilder()
	n := b.Make(uop.OpParam, uop.ParamArg(uop.Index, 2, "n"))
	x, y := b.place(uop.I32, "x", n), b.place(uop.I32, "y", n)
	b.args = append(b.args, n)
	sum := b.result(uop.I32, "sum")
	acc := b.alloc(uop.I32, "acc", 1)
	zero := b.Idx(0)
	acc0 := b.after(acc, b.store(acc, b.Int(uop.I32, 0), zero))
	i := b.loop(n)
	v := b.Add(b.load(b.after(acc0, i), zero), b.load(x, i))
	loop := b.end(b.sink(b.store(acc0, v, zero), b.store(y, v, i)), i)
	return b.call("Prefix", b.store(sum, b.load(b.after(acc0, loop), zero), zero))
}

// rowSums sums the rows of x[rows, cols] twice over: into dst, and their maxima into top. The
// first row is a value that lives across the cut between the two loops.
func rowSums() *uop.UOp {
	b := newBuilder()
	dst0 := len(b.args)
	rows := b.Make(uop.OpParam, uop.BoundedArg(uop.Index, dst0+3, "rows", 0, 1<<20))
	cols := b.Make(uop.OpParam, uop.BoundedArg(uop.Index, dst0+4, "cols", 0, 1<<20))
	dst := b.place(uop.F64, "dst", rows)
	x := b.place(uop.F64, "x", rows, cols)
	scale := b.param(uop.F64, "for")
	b.args = append(b.args, rows, cols)
	acc := b.alloc(uop.F64, "acc", 1)
	zero := b.Idx(0)
	r, c := b.loop(rows), b.loop(cols)
	twice := b.Add(scale, scale)
	start := b.after(acc, b.store(b.after(acc, r), b.F64(0), zero))
	step := b.store(start, b.Add(b.load(b.after(start, c), zero), b.load(x, r, c)), zero)
	total := b.load(b.after(start, b.end(step, c)), zero)
	first := b.end(b.store(dst, b.Mul(total, twice), r), r)
	again := b.after(dst, first)
	q := b.loop(rows)
	second := b.end(b.store(again, b.Add(b.load(again, q), twice), q), q)
	return b.call("RowSums", second)
}

// transpose reads x[c, r] where it writes y[r, c]: two counters closed by one END.
func transpose() *uop.UOp {
	b := newBuilder()
	rows := b.Make(uop.OpParam, uop.ParamArg(uop.Index, 2, "rows"))
	cols := b.Make(uop.OpParam, uop.ParamArg(uop.Index, 3, "cols"))
	y, x := b.place(uop.U8, "y", rows, cols), b.place(uop.U8, "x", cols, rows)
	b.args = append(b.args, rows, cols)
	r, c := b.loop(rows), b.loop(cols)
	return b.call("Transpose", b.end(b.store(y, b.load(x, c, r), r, c), r, c))
}

// stencil is y[i] = x[i] + x[i+1]: not independent when y is x.
func stencil() *uop.UOp {
	b := newBuilder()
	n := b.param(uop.Index, "n")
	y, x := b.place(uop.I16, "y", n), b.place(uop.I16, "x", n)
	i := b.loop(b.Add(n, b.Idx(-1)))
	v := b.Add(b.load(x, i), b.load(x, b.Add(i, b.Idx(1))))
	return b.call("Stencil", b.end(b.store(y, v, i), i))
}

// reverse goes through scratch that is too large for the stack.
func reverse() *uop.UOp {
	b := newBuilder()
	x := b.place(uop.U32, "x", 1000)
	tmp := b.alloc(uop.U32, "", 1000)
	i, j := b.loop(b.Idx(1000)), b.loop(b.Idx(1000))
	copied := b.end(b.store(tmp, b.load(x, i), i), i)
	back := b.Add(b.Idx(999), b.Neg(j))
	return b.call("Reverse", b.end(b.store(b.after(x, copied), b.load(b.after(tmp, copied), back), j), j))
}
