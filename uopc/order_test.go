package uopc

import (
	"math/rand"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/pass"
	"github.com/uopc/uopc/uopc/uop"
)

// TestOrders runs every program of the golden files in both orders of the interpreter, and its
// loop form: what the builder threads through AFTER leaves no freedom that could be seen.
func TestOrders(t *testing.T) {
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Logf("TEST_SEED=%d", seed)
	r := rand.New(rand.NewSource(seed))
	for name, def := range all() {
		k := NewKernel()
		def(k)
		call, err := k.Build(name)
		if err != nil {
			t.Fatal(err)
		}
		low, err := pass.Run(call, pass.Options{})
		if err != nil {
			t.Errorf("%s cannot be lowered: %v", name, err)
			continue
		}
		for range 5 {
			args := arguments(t, r, call)
			want, wantMem := runOn(t, call, args, interp.ByID)
			for form, c := range map[string]*uop.UOp{"depth first": call, "lowered": low} {
				got, mem := runOn(t, c, args, interp.DFS)
				if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(mem, wantMem) {
					t.Errorf("%s, %s: results %v, memory %v, want %v and %v", name, form, got, mem, want, wantMem)
				}
			}
		}
	}
}

// arguments draws small integers as numbers of each dtype; sizes are 5.
func arguments(t *testing.T, r *rand.Rand, call *uop.UOp) []*interp.Value {
	t.Helper()
	sig, err := uop.SignatureOf(call)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(p uop.Param) uint64 {
		n := int64(r.Intn(9) - 4)
		if p.HasMin {
			n = p.Min + int64(r.Intn(int(p.Max-p.Min)+1))
		}
		if p.DType.IsFloat() {
			return contract.FromFloat(p.DType, float64(n)/2)
		}
		return contract.FromInt(p.DType, n)
	}
	args := make([]*interp.Value, len(sig.Params))
	for i, p := range sig.Params {
		switch {
		case p.Result:
		case p.DType == uop.Index:
			args[i] = interp.Scalar(uop.Index, 5)
		case !p.Mem:
			args[i] = interp.Scalar(p.DType, draw(p))
		default:
			v := &interp.Value{DType: p.DType}
			n := int64(1)
			for _, d := range p.Shape {
				size := d.N
				if d.U != nil {
					size = 5
				}
				v.Shape = append(v.Shape, size)
				n *= size
			}
			for range n {
				v.Bits = append(v.Bits, draw(p))
			}
			args[i] = v
		}
	}
	return args
}

// runOn runs on copies and gives the results and the memory afterwards, as bits.
func runOn(t *testing.T, call *uop.UOp, args []*interp.Value, o interp.Order) (results, mem [][]uint64) {
	t.Helper()
	in := make([]*interp.Value, len(args))
	for i, v := range args {
		if v != nil {
			in[i] = &interp.Value{DType: v.DType, Shape: v.Shape, Bits: append([]uint64(nil), v.Bits...)}
		}
	}
	out, err := interp.Run(call, in, interp.Options{Order: o})
	if err != nil {
		t.Fatalf("%s: %v", call.X().Name, err)
	}
	for _, v := range out {
		results = append(results, v.Bits)
	}
	for _, v := range in {
		if v != nil {
			mem = append(mem, v.Bits)
		}
	}
	return results, mem
}
