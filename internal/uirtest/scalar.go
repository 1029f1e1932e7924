package uirtest

import (
	"fmt"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// machineDTypes are the dtypes without index: arithmetic on an index promises not to overflow,
// which random arithmetic does not keep.
var machineDTypes = uop.ValueDTypes()[:len(uop.ValueDTypes())-1]

var aluOps = func() (out []uop.Op) {
	for op := range uop.NumOps {
		if op.IsALU() {
			out = append(out, op)
		}
	}
	return out
}()

// RandomScalar makes a scalar expression of about n operations over one to four PARAMs of random
// dtypes, in slots from 0, and constants that are special more often than not. Nothing is
// avoided: it divides by zero, overflows, shifts too far and casts NaN. It has every elementwise
// op, every elementary function and every dtype but index. The expression need not use every PARAM; uop.Params tells which
// it uses.
func RandomScalar(r *rand.Rand, g *uop.Graph, n int) *uop.UOp {
	s := &scalars{r: r, g: g}
	for slot := range 1 + r.IntN(4) {
		d := pick(r, machineDTypes)
		s.vals = append(s.vals, g.Make(uop.OpParam, uop.ParamArg(d, slot, fmt.Sprintf("x%d", slot))))
	}
	u := s.vals[0]
	for range n {
		if r.IntN(24) == 0 {
			u = s.function()
		} else {
			u = s.alu(pick(r, aluOps), machineDTypes)
		}
		s.vals = append(s.vals, u)
	}
	return u
}

// Function picks one of the elementary functions.
func Function(r *rand.Rand) *libm.Func { return &libm.Table[r.IntN(len(libm.Table))] }

// function makes the graph of an elementary function over values that exist.
func (s *scalars) function() *uop.UOp {
	f, d := Function(s.r), pick(s.r, []uop.DType{uop.F32, uop.F64})
	args := make([]*uop.UOp, f.Arity)
	for i := range args {
		args[i] = s.of(d)
	}
	u, err := f.On(args...)
	if err != nil {
		panic(err)
	}
	return u
}

// scalars makes scalar values from those it has.
type scalars struct {
	r    *rand.Rand
	g    *uop.Graph
	vals []*uop.UOp
}

// alu makes a node of op over values that exist, new ones rather than old ones.
func (s *scalars) alu(op uop.Op, dtypes []uop.DType) *uop.UOp {
	u := s.recent()
	if !op.Takes(u.DType()) {
		u = s.cast(u, s.dtypeFor(op, dtypes))
	}
	if op == uop.OpCast || op == uop.OpBitcast {
		return s.g.Make(op, uop.CastArg(s.target(op, u.DType(), dtypes)), u)
	}
	src := []*uop.UOp{u}
	for len(src) < op.Arity() {
		src = append(src, s.of(u.DType()))
	}
	if op == uop.OpWhere {
		src[0] = s.of(uop.Bool)
	}
	s.r.Shuffle(len(src), func(i, j int) {
		if op != uop.OpWhere {
			src[i], src[j] = src[j], src[i]
		}
	})
	return s.g.Make(op, uop.Arg{}, src...)
}

func (s *scalars) recent() *uop.UOp {
	const window = 8
	return pick(s.r, s.vals[max(0, len(s.vals)-window):])
}

// of gives a value of d: one that exists, a cast of one, or a constant.
func (s *scalars) of(d uop.DType) *uop.UOp {
	if s.r.IntN(3) == 0 {
		return Value(s.r, s.g, d)
	}
	for range 6 {
		if u := pick(s.r, s.vals); u.DType() == d {
			return u
		}
	}
	return s.cast(s.recent(), d)
}

func (s *scalars) cast(u *uop.UOp, d uop.DType) *uop.UOp {
	if u.DType() == d {
		return u
	}
	return s.g.Cast(u, d)
}

func (s *scalars) dtypeFor(op uop.Op, dtypes []uop.DType) uop.DType {
	for {
		if d := pick(s.r, dtypes); op.Takes(d) {
			return d
		}
	}
}

func (s *scalars) target(op uop.Op, from uop.DType, dtypes []uop.DType) uop.DType {
	for {
		if d := pick(s.r, dtypes); op == uop.OpCast || d.Bits() == from.Bits() {
			return d
		}
	}
}
