package interp

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/uopc/uopc/uopc/uop"
)

// TestRandomMemoryPrograms builds programs of loads, stores, arithmetic and loops, threaded by
// AFTER. Both orders must agree with each other and with plain Go that runs the statements as
// they were written.
func TestRandomMemoryPrograms(t *testing.T) {
	r := newRand(t)
	compared := 0
	for round := range 400 {
		p := &randomProgram{r: r, size: 6}
		for range 3 {
			v := make([]float64, p.size)
			for i := range v {
				v[i] = float64(r.Intn(100))
			}
			p.init = append(p.init, vec(uop.I64, v...))
		}
		p.m = newThreads(p.init)
		p.m.alloc(uop.I64, p.size)
		p.fill()
		p.block(14, 0, []val{p.number()})
		p.m.store(0, p.m.g.Idx(0), p.m.g.Int(uop.I64, 1)) // something is stored
		p.steps = append(p.steps, func(s *state) { s.mem[0][0] = 1 })

		want := &state{mem: make([][]int64, 4), env: map[int]int64{}}
		for i := range want.mem {
			want.mem[i] = make([]int64, p.size)
			for k := range p.size {
				if i < 3 {
					want.mem[i][k] = int64(p.init[i].Bits[k])
				}
			}
		}
		for _, s := range p.steps {
			s(want)
		}
		call := p.m.kernel("random")
		for name, o := range orders {
			prog, err := Compile(call, Options{Order: o})
			if err != nil {
				t.Fatalf("round %d, order %s: %v", round, name, err)
			}
			// Other contents first: what that run leaves must not show in the next.
			var args []*Value
			for _, shift := range []int{1, 0} {
				args = nil
				for i := range p.init {
					args = append(args, p.init[(i+shift)%len(p.init)].clone())
				}
				if _, err := prog.Run(args); err != nil {
					t.Fatalf("round %d, order %s: %v", round, name, err)
				}
			}
			for i, a := range args {
				got := make([]int64, len(a.Bits))
				for k, x := range a.Bits {
					got[k] = int64(x)
				}
				if !slices.Equal(got, want.mem[i]) {
					t.Fatalf("round %d, order %s, buffer %d: got %v, want %v\n%s", round, name, i, got, want.mem[i], p.text)
				}
				compared += len(got)
			}
		}
	}
	t.Logf("%d elements compared", compared)
}

// state is the memory and the variables of the plain Go run.
type state struct {
	mem [][]int64
	env map[int]int64
}

// val is a value in both worlds: a node, and how to find it in the plain run.
type val struct {
	u  *uop.UOp
	at func(*state) int64
}

type randomProgram struct {
	r     *rand.Rand
	m     *threads
	size  int64
	init  []*Value
	steps []func(*state)
	vars  int
	text  string
}

func (p *randomProgram) number() val {
	n := int64(p.r.Intn(20) - 5)
	return val{p.m.g.Int(uop.I64, n), func(*state) int64 { return n }}
}

// fill writes the scratch memory in a loop, so that later reads are allowed.
func (p *randomProgram) fill() {
	p.m.loop(p.m.g.Idx(p.size), func(i *uop.UOp) {
		p.m.store(3, i, p.m.g.Cast(i, uop.I64))
	})
	p.steps = append(p.steps, func(s *state) {
		for k := range s.mem[3] {
			s.mem[3][k] = int64(k)
		}
	})
}

// place picks an index: a number, or a value modulo the size.
func (p *randomProgram) place(vals []val) val {
	g := p.m.g
	if p.r.Intn(2) == 0 {
		n := p.r.Int63n(p.size)
		return val{g.Idx(n), func(*state) int64 { return n }}
	}
	v := vals[p.r.Intn(len(vals))]
	return val{g.Bin(uop.OpFloormod, v.u, g.Int(uop.I64, p.size)), func(s *state) int64 {
		return ((v.at(s) % p.size) + p.size) % p.size
	}}
}

// remember keeps a value in a variable, for it must be read when its statement runs.
func (p *randomProgram) remember(u *uop.UOp, at func(*state) int64, what string) val {
	id := p.vars
	p.vars++
	p.steps = append(p.steps, func(s *state) { s.env[id] = at(s) })
	p.text += fmt.Sprintf("v%d = %s\n", id, what)
	return val{u, func(s *state) int64 { return s.env[id] }}
}

func (p *randomProgram) block(n, depth int, vals []val) {
	for range n {
		switch k := p.r.Intn(10); {
		case k < 3:
			b, i := p.r.Intn(4), p.place(vals)
			vals = append(vals, p.remember(p.m.load(b, i.u), func(s *state) int64 { return s.mem[b][i.at(s)] }, fmt.Sprint("load ", b)))
		case k < 5:
			x, y := vals[p.r.Intn(len(vals))], vals[p.r.Intn(len(vals))]
			vals = append(vals, p.remember(p.m.g.Add(p.m.g.Mul(x.u, y.u), x.u), func(s *state) int64 { return x.at(s)*y.at(s) + x.at(s) }, "x*y+x"))
		case k < 8 || depth == 2:
			b, i, v := p.r.Intn(4), p.place(vals), vals[p.r.Intn(len(vals))]
			p.m.store(b, i.u, v.u)
			p.steps = append(p.steps, func(s *state) { s.mem[b][i.at(s)] = v.at(s) })
			p.text += fmt.Sprintf("store %d\n", b)
		default:
			p.loop(depth, vals)
		}
	}
}

func (p *randomProgram) loop(depth int, vals []val) {
	g, times := p.m.g, val{p.m.g.Idx(3), func(*state) int64 { return 3 }}
	if p.r.Intn(2) == 0 { // a size that data tells: 0 to 3
		v := vals[p.r.Intn(len(vals))]
		times = val{g.Cast(g.Bin(uop.OpFloormod, v.u, g.Int(uop.I64, 4)), uop.Index), func(s *state) int64 {
			return ((v.at(s) % 4) + 4) % 4
		}}
	}
	outer := p.steps
	p.steps = nil
	id := p.vars
	p.vars++
	p.text += fmt.Sprintf("loop v%d {\n", id)
	p.m.loop(times.u, func(i *uop.UOp) {
		counter := val{g.Cast(i, uop.I64), func(s *state) int64 { return s.env[id] }}
		p.block(2+p.r.Intn(5), depth+1, append(slices.Clone(vals), counter))
	})
	p.text += "}\n"
	body := p.steps
	p.steps = append(outer, func(s *state) {
		for i := range times.at(s) {
			s.env[id] = i
			for _, step := range body {
				step(s)
			}
		}
	})
}
