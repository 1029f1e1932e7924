package uop

import "math"

// The functions below are short spellings of Make for code that builds graphs.

// Const makes a CONST from raw bits.
func (g *Graph) Const(d DType, bits uint64) *UOp { return g.Make(OpConst, ConstArg(d, bits)) }

// Int makes an integer CONST of dtype d, wrapped to its width.
func (g *Graph) Int(d DType, v int64) *UOp { return g.Const(d, uint64(v)) }

// Idx makes an index CONST.
func (g *Graph) Idx(v int64) *UOp { return g.Const(Index, uint64(v)) }

// Bool makes a bool CONST.
func (g *Graph) Bool(v bool) *UOp {
	if v {
		return g.Const(Bool, 1)
	}
	return g.Const(Bool, 0)
}

// F32 makes a CONST of dtype f32.
func (g *Graph) F32(v float32) *UOp { return g.Const(F32, uint64(math.Float32bits(v))) }

// F64 makes a CONST of dtype f64.
func (g *Graph) F64(v float64) *UOp { return g.Const(F64, math.Float64bits(v)) }

// Bin makes a binary ALU node.
func (g *Graph) Bin(op Op, a, b *UOp) *UOp { return g.Make(op, Arg{}, a, b) }

// Add makes a+b.
func (g *Graph) Add(a, b *UOp) *UOp { return g.Make(OpAdd, Arg{}, a, b) }

// Mul makes a*b.
func (g *Graph) Mul(a, b *UOp) *UOp { return g.Make(OpMul, Arg{}, a, b) }

// Neg makes -a.
func (g *Graph) Neg(a *UOp) *UOp { return g.Make(OpNeg, Arg{}, a) }

// Cast makes a conversion of a to d.
func (g *Graph) Cast(a *UOp, d DType) *UOp { return g.Make(OpCast, CastArg(d), a) }

// Where makes c ? a : b.
func (g *Graph) Where(c, a, b *UOp) *UOp { return g.Make(OpWhere, Arg{}, c, a, b) }

// With makes the node that has u's op and arg but other sources.
func (g *Graph) With(u *UOp, src ...*UOp) *UOp { return g.Make(u.op, u.Arg(), src...) }

// Sizes gives the dynamic sizes of s as sources, and the numbers with Dynamic in their place.
func (s Shape) Sizes() (dims []int64, dyn []*UOp) {
	dims = make([]int64, len(s))
	for i, d := range s {
		dims[i] = d.N
		if d.U != nil {
			dims[i] = Dynamic
			dyn = append(dyn, d.U)
		}
	}
	return dims, dyn
}

// Broadcast makes a scalar fill the shape s.
func (g *Graph) Broadcast(u *UOp, s Shape) *UOp {
	if len(s) == 0 || len(u.Shape()) != 0 {
		return u
	}
	ones := make([]int64, len(s))
	for i := range ones {
		ones[i] = 1
	}
	r := g.Make(OpReshape, DimsArg(ones...), u)
	dims, dyn := s.Sizes()
	return g.Make(OpExpand, DimsArg(dims...), append([]*UOp{r}, dyn...)...)
}

// Size makes the index node of a Dim.
func (g *Graph) Size(d Dim) *UOp {
	if d.U != nil {
		return d.U
	}
	return g.Idx(d.N)
}
