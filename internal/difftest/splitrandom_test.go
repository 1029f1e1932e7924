package difftest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/render"
	"github.com/uopc/uopc/uopc/uop"
)

// splits makes kernels with long chains in the arms of choices, of elements of d that are rarely
// 100 or more.
type splits struct {
	r      *rand.Rand
	k      *uopc.Kernel
	d      uop.DType
	chains int
	floats []*uopc.Expr
	loaded []*uopc.Expr // those that cost nothing
	ints   []*uopc.Expr // i32
	bools  []*uopc.Expr
	table  *uopc.Expr // 8 elements of i16; nil in a kernel of scalars
}

// splitRandom makes loops, or a kernel of scalars.
func splitRandom(r *rand.Rand) *testCase {
	m := &splits{r: r, k: uopc.NewKernel(), d: pick(r, floatDTypes)}
	if r.IntN(3) == 0 {
		m.scalars()
	} else {
		m.loops()
	}
	call, err := m.k.Build("Split")
	if err != nil {
		panic(err)
	}
	c := &testCase{kind: "split", call: call, fold: 1}
	for _, n := range []int{1, 64, 65 + r.IntN(100), 65 + r.IntN(100)} {
		c.args = append(c.args, m.arguments(call, n, 0), m.arguments(call, n, 0.02), m.arguments(call, n, 0.5))
	}
	return c
}

func (m *splits) scalars() {
	for i := range 1 + m.r.IntN(3) {
		m.floats = append(m.floats, m.k.Scalar(fmt.Sprintf("x%d", i), m.d))
	}
	m.loaded = m.floats
	m.ints = append(m.ints, m.k.Scalar("e", uopc.I32))
	m.bools = append(m.bools, m.k.Scalar("stop", uopc.Bool))
	m.steps(3 + m.r.IntN(8))
	if m.r.IntN(2) == 0 {
		dst := m.k.Out("rare", m.d, 1)
		dst.Store(0, m.last())
		m.again(dst.Load(0))
		m.steps(3)
		dst.Store(0, m.last())
	}
	out := []*uopc.Expr{m.last()}
	for range m.r.IntN(3) {
		out = append(out, pick(m.r, append(append(m.floats, m.ints...), m.bools...)))
	}
	m.k.Return(out...)
}

func (m *splits) loops() {
	n := m.k.Size("stop")
	dst := []*uopc.Expr{m.k.InOut("block", m.d, n), m.k.InOut("dst", m.d, n)}
	src := []*uopc.Expr{m.k.In("x", m.d, n), m.k.In("rare", m.d, n)}
	es, bs := m.k.In("e", uopc.I32, n), m.k.InOut("b", uopc.Bool, n)
	m.table = m.k.In("t", uopc.I16, 8)
	m.floats = append(m.floats, m.k.Scalar("s", m.d))
	m.ints = append(m.ints, m.k.Scalar("p", uopc.I32))
	m.bools = append(m.bools, m.k.Scalar("c", uopc.Bool), m.floats[0].Lt(100))
	if m.loaded = m.floats; m.r.IntN(3) == 0 { // values of all loops
		m.steps(3)
	}
	for range 1 + m.r.IntN(2) {
		m.floats = m.floats[:len(m.floats):len(m.floats)]
		outer := *m
		body := func(i *uopc.Expr) {
			m.loaded = []*uopc.Expr{pick(m.r, src).Load(i), pick(m.r, dst).Load(i)}
			m.floats = append(m.floats, m.loaded...)
			m.ints = append(m.ints, es.Load(i), i.Cast(uopc.I32))
			m.bools = append(m.bools, bs.Load(i))
			for range 1 + m.r.IntN(2) {
				m.steps(2 + m.r.IntN(6))
				to := pick(m.r, dst)
				to.Store(i, m.last())
				if m.r.IntN(3) == 0 {
					m.again(pick(m.r, []*uopc.Expr{to, src[0]}).Load(i))
				}
			}
			if m.r.IntN(3) == 0 {
				bs.Store(i, pick(m.r, m.bools))
			}
		}
		if m.r.IntN(4) == 0 {
			m.k.Loop(2, func(*uopc.Expr) { m.k.Loop(n, body) })
		} else {
			m.k.Loop(n, body)
		}
		m.floats, m.ints, m.bools = outer.floats, outer.ints, outer.bools
	}
}

// again has what was loaded after a store tell which way to go.
func (m *splits) again(x *uopc.Expr) {
	m.floats, m.loaded = append(m.floats, x), append(m.loaded, x)
	m.choice(x.Lt(100))
}

func (m *splits) last() *uopc.Expr { return m.floats[len(m.floats)-1] }

func (m *splits) steps(n int) {
	for range n {
		m.step()
	}
	// A split, if it is not of what was stored before.
	m.choice(pick(m.r, m.loaded).Lt(100))
}

// choice adds a number whose arms differ in length.
func (m *splits) choice(c *uopc.Expr) {
	short := m.chain(m.operand(), 2+m.r.IntN(3))
	if m.r.IntN(6) == 0 {
		short = m.operand()
	}
	long := m.chain(m.operand(), 18+m.r.IntN(30))
	if m.r.IntN(3) == 0 {
		short, long = long, short
	}
	m.floats = append(m.floats, c.Where(short, long))
}

// chain is n steps of y*y/c + x, with numbers c that tell chains apart.
func (m *splits) chain(x *uopc.Expr, n int) *uopc.Expr {
	m.chains += 100
	y := x
	for i := range n {
		y = y.Mul(y).Mul(1 / float64(m.chains+i)).Add(x)
	}
	return y
}

