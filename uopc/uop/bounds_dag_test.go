package uop_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	. "github.com/uopc/uopc/uopc/uop"
)

func newRand(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("TEST_SEED=%q is not a number: %v", s, err)
		}
		seed = v
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 2))
}

// program is a random expression over PARAMs of small domains.
type program struct {
	g       *Graph
	params  []*UOp
	nodes   []*UOp // in order of creation
	machine []uint64
	truth   []*big.Int // T's meaning: the ring without wrapping over machine values
}

func randomProgram(r *rand.Rand, dtypes []DType, size int, domain func(d DType) (int64, int64)) *program {
	p := &program{g: NewGraph()}
	for i, d := range dtypes {
		a := ParamArg(d, i, "")
		if d.IsInt() && domain != nil {
			l, h := domain(d)
			a = BoundedArg(d, i, "", l, h)
		}
		p.params = append(p.params, p.g.Make(OpParam, a))
	}
	pool := append([]*UOp{}, p.params...)
	for range 4 {
		d := dtypes[r.IntN(len(dtypes))]
		pool = append(pool, p.g.Int(d, int64(r.IntN(11)-5)))
	}
	ops := append([]Op{OpNeg, OpCast, OpWhere, OpAdd, OpMul, OpAdd, OpMul, OpFloordiv, OpFloormod}, binary...)
	for range size {
		op := ops[r.IntN(len(ops))]
		src := make([]*UOp, op.Arity())
		for i := range src {
			src[i] = pool[r.IntN(len(pool))]
		}
		if u, err := p.g.New(op, CastArg(dtypes[r.IntN(len(dtypes))]), src...); err == nil {
			pool = append(pool, u)
		}
	}
	for i := range p.g.Len() {
		p.nodes = append(p.nodes, p.g.Node(i))
	}
	p.machine, p.truth = make([]uint64, len(p.nodes)), make([]*big.Int, len(p.nodes))
	return p
}

func toBig(d DType, bits uint64) *big.Int {
	if d == U64 {
		return new(big.Int).SetUint64(bits)
	}
	return big.NewInt(int64(bits))
}

func (p *program) eval(args []uint64) {
	for i, u := range p.nodes {
		d := u.DType()
		var s [3]uint64
		for k, v := range u.Src() {
			s[k] = p.machine[v.ID()]
		}
		switch u.Op() {
		case OpParam:
			p.machine[i] = args[u.X().Slot]
		case OpConst:
			p.machine[i] = u.Bits()
		default:
			at := u.Src()[len(u.Src())-1].DType()
			p.machine[i] = contract.Eval(u.Op(), d, at, s[0], s[1], s[2])
		}
		p.truth[i] = ringValue(u, func(v *UOp) *big.Int { return p.truth[v.ID()] })
		if p.truth[i] == nil {
			p.truth[i] = toBig(d, p.machine[i])
		}
	}
}

// ringValue gives the value of an op of the ring without wrapping; nil for other ops.
func ringValue(u *UOp, of func(*UOp) *big.Int) *big.Int {
	if !u.DType().IsInt() {
		return nil
	}
	s, z := u.Src(), new(big.Int)
	switch u.Op() {
	case OpNeg:
		return z.Neg(of(s[0]))
	case OpAdd:
		return z.Add(of(s[0]), of(s[1]))
	case OpMul:
		return z.Mul(of(s[0]), of(s[1]))
	case OpShl:
		if s[1].IsConst() {
			return z.Lsh(of(s[0]), uint(s[1].Bits())&uint(u.DType().Bits()-1))
		}
	}
	return nil
}

// free gives what u would be from its sources' machine values without wrapping; nil where the
// machine value is the answer by definition.
func (p *program) free(u *UOp) *big.Int {
	val := func(v *UOp) *big.Int { return toBig(v.DType(), p.machine[v.ID()]) }
	if v := ringValue(u, val); v != nil {
		return v
	}
	s := u.Src()
	switch {
	case u.Op() == OpFloordiv && val(s[1]).Sign() != 0:
		a, b := val(s[0]), val(s[1])
		if b.Sign() < 0 { // Div of math/big is Euclid's; it floors when b > 0
			a, b = new(big.Int).Neg(a), new(big.Int).Neg(b)
		}
		return new(big.Int).Div(a, b)
	case u.Op() == OpCast && u.DType() != Bool:
		return val(s[0])
	case u.Op() == OpShl:
		return new(big.Int).Lsh(val(s[0]), uint(p.machine[s[1].ID()])&uint(u.DType().Bits()-1))
	}
	return nil
}

// wideIn tells whether v lies in s, an end standing for no bound.
func wideIn(s Span, v *big.Int) bool {
	less := func(w Wide, sign int) bool {
		if w.IsInf() {
			return false
		}
		b, _ := new(big.Int).SetString(w.String(), 10)
		return v.Cmp(b) == sign
	}
	return !less(s.Lo, -1) && !less(s.Hi, 1)
}

