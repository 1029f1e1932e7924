package difftest

import (
	"fmt"
	"math/rand/v2"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// memories makes memory programs with the builder, which threads the accesses.
type memories struct {
	r    *rand.Rand
	k    *uopc.Kernel
	bufs []buf
	vals []*uopc.Expr // scalars in reach
	wild []*uopc.Expr // indexes that may lie outside; empty where all must be inside
}

type buf struct {
	e    *uopc.Expr
	dims []int
	n    *uopc.Expr // the size, when it is dynamic
}

// memoryCase makes a program of about n statements. wild ones have accesses at positions that
// arguments and data tell, and inputs of which some point outside.
func memoryCase(r *rand.Rand, n int, wild bool) *testCase {
	m := &memories{r: r, k: uopc.NewKernel()}
	kind := "memory"
	size := m.k.Size("n")
	m.buffer("b0", pick(r, machineDTypes), 1+r.IntN(7))
	m.buffer("b1", pick(r, machineDTypes), 2+r.IntN(3), 1+r.IntN(4))
	m.bufs = append(m.bufs, buf{e: m.k.Buffer("b2", pick(r, machineDTypes), size), n: size})
	for i := range 2 {
		m.vals = append(m.vals, m.k.Scalar(fmt.Sprintf("s%d", i), pick(r, machineDTypes)))
	}
	if wild {
		kind = "outside"
		data := m.k.In("data", uopc.I32, 4)
		at := m.k.Scalar("at", uopc.Index)
		m.wild = []*uopc.Expr{at, data.Load(r.IntN(4)), at.Add(data.Load(1).Cast(uop.Index))}
	}
	m.scratch()
	if r.IntN(3) > 0 {
		// A dynamic size: every access must be inside a place that may hold nothing.
		m.k.Loop(size, func(i *uopc.Expr) {
			m.vals = append(m.vals, m.bufs[2].e.Load(i))
			m.statements(1+r.IntN(3), 1, []*uopc.Expr{i})
			m.bufs[2].e.Store(i, m.value(m.bufs[2].e.DType()))
			m.vals = m.vals[:2]
		})
	}
	m.statements(n, 0, nil)
	if wild {
		m.access(m.bufs[r.IntN(2)], pick(r, m.wild))
		m.statements(2, 0, nil)
	}
	b := m.bufs[0].e
	b.Store(0, m.value(b.DType()))
	if r.IntN(2) == 0 {
		m.k.Return(m.value(pick(r, machineDTypes)))
	}
	call, err := m.k.Build("Memory")
	if err != nil {
		panic(err)
	}
	c := &testCase{kind: kind, call: call, fold: 2}
	for range 5 {
		c.args = append(c.args, m.arguments(call, wild))
	}
	return c
}

func (m *memories) buffer(name string, d uop.DType, dims ...int) {
	spec := make([]any, len(dims))
	for i, n := range dims {
		spec[i] = n
	}
	m.bufs = append(m.bufs, buf{e: m.k.Buffer(name, d, spec...), dims: dims})
}

// scratch makes an ALLOC and writes all of it, as a read of what was never written is an error.
func (m *memories) scratch() {
	n := 1 + m.r.IntN(5)
	a := buf{e: m.k.Alloc("tmp", pick(m.r, machineDTypes), n), dims: []int{n}}
	m.k.Loop(n, func(i *uopc.Expr) { a.e.Store(i, i.Cast(a.e.DType())) })
	m.bufs = append(m.bufs, a)
}

// value gives a scalar of d.
func (m *memories) value(d uop.DType) *uopc.Expr {
	u := pick(m.r, m.vals)
	if len(m.vals) > 3 && m.r.IntN(2) == 0 {
		u = m.vals[len(m.vals)-1]
	}
	if u.DType() == d {
		return u
	}
	return u.Cast(d)
}

// inside gives a position in [0, n): a number, a counter, or anything modulo n.
func (m *memories) inside(n int, counters []*uopc.Expr) any {
	switch {
	case m.r.IntN(3) == 0:
		return m.r.IntN(n)
	case len(counters) > 0 && m.r.IntN(2) == 0:
		return pick(m.r, counters).Add(m.r.IntN(3)).FloorMod(n)
	}
	d := pick(m.r, []uop.DType{uop.I32, uop.I64, uop.U8, uop.U16, uop.I16})
	return m.value(d).FloorMod(n)
}

// access loads from or stores to a place.
func (m *memories) access(b buf, at ...any) {
	for len(at) < len(b.dims) {
		at = append(at, m.inside(b.dims[len(at)], nil))
	}
	if m.r.IntN(2) == 0 {
		m.vals = append(m.vals, b.e.Load(at...))
		return
	}
	b.e.StoreAt(m.value(b.e.DType()), at...)
}

func (m *memories) statements(n, depth int, counters []*uopc.Expr) {
	for range n {
		switch k := m.r.IntN(10); {
		case k < 6 || k > 7 && depth >= 2:
			b := pick(m.r, m.bufs)
			if b.n != nil {
				continue // only in the loop over its size
			}
			var at []any
			for _, d := range b.dims {
				at = append(at, m.inside(d, counters))
			}
			m.access(b, at...)
		case k < 8:
			m.arithmetic()
		default:
			m.loop(depth, counters)
		}
	}
}

func (m *memories) loop(depth int, counters []*uopc.Expr) {
	var times any = 1 + m.r.IntN(4)
	if m.r.IntN(2) == 0 { // a size that data tells: 0 to 3
		times = m.value(uop.I32).FloorMod(4)
	}
	kept := len(m.vals)
	m.k.Loop(times, func(i *uopc.Expr) {
		m.vals = append(m.vals, i.Cast(uop.I32))
		m.statements(1+m.r.IntN(4), depth+1, append(counters[:len(counters):len(counters)], i))
		b := m.bufs[0]
		b.e.Store(m.inside(b.dims[0], []*uopc.Expr{i}), m.value(b.e.DType()))
	})
	m.vals = m.vals[:kept]
}

func (m *memories) arithmetic() {
	x := m.value(pick(m.r, machineDTypes))
	y := m.value(x.DType())
	switch k := m.r.IntN(6); {
	case x.DType() == uop.Bool:
		m.vals = append(m.vals, x.Xor(y))
	case k < 2:
		m.vals = append(m.vals, x.Add(y))
	case k < 4:
		m.vals = append(m.vals, x.Mul(y).Max(x))
	case k == 4:
		m.vals = append(m.vals, x.Lt(y).Where(y, x.Neg()))
	default:
		m.vals = append(m.vals, x.Ne(y).Where(x, y))
	}
}

func (m *memories) arguments(call *uop.UOp, wild bool) []*interp.Value {
	sig, err := uop.SignatureOf(call)
	if err != nil {
		panic(err)
	}
	args := make([]*interp.Value, len(sig.Params))
	n := int64(m.r.IntN(6))
	for i, p := range sig.Params {
		switch {
		case p.Result:
		case p.Mem && p.Name == "data":
			args[i] = interp.Vector(p.DType, m.position(), m.position(), m.position(), m.position())
		case p.Mem:
			count := int64(1)
			for _, d := range p.Shape {
				if d.U != nil {
					count *= n
				} else {
					count *= d.N
				}
			}
			args[i] = vector(m.r, p.DType, count, false)
		case p.Name == "at":
			args[i] = interp.Scalar(p.DType, m.position())
		case p.Name == "n":
			args[i] = interp.Scalar(p.DType, uint64(n))
		default:
			args[i] = interp.Scalar(p.DType, element(m.r, p.DType, false))
		}
	}
	return args
}

// position draws an index that is inside more often than not.
func (m *memories) position() uint64 {
	if m.r.IntN(4) == 0 {
		return contract.FromInt(uop.I32, pick(m.r, []int64{-1, 7, 8, 1 << 30, -1 << 31, 5}))
	}
	return uint64(m.r.IntN(2))
}
