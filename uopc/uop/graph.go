package uop

// Graph owns nodes and holds each once. One goroutine uses a graph at a time; different graphs
// are independent. Dropping the graph drops its nodes.
type Graph struct {
	table []*UOp // open addressing by hash; power of two; nil is free
	nodes []*UOp // by id
	slab  []UOp
	srcs  []*UOp
	bslab []Bounds
}

// Slab sizes: large enough that allocation is rare, small enough for graphs of ten nodes.
const (
	firstTable = 64
	nodeSlab   = 256
	srcSlab    = 512
	boundSlab  = 128
)

// NewGraph makes an empty graph.
func NewGraph() *Graph { return &Graph{table: make([]*UOp, firstTable)} }

// Len gives the number of nodes.
func (g *Graph) Len() int { return len(g.nodes) }

// Node gives the node with the given id.
func (g *Graph) Node(id int) *UOp { return g.nodes[id] }

// New gives the node with these contents, made now or found. Only the sources' graph may be g.
// The error is an *Error that names the op; then no node was made.
func (g *Graph) New(op Op, a Arg, src ...*UOp) (*UOp, error) {
	a = normalArg(op, a)
	d, ok := quickDType(op, a, src)
	if ok {
		// A node that is in the table was checked when it was made.
		if u := g.find(op, d, a, src, contentHash(op, d, a, src)); u != nil {
			return u, nil
		}
	}
	for i, s := range src {
		if s == nil {
			return nil, errf(op, "source %d is missing", i)
		}
		if s.g != g {
			return nil, errf(op, "source %d belongs to another graph", i)
		}
	}
	t, err := infer(g, op, a, src)
	if err != nil {
		return nil, err
	}
	h := contentHash(op, t.dtype, a, src)
	if u := g.find(op, t.dtype, a, src, h); u != nil {
		return u, nil
	}
	return g.insert(op, a, src, t, h), nil
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
	u, err := g.New(op, a, src...)
	if err != nil {
		panic(err)
	}
	return u
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
		switch info.out {
		case toBool:
			return Bool, true
		case toArg:
			return a.DType, true
		case choice:
			return src[1].dtype, true
		}
		return src[0].dtype, true
	case op == OpConst:
		return a.DType, true
	case op == OpStore || op == OpEnd || op == OpSink:
		return Void, true
	case len(src) > 0 && info.class != ClassLeaf:
		return src[0].dtype, true
	}
	return a.DType, true
}

func (g *Graph) find(op Op, d DType, a Arg, src []*UOp, h uint64) *UOp {
	mask := uint64(len(g.table) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		u := g.table[i]
		if u == nil {
			return nil
		}
		if u.hash == h && u.same(op, d, a, src) {
			return u
		}
	}
}

// same compares whole contents: a hash is never an identity.
func (u *UOp) same(op Op, d DType, a Arg, src []*UOp) bool {
	if u.op != op || u.dtype != d || u.arg.DType != a.DType || u.arg.Bits != a.Bits || len(u.src) != len(src) {
		return false
	}
	for i, s := range src {
		if u.src[i] != s {
			return false
		}
	}
	return u.arg.X.equal(a.X)
}

func (g *Graph) insert(op Op, a Arg, src []*UOp, t typed, h uint64) *UOp {
	if len(g.slab) == 0 {
		g.slab = make([]UOp, nodeSlab)
	}
	u := &g.slab[0]
	g.slab = g.slab[1:]
	*u = UOp{op: op, dtype: t.dtype, space: t.space, id: uint32(len(g.nodes)), g: g,
		src: g.keep(src), arg: a, shape: t.shape, hash: h}
	u.open = openRanges(u)
	computeBounds(u)
	g.nodes = append(g.nodes, u)
	if 4*len(g.nodes) > 3*len(g.table) {
		g.rehash(2 * len(g.table))
	} else {
		g.place(u)
	}
	return u
}

// keep copies sources into the slab, so that a caller's variadic slice need not live.
func (g *Graph) keep(src []*UOp) []*UOp {
	n := len(src)
	if n == 0 {
		return nil
	}
	if len(g.srcs) < n {
		g.srcs = make([]*UOp, max(srcSlab, n))
	}
	out := g.srcs[:n:n]
	g.srcs = g.srcs[n:]
	copy(out, src)
	return out
}

func (g *Graph) place(u *UOp) {
	mask := uint64(len(g.table) - 1)
	i := u.hash & mask
	for g.table[i] != nil {
		i = (i + 1) & mask
	}
	g.table[i] = u
}

func (g *Graph) rehash(n int) {
	g.table = make([]*UOp, n)
	for _, u := range g.nodes {
		g.place(u)
	}
}

// Rollback forgets every node made since Len gave n. Pointers to them must not be used again.
// A reader calls it so that bad text leaves no node.
func (g *Graph) Rollback(n int) {
	if n >= len(g.nodes) {
		return
	}
	clear(g.nodes[n:])
	g.nodes = g.nodes[:n]
	g.rehash(len(g.table))
}
