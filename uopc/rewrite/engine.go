package rewrite

import (
	"errors"
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Limits that a zero Options stands for.
const (
	DefaultPerNode = 1_000
	DefaultTotal   = 500_000
	totalPerNode   = 20 // large programs may fire more than DefaultTotal: so many times each node
)

// Options are the choices of a run; the zero value is the usual one.
type Options struct {
	// Trace is told every firing.
	Trace func(rule string, before, after *uop.UOp)
	// Counts, when not nil, gains the firings of each rule by name.
	Counts map[string]int
	// PerNode limits the firings in a row that start from one node; 0 means DefaultPerNode.
	PerNode int
	// Total limits all firings; 0 means DefaultTotal, or 20 for each node visited if that is more.
	Total int
	// Pure promises that no root reaches a RANGE, a STORE or a CALL on memory. The run is then
	// spared the questions whether an effect gets lost or two loops become one.
	Pure bool
	// Closed tells CALLs whose bodies stay as they are, however rules would change them; nil for none.
	// Their arguments are rewritten, and rules look at the CALLs themselves.
	Closed func(call *uop.UOp) bool
}

// Rewrite gives the fixed point of root under the rules of m, which see nodes whose sources are
// finished. o may be nil. The error is a *LimitError, or says which rule gave a node that cannot
// stand for the old one.
func Rewrite[C any](root *uop.UOp, m *Matcher[C], c C, o *Options) (*uop.UOp, error) {
	return rewriteOne(root, m, nil, c, o)
}

// RewriteBottomUp is Rewrite with rules that see the sources as they were: m is applied to a node
// before its sources, until none of its rules applies; then the sources are rewritten and the node
// is rebuilt. A node that this changed is a new one, and m looks at it too.
func RewriteBottomUp[C any](root *uop.UOp, m *Matcher[C], c C, o *Options) (*uop.UOp, error) {
	return rewriteOne(root, nil, m, c, o)
}

// RewriteBoth applies bpm on the way down, to nodes with the sources they had, as RewriteBottomUp
// does, and m on the way up, to nodes whose sources are finished, as Rewrite does.
func RewriteBoth[C any](root *uop.UOp, m, bpm *Matcher[C], c C, o *Options) (*uop.UOp, error) {
	return rewriteOne(root, m, bpm, c, o)
}

func rewriteOne[C any](root *uop.UOp, m, bpm *Matcher[C], c C, o *Options) (*uop.UOp, error) {
	if root == nil {
		return nil, errNoRoot
	}
	return NewBoth(root.Graph(), m, bpm, c, o).Rewrite(root)
}

var (
	errNoRoot = errors.New("there is no node to rewrite: the root is nil")
	errGraph  = errors.New("the root belongs to another graph than the Rewriter was made for")
)

// Rewriter is a Matcher at work on one graph. What it found for a node it remembers, so that
// many roots of one program cost no more than one.
type Rewriter[C any] struct {
	g    *uop.Graph
	up   *Matcher[C] // sees finished sources; nil for none
	down *Matcher[C] // sees original sources; nil for none
	c    C
	o    Options

	memo  memo
	stack stack
	first int32      // what next of a new frame is
	buf   []*uop.UOp // the sources of the node that is rebuilt

	still   [uop.NumOps]bool // ops that no rule looks at
	names   []string         // of the rules of up, and after them those of down
	fired   []int            // by rule
	total   int
	counted int // of total, those that Options.Counts has
	made    int // the first id that this run may have made
	seen    int // nodes entered with ids below that
	last    [lastSteps]step
	keep    keeper
}

// New makes a Rewriter that works as Rewrite does. o may be nil.
func New[C any](g *uop.Graph, m *Matcher[C], c C, o *Options) *Rewriter[C] {
	return NewBoth(g, m, nil, c, o)
}

// NewBottomUp makes a Rewriter that works as RewriteBottomUp does. o may be nil.
func NewBottomUp[C any](g *uop.Graph, m *Matcher[C], c C, o *Options) *Rewriter[C] {
	return NewBoth(g, nil, m, c, o)
}

// NewBoth makes a Rewriter that works as RewriteBoth does. o may be nil, and so may either matcher.
func NewBoth[C any](g *uop.Graph, m, bpm *Matcher[C], c C, o *Options) *Rewriter[C] {
	r := &Rewriter[C]{g: g, up: m, down: bpm, c: c}
	if m != nil {
		r.names = m.names
	}
	if bpm != nil {
		r.first = -1
		r.names = append(r.names[:len(r.names):len(r.names)], bpm.names...)
	}
	for op := range r.still {
		r.still[op] = (m == nil || len(m.byOp[op]) == 0) && (bpm == nil || len(bpm.byOp[op]) == 0)
	}
	r.fired = make([]int, len(r.names))
	r.options(o)
	return r
}

func (r *Rewriter[C]) options(o *Options) {
	r.o = Options{}
	if o != nil {
		r.o = *o
	}
	if r.o.PerNode == 0 {
		r.o.PerNode = DefaultPerNode
	}
}

// Reset makes the Rewriter as good as new, for another graph, which may be nil until the next
// Reset, and with other options. Its memory is used again: for small programs that is most of the
// work.
func (r *Rewriter[C]) Reset(g *uop.Graph, o *Options) {
	r.g = g
	r.options(o)
	r.memo.clear()
	r.stack.n = 0
	clear(r.buf[:cap(r.buf)])
	r.last = [lastSteps]step{}
	r.total, r.counted, r.seen, r.made = 0, 0, 0, 0
	r.keep = keeper{}
	clear(r.fired)
}

// Forget drops what is remembered of nodes with ids from n on, before the graph rolls back to n.
func (r *Rewriter[C]) Forget(n int) {
	r.memo.forget(n)
	r.keep.forget(n)
}

// Rewrite gives the fixed point of root.
func (r *Rewriter[C]) Rewrite(root *uop.UOp) (*uop.UOp, error) {
	if root == nil {
		return nil, errNoRoot
	}
	if root.Graph() != r.g {
		return nil, errGraph
	}
	if d := r.get(root); d != nil {
		return d, nil
	}
	return r.start(root)
}

func (r *Rewriter[C]) start(root *uop.UOp) (out *uop.UOp, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = r.blame(e)
		}
		if err != nil {
			out = nil
			r.reset()
		}
		r.count()
	}()
	if !r.o.Pure {
		r.keep.roots = append(r.keep.roots, root)
	}
	r.made = r.g.Len()
	r.push(root, 0)
	if err := r.run(); err != nil {
		return nil, err
	}
	return r.get(root), nil
}

