package rewrite

import (
	"fmt"
	"slices"
	"sync"

	"github.com/uopc/uopc/uopc/uop"
)

// Limits of one pattern.
const (
	maxParts = 16   // nodes that it looks at
	maxForks = 8    // parts in any order
	maxPerms = 5040 // ways in all to lay its sources
	maxOrder = 5    // sources of one part in any order
)

// kind is what an instruction does. Each may fail; then the last fork goes on.
type kind uint8

const (
	testOps   kind = iota // the op of a is one of set
	testDType             // the dtype of a is one of set
	testArg               // a holds args[b]
	testCount             // a has b sources
	testLeast             // a has b sources or more
	testSame              // a and b are one node
	loadSrc               // a becomes source n of b
	loadConst             // a becomes the CONST that it repeats
	fork                  // a and those after it become the n sources of b, in the next order
)

// instr is one instruction of a Program. a and b are numbers of registers but where kind says else.
type instr struct {
	kind kind
	a, b uint8
	n    uint16
	set  uint64
}

// Program is a compiled pattern: straight instructions over registers. It never changes, so any
// number of goroutines may run it.
type Program struct {
	code  []instr
	args  []uop.Arg
	perms [maxOrder + 1][][]uint8 // by number of sources
	names []string                // by slot
	regs  []uint8                 // by slot
	roots []uop.Op
	first opSet
}

// Match is one way in which a pattern fits a node.
type Match struct {
	U    *uop.UOp // the whole node
	prog *Program
	regs registers
}

type registers [maxParts]*uop.UOp

var matches = sync.Pool{New: func() any { return new(Match) }}

// Node gives the node of a name by its slot, which counts the names in the order of their first
// use, a part before its sources.
func (m *Match) Node(slot int) *uop.UOp { return m.regs[m.prog.regs[slot]] }

// Get gives the node of a name.
func (m *Match) Get(name string) *uop.UOp {
	slot := m.prog.Slot(name)
	if slot < 0 {
		panic(m.prog.noName(name))
	}
	return m.Node(slot)
}

// Slot gives the slot of a name, or -1.
func (q *Program) Slot(name string) int { return slices.Index(q.names, name) }

// Names lists the names by slot.
func (q *Program) Names() []string { return slices.Clone(q.names) }

// try is an open fork: where it stands in the code, and which order it tries.
type try struct {
	pc   int
	perm int
}

// Run looks for the ways in which the pattern fits u, and hands each to accept until that gives
// true. It tells whether that happened. accept must not keep the Match.
func (q *Program) Run(u *uop.UOp, accept func(*Match) bool) bool {
	if q.first != 0 && (len(u.Src()) == 0 || !q.first.has(u.Src()[0].Op())) {
		return false
	}
	var (
		regs  registers
		tries [maxForks]try
		open  int
		pc    int
	)
	regs[0] = u
	for {
		ok := true
		for ; pc < len(q.code); pc++ {
			i := &q.code[pc]
			if i.kind == fork {
				tries[open] = try{pc: pc, perm: -1}
				open++
				ok = false
			} else {
				ok = q.step(i, &regs)
			}
			if !ok {
				break
			}
		}
		if ok && q.hand(u, &regs, accept) {
			return true
		}
		// The innermost fork that has an order left goes on with that.
		for open > 0 && !q.next(&tries[open-1], &regs) {
			open--
		}
		if open == 0 {
			return false
		}
		pc = tries[open-1].pc + 1
	}
}

// step does one instruction that is no fork.
func (q *Program) step(i *instr, regs *registers) bool {
	u := regs[i.a%maxParts]
	switch i.kind {
	case testOps:
		return i.set>>u.Op()&1 != 0
	case testDType:
		return i.set>>u.DType()&1 != 0
	case testArg:
		return sameArg(u, &q.args[i.b])
	case testCount:
		return len(u.Src()) == int(i.n)
	case testLeast:
		return len(u.Src()) >= int(i.n)
	case testSame:
		return u == regs[i.b%maxParts]
	case loadSrc:
		regs[i.a%maxParts] = regs[i.b%maxParts].Src()[i.n]
	case loadConst:
		u = u.Konst()
		regs[i.a%maxParts] = u
		return u != nil
	}
	return true
}

// next lays the sources of a fork in its next order, or tells that there is none.
func (q *Program) next(t *try, regs *registers) bool {
	i := &q.code[t.pc]
	src := regs[i.b].Src()
	perms := q.perms[i.n]
	for t.perm++; t.perm < len(perms); t.perm++ {
		perm := perms[t.perm]
		if repeats(src, perm) {
			continue
		}
		for k, s := range perm {
			regs[int(i.a)+k] = src[s]
		}
		return true
	}
	return false
}

// repeats tells whether an order gives what an earlier one gave, for some sources are one node.
func repeats(src []*uop.UOp, perm []uint8) bool {
	for k, s := range perm {
		for _, t := range perm[k+1:] {
			if s > t && src[s] == src[t] {
				return true
			}
		}
	}
	return false
}

// hand gives a match to accept. The Match comes from a pool: accept might keep a pointer to it for
// all that the compiler knows, so it cannot live on the stack.
func (q *Program) hand(u *uop.UOp, regs *registers, accept func(*Match) bool) bool {
	m := matches.Get().(*Match)
	m.U, m.prog, m.regs = u, q, *regs
	ok := accept(m)
	*m = Match{}
	matches.Put(m)
	return ok
}

func (q *Program) noName(name string) *PatternError {
	return &PatternError{Msg: fmt.Sprintf("there is no name %q; the names are %q", name, q.names)}
}
