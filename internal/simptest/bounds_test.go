package simptest

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// claims is what a node says of its value. The tests of this test replace it by lies.
type claims struct {
	lo, hi       uop.Wide // of the machine value
	tlo, thi     uop.Wide // of the value with + - * NEG in unbounded integers
	nowrap, safe bool
}

func claimsOf(u *uop.UOp) claims {
	b := u.Bounds()
	return claims{b.V.Lo, b.V.Hi, b.T.Lo, b.T.Hi, u.Nowrap(), u.Safe()}
}

// exactInputs is on how many inputs of a block the values are computed in unbounded integers too.
const exactInputs = 12

// boundsTally counts what was checked.
type boundsTally struct{ values, exact, nowrap, safe, narrow int }

// bounded runs a program and checks what every node claims.
func bounded(u *uop.UOp, seed uint64, limit int, claim func(*uop.UOp) claims, n *boundsTally) *failure {
	p, err := Compile(u)
	if err != nil {
		return &failure{before: u, kind: "compile", what: err.Error()}
	}
	in := newInputs(seed, p, limit)
	for k := in.next(p); k > 0; k = in.next(p) {
		p.Run()
		for _, v := range p.Nodes() {
			if v.DType().IsFloat() {
				continue
			}
			n.values += k
			c := claim(v)
			if lo, hi := uop.DTypeRange(v.DType()); c.lo != lo || c.hi != hi {
				n.narrow += k
			}
			if i := outside(v.DType(), p.Out(v)[:k], c.lo, c.hi); i >= 0 {
				f := newFailure(u, nil, p, i, nil)
				f.kind = "range"
				f.what = fmt.Sprintf("%s is outside [%v, %v]: %s", contract.FormatValue(v.DType(), p.Out(v)[i]), c.lo, c.hi, show(v))
				return f
			}
		}
		for i := range min(k, exactInputs) {
			if f := exactly(u, p, i*k/exactInputs%k, claim, n); f != nil {
				return f
			}
		}
	}
	return nil
}

// outside gives the place of the first value outside [lo, hi], or -1.
func outside(d uop.DType, col []uint64, lo, hi uop.Wide) int {
	for i, b := range col {
		if w := wide(d, b); w.Less(lo) || hi.Less(w) {
			return i
		}
	}
	return -1
}

// exactly checks input i of the block against unbounded integers.
func exactly(u *uop.UOp, p *Program, i int, claim func(*uop.UOp) claims, n *boundsTally) *failure {
	ring, all := map[*uop.UOp]*big.Int{}, map[*uop.UOp]*big.Int{}
	for _, v := range p.Nodes() {
		if v.DType().IsFloat() {
			continue
		}
		got := toBig(v.DType(), p.Out(v)[i])
		ring[v], all[v] = ringValue(v, ring), exactValue(v, all)
		if ring[v] == nil {
			ring[v] = got
		}
		if all[v] == nil {
			all[v] = got
		}
		n.exact++
		c := claim(v)
		bad := ""
		switch {
		case !inWide(ring[v], c.tlo, c.thi):
			bad = fmt.Sprintf("T is [%v, %v], but in unbounded integers it is %v", c.tlo, c.thi, ring[v])
		case c.nowrap && v.DType() != uop.Bool && ring[v].Cmp(got) != 0:
			bad = fmt.Sprintf("Nowrap, but %v is %v in unbounded integers", got, ring[v])
		case c.safe && all[v].Cmp(got) != 0:
			bad = fmt.Sprintf("safe, but %v is %v where nothing wraps", got, all[v])
		}
		if c.nowrap {
			n.nowrap++
		}
		if c.safe {
			n.safe++
		}
		if bad != "" {
			f := newFailure(u, nil, p, i, nil)
			f.kind, f.what = "exact", bad+": "+show(v)
			return f
		}
	}
	return nil
}

func toBig(d uop.DType, bits uint64) *big.Int {
	if d == uop.U64 {
		return new(big.Int).SetUint64(bits)
	}
	return big.NewInt(int64(bits))
}

// inWide tells whether v is in [lo, hi]; an end of Wide is no bound.
func inWide(v *big.Int, lo, hi uop.Wide) bool {
	return (lo.IsInf() || v.Cmp(bigOf(lo)) >= 0) && (hi.IsInf() || v.Cmp(bigOf(hi)) <= 0)
}

func bigOf(w uop.Wide) *big.Int {
	if v, ok := w.Int64(); ok {
		return big.NewInt(v)
	}
	b, _ := new(big.Int).SetString(w.String(), 10)
	return b
}

