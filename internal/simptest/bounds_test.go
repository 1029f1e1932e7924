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
