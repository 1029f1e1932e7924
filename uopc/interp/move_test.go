package interp

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// grid is the oracle's own tensor: a function of positions, so that movement is arithmetic on
// positions and shares nothing with the interpreter's strides.
type grid struct {
	shape []int64
	at    func(p []int64) uint64
}

// flat reads a grid with nested loops.
func (g grid) flat() (out []uint64) {
	p := make([]int64, len(g.shape))
	var loop func(axis int)
	loop = func(axis int) {
		if axis == len(p) {
			out = append(out, g.at(p))
			return
		}
		for p[axis] = 0; p[axis] < g.shape[axis]; p[axis]++ {
			loop(axis + 1)
		}
	}
	loop(0)
	return out
}

func gridOf(shape []int64, bits []uint64) grid {
	return grid{shape, func(p []int64) uint64 {
		k := int64(0)
		for i := range p {
			k = k*shape[i] + p[i]
		}
		return bits[k]
	}}
}

func product(s []int64) int64 {
	n := int64(1)
	for _, d := range s {
		n *= d
	}
	return n
}

// A move picks the arg of a movement op and says what it does to positions.
type move func(r *rand.Rand, from grid) (op uop.Op, dims []int64, to grid)

var moves = []move{
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		order := r.Perm(len(from.shape))
		dims, shape := make([]int64, len(order)), make([]int64, len(order))
		for i, k := range order {
			dims[i], shape[i] = int64(k), from.shape[k]
		}
		return uop.OpPermute, dims, grid{shape, func(p []int64) uint64 {
			q := make([]int64, len(p))
			for i, k := range order {
				q[k] = p[i]
			}
			return from.at(q)
		}}
	},
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		dims := make([]int64, len(from.shape))
		for i := range dims {
			dims[i] = int64(r.Intn(2))
		}
		return uop.OpFlip, dims, grid{from.shape, func(p []int64) uint64 {
			q := slices.Clone(p)
			for i := range q {
				if dims[i] == 1 {
					q[i] = from.shape[i] - 1 - q[i]
				}
			}
			return from.at(q)
		}}
	},
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		dims, shape := make([]int64, 2*len(from.shape)), make([]int64, len(from.shape))
		for i, n := range from.shape {
			b := r.Int63n(n + 1)
			dims[2*i], shape[i] = b, r.Int63n(n-b+1)
			dims[2*i+1] = b + shape[i]
		}
		return uop.OpShrink, dims, grid{shape, func(p []int64) uint64 {
			q := slices.Clone(p)
			for i := range q {
				q[i] += dims[2*i]
			}
			return from.at(q)
		}}
	},
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		dims, shape := make([]int64, 2*len(from.shape)), make([]int64, len(from.shape))
		for i, n := range from.shape {
			dims[2*i], dims[2*i+1] = r.Int63n(3), r.Int63n(3)
			shape[i] = dims[2*i] + n + dims[2*i+1]
		}
		return uop.OpPad, dims, grid{shape, func(p []int64) uint64 {
			q := slices.Clone(p)
			for i := range q {
				q[i] -= dims[2*i]
				if q[i] < 0 || q[i] >= from.shape[i] {
					return 0
				}
			}
			return from.at(q)
		}}
	},
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		shape := slices.Clone(from.shape)
		for i := range shape {
			if shape[i] == 1 {
				shape[i] = r.Int63n(4)
			}
		}
		return uop.OpExpand, shape, grid{shape, func(p []int64) uint64 {
			q := slices.Clone(p)
			for i := range q {
				if from.shape[i] == 1 {
					q[i] = 0
				}
			}
			return from.at(q)
		}}
	},
	func(r *rand.Rand, from grid) (uop.Op, []int64, grid) {
		shape := []int64{product(from.shape)}
		for range r.Intn(3) { // split a factor off, or a 1
			k := r.Intn(len(shape))
			for _, d := range []int64{3, 2, 1} {
				if shape[k]%d == 0 && shape[k] > 0 {
					shape = slices.Concat(shape[:k], []int64{d, shape[k] / d}, shape[k+1:])
					break
				}
			}
		}
		flat := from.flat()
		return uop.OpReshape, shape, gridOf(shape, flat)
	},
}

func TestMovement(t *testing.T) {
	r := newRand(t)
	for round := range 400 {
		g := newB()
		shape := make([]int64, r.Intn(4))
		for i := range shape {
			shape[i] = 1 + r.Int63n(3)
		}
		bits := make([]uint64, product(shape))
		for i := range bits {
			bits[i] = uint64(i + 1)
		}
		from := gridOf(shape, bits)
		var u *uop.UOp
		if len(shape) == 0 {
			u = g.param(uop.I32, 0, "x")
		} else {
			u = g.Make(uop.OpParam, uop.Arg{DType: uop.I32, X: &uop.Ext{Name: "x", Dims: shape}})
		}
		trail := fmt.Sprint(shape)
		for range 1 + r.Intn(5) {
			op, dims, to := moves[r.Intn(len(moves))](r, from)
			if product(to.shape) > 400 {
				break
			}
			u, from = g.move(op, u, dims...), gridOf(to.shape, to.flat())
			trail += fmt.Sprint(" ", op, dims)
		}
		v, err := Eval(u, map[int]*Value{0: {uop.I32, shape, bits}}, Options{Order: Order(round % 2)})
		if err != nil {
			t.Fatalf("%s: %v", trail, err)
		}
		if !slices.Equal(v.Bits, from.flat()) || !slices.Equal(v.Shape, from.shape) {
			t.Fatalf("%s: got %v %v, want %v %v", trail, v.Shape, v.Bits, from.shape, from.flat())
		}
	}
}
