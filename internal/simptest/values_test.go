package simptest

import (
	"math/rand/v2"

	"github.com/uopc/uopc/internal/uirtest"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// nans are NaNs that are not the canonical one: quiet and signaling, of both signs.
var nans = map[uop.DType][]uint64{
	uop.F32: {0x7fc00001, 0xffc00000, 0x7f800001, 0xffa5a5a5},
	uop.F64: {0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001, 0xfff5a5a5a5a5a5a5},
}

// edges gives the values of d where ops change what they do.
func edges(d uop.DType) []uint64 { return edgeTable[d] }

var edgeTable = func() map[uop.DType][]uint64 {
	t := map[uop.DType][]uint64{}
	for _, d := range uop.ValueDTypes() {
		switch {
		case d == uop.Bool:
			t[d] = []uint64{0, 1}
		case d.IsFloat():
			t[d] = append(uirtest.Specials(d), nans[d]...)
		default:
			t[d] = intEdges(d)
		}
	}
	return t
}()

// intEdges has small numbers, and what is next to powers of two and to both ends.
func intEdges(d uop.DType) []uint64 {
	s := newSet(d)
	for v := range int64(9) {
		s.add(v, -v)
	}
	for _, v := range []int64{10, 12, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 100} {
		s.add(v, -v)
	}
	w := d.Bits()
	for _, k := range []int{w / 2, w - 2, w - 1} {
		p := int64(1) << k
		s.add(p-2, p-1, p, p+1, -p-1, -p, 1-p)
	}
	return s.list
}

// set is a list of different values of d in the order in which they came.
type set struct {
	d    uop.DType
	list []uint64
	has  map[uint64]bool
}

func newSet(d uop.DType) *set { return &set{d: d, has: map[uint64]bool{}} }

func (s *set) add(vs ...int64) {
	for _, v := range vs {
		if b := contract.Canon(s.d, uint64(v)); !s.has[b] {
			s.has[b] = true
			s.list = append(s.list, b)
		}
	}
}

// random draws a value: any bits, or a number of any size, or one next to an edge.
func random(r *rand.Rand, d uop.DType) uint64 {
	switch k := r.IntN(4); {
	case d == uop.Bool:
		return r.Uint64() & 1
	case k == 0:
		return contract.Canon(d, pick(r, edges(d))+uint64(r.IntN(9))-4)
	case k == 1 && d.IsFloat():
		return contract.FromFloat(d, float64(r.IntN(401)-200)/4)
	case k == 1:
		return contract.Canon(d, r.Uint64()>>r.IntN(64))
	case k == 2 && d.IsFloat():
		return contract.FromFloat(d, r.NormFloat64()*1e5)
	}
	return contract.Canon(d, r.Uint64())
}