type tally struct{ values, safe, nowrap, narrow int }

func (p *program) check(t *testing.T, n *tally) {
	t.Helper()
	for i, u := range p.nodes {
		if u.DType().IsFloat() {
			continue
		}
		got, b := toBig(u.DType(), p.machine[i]), u.Bounds()
		n.values++
		if !wideIn(b.V, got) {
			t.Fatalf("node %d, %s %s: %v is outside [%v, %v]", i, u.Op(), u.DType(), got, b.V.Lo, b.V.Hi)
		}
		if !wideIn(b.T, p.truth[i]) {
			t.Fatalf("node %d, %s %s: truly %v, outside T [%v, %v]", i, u.Op(), u.DType(), p.truth[i], b.T.Lo, b.T.Hi)
		}
		if u.Nowrap() {
			if n.nowrap++; u.DType() != Bool && got.Cmp(p.truth[i]) != 0 {
				t.Fatalf("node %d, %s %s: Nowrap, but %v is truly %v", i, u.Op(), u.DType(), got, p.truth[i])
			}
		}
		if u.Safe() {
			if v := p.free(u); v != nil && v.Cmp(got) != 0 {
				t.Fatalf("node %d, %s %s: safe, but %v is %v without wrapping", i, u.Op(), u.DType(), got, v)
			}
			n.safe++
		}
		if lo, hi := DTypeRange(u.DType()); b.V.Lo != lo || b.V.Hi != hi {
			n.narrow++
		}
	}
}

// Random expressions over domains small enough to try every input.
func TestBoundsOfExpressions(t *testing.T) {
	r := newRand(t)
	programs := 400
	if testing.Short() {
		programs = 100
	}
	var n tally
	kinds := []DType{I8, U8, I16, I32, Index, Bool, U64}
	for range programs {
		d := kinds[r.IntN(4)]
		dts := []DType{d, d, kinds[r.IntN(len(kinds))]}
		p := randomProgram(r, dts, 14, func(d DType) (int64, int64) { return smallDomain(r, d) })
		var dom [3][]uint64
		for i, u := range p.params {
			lo, _ := u.Vmin().Int64()
			hi, _ := u.Vmax().Int64()
			for k := range hi - lo + 1 { // hi may be the last int64
				dom[i] = append(dom[i], uint64(lo+k))
			}
		}
		for _, a := range dom[0] {
			for _, b := range dom[1] {
				for _, c := range dom[2] {
					p.eval([]uint64{a, b, c})
					p.check(t, &n)
				}
			}
		}
	}
	t.Logf("%d programs: %d values, %d safe, %d Nowrap, %d narrower than the dtype", programs, n.values, n.safe, n.nowrap, n.narrow)
	if n.safe < n.values/4 || n.narrow < n.values/4 {
		t.Error("the bounds say next to nothing")
	}
}

// smallDomain is up to five values: near zero, or at an end of the dtype.
func smallDomain(r *rand.Rand, d DType) (int64, int64) {
	width := int64(r.IntN(5))
	bottom, _ := DTypeRange(d)
	lo, _ := bottom.Int64()
	switch r.IntN(4) {
	case 0:
		return lo, lo + width
	case 1:
		if _, top := DTypeRange(d); d != U64 {
			hi, _ := top.Int64()
			return hi - width, hi
		}
	}
	start := max(lo, int64(r.IntN(20)-10))
	return start, start + width
}

// Deep expressions of 64-bit numbers at their extremes: Wide saturates and never overflows.
func TestBoundsAtTheExtremes(t *testing.T) {
	r := newRand(t)
	programs := 1500
	if testing.Short() {
		programs = 300
	}
	var n tally
	saturated := 0
	for range programs {
		d := []DType{I64, U64, Index, I32, U32}[r.IntN(5)]
		dts := []DType{d, d, []DType{I64, U64, I32, Bool}[r.IntN(4)]}
		p := randomProgram(r, dts, 40, nil)
		for _, u := range p.nodes {
			if b := u.Bounds().T; b.Lo.IsInf() || b.Hi.IsInf() {
				saturated++
			}
		}
		for range 12 {
			args := make([]uint64, 3)
			for i, d := range dts {
				args[i] = contract.Canon(d, extreme(r))
			}
			p.eval(args)
			p.check(t, &n)
		}
	}
	t.Logf("%d programs: %d values, %d safe, %d Nowrap, %d nodes saturated", programs, n.values, n.safe, n.nowrap, saturated)
	if saturated < 100 {
		t.Error("nothing saturates")
	}
}

func extreme(r *rand.Rand) uint64 {
	switch r.IntN(4) {
	case 0:
		return r.Uint64()
	case 1:
		return uint64(r.IntN(7) - 3)
	}
	return uint64(1)<<r.IntN(64) + uint64(r.IntN(3)-1)
}