// reset makes the Rewriter fit for another root after an error.
func (r *Rewriter[C]) reset() {
	for ; r.stack.n > 0; r.stack.n-- {
		f := r.stack.at(r.stack.n - 1)
		r.memo.idle(f.u)
		r.memo.idle(f.now)
	}
}

// blame turns the panic of a rule that made an impossible node, or asked for a name that its
// pattern has not, into an error that names the rule. Other panics go on.
func (r *Rewriter[C]) blame(e any) error {
	rule := r.culprit()
	switch bad := e.(type) {
	case *uop.Error:
		return fmt.Errorf("rule %q made a node that cannot be: %w", rule, bad)
	case *PatternError:
		return fmt.Errorf("rule %q: %w", rule, bad)
	}
	r.reset()
	panic(e)
}

// culprit finds the rule that panics on the node at work.
func (r *Rewriter[C]) culprit() string {
	if r.stack.n == 0 {
		return "?"
	}
	f := r.stack.at(r.stack.n - 1)
	m, at := r.up, f.now
	if f.next < 0 {
		m, at = r.down, f.u
	}
	if m == nil || at == none {
		return "?"
	}
	u := r.node(at)
	for from := len(m.names) - 1; from > 0; from-- {
		if r.panics(m, u, from) {
			return m.names[from]
		}
	}
	return m.names[0]
}

func (r *Rewriter[C]) panics(m *Matcher[C], u *uop.UOp, from int) (yes bool) {
	defer func() { yes = recover() != nil }()
	m.Match(r.g, r.c, u, from)
	return false
}
