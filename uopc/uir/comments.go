package uir

import (
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// commentText is what a comment says, given what stands behind its ';'.
func commentText(s string) string {
	return strings.TrimRight(strings.TrimPrefix(s, " "), " \t\r")
}

// comments gives the comment lines of a file to what they belong to. Blocks that a blank line
// parts stay parted by an empty comment line when they belong together.
type comments struct {
	block    []string // lines since the last node
	parted   bool     // a blank line followed them
	touching bool     // the block started right under the first line of the file
	started  bool     // a blank line, comment or node has been seen
	head     []string
	first    *uop.UOp // the first node
	under    []string // a block between the first line and the first node, without a blank line
	above    map[*uop.UOp][]string
}

func (c *comments) blank() {
	c.started = true
	c.parted = len(c.block) > 0
}

func (c *comments) add(text string) {
	if !c.started {
		c.started, c.touching = true, true
	}
	if c.parted {
		if c.first == nil {
			c.toHead()
		} else {
			c.block = append(c.block, "")
		}
		c.parted = false
	}
	c.block = append(c.block, text)
}

func (c *comments) toHead() {
	if len(c.head) > 0 {
		c.head = append(c.head, "")
	}
	c.head = append(c.head, c.block...)
	c.block, c.touching = nil, false
}

// node gives the block to the node below it. The very first block may turn out to belong to
// the file, which is not known before the end.
func (c *comments) node(u *uop.UOp) {
	c.started = true
	if c.above == nil {
		c.above = make(map[*uop.UOp][]string)
	}
	if c.first == nil {
		c.first = u
		if c.parted {
			c.toHead()
		} else if c.touching {
			c.under, c.block = c.block, nil
		}
	}
	if len(c.block) > 0 {
		if len(c.above[u]) > 0 {
			c.above[u] = append(c.above[u], "")
		}
		c.above[u] = append(c.above[u], c.block...)
	}
	c.block, c.parted = nil, false
}

// settle puts the comments into the file, once its roots are known.
func (c *comments) settle(f *File) {
	f.Tail, f.Head, f.Comments = c.block, c.head, c.above
	if len(c.under) > 0 {
		k := f.onlyKernel()
		if k != nil && k.Node != c.first && len(c.above[k.Node]) == 0 {
			f.Head = c.under
		} else {
			c.above[c.first] = append(c.under, c.above[c.first]...)
		}
	}
	for i := range f.Roots {
		f.Roots[i].Doc = strings.Join(c.above[f.Roots[i].Node], "\n")
	}
	if k := f.onlyKernel(); k != nil && k.Doc == "" {
		k.Doc = strings.Join(f.Head, "\n")
	}
}
