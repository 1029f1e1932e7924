package uop

import "math/bits"

// table finds nodes by hash. Each slot holds the upper half of a node's hash and its id plus one;
// zero is free. The place of a node follows from the top bits of the hash, so that the slots of a
// table are nearly in order of hash and growing reads and writes memory in order. There are no
// pointers for the garbage collector to follow.
type table struct {
	slots []uint64
	shift uint // 64 minus the bits of a slot's number
	used  int
}

const firstTable = 64

const tagMask = uint64(1<<32-1) << 32

func newTable(n int) table {
	return table{slots: make([]uint64, n), shift: uint(64 - bits.Len(uint(n-1)))}
}

// free gives the first free slot for the hash h.
func (t *table) free(h uint64) uint {
	mask := uint(len(t.slots) - 1)
	i := uint(h>>t.shift) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

// put fills a free slot and sees to it that some remain.
func (t *table) put(slot uint, h uint64, id uint32) {
	t.slots[slot] = h&tagMask | uint64(id+1)
	if t.used++; 4*t.used > 3*len(t.slots) {
		t.grow()
	}
}

func (t *table) grow() {
	old := t.slots
	used := t.used
	*t = newTable(2 * len(old))
	t.used = used
	for _, s := range old {
		if s != 0 {
			t.slots[t.free(s&tagMask)] = s
		}
	}
}

func (t *table) reset() {
	clear(t.slots)
	t.used = 0
}

// find gives the node with these contents, or nil and the slot where it belongs. The arg comes in
// parts so that all of it is passed in registers.
func (g *Graph) find(op Op, d DType, bits uint64, x *Ext, src []*UOp, h uint64) (*UOp, uint) {
	slots := g.table.slots
	mask := uint(len(slots) - 1)
	for i := uint(h>>g.table.shift) & mask; ; i = (i + 1) & mask {
		s := slots[i]
		if s == 0 {
			return nil, i
		}
		if (s^h)&tagMask != 0 {
			continue
		}
		// A hash is never an identity: whole contents are compared. The dtype of the arg is that
		// of the node, or the op has none.
		u := g.at(uint32(s) - 1)
		if u.hash == h && u.op == op && u.dtype == d && u.Bits() == bits && sameNodes(u.src, src) && (u.x == x || u.x.equal(x)) {
			return u, i
		}
	}
}

// quickDType gives the dtype of the node without checking it, for the look-up that comes first.
func quickDType(op Op, a Arg, src []*UOp) (DType, bool) {
	if op >= NumOps {
		return Void, false
	}
	for _, s := range src {
		if s == nil {
			return Void, false
		}
	}
	info := &ops[op]
	switch {
	case info.class == ClassALU:
		if len(src) != info.arity {
			return Void, false
		}
		return info.result(a.DType, src), true
	case op == OpStore || op == OpEnd || op == OpSink:
		return Void, true
	case len(src) > 0 && info.class != ClassLeaf:
		return src[0].dtype, true
	}
	return a.DType, true
}

// result gives the dtype of an ALU op.
func (info *opInfo) result(arg DType, src []*UOp) DType {
	switch info.out {
	case toBool:
		return Bool
	case toArg:
		return arg
	case choice:
		return src[1].dtype
	}
	return src[0].dtype
}
