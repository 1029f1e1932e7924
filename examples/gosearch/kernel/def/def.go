// Package def holds the kernels of gosearch.
package def

import "github.com/uopc/uopc/uopc"

// Cosine gives the cosine similarity of two vectors, and 0 where one of them is zero. The slices
// have one length.
func Cosine(k *uopc.Kernel) {
	n := k.Size("n")
	x, y := k.In("x", uopc.F32, n), k.In("y", uopc.F32, n)
	norm := x.Square().Sum().Sqrt().Mul(y.Square().Sum().Sqrt())
	k.Return(norm.Ne(0).Where(x.Mul(y).Sum().Div(norm), 0))
}

// CosineRows sets dst[i] to the cosine similarity of query and row i of rows, and to 0 where one of
// them is zero. rows holds len(dst) rows of len(query) elements, one after another.
func CosineRows(k *uopc.Kernel) {
	n, dims := k.Size("n"), k.Size("dims")
	dst := k.Out("dst", uopc.F32, n, 1)
	rows := k.In("rows", uopc.F32, n, dims)
	query := k.In("query", uopc.F32, dims)
	norm := query.Square().Sum().Sqrt().Mul(rows.Square().SumOver(-1).Sqrt())
	dst.Set(norm.Ne(0).Where(rows.Mul(query).SumOver(-1).Div(norm), 0))
}
