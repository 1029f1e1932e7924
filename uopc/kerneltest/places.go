package kerneltest

import (
	"math"
	"reflect"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

func (r *runner) place(p uop.Param, n int, sizes map[int]int64, calm bool) *interp.Value {
	v := &interp.Value{DType: p.DType, Shape: r.dims(p, n, sizes)}
	total := int64(1)
	for _, d := range v.Shape {
		total *= d
	}
	v.Bits = make([]uint64, total)
	// Elements have bounds in an Each form. Without regard to them hardly a slice would be accepted.
	keep := (p.HasMin || p.HasMax) && r.rnd.Intn(4) > 0
	for i := range v.Bits {
		if keep {
			v.Bits[i] = r.scalar(p, calm)
		} else {
			v.Bits[i] = r.rnd.value(p.DType, calm)
		}
	}
	return v
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