// ringValue gives the value of + - * NEG and of a shift by a constant from those of the sources,
// without wrapping; nil for the others.
func ringValue(u *uop.UOp, of map[*uop.UOp]*big.Int) *big.Int {
	if !u.DType().IsInt() {
		return nil
	}
	s := u.Src()
	switch z := new(big.Int); u.Op() {
	case uop.OpNeg:
		return z.Neg(of[s[0]])
	case uop.OpAdd:
		return z.Add(of[s[0]], of[s[1]])
	case uop.OpMul:
		return z.Mul(of[s[0]], of[s[1]])
	case uop.OpShl:
		if s[1].IsConst() {
			return z.Lsh(of[s[0]], countOf(u))
		}
	}
	return nil
}

// countOf gives the count of a shift by a constant.
func countOf(u *uop.UOp) uint { return uint(u.Src()[1].Bits()) & uint(u.DType().Bits()-1) }

// exactValue gives the value of any op whose result follows from exact sources; nil for what
// starts afresh from machine values, and for what no rule takes as exact.
func exactValue(u *uop.UOp, of map[*uop.UOp]*big.Int) *big.Int {
	if v := ringValue(u, of); v != nil {
		return v
	}
	s := u.Src()
	if len(s) == 0 || u.DType() == uop.Bool || operand(u).IsFloat() {
		return nil
	}
	if u.Op() == uop.OpCast {
		return of[s[0]]
	}
	if u.Op() == uop.OpWhere {
		if of[s[0]].Sign() != 0 {
			return of[s[1]]
		}
		return of[s[2]]
	}
	if f := exactOps[u.Op()]; f != nil {
		return f(of[s[0]], of[s[1]], u)
	}
	return nil
}

// exactOps are the binary ops beside the ring's on integers of any size.
var exactOps = map[uop.Op]func(a, b *big.Int, u *uop.UOp) *big.Int{
	uop.OpFloordiv: func(a, b *big.Int, _ *uop.UOp) *big.Int { q, _ := floorBig(a, b); return q },
	uop.OpFloormod: func(a, b *big.Int, _ *uop.UOp) *big.Int { _, m := floorBig(a, b); return m },
	uop.OpAnd:      func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).And(a, b) },
	uop.OpOr:       func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).Or(a, b) },
	uop.OpXor:      func(a, b *big.Int, _ *uop.UOp) *big.Int { return new(big.Int).Xor(a, b) },
	uop.OpMax: func(a, b *big.Int, _ *uop.UOp) *big.Int {
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	},
	uop.OpShr: func(a, _ *big.Int, u *uop.UOp) *big.Int {
		if !u.Src()[1].IsConst() {
			return nil
		}
		return new(big.Int).Rsh(a, countOf(u))
	},
}

// floorBig is // and % of unbounded integers: x//0 is 0 and x%0 is x.
func floorBig(a, b *big.Int) (q, m *big.Int) {
	if b.Sign() == 0 {
		return new(big.Int), a
	}
	q, m = new(big.Int).QuoRem(a, b, new(big.Int))
	if m.Sign() != 0 && m.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		m = new(big.Int).Add(m, b)
	}
	return q, m
}

// boundsRun checks the claims of n programs of every sweep, before and after simplification.
func boundsRun(t *testing.T, seed uint64, n int, claim func(*uop.UOp) claims, st *boundsTally) *failure {
	t.Helper()
	for k := range sweeps {
		s := &sweeps[k]
		for i := range n {
			u := s.program(seed, i+2<<32)
			try := func(v *uop.UOp) *failure {
				if !keepsPromise(v) {
					return nil
				}
				return bounded(v, seed, 2*Block, claim, st)
			}
			f := try(u)
			if f == nil {
				if v, _, err := strict(u); err == nil {
					u = v
					f = try(v)
				}
			}
			if f != nil {
				f.number = i
				f.shrink(try)
				return f
			}
		}
	}
	return nil
}

// TestBounds: every value is inside [Vmin, Vmax], what T and Nowrap say holds, and safe nodes are
// what unbounded integers give all the way up from the leaves.
func TestBounds(t *testing.T) {
	var n boundsTally
	if f := boundsRun(t, seedOf(t), scaled(t, 1200), claimsOf, &n); f != nil {
		t.Fatal(f)
	}
	t.Logf("%d values inside their bounds, %d%% of them narrower than the dtype; %d checked in unbounded integers, %d%% Nowrap, %d%% safe",
		n.values, 100*n.narrow/n.values, n.exact, 100*n.nowrap/n.exact, 100*n.safe/n.exact)
}
