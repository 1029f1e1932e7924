package kerneltest

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
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

// input draws arguments for sizes around n.
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

func (r *runner) place(p uop.Param, n int, sizes map[int]int64, calm bool) *interp.Value {
	v := &interp.Value{DType: p.DType, Shape: r.dims(p, n, sizes)}
	total := int64(1)
	for _, d := range v.Shape {
		total *= d
	}
	v.Bits = make([]uint64, total)
	for i := range v.Bits {
		v.Bits[i] = r.rnd.value(p.DType, calm)
	}
	return v
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

// guard is how many elements before and after a slice must stay as they were.
const guard = 16

// place is a slice inside a larger one.
type place struct {
	dtype uop.DType
	all   reflect.Value
	n     int
	seed  []uint64
}

func (r *runner) goArgs(in *input, all bool) (args []reflect.Value, places []*place) {
	places = make([]*place, len(in.params))
	for i, p := range in.params {
		switch {
		case p.Result || p.Told && !all:
		case p.Mem:
			pl := r.newPlace(p.DType, in.vals[i].Bits)
			places[i] = pl
			args = append(args, pl.all.Slice3(guard, guard+pl.n, guard+pl.n))
		case p.DType == uop.Index:
			args = append(args, reflect.ValueOf(int(in.vals[i].Bits[0])))
		default:
			v := reflect.New(goTypes[p.DType]).Elem()
			setBits(p.DType, v, in.vals[i].Bits[0])
			args = append(args, v)
		}
	}
	return args, places
}

func (r *runner) newPlace(d uop.DType, bits []uint64) *place {
	p := &place{dtype: d, n: len(bits), all: reflect.MakeSlice(reflect.SliceOf(goTypes[d]), len(bits)+2*guard, len(bits)+2*guard)}
	for i := range p.all.Len() {
		b := r.rnd.value(d, false)
		if i >= guard && i < guard+p.n {
			b = bits[i-guard]
		}
		p.seed = append(p.seed, contract.Canon(d, b))
		setBits(d, p.all.Index(i), b)
	}
	return p
}

func (p *place) bits() []uint64 {
	out := make([]uint64, p.n)
	for i := range out {
		out[i] = bitsOf(p.dtype, p.all.Index(guard+i))
	}
	return out
}

func (p *place) guardsIntact() bool {
	for i := range p.all.Len() {
		if i >= guard && i < guard+p.n {
			continue
		}
		if !contract.Same(p.dtype, bitsOf(p.dtype, p.all.Index(i)), p.seed[i]) {
			return false
		}
	}
	return true
}

var goTypes = map[uop.DType]reflect.Type{
	uop.Bool: reflect.TypeFor[bool](), uop.Index: reflect.TypeFor[int64](),
	uop.I8: reflect.TypeFor[int8](), uop.U8: reflect.TypeFor[uint8](),
	uop.I16: reflect.TypeFor[int16](), uop.U16: reflect.TypeFor[uint16](),
	uop.I32: reflect.TypeFor[int32](), uop.U32: reflect.TypeFor[uint32](),
	uop.I64: reflect.TypeFor[int64](), uop.U64: reflect.TypeFor[uint64](),
	uop.F32: reflect.TypeFor[float32](), uop.F64: reflect.TypeFor[float64](),
}

func setBits(d uop.DType, v reflect.Value, b uint64) {
	switch {
	case d == uop.Bool:
		v.SetBool(b != 0)
	case d == uop.F32:
		v.SetFloat(float64(math.Float32frombits(uint32(b))))
	case d == uop.F64:
		v.SetFloat(math.Float64frombits(b))
	case d.IsSigned():
		v.SetInt(int64(b))
	default:
		v.SetUint(b)
	}
}

func bitsOf(d uop.DType, v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.Float32:
		return contract.Canon(d, uint64(math.Float32bits(float32(v.Float()))))
	case reflect.Float64:
		return contract.Canon(d, math.Float64bits(v.Float()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int())
	}
	return v.Uint()
}
