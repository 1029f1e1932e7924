package simptest

import (
	"fmt"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc/uop"
)

// gen makes random programs in one graph, mostly of dtype d.
type gen struct {
	r      *rand.Rand
	g      *uop.Graph
	d      uop.DType
	params []*uop.UOp
	vals   []*uop.UOp // what was made, to be used again
	last   int64      // the last constant, to which the next one is often related
}

// family is one kind of expression that rules look for.
type family struct {
	weight int
	make   func(e *gen, d uop.DType, n int) *uop.UOp
}

// addParams adds n PARAMs of dtype d, the second of which may be a bool, without promises.
func (e *gen) addParams(n int) {
	for range n {
		d := e.d
		if len(e.params) > 0 && e.r.IntN(6) == 0 {
			d = uop.Bool
		}
		e.param(uop.ParamArg(d, len(e.params), fmt.Sprintf("x%d", len(e.params))))
	}
}

// addBounded adds n PARAMs with promises.
func (e *gen) addBounded(n int) {
	ranges := [][2]int64{{0, 15}, {0, 3}, {0, 7}, {1, 4}, {0, 1}, {3, 12}, {-8, -5}, {-4, 3}, {-1, 0}, {-12, 11}, {0, 59}}
	if !e.d.IsSigned() {
		ranges = append(ranges[:6:6], [2]int64{0, 59}, [2]int64{100, 103})
	}
	for range n {
		b := pick(e.r, ranges)
		i := len(e.params)
		e.param(uop.BoundedArg(e.d, i, fmt.Sprintf("i%d", i), b[0], b[1]))
	}
}

func (e *gen) param(a uop.Arg) { e.params = append(e.params, e.g.Make(uop.OpParam, a)) }

// expr makes a program of dtype d with about n ops.
func (e *gen) expr(d uop.DType, n int) *uop.UOp {
	if n <= 0 {
		return e.leaf(d)
	}
	if e.r.IntN(8) == 0 {
		if u := e.again(d); u != nil {
			return u
		}
	}
	u := choose(e.r, familiesOf(d)).make(e, d, n)
	e.vals = append(e.vals, u)
	return u
}

func familiesOf(d uop.DType) []family {
	switch {
	case d == uop.Bool:
		return boolFamilies
	case d.IsFloat():
		return floatFamilies
	}
	return intFamilies
}

func choose(r *rand.Rand, list []family) family {
	sum := 0
	for _, f := range list {
		sum += f.weight
	}
	k := r.IntN(sum)
	for _, f := range list {
		if k -= f.weight; k < 0 {
			return f
		}
	}
	panic("unreachable")
}

// again gives a value of d that was made before, or nil.
func (e *gen) again(d uop.DType) *uop.UOp {
	for range 4 {
		if len(e.vals) == 0 {
			return nil
		}
		if u := pick(e.r, e.vals); u.DType() == d {
			return u
		}
	}
	return nil
}

// leaf makes a constant or a PARAM, with a cast where no PARAM is of dtype d.
func (e *gen) leaf(d uop.DType) *uop.UOp {
	if e.r.IntN(5) == 0 {
		return e.konst(d)
	}
	for range 3 {
		if u := pick(e.r, e.params); u.DType() == d {
			return u
		}
	}
	return e.cast(pick(e.r, e.params), d)
}

func (e *gen) cast(u *uop.UOp, d uop.DType) *uop.UOp {
	if u.DType() == d {
		return u
	}
	return e.g.Cast(u, d)
}

// usual are the constants that most programs have.
var usual = []int64{0, 1, -1, 1, 2, 3, 4, 6, 8, 12, 16, 5, 7, 10, -2, -3, -4, -6, 32, 64}

// konst makes a constant: a usual one, one related to the last, or an edge of the dtype.
func (e *gen) konst(d uop.DType) *uop.UOp {
	if d.IsFloat() {
		return e.floatConst(d)
	}
	k := e.r.IntN(10)
	switch {
	case k == 0 && d != uop.Index:
		return e.g.Const(d, pick(e.r, edges(d)))
	case k <= 5 && e.last != 0:
		return e.related(d)
	}
	e.last = pick(e.r, usual)
	return e.g.Int(d, e.last)
}

// related makes a multiple or a divisor of the last constant, the same one, or one next to it.
func (e *gen) related(d uop.DType) *uop.UOp {
	v := e.last
	switch e.r.IntN(7) {
	case 0:
		v *= int64(2 + e.r.IntN(3))
	case 1:
		v /= int64(2 + e.r.IntN(2))
	case 2:
		v++
	case 3:
		v--
	case 4:
		v = -v
	}
	if v > 1<<20 || v < -(1<<20) {
		v = 3
	}
	e.last = v
	return e.g.Int(d, v)
}

// rest cuts n into two parts.
func (e *gen) rest(n int) (int, int) {
	k := e.r.IntN(max(n, 1))
	return k, n - 1 - k
}

func (e *gen) other(d uop.DType, among ...uop.DType) uop.DType {
	for {
		if to := pick(e.r, among); to != d {
			return to
		}
	}
}

// castsFor are the dtypes that a value of d is cast to and back from. An index is cast to only
// where its range stays small: see keepsPromise.
func castsFor(d uop.DType) []uop.DType {
	all := uop.ValueDTypes()
	if d == uop.Index {
		return []uop.DType{uop.I32, uop.I64, uop.I16, uop.Bool, uop.I8}
	}
	return append(all, uop.I8, uop.U8, uop.I32, uop.U32)
}

// keepsPromise tells whether no index of the program overflows: the caller of a kernel promises
// that, and rules build on it.
func keepsPromise(root *uop.UOp) bool {
	for _, u := range uop.Topo(root) {
		if u.DType() != uop.Index || u.IsConst() || u.Op() == uop.OpParam {
			continue
		}
		t := u.Bounds().T
		if abs := uop.Wide64(1 << 62); abs.Less(t.Hi) || t.Lo.Less(abs.Neg()) {
			return false
		}
	}
	return true
}