// operand is one of the last numbers, or a constant.
func (m *splits) operand() *uopc.Expr {
	if m.r.IntN(8) == 0 {
		return m.k.Const(m.d, pick(m.r, []float64{0.1, 3, 0, -7.5, 1e30}))
	}
	return pick(m.r, m.floats[max(0, len(m.floats)-5):])
}

func (m *splits) integer() *uopc.Expr {
	if m.r.IntN(4) == 0 {
		return m.k.Const(uopc.I32, pick(m.r, []int{0, 1, -1, 7, 1 << 20, -1 << 31}))
	}
	return pick(m.r, m.ints)
}

func (m *splits) step() {
	c := pick(m.r, m.bools)
	switch m.r.IntN(13) {
	case 0, 1:
		m.choice(c)
	case 2, 3:
		m.bools = append(m.bools, m.operand().Lt(100))
	case 4:
		m.bools = append(m.bools, pick(m.r, []func() *uopc.Expr{
			c.Not, func() *uopc.Expr { return c.And(pick(m.r, m.bools)) }, func() *uopc.Expr { return c.Or(pick(m.r, m.bools)) },
			func() *uopc.Expr { return c.Where(pick(m.r, m.bools), pick(m.r, m.bools)) },
			func() *uopc.Expr { return m.integer().Lt(m.integer()) }, func() *uopc.Expr { return m.operand().Ne(m.operand()) },
		})())
	case 5:
		m.ints = append(m.ints, c.Where(m.integer(), m.integer()))
	case 6:
		a, b := m.integer(), m.integer()
		m.ints = append(m.ints, pick(m.r, []func(any) *uopc.Expr{a.Add, a.Mul, a.FloorDiv, a.FloorMod, a.Max, a.Min, a.Shl, a.Shr, a.Xor})(b))
	case 7:
		a, b := m.operand(), m.operand()
		m.floats = append(m.floats, pick(m.r, []func(any) *uopc.Expr{a.Add, a.Sub, a.Mul, a.Div, a.Max})(b))
	case 8:
		m.floats = append(m.floats, pick(m.r, []*uopc.Expr{c, m.integer()}).Cast(m.d))
	case 9:
		m.ints = append(m.ints, m.operand().Cast(uopc.I32))
	case 10:
		m.floats = append(m.floats, c.Where(m.operand(), m.operand()))
	default:
		m.load(c)
	}
}

// load reads the table at a position that is inside by a choice. One arm alone may lie far outside.
func (m *splits) load(c *uopc.Expr) {
	if m.table == nil {
		return
	}
	a := m.integer()
	var at *uopc.Expr
	switch m.r.IntN(3) {
	case 0:
		at = a.FloorMod(8)
	case 1:
		at = c.Where(a.FloorMod(8), 3)
	default:
		c = a.Lt(8).And(a.Lt(0).Not())
		m.bools = append(m.bools, c)
		at = c.Where(a, 3)
		m.choice(c)
		m.floats = append(m.floats, m.last().Add(m.loaded[0]))
	}
	v := m.table.Load(at)
	m.ints = append(m.ints, v.Cast(uopc.I32))
	m.bools = append(m.bools, v.Lt(30))
	if x := m.last(); m.r.IntN(2) == 0 {
		m.choice(v.Lt(30))
		m.floats = append(m.floats, m.last().Add(x))
	}
}

func (m *splits) arguments(call *uop.UOp, n int, rare float64) []*interp.Value {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		panic(err)
	}
	draw := func(d uop.DType) uint64 {
		hit := m.r.Float64() < rare
		switch {
		case d.IsFloat() && hit && m.r.IntN(2) == 0:
			return element(m.r, d, false)
		case d.IsFloat() && hit:
			return contract.FromFloat(d, 101+50*m.r.Float64())
		case d.IsFloat():
			return contract.FromFloat(d, 120*m.r.Float64()-40)
		case d == uop.Bool:
			return uint64(m.r.IntN(2))
		case hit:
			return element(m.r, d, false)
		}
		return contract.FromInt(d, int64(m.r.IntN(8)))
	}
	args := make([]*interp.Value, len(sig.Params))
	for i, p := range sig.Params {
		switch {
		case p.Result:
		case p.Mem:
			count := n
			if p.Shape[0].U == nil {
				count = int(p.Shape[0].N)
			}
			bits := make([]uint64, count)
			for j := range bits {
				bits[j] = draw(p.DType)
			}
			args[i] = interp.Vector(p.DType, bits...)
		case p.DType == uop.Index:
			args[i] = interp.Scalar(p.DType, uint64(n))
		default:
			args[i] = interp.Scalar(p.DType, draw(p.DType))
		}
	}
	return args
}

// TestSplitRandom runs random kernels that are written twice, in part several times, by every engine.
func TestSplitRandom(t *testing.T) {
	h := newHarness(t)
	r := h.rand(33)
	var cases []*testCase
	for range int(24*scale(t)) + 1 {
		cases = append(cases, splitRandom(r))
	}
	h.batch(cases)
	twice := 0
	for _, c := range cases {
		if c.code && (strings.Contains(c.goForm.src.Func, "continue") || strings.Count(c.goForm.src.Func, "return") > 1) {
			twice++
		}
	}
	t.Logf("%d kernels, %d values compared, %d kernels written twice", len(cases), h.report(), twice)
	if twice*4 < len(cases) {
		t.Errorf("%d of %d kernels are written twice, want a quarter", twice, len(cases))
	}
	vetGo(t, cases)
}

// vetGo has go vet read the Go forms.
func vetGo(t *testing.T, cases []*testCase) {
	var forms []*render.GoSource
	for _, c := range cases {
		if c.code {
			forms = append(forms, c.goForm.src)
		}
	}
	text, err := render.GoFile("kernels", forms...)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, s := range map[string]string{"go.mod": "module kernels\n\ngo 1.24\n", "kernels.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
