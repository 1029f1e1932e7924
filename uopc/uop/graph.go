package uop

// Graph owns nodes and holds each once. One goroutine uses a graph at a time; different graphs
// are independent. Dropping the graph drops its nodes.
type Graph struct {
	table  table
	chunks []*[chunkLen]UOp // nodes by id
	n      int              // nodes made
	srcs   []*UOp           // slab of sources
	spans  []Span           // slab of what truly points to
	scalar common           // what scalars outside of all loops share
	joins  map[[2]*common]*common
}

// Slab sizes: large enough that allocation is rare, small enough for graphs of ten nodes.
const (
	chunkBits = 7
	chunkLen  = 1 << chunkBits
	srcSlab   = 256
	spanSlab  = 64
)

// NewGraph makes an empty graph.
func NewGraph() *Graph {
	g := &Graph{table: newTable(firstTable)}
	g.scalar.g = g
	return g
}

// Len gives the number of nodes.
func (g *Graph) Len() int { return g.n }

// Node gives the node with the given id.
func (g *Graph) Node(id int) *UOp {
	if uint(id) >= uint(g.n) {
		panic(errf(OpInvalid, "the graph has no node %d: it has %d", id, g.n))
	}
	return g.at(uint32(id))
}

func (g *Graph) at(id uint32) *UOp { return &g.chunks[id>>chunkBits][id%chunkLen] }

// New gives the node with these contents, made now or found. Only the sources' graph may be g.
// The error is an *Error that names the op; then no node was made.
func (g *Graph) New(op Op, a Arg, src ...*UOp) (*UOp, error) {
	// Nothing here keeps src, so that the caller's list need not be on the heap.
	if u := g.quick(op, a, src); u != nil {
		return u, nil
	}
	return g.checked(op, a, src)
}

// checked is New for all ops, with every check.
func (g *Graph) checked(op Op, a Arg, src []*UOp) (*UOp, error) {
	a = normalArg(op, a)
	if d, ok := quickDType(op, a, src); ok {
		// A node that is in the table was checked when it was made.
		if u, _ := g.find(op, d, a.Bits, a.X, src, contentHash(op, d, a.Bits, a.X, src)); u != nil {
			return u, nil
		}
	}
	for i, s := range src {
		if s == nil {
			return nil, errf(op, "source %d is missing", i)
		}
		if s.Graph() != g {
			return nil, errf(op, "source %d belongs to another graph", i)
		}
	}
	kept := g.copied(src) // the rules of infer may let it escape
	t, err := infer(g, op, a, kept)
	if err != nil {
		return nil, err
	}
	h := contentHash(op, t.dtype, a.Bits, a.X, kept)
	u, slot := g.find(op, t.dtype, a.Bits, a.X, kept, h)
	if u != nil {
		return u, nil
	}
	u = g.add(op, t.dtype, t.space, kept, h, slot)
	u.x, u.lo = a.X, int64(a.Bits)
	u.c = g.commonOf(u, t.shape)
	computeBounds(u)
	return u, nil
}

// normalArg drops from an arg what the op does not have, so that one node has one spelling.
func normalArg(op Op, a Arg) Arg {
	switch op {
	case OpConst:
		a.Bits = canonBits(a.DType, a.Bits)
	case OpRange:
		a.Bits, a.DType = 0, Index
	case OpParam, OpBuffer, OpAlloc, OpCast, OpBitcast:
		a.Bits = 0
	default:
		a.Bits, a.DType = 0, Void
	}
	a.X = a.X.normal(op)
	return a
}

// Make is New for contents that are known to be right, as in rules. It panics with the *Error.
func (g *Graph) Make(op Op, a Arg, src ...*UOp) *UOp {
	if u := g.quick(op, a, src); u != nil {
		return u
	}
	u, err := g.checked(op, a, src)
	if err != nil {
		panic(err)
	}
	return u
}

// add makes the next node, whose sources are a copy; the caller fills in the rest.
func (g *Graph) add(op Op, d DType, sp Space, src []*UOp, h uint64, slot uint) *UOp {
	id := g.n
	if id>>chunkBits == len(g.chunks) {
		g.chunks = append(g.chunks, new([chunkLen]UOp))
	}
	u := g.at(uint32(id))
	u.op, u.dtype, u.space, u.id, u.hash = op, d, sp, uint32(id), h
	if n := len(src); n > 0 {
		u.src = src
		g.srcs = g.srcs[n:]
	}
	g.n++
	g.table.put(slot, h, u.id)
	return u
}

// copied gives a copy of src in the slab. It is kept when add takes it, else it is written over.
func (g *Graph) copied(src []*UOp) []*UOp {
	n := len(src)
	if n == 0 {
		return nil
	}
	if len(g.srcs) < n {
		g.srcs = make([]*UOp, max(srcSlab, n))
	}
	out := g.srcs[:n:n]
	copy(out, src)
	return out
}

// Rollback forgets every node made since Len gave n. Pointers to them must not be used again.
// A reader calls it so that bad text leaves no node.
func (g *Graph) Rollback(n int) {
	if n >= g.n {
		return
	}
	g.n, g.joins = n, nil // joins of what remains are still right, but would keep the others' loops alive
	whole := (n + chunkLen - 1) >> chunkBits
	if n%chunkLen > 0 {
		clear(g.chunks[whole-1][n%chunkLen:])
	}
	clear(g.chunks[whole:])
	g.chunks = g.chunks[:whole]
	g.table.reset()
	for id := range uint32(n) {
		h := g.at(id).hash
		g.table.put(g.table.free(h), h, id)
	}
}
