package kerneltest

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

type rnd struct {
	*rand.Rand
	below int64 // when positive, integers are drawn from 0 to below-1
}

// newRand logs its seed and takes one from TEST_SEED.
func newRand(t *testing.T) *rnd {
	seed := time.Now().UnixNano()
	if s := os.Getenv("TEST_SEED"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED is %q, want an integer", s)
		}
		seed = n
	}
	t.Logf("TEST_SEED=%d", seed)
	return &rnd{Rand: rand.New(rand.NewSource(seed))}
}

var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 3.5, -2.75, math.Inf(1), math.Inf(-1), math.NaN(),
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 1.1754943508222875e-38, 16777216, 16777217, 1e-8, 1e8, math.MaxFloat64, math.SmallestNonzeroFloat64}

// value draws an element: a third special, a third small, a third from the whole range. calm
// draws only finite numbers of like size, so that sums are not all NaN.
func (r *rnd) value(d uop.DType, calm bool) uint64 {
	if d.IsFloat() {
		switch {
		case calm:
			return contract.FromFloat(d, r.NormFloat64())
		case r.Intn(3) == 0:
			return contract.FromFloat(d, specialFloats[r.Intn(len(specialFloats))])
		case r.Intn(2) == 0:
			return contract.FromFloat(d, float64(r.Intn(41)-20)/4)
		}
		return contract.Canon(d, r.Uint64())
	}
	lo, hi := uop.DTypeRange(d)
	if most, ok := hi.Int64(); r.below > 0 && d.IsInt() {
		if !ok || most > r.below-1 {
			most = r.below - 1
		}
		return contract.FromInt(d, r.between(0, most))
	}
	switch r.Intn(4) {
	case 0:
		return contract.Canon(d, []uint64{lo.Bits(), hi.Bits(), lo.Bits() + 1, hi.Bits() - 1, 0, 1, ^uint64(0)}[r.Intn(7)])
	case 1:
		return contract.Canon(d, r.Uint64())
	}
	return contract.FromInt(d, int64(r.Intn(24)-4))
}

func (r *rnd) between(lo, hi int64) int64 {
	if hi-lo < 0 || hi-lo == math.MaxInt64 {
		return lo
	}
	return lo + r.Int63n(hi-lo+1)
}

// input draws arguments for sizes around n, or gives nil where those make a slice too large to try.
func (r *runner) input(n int) *input {
	in := &input{params: r.params()}
	in.vals = make([]*interp.Value, len(in.params))
	calm := r.rnd.Intn(2) == 0
	sizes := map[int]int64{}
	for i, p := range in.params {
		if p.DType != uop.Index || p.Mem || p.Result {
			continue
		}
		v := int64(n)
		if !p.Told && r.rnd.Intn(2) == 0 {
			v = int64(r.rnd.Intn(9))
		}
		if p.HasMin {
			v = max(v, p.Min)
		}
		if p.HasMax {
			v = min(v, p.Max)
		}
		sizes[i] = v
		in.vals[i] = interp.Scalar(uop.Index, uint64(v))
	}
	if r.tooLarge(in.params, n, sizes) {
		return nil
	}
	r.rnd.below = 0
	if r.tame {
		r.rnd.below = int64(max(n, 1))
		for _, p := range in.params {
			for _, d := range r.dims(p, n, sizes) {
				r.rnd.below = min(r.rnd.below, max(d, 1))
			}
		}
	}
	for i, p := range in.params {
		switch {
		case p.Result || in.vals[i] != nil:
		case p.Mem:
			in.vals[i] = r.place(p, n, sizes, calm)
		default:
			in.vals[i] = interp.Scalar(p.DType, r.scalar(p, calm))
		}
	}
	return in
}

// maxElems is the most elements of a slice that is tried.
const maxElems = 1 << 22

func (r *runner) tooLarge(params []uop.Param, n int, sizes map[int]int64) bool {
	for _, p := range params {
		total := int64(1)
		for _, d := range r.dims(p, n, sizes) {
			if d > maxElems || total*d > maxElems {
				return true
			}
			total *= d
		}
	}
	return false
}

func (r *runner) scalar(p uop.Param, calm bool) uint64 {
	if !p.HasMin && !p.HasMax {
		return r.rnd.value(p.DType, calm)
	}
	lo, hi := uop.DTypeRange(p.DType)
	a, _ := lo.Int64()
	b, ok := hi.Int64()
	if !ok {
		b = math.MaxInt64
	}
	if p.HasMin {
		a = p.Min
	}
	if p.HasMax {
		b = p.Max
	}
	return contract.FromInt(p.DType, r.rnd.between(a, b))
}

// dims gives the sizes of a place; of anything else, none.
func (r *runner) dims(p uop.Param, n int, sizes map[int]int64) (out []int64) {
	for _, d := range p.Shape {
		size := d.N
		switch {
		case r.each:
			size = int64(n)
		case d.U != nil:
			given := map[int]*interp.Value{}
			for s, x := range sizes {
				given[s] = interp.Scalar(uop.Index, uint64(x))
			}
			got, err := interp.Eval(d.U, given, interp.Options{})
			if err != nil {
				r.t.Fatalf("the size of %s: %v", p.Name, err)
			}
			size = max(0, int64(got.Bits[0]))
		}
		out = append(out, size)
	}
	return out
}

func (in *input) clone() *input {
	out := &input{params: in.params, vals: make([]*interp.Value, len(in.vals))}
	for i, v := range in.vals {
		if v != nil {
			out.vals[i] = &interp.Value{DType: v.DType, Shape: v.Shape, Bits: append([]uint64(nil), v.Bits...)}
		}
	}
	return out
}

// String prints the arguments, long ones cut.
func (in *input) String() string {
	s := ""
	for i, v := range in.vals {
		if v == nil {
			continue
		}
		s += fmt.Sprintf("\n  %s:", in.params[i].Name)
		for j, b := range v.Bits {
			if j == 40 {
				s += fmt.Sprintf(" ... %d in all", len(v.Bits))
				break
			}
			s += " " + contract.FormatValue(v.DType, b)
		}
	}
	return s
}
