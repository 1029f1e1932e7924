package difftest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// TestFamily runs every elementary function by every engine, and wants equal bits: on special values,
// on all hard cases that trying all inputs has found, and on random values. Where a hard case's
// result is known to be right, that too must come out.
func TestFamily(t *testing.T) {
	h := newHarness(t)
	r := h.rand(77)
	var cases []*testCase
	hards := 0
	add := func(name string, call *uop.UOp, d uop.DType, to uop.DType, xs ...[]uint64) {
		n := len(xs[0])
		dst := &interp.Value{DType: to, Shape: []int64{int64(n)}, Bits: make([]uint64, n)}
		args := []*interp.Value{dst}
		for _, x := range xs {
			args = append(args, interp.Vector(d, x...))
		}
		args = append(args, interp.Scalar(uop.Index, uint64(n)))
		cases = append(cases, &testCase{kind: "family", name: name, call: call, args: [][]*interp.Value{args}, fold: 1})
	}
	for _, d := range floatDTypes {
		for i := range libm.Table {
			f := &libm.Table[i]
			var xs [][]uint64
			if f.Arity == 1 {
				x, n := ones(t, r.Uint64, f.Name, d)
				xs, hards = [][]uint64{x}, hards+n
			} else {
				xs = pairs(r.Uint64, d)
			}
			add(fmt.Sprintf("%s %s", d, f.Name), f.Each(uop.NewGraph(), d), d, f.Result(d), xs...)
			// Arguments of the usual size, side by side: loops may have a shorter body for those.
			add(fmt.Sprintf("%s usual %s", d, f.Name), f.Each(uop.NewGraph(), d), d, f.Result(d), usual(r, d, f.Arity)...)
		}
		for _, op := range []uop.Op{uop.OpExp2, uop.OpLog2, uop.OpSin, uop.OpSqrt, uop.OpRecip} {
			x, n := ones(t, r.Uint64, map[uop.Op]string{uop.OpExp2: "Exp2", uop.OpLog2: "Log2", uop.OpSin: "Sin"}[op], d)
			hards += n
			add(fmt.Sprintf("%s op %s", d, op), eachOp(op, d), d, d, x)
		}
	}
	h.batch(cases)
	checkHard(t, cases)
	total := h.report()
	t.Logf("%d functions and ops, %d hard cases, %d values compared", len(cases), hards, total)
}

// eachOp is the kernel dst[i] = op(x[i]).
func eachOp(op uop.Op, d uop.DType) *uop.UOp {
	g := uop.NewGraph()
	n := g.Make(uop.OpParam, uop.ParamArg(uop.Index, 2, "n"))
	place := func(slot int, name string) *uop.UOp {
		return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), n)
	}
	dst, x := place(0, "dst"), place(1, "x")
	i := g.Make(uop.OpRange, uop.RangeArg(0), n)
	at := func(p *uop.UOp) *uop.UOp { return g.Make(uop.OpIndex, uop.Arg{}, p, i) }
	st := g.Make(uop.OpStore, uop.Arg{}, at(dst), g.Make(op, uop.Arg{}, g.Make(uop.OpLoad, uop.Arg{}, at(x))))
	sink := g.Make(uop.OpSink, uop.Arg{}, g.Make(uop.OpEnd, uop.Arg{}, st, i))
	return g.Make(uop.OpCall, uop.NameArg("Each"+op.String()), sink, dst, x, n)
}

// ones gives inputs of a function of one argument, and how many of them are hard cases.
func ones(t *testing.T, random func() uint64, name string, d uop.DType) (x []uint64, hard int) {
	x = append(x, uirtest.Specials(d)...)
	for _, h := range hardCases(t, name) {
		v := uint64(h.In)
		if d == uop.F64 {
			v = contract.FromFloat(uop.F64, contract.Float(uop.F32, v))
		}
		x = append(x, v)
		hard++
	}
	for range 100 {
		x = append(x, contract.Canon(d, random()))
	}
	return x, hard
}

// usual gives 200 numbers between -50 and 50 for each argument.
func usual(r *rand.Rand, d uop.DType, arity int) (xs [][]uint64) {
	for range arity {
		x := make([]uint64, 200)
		for i := range x {
			x[i] = contract.FromFloat(d, 100*r.Float64()-50)
		}
		xs = append(xs, x)
	}
	return xs
}

// pairs gives all pairs of special values, and some random ones.
func pairs(random func() uint64, d uop.DType) [][]uint64 {
	var x, y []uint64
	for _, a := range uirtest.Specials(d) {
		for _, b := range uirtest.Specials(d) {
			x, y = append(x, a), append(y, b)
		}
	}
	for range 200 {
		x, y = append(x, contract.Canon(d, random())), append(y, contract.Canon(d, random()))
	}
	return [][]uint64{x, y}
}

// hardCases reads the inputs of an f32 function that are nearest to a tie, with the right results.
func hardCases(t *testing.T, name string) []uirtest.HardCase {
	t.Helper()
	list, err := uirtest.HardCases("../../uopc/libm", name)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// checkHard compares what the interpreter gave with the right results.
func checkHard(t *testing.T, cases []*testCase) {
	for _, c := range cases {
		var name string
		if n, _ := fmt.Sscanf(c.name, "f32 %s", &name); n != 1 || len(c.want) == 0 || name == "op" || name == "usual" {
			continue
		}
		list := hardCases(t, name)
		dst, from := c.want[0].args[0].Bits, len(uirtest.Specials(uop.F32))
		for i, h := range list {
			if got := dst[from+i]; got != uint64(h.Want) {
				t.Errorf("%s of %#x is %#x, want %#x", c.name, h.In, got, h.Want)
			}
		}
	}
}
