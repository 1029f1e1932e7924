package def

import "github.com/uopc/uopc/uopc"

// Gather picks src[idx[i]].
func Gather(k *uopc.Kernel) {
	n, m := k.Size("n"), k.Size("m")
	dst := k.Out("dst", uopc.I32, n)
	src := k.In("src", uopc.I32, m)
	idx := k.In("idx", uopc.I64, n)
	k.Loop(n, func(i *uopc.Expr) { dst.Store(i, src.Load(idx.Load(i))) })
}

// Prefix makes running sums.
func Prefix(k *uopc.Kernel) {
	n := k.Size("n")
	x := k.Buffer("x", uopc.I32, n)
	acc := k.Alloc("acc", uopc.I32, 1)
	acc.Store(0, 0)
	k.Loop(n, func(i *uopc.Expr) {
		acc.Store(0, acc.Load(0).Add(x.Load(i)))
		x.Store(i, acc.Load(0))
	})
}

// Shift moves every element one up, as a loop that sees its own writes does.
func Shift(k *uopc.Kernel) {
	n := k.Size("n")
	x := k.Buffer("x", uopc.F32, n)
	k.Loop(n.Sub(1), func(i *uopc.Expr) { x.Store(i.Add(1), x.Load(i)) })
}

// Swap exchanges two slices, element by element.
func Swap(k *uopc.Kernel) {
	n := k.Size("n")
	a, b := k.Buffer("a", uopc.U16, n), k.Buffer("b", uopc.U16, n)
	k.Loop(n, func(i *uopc.Expr) {
		t := a.Load(i)
		a.Store(i, b.Load(i))
		b.Store(i, t)
	})
}

// Mat multiplies matrices.
func Mat(k *uopc.Kernel) {
	m, n, p := k.Size("m"), k.Size("n"), k.Size("p")
	c := k.Buffer("c", uopc.F32, m, n)
	a := k.In("a", uopc.F32, m, p)
	b := k.In("b", uopc.F32, p, n)
	k.Loop(m, func(i *uopc.Expr) {
		k.Loop(n, func(j *uopc.Expr) {
			c.StoreAt(0, i, j)
			k.Loop(p, func(q *uopc.Expr) {
				c.StoreAt(a.Load(i, q).Fma(b.Load(q, j), c.Load(i, j)), i, j)
			})
		})
	})
}

// Window takes a position that the caller promises.
func Window(k *uopc.Kernel) {
	x := k.In("x", uopc.F32, 16)
	i := k.ScalarIn("i", uopc.I32, 0, 12)
	k.Return(x.Load(i).Add(x.Load(i.Add(3))))
}

// Pixels mixes small integers and bools.
func Pixels(k *uopc.Kernel) {
	n := k.Size("n")
	dst := k.Out("dst", uopc.U8, n, 3)
	src := k.In("src", uopc.U8, n, 3)
	keep := k.In("keep", uopc.Bool, n, 1)
	gain := k.Scalar("gain", uopc.I16)
	v := src.Cast(uopc.I32).Mul(gain.Cast(uopc.I32)).FloorDiv(3).Clamp(0, 255).Cast(uopc.U8)
	dst.Set(keep.Where(v, src))
}

// Percent takes scalars with a range, which the form on slices has for its elements.
func Percent(k *uopc.Kernel) {
	a := k.Scalar("a", uopc.U32)
	k.Return(a.FloorDiv(100).Mul(k.ScalarIn("p", uopc.U32, 0, 100)))
}
