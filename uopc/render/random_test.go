package render

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

func newRand(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("TEST_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	t.Logf("TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// program is a random value and the scalar parameters that it uses.
type program struct {
	b    *builder
	root *uop.UOp
}

// special values of floats and integers; each dtype also has its limits.
var specialFloats = []float64{0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 127, 128, 129, -128, -129, 255, 256, 32767, 32768, 65535, 65536,
	2147483520, 2147483647, 2147483648, -2147483648, 4294967296, 9007199254740993, 9223372036854775807, -9223372036854775808, 18446744073709551615,
	1e-45, 1.1754944e-38, 1e-38, 3.4028235e38, 5e-324, 2.2250738585072014e-308, 1e308, 1e-300, 1e300, 1.0000001, 16777217, 0.1, 1e8, -1e8, 1e20}

func someBits(r *rand.Rand, d uop.DType) uint64 {
	if d.IsFloat() {
		return someFloat(r, d)
	}
	lo, hi := uop.DTypeRange(d)
	switch r.IntN(6) {
	case 0:
		return contract.Canon(d, lo.Bits()+uint64(r.IntN(3)))
	case 1:
		return contract.Canon(d, hi.Bits()-uint64(r.IntN(3)))
	case 2, 3:
		return contract.FromInt(d, int64(r.IntN(9)-4))
	case 4:
		return contract.FromInt(d, int64(1)<<r.IntN(64)-int64(r.IntN(2)))
	}
	return contract.Canon(d, r.Uint64())
}

func someFloat(r *rand.Rand, d uop.DType) uint64 {
	sign := uint64(r.IntN(2)) << (d.Bits() - 1)
	switch r.IntN(6) {
	case 0:
		return contract.Canon(d, r.Uint64())
	case 1:
		special := []uint64{contract.FromFloat(d, 0), contract.Identity(uop.OpMax, d), contract.Canon(d, 1<<(d.Bits()-1)-1), contract.Canon(d, 1)}
		return contract.Canon(d, special[r.IntN(len(special))]^sign)
	case 2, 3:
		return contract.FromFloat(d, (r.Float64()-0.5)*float64(int(1)<<r.IntN(12)))
	}
	return contract.Canon(d, contract.FromFloat(d, specialFloats[r.IntN(len(specialFloats))])^sign)
}

// randomProgram makes parameters of several dtypes and a value of some ops on them. Operands are
// taken from recent values with preference, so that the value depends on most of them.
func randomProgram(r *rand.Rand, ops int) *program {
	b := newBuilder()
	p := &program{b: b}
	all := uop.ValueDTypes()
	pool := map[uop.DType][]*uop.UOp{}
	add := func(u *uop.UOp) { pool[u.DType()] = append(pool[u.DType()], u) }
	for range 4 {
		d := all[r.IntN(len(all))]
		for range 2 {
			if d.IsInt() && d != uop.U64 && r.IntN(3) == 0 {
				add(b.bounded(d, "p", int64(r.IntN(2)), 100))
			} else {
				add(b.param(d, "p"))
			}
		}
	}
	pick := func(d uop.DType) *uop.UOp {
		s := pool[d]
		if len(s) == 0 || r.IntN(8) == 0 {
			return b.Const(d, someBits(r, d))
		}
		if r.IntN(3) > 0 {
			return s[len(s)-1]
		}
		return s[r.IntN(len(s))]
	}
	for range ops {
		u := randomOp(r, b, pool, pick)
		p.root = u
		add(u)
	}
	return p
}

func randomOp(r *rand.Rand, b *builder, pool map[uop.DType][]*uop.UOp, pick func(uop.DType) *uop.UOp) *uop.UOp {
	all := uop.ValueDTypes()
	for {
		d := all[r.IntN(len(all))]
		op := uop.OpNeg + uop.Op(r.IntN(int(uop.OpFma-uop.OpNeg)+1))
		if len(pool[d]) == 0 || written[op] || !op.Takes(d) {
			continue
		}
		switch {
		case op == uop.OpCast:
			return b.Cast(pick(d), all[r.IntN(len(all))])
		case op == uop.OpBitcast:
			to := all[r.IntN(len(all))]
			if to.Bits() == d.Bits() {
				return b.Make(op, uop.CastArg(to), pick(d))
			}
		case op == uop.OpWhere:
			return b.Where(pick(uop.Bool), pick(d), pick(d))
		default:
			src := []*uop.UOp{pick(d), pick(d), pick(d)}
			return b.Make(op, uop.Arg{}, src[:op.Arity()]...)
		}
	}
}

// inputs draws a value for each parameter, inside its promise.
func (p *program) inputs(r *rand.Rand) []uint64 {
	in := make([]uint64, len(p.b.args))
	for i, a := range p.b.args {
		in[i] = someBits(r, a.DType())
		if x := a.X(); x.HasMin {
			in[i] = contract.FromInt(a.DType(), x.Min+int64(r.IntN(int(x.Max-x.Min+1))))
		}
	}
	return in
}

// eval gives the value that the contract wants.
func eval(root *uop.UOp, in []uint64) uint64 {
	v := map[*uop.UOp]uint64{}
	for _, u := range uop.Topo(root) {
		switch {
		case u.IsConst():
			v[u] = u.Bits()
		case u.Op() == uop.OpParam:
			v[u] = in[u.X().Slot]
		default:
			var a [3]uint64
			for i, s := range u.Src() {
				a[i] = v[s]
			}
			d := u.Src()[0].DType()
			if u.Op() == uop.OpWhere {
				d = u.DType()
			}
			v[u] = contract.Eval(u.Op(), u.DType(), d, a[0], a[1], a[2])
		}
	}
	return v[root]
}

// TestRandomScalar compares the contract, C with and without FMA and Go on random programs.
func TestRandomScalar(t *testing.T) {
	r := newRand(t)
	t.Parallel()
	programs, vectors := 250, 120
	if testing.Short() {
		programs = 100
	}
	var ps []*program
	var calls []*uop.UOp
	for len(ps) < programs {
		p := randomProgram(r, 6+r.IntN(10))
		ps, calls = append(ps, p), append(calls, p.b.call("K", p.root))
	}
	s := newSuite(t, calls...)
	var runs []*run
	var want []uint64
	for i, p := range ps {
		for range vectors {
			in := p.inputs(r)
			args := make([]any, len(in))
			for j, v := range in {
				args[j] = v
			}
			runs, want = append(runs, s.run(i, 1<<63-1, args...)), append(want, eval(p.root, in))
		}
	}
	count := 0
	engines := s.engines(t)
	s.addForeign(t, engines)
	for engine, program := range engines {
		bad := 0
		for i, got := range execute(t, program, runs) {
			count++
			d := calls[got.kernel].DType()
			if v := s.ret(got); !contract.Same(d, v, want[i]) && bad < 3 {
				bad++
				t.Errorf("%s: kernel %d gives %s, want %s\n%s%s", engine, got.kernel, contract.FormatValue(d, v), contract.FormatValue(d, want[i]), s.c[got.kernel].Func, s.g[got.kernel].Func)
			}
		}
	}
	t.Logf("%d comparisons", count)
}

// engines builds the suite every way: C as it is for older and newer machines, and Go.
func (s *suite) engines(t testing.TB) map[string]string {
	m := map[string]string{"Go": s.buildGo(t, ""), "C v2": s.buildC(t, "v2")}
	if cpuHas(t, "fma") {
		m["C v3"] = s.buildC(t, "v3")
	}
	return m
}

// addForeign adds Go on arm64 where there is a qemu to run it.
func (s *suite) addForeign(t testing.TB, engines map[string]string) {
	if _, err := exec.LookPath(qemu); err == nil && !testing.Short() {
		engines["Go arm64"] = s.buildGo(t, "arm64")
	}
}

func cpuHas(t testing.TB, flag string) bool {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Logf("cannot tell what this CPU has: %v", err)
	}
	return len(b) > 0 && bytesContainWord(string(b), flag)
}
