package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// Compile turns p into a Program. The error is a *PatternError.
func (p UPat) Compile() (*Program, error) {
	c := &compiler{q: &Program{}, free: 1, ways: 1, regOf: map[string]uint8{}}
	if err := c.part(&p, 0, nil, ""); err != nil {
		return nil, err
	}
	c.q.roots = headOps(&p)
	c.q.first = firstOps(&p)
	for _, n := range c.q.names {
		c.q.regs = append(c.q.regs, c.regOf[n])
	}
	return c.q, nil
}

type compiler struct {
	q     *Program
	free  int // the first register that is free
	ways  int // orders in all
	forks int
	regOf map[string]uint8 // by name
}

func (c *compiler) emit(i instr) { c.q.code = append(c.q.code, i) }

// part compiles p for the node in register reg. outer are the names of the nodes that it is below.
func (c *compiler) part(p *UPat, reg uint8, outer []string, at string) error {
	at += headText(p)
	if err := check(p); err != nil {
		err.At = at
		return err
	}
	if p.Broadcast {
		c.emit(instr{kind: loadConst, a: reg})
	} else if len(p.Ops) > 0 {
		c.emit(instr{kind: testOps, a: reg, set: uint64(setOf(p.Ops))})
	}
	if len(p.DTypes) > 0 {
		var set uint64
		for _, d := range p.DTypes {
			set |= 1 << d
		}
		c.emit(instr{kind: testDType, a: reg, set: set})
	}
	if p.Arg != nil {
		c.emit(instr{kind: testArg, a: reg, b: uint8(len(c.q.args))})
		c.q.args = append(c.q.args, canonArg(*p.Arg))
	}
	if p.Name != "" {
		if slices.Contains(outer, p.Name) {
			return &PatternError{at, fmt.Sprintf("%q names a node and one below it, which can never be the same node; give one another name", p.Name)}
		}
		c.name(p.Name, reg)
		outer = append(outer[:len(outer):len(outer)], p.Name)
	}
	if p.Src == nil {
		return nil
	}
	return c.sources(p, reg, outer, at)
}

func (c *compiler) name(name string, reg uint8) {
	if first, again := c.regOf[name]; again {
		c.emit(instr{kind: testSame, a: reg, b: first})
		return
	}
	c.regOf[name] = reg
	c.q.names = append(c.q.names, name)
}

// sources compiles the sources of p. Those that may be anything are not even loaded, but where a
// fork lays all of them.
func (c *compiler) sources(p *UPat, reg uint8, outer []string, at string) error {
	n := len(p.Src)
	count := testCount
	if p.Match == AtLeast {
		count = testLeast
	}
	c.emit(instr{kind: count, a: reg, n: uint16(n)})
	inOrder := p.Match != AnyOrder || n < 2
	base := c.free
	if !inOrder {
		if err := c.fork(n, reg, at); err != nil {
			return err
		}
	}
	for i := range p.Src {
		s := &p.Src[i]
		to := base + i
		if inOrder {
			if blank(s) {
				continue
			}
			if to = c.free; to >= maxParts {
				return tooMany(at)
			}
			c.free++
			c.emit(instr{kind: loadSrc, a: uint8(to), b: reg, n: uint16(i)})
		}
		if err := c.part(s, uint8(to), outer, at+"["+strconv.Itoa(i)+"]."); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) fork(n int, reg uint8, at string) error {
	if n > maxOrder {
		return &PatternError{at, fmt.Sprintf("%d sources in any order are too many, at most %d can be; name them in order, or match some of them in the rule", n, maxOrder)}
	}
	if c.free+n > maxParts {
		return tooMany(at)
	}
	c.q.perms[n] = permutations(n)
	c.ways *= len(c.q.perms[n])
	if c.forks++; c.forks > maxForks || c.ways > maxPerms {
		return &PatternError{at, fmt.Sprintf("the parts in any order can be laid in too many ways: at most %d parts and %d ways can be; put some in order, or match them in the rule", maxForks, maxPerms)}
	}
	c.emit(instr{kind: fork, a: uint8(c.free), b: reg, n: uint16(n)})
	c.free += n
	return nil
}

func tooMany(at string) error {
	return &PatternError{at, fmt.Sprintf("the pattern looks at more than %d nodes; match some of them in the rule", maxParts)}
}

// permutations lists the orders of n things, the given one first.
func permutations(n int) [][]uint8 {
	if n == 0 {
		return [][]uint8{nil}
	}
	var out [][]uint8
	for first := range n {
		for _, rest := range permutations(n - 1) {
			perm := []uint8{uint8(first)}
			for _, k := range rest {
				if int(k) >= first {
					k++
				}
				perm = append(perm, k)
			}
			out = append(out, perm)
		}
	}
	return out
}

// blank tells whether p asks for nothing.
func blank(p *UPat) bool {
	return len(p.Ops) == 0 && len(p.DTypes) == 0 && p.Arg == nil && p.Src == nil && p.Name == "" && !p.Broadcast
}

// headOps lists the ops of the nodes that p can fit; nil for all.
func headOps(p *UPat) []uop.Op {
	if p.Broadcast {
		return []uop.Op{uop.OpConst, uop.OpExpand, uop.OpReshape}
	}
	return slices.Clone(p.Ops)
}

// firstOps gives the ops that source 0 of a fitting node can have.
func firstOps(p *UPat) opSet {
	var set opSet
	for i := range p.Src {
		if i > 0 && p.Match != AnyOrder {
			break
		}
		ops := headOps(&p.Src[i])
		if len(ops) == 0 {
			return 0
		}
		set |= setOf(ops)
	}
	return set
}

func setOf(ops []uop.Op) (set opSet) {
	for _, op := range ops {
		set |= 1 << op
	}
	return set
}

func headText(p *UPat) string {
	if len(p.Ops) == 0 {
		return "_"
	}
	var names []string
	for _, op := range p.Ops {
		names = append(names, op.String())
	}
	return strings.Join(names, "|")
}
