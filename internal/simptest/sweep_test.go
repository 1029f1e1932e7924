package simptest

import (
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/rules"
	"github.com/uopc/uopc/uopc/uop"
)

// simplifier is what is tested: it gives a program of the same value, and which rules made it.
type simplifier func(root *uop.UOp) (after *uop.UOp, fired map[string]int, err error)

// strict is the simplifier as users have it.
func strict(root *uop.UOp) (*uop.UOp, map[string]int, error) {
	v, st, err := rules.SimplifyOpt(root, rules.Options{})
	if st == nil {
		return v, nil, err
	}
	return v, st.Fired, err
}

// sweep is one kind of programs, and on how many inputs each is tried.
type sweep struct {
	name     string
	dtypes   []uop.DType
	programs int // in a default run
	limit    int // of inputs for one program
	params   func(e *gen)
	size     int // ops, at most
}

var sweeps = []sweep{
	{"byte", []uop.DType{uop.I8, uop.U8}, 50_000, 1 << 17, func(e *gen) { e.addParams(1) }, 9},
	{"bytes", []uop.DType{uop.I8, uop.U8}, 1500, 1 << 17, func(e *gen) { e.addParams(2) }, 9},
	{"32", []uop.DType{uop.I32, uop.U32, uop.I16, uop.U16}, 25_000, 3000, func(e *gen) { e.addParams(1 + e.r.IntN(2)) }, 10},
	{"64", []uop.DType{uop.I64, uop.U64}, 10_000, 3000, func(e *gen) { e.addParams(1 + e.r.IntN(2)) }, 10},
	{"index", []uop.DType{uop.Index, uop.I32, uop.I8, uop.U8, uop.I64, uop.U32, uop.Index}, 50_000, 4000, func(e *gen) { e.addBounded(1 + e.r.IntN(3)) }, 10},
	{"bool", []uop.DType{uop.Bool}, 12_000, 64, func(e *gen) { e.addParams(1 + e.r.IntN(4)) }, 8},
	{"float", []uop.DType{uop.F32, uop.F64}, 20_000, 2500, func(e *gen) { e.addParams(1 + e.r.IntN(2)) }, 8},
}

func sweepOf(name string) *sweep {
	for i := range sweeps {
		if sweeps[i].name == name {
			return &sweeps[i]
		}
	}
	panic("no sweep " + name)
}

// program makes program number i of a seed, in a graph of its own.
func (s *sweep) program(seed uint64, i int) *uop.UOp {
	h := fnv.New64a()
	h.Write([]byte(s.name))
	r := newRand(seed, h.Sum64()+uint64(i))
	for {
		e := &gen{r: r, g: uop.NewGraph(), d: s.dtypes[i%len(s.dtypes)]}
		s.params(e)
		d := e.d
		if r.IntN(5) == 0 {
			d = uop.Bool
		}
		if u := e.root(d, 1+r.IntN(s.size)); keepsPromise(u) {
			return u
		}
	}
}

// root makes a program by itself, or along one of the shapes that rules are about.
func (e *gen) root(d uop.DType, n int) *uop.UOp {
	if shape := e.shape(); shape != nil {
		return e.along(shape, n/2)
	}
	return e.expr(d, n)
}

// find tries programs from number `from` to `to` and gives the first failure, made smaller.
func (s *sweep) find(seed uint64, from, to int, simplify simplifier, st *tally) *failure {
	for i := from; i < to; i++ {
		f := check(s.program(seed, i), simplify, s.limit, seed, st)
		if f == nil {
			continue
		}
		f.number = i
		f.shrink(func(v *uop.UOp) *failure {
			if !keepsPromise(v) {
				return nil
			}
			return check(v, simplify, s.limit, seed, nil)
		})
		return f
	}
	return nil
}

// run is find with a log of what was done.
func (s *sweep) run(t testing.TB, seed uint64, n int, simplify simplifier) *failure {
	t.Helper()
	var st tally
	f := s.find(seed, 0, n, simplify, &st)
	comparisons.Add(int64(st.compared))
	t.Logf("%-6s %6d programs, %6d changed, %6d on all combinations; %9d comparisons; %d rules fired", s.name, n, st.changed, st.every, st.compared, len(st.fired))
	return f
}

// tally is what a run of programs did.
type tally struct {
	changed, every, compared int
	fired                    map[string]int
}

func (st *tally) add(u, v *uop.UOp, fired map[string]int, in *inputs) {
	st.compared += in.n
	if u != v {
		st.changed++
	}
	if in.every {
		st.every++
	}
	if st.fired == nil {
		st.fired = map[string]int{}
	}
	for k, n := range fired {
		st.fired[k] += n
	}
}

// check compares a program with what the simplifier makes of it; nil is no difference.
func check(u *uop.UOp, simplify simplifier, limit int, seed uint64, st *tally) (f *failure) {
	defer func() {
		if p := recover(); p != nil {
			f = &failure{before: u, what: fmt.Sprintf("panic: %v", p), kind: "panic"}
		}
	}()
	v, fired, err := simplify(u)
	if err != nil {
		return &failure{before: u, what: err.Error(), kind: "error", fired: fired}
	}
	if v.DType() != u.DType() {
		return &failure{before: u, after: v, what: "the dtype is now " + v.DType().String(), kind: "dtype", fired: fired}
	}
	p, err := Compile(u, v)
	if err != nil {
		return &failure{before: u, after: v, what: err.Error(), kind: "compile", fired: fired}
	}
	in := newInputs(seed, p, limit)
	if u == v {
		in.n = min(in.n, Block) // nothing to see, but it counts as one block
	}
	for n := in.next(p); n > 0; n = in.next(p) {
		p.Run()
		if i := differ(u.DType(), p.Out(u)[:n], p.Out(v)[:n]); i >= 0 {
			return newFailure(u, v, p, i, fired)
		}
	}
	if st != nil {
		st.add(u, v, fired, in)
	}
	return nil
}

// differ gives the first place where two columns differ, or -1. All NaNs are one value.
func differ(d uop.DType, a, b []uint64) int {
	for i, x := range a {
		if x != b[i] && !(d.IsFloat() && contract.Same(d, x, b[i])) {
			return i
		}
	}
	return -1
}

// sweepTest runs sweeps in a default or a short run.
func sweepTest(t *testing.T, names ...string) {
	t.Helper()
	seed := seedOf(t)
	for _, name := range names {
		s := sweepOf(name)
		if f := s.run(t, seed, scaled(t, s.programs), strict); f != nil {
			t.Errorf("%s, program %d: %v", name, f.number, f)
		}
	}
}

// TestEveryByte tries 8-bit programs of one and two PARAMs on every input.
func TestEveryByte(t *testing.T) { sweepTest(t, "byte", "bytes") }

// TestBoundary32 tries programs of 16 and 32 bits on values at the edges, and pairs of them.
func TestBoundary32(t *testing.T) { sweepTest(t, "32") }

// TestBoundary64 does the same for 64 bits.
func TestBoundary64(t *testing.T) { sweepTest(t, "64") }

// TestIndex tries expressions as indexes have, of bounded PARAMs, on every point.
func TestIndex(t *testing.T) { sweepTest(t, "index") }

// TestBool tries bools of bools on every input.
func TestBool(t *testing.T) { sweepTest(t, "bool") }

// TestFloat tries floats on special values and random bits.
func TestFloat(t *testing.T) { sweepTest(t, "float") }
