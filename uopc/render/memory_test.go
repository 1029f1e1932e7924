package render

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/uop"
)

// memgen makes random loop programs on memory. Every access is ordered after what it could
// collide with, so the result is one.
type memgen struct {
	*builder
	r      *rand.Rand
	sizes  []int64
	dtypes []uop.DType
	now    []*uop.UOp   // each place, after what happened to it so far
	loads  [][]*uop.UOp // of each place, since its last store
	scope  []*uop.UOp   // counters and sizes in reach
	todo   int
}

func randomMemory(r *rand.Rand) *memgen {
	m := &memgen{builder: newBuilder(), r: r, todo: 4 + r.IntN(14)}
	n := m.bounded(uop.Index, "n", 0, 9)
	m.scope = append(m.scope, n)
	for i := range 4 {
		d := []uop.DType{uop.I32, uop.F32, uop.U8, uop.F64, uop.I64, uop.Bool}[r.IntN(6)]
		size := int64(1 + r.IntN(20))
		if i < 3 {
			m.now = append(m.now, m.place(d, "x", int(size)))
		} else {
			a := m.alloc(d, "t", size)
			z := m.loop(m.Idx(size))
			m.now = append(m.now, m.after(a, m.end(m.store(a, m.Const(d, 0), z), z)))
		}
		m.sizes, m.dtypes = append(m.sizes, size), append(m.dtypes, d)
	}
	m.loads = make([][]*uop.UOp, len(m.now))
	return m
}

func (m *memgen) index(place int) *uop.UOp {
	i := m.scope[m.r.IntN(len(m.scope))]
	switch m.r.IntN(4) {
	case 0:
		i = m.Idx(int64(m.r.IntN(20)))
	case 1:
		i = m.Add(i, m.Idx(int64(m.r.IntN(5))))
	case 2:
		i = m.Add(m.Mul(i, m.Idx(3)), m.scope[m.r.IntN(len(m.scope))])
	}
	return m.Bin(uop.OpFloormod, i, m.Idx(m.sizes[place]))
}

func (m *memgen) value(d uop.DType) *uop.UOp {
	place := m.r.IntN(len(m.now))
	v := m.load(m.now[place], m.index(place))
	m.loads[place] = append(m.loads[place], v)
	v = m.Cast(v, d)
	switch m.r.IntN(4) {
	case 0:
		return m.Bin(uop.OpMax, v, m.Cast(m.scope[m.r.IntN(len(m.scope))], d))
	case 1:
		return m.Bin(uop.OpMul, v, m.value(d))
	case 2:
		if d != uop.Bool {
			return m.Add(v, m.Const(d, someBits(m.r, d)))
		}
	}
	return v
}

// block makes some statements and gives their effects.
func (m *memgen) block(depth int) (effects []*uop.UOp) {
	for k := 1 + m.r.IntN(3); k > 0 && m.todo > 0; k-- {
		m.todo--
		if depth < 3 && m.r.IntN(2) == 0 {
			if e := m.nest(depth); e != nil {
				effects = append(effects, e)
			}
			continue
		}
		place := m.r.IntN(len(m.now))
		v := m.value(m.dtypes[place])
		p := m.now[place]
		if len(m.loads[place]) > 0 {
			p = m.after(p, m.loads[place]...)
		}
		e := m.store(p, v, m.index(place))
		m.now[place], m.loads[place] = m.after(p, e), nil
		effects = append(effects, e)
	}
	return effects
}

// nest makes one loop, or two that one END closes.
func (m *memgen) nest(depth int) *uop.UOp {
	was, scope, loads := slices.Clone(m.now), len(m.scope), slices.Clone(m.loads)
	var ranges []*uop.UOp
	for range 1 + m.r.IntN(2) {
		size := m.Idx(int64(m.r.IntN(5)))
		switch s := m.scope[m.r.IntN(len(m.scope))]; m.r.IntN(4) {
		case 0:
			size = s
		case 1:
			size = m.Add(s, m.Idx(int64(m.r.IntN(3)-1)))
		}
		r := m.loop(size)
		ranges, m.scope = append(ranges, r), append(m.scope, r)
	}
	for i := range m.now {
		if len(loads[i]) > 0 {
			m.now[i] = m.after(m.now[i], loads[i]...)
		}
		m.now[i], m.loads[i] = m.after(m.now[i], ranges...), nil
	}
	effects := m.block(depth + 1)
	m.scope = m.scope[:scope]
	if len(effects) == 0 {
		m.now, m.loads = was, loads
		return nil
	}
	e := effects[0]
	if len(effects) > 1 {
		e = m.sink(effects...)
	}
	e = m.end(e, ranges...)
	for i := range m.now {
		m.now[i], m.loads[i] = m.after(was[i], e), nil
	}
	return e
}

// TestRandomMemory compares the interpreter, C whole and cut, and Go on random loop programs.
func TestRandomMemory(t *testing.T) {
	t.Parallel()
	r := newRand(t)
	programs, vectors := 80, 8
	if testing.Short() {
		programs = 40
	}
	var gens []*memgen
	var calls []*uop.UOp
	for len(gens) < programs {
		m := randomMemory(r)
		if effects := m.block(0); len(effects) > 0 {
			effects = append(effects, m.end(m.store(m.now[0], m.Const(m.dtypes[0], 1), m.Idx(0)), m.loop(m.scope[0])))
			gens, calls = append(gens, m), append(calls, m.call("K", m.sink(effects...)))
		}
	}
	s := newSuite(t, calls...)
	var runs []*run
	var want [][][]uint64
	for i, m := range gens {
		for range vectors {
			args := []any{uint64(r.IntN(10))}
			in := []*interp.Value{interp.Scalar(uop.Index, args[0].(uint64))}
			for j := range 3 {
				x := make([]uint64, m.sizes[j])
				for k := range x {
					x[k] = someBits(r, m.dtypes[j])
				}
				args, in = append(args, x), append(in, interp.Vector(m.dtypes[j], slices.Clone(x)...))
			}
			if _, err := interp.Run(calls[i], in, interp.Options{Order: interp.DFS}); err != nil {
				t.Fatal(err)
			}
			w := [][]uint64{in[1].Bits, in[2].Bits, in[3].Bits}
			for _, budget := range []int64{1<<63 - 1, 1, int64(1 + r.IntN(1000))} {
				runs, want = append(runs, s.run(i, budget, args...)), append(want, w)
			}
		}
	}
	count, engines := 0, s.engines(t)
	for _, engine := range slices.Sorted(maps.Keys(engines)) {
		bad := 0
		for i, got := range execute(t, engines[engine], runs) {
			for slot := 1; slot <= 3; slot++ {
				d := gens[got.kernel].dtypes[slot-1]
				for j, v := range s.place(got, slot) {
					count++
					if !contract.Same(d, v, want[i][slot-1][j]) && bad < 2 {
						bad++
						t.Errorf("%s: run %d of kernel %d, slot %d: %s at %d, want %s\n%s%s", engine, i, got.kernel, slot, contract.FormatValue(d, v), j,
							contract.FormatValue(d, want[i][slot-1][j]), s.c[got.kernel].Func, s.g[got.kernel].Func)
					}
				}
			}
		}
	}
	t.Logf("%d comparisons", count)
}
