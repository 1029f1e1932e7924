package simptest

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Block is how many inputs a Program runs on at a time.
const Block = 256

// Column is one value of a program for each input of a block, as raw bits in canonical form.
type Column [Block]uint64

// Program is a scalar expression as a list of steps, each of which fills one column.
type Program struct {
	nodes  []*uop.UOp // each after its sources
	cols   []Column   // by position in nodes
	at     map[*uop.UOp]int
	steps  []step
	params []*uop.UOp // by order of slot
	in     []int      // the column of each of params
	copies [][2]int   // columns of PARAMs that share a slot with another, and that other
}

type step struct {
	run          kernel
	dst, a, b, c int
}

// Compile makes one Program of several roots, so that what they share runs once. It takes scalar
// programs of PARAMs, CONSTs and elementwise ops.
func Compile(roots ...*uop.UOp) (*Program, error) {
	p := &Program{nodes: uop.Topo(roots...)}
	p.cols = make([]Column, len(p.nodes))
	p.at = make(map[*uop.UOp]int, len(p.nodes))
	slots := map[int]int{}
	for i, u := range p.nodes {
		if len(u.Shape()) > 0 {
			return nil, fmt.Errorf("%v of shape %v: only scalars run here", u.Op(), u.Shape())
		}
		p.at[u] = i
		switch {
		case u.IsConst():
			p.cols[i].fill(u.Bits())
		case u.Op() == uop.OpParam:
			p.param(u, i, slots)
		case u.Op().IsALU():
			p.steps = append(p.steps, p.step(u, i))
		default:
			return nil, fmt.Errorf("%v is not elementwise, so it does not run here", u.Op())
		}
	}
	return p, nil
}

// param notes a PARAM. Two of one slot, which differ in promise or name, are one input.
func (p *Program) param(u *uop.UOp, i int, slots map[int]int) {
	slot := u.X().Slot
	if first, ok := slots[slot]; ok {
		p.copies = append(p.copies, [2]int{i, first})
		return
	}
	slots[slot] = i
	p.params, p.in = append(p.params, u), append(p.in, i)
}

func (p *Program) step(u *uop.UOp, i int) step {
	s := step{run: kernelOf(u), dst: i}
	for k, v := range u.Src() {
		*[]*int{&s.a, &s.b, &s.c}[k] = p.at[v]
	}
	return s
}

// Params lists the inputs, of which In gives the columns.
func (p *Program) Params() []*uop.UOp { return p.params }

// In gives the column to be filled with the values of the input number i.
func (p *Program) In(i int) *Column { return &p.cols[p.in[i]] }

// Out gives the column of a node, which is right after Run.
func (p *Program) Out(u *uop.UOp) *Column { return &p.cols[p.at[u]] }

// Nodes lists the nodes, each after its sources.
func (p *Program) Nodes() []*uop.UOp { return p.nodes }

// Run computes every node on the block of inputs.
func (p *Program) Run() {
	for _, c := range p.copies {
		p.cols[c[0]] = p.cols[c[1]]
	}
	for i := range p.steps {
		s := &p.steps[i]
		s.run(&p.cols[s.dst], &p.cols[s.a], &p.cols[s.b], &p.cols[s.c])
	}
}

func (c *Column) fill(bits uint64) {
	for i := range c {
		c[i] = bits
	}
}
