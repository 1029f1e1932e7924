package interp

import (
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

var orders = map[string]Order{"id": ByID, "dfs": DFS}

// newRand logs its seed and takes it from TEST_SEED, so that a failure can be seen again.
func newRand(t *testing.T) *rand.Rand {
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("rerun with TEST_SEED=%d", seed)
	return rand.New(rand.NewSource(seed))
}

// vec makes a vector of any dtype from numbers.
func vec(d uop.DType, xs ...float64) *Value {
	bits := make([]uint64, len(xs))
	for i, x := range xs {
		bits[i] = num(d, x)
	}
	return Vector(d, bits...)
}

func num(d uop.DType, x float64) uint64 {
	if d.IsFloat() {
		return contract.FromFloat(d, x)
	}
	return contract.FromInt(d, int64(x))
}

func floats(v *Value) []float64 {
	out := make([]float64, len(v.Bits))
	for i, b := range v.Bits {
		if v.DType.IsFloat() {
			out[i] = contract.Float(v.DType, b)
		} else {
			out[i] = float64(contract.Int(v.DType, b))
		}
	}
	return out
}

func wantFloats(t *testing.T, v *Value, want ...float64) {
	t.Helper()
	if got := floats(v); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want one that contains %q", err, want)
	}
}

func mustRun(t *testing.T, call *uop.UOp, args []*Value, opt Options) []*Value {
	t.Helper()
	out, err := Run(call, args, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// b is a graph with short spellings for tests.
type b struct{ *uop.Graph }

func newB() b { return b{uop.NewGraph()} }

func (g b) mem(d uop.DType, slot int, name string, dims ...int64) *uop.UOp {
	return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, dims...))
}

// memN is a place of one axis whose size is n.
func (g b) memN(d uop.DType, slot int, name string, n *uop.UOp) *uop.UOp {
	return g.Make(uop.OpParam, uop.PlaceArg(d, slot, name, uop.Dynamic), n)
}

func (g b) param(d uop.DType, slot int, name string) *uop.UOp {
	return g.Make(uop.OpParam, uop.ParamArg(d, slot, name))
}

func (g b) alloc(d uop.DType, slot int, name string, dims ...int64) *uop.UOp {
	return g.Make(uop.OpAlloc, uop.PlaceArg(d, slot, name, dims...))
}

func (g b) index(p *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpIndex, uop.Arg{}, append([]*uop.UOp{p}, idx...)...)
}

func (g b) load(p *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpLoad, uop.Arg{}, g.index(p, idx...))
}

func (g b) store(v, p *uop.UOp, idx ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpStore, uop.Arg{}, g.index(p, idx...), v)
}

func (g b) after(p *uop.UOp, deps ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpAfter, uop.Arg{}, append([]*uop.UOp{p}, deps...)...)
}

func (g b) rng(axis int, size *uop.UOp) *uop.UOp {
	return g.Make(uop.OpRange, uop.RangeArg(axis), size)
}

func (g b) end(effect *uop.UOp, ranges ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpEnd, uop.Arg{}, append([]*uop.UOp{effect}, ranges...)...)
}

func (g b) sink(effects ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpSink, uop.Arg{}, effects...)
}

func (g b) call(body *uop.UOp, name string, args ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpCall, uop.NameArg(name), append([]*uop.UOp{body}, args...)...)
}

// kernel makes a CALL whose arguments are the body's own PARAMs, and a number for a slot that
// the body does not use.
func (g b) kernel(body *uop.UOp, name string) *uop.UOp {
	args := uop.Params(body)
	for i, a := range args {
		if a == nil {
			args[i] = g.Idx(0)
		}
	}
	return g.call(body, name, args...)
}

func (g b) move(op uop.Op, v *uop.UOp, dims ...int64) *uop.UOp {
	return g.Make(op, uop.DimsArg(dims...), v)
}

func (g b) reduce(op uop.Op, pop, lanes int, v ...*uop.UOp) *uop.UOp {
	return g.Make(uop.OpReduce, uop.ReduceArg(op, pop, lanes), v...)
}
