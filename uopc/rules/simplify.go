package rules

//go:generate go run ../../internal/rulegen strict.rules late.rules fast.rules

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

type none = rewrite.None

// Options are the choices of a simplification; the zero value is the usual, strict one.
type Options struct {
	FastMath bool // first use the rules that may change results too; see below
	NoInline bool // keep CALLs as they are
	Late     bool // also use the rules for the end of the pipeline
	Trace    func(rule string, before, after *uop.UOp)
}

// The rules of FastMath regroup sums and products. Elementary functions round to whole numbers by adding
// and taking away a large one, and have sums of two parts; regrouped they would give nonsense. So
// FastMath comes first, while the functions are still CALLs, and leaves those alone; then the strict
// rules write them out. In a program in which they are written out already, nothing tells them from
// the user's own arithmetic.

// Stats tells what a simplification did.
type Stats struct {
	Fired map[string]int // firings by rule name
}

// Simplify gives a program of the same value, to the last bit, that no strict rule can make
// simpler. Of a CALL, which is a kernel, it simplifies the body and keeps the CALL.
func Simplify(root *uop.UOp) (*uop.UOp, error) {
	return simplify(root, Options{}, nil)
}

// SimplifyOpt is Simplify with choices.
func SimplifyOpt(root *uop.UOp, o Options) (*uop.UOp, *Stats, error) {
	st := &Stats{Fired: map[string]int{}}
	v, err := simplify(root, o, st)
	return v, st, err
}

// Late is Simplify with the rules for the end of the pipeline. Of what it gives, a division by a
// power of two for one, Simplify can make less.
func Late(root *uop.UOp) (*uop.UOp, error) {
	return simplify(root, Options{Late: true}, nil)
}

func simplify(root *uop.UOp, o Options, st *Stats) (*uop.UOp, error) {
	if o.FastMath {
		var err error
		if root, err = apply(root, o, st); err != nil {
			return nil, err
		}
		o.FastMath = false
	}
	return apply(root, o, st)
}

// apply uses the rules that o chooses.
func apply(root *uop.UOp, o Options, st *Stats) (*uop.UOp, error) {
	s := matcherFor(o)
	ro := rewrite.Options{Trace: o.Trace}
	if o.FastMath {
		ro.Closed = libm.IsCall
	}
	if st != nil {
		ro.Counts = st.Fired
	}
	r := s.pool.Get().(*rewrite.Rewriter[none])
	r.Reset(root.Graph(), &ro)
	v, err := simplifyRoot(root, r)
	r.Reset(nil, nil) // the pool must not keep a graph alive
	s.pool.Put(r)
	return v, err
}

func simplifyRoot(root *uop.UOp, r *rewrite.Rewriter[none]) (*uop.UOp, error) {
	if root.Op() != uop.OpCall {
		return r.Rewrite(root)
	}
	src := make([]*uop.UOp, len(root.Src()))
	for i, s := range root.Src() {
		src[i] = s
		// What stands for an argument gives types alone: only an expression is simplified.
		if i > 0 && s.Op().Class() == uop.ClassLeaf {
			continue
		}
		v, err := r.Rewrite(s)
		if err != nil {
			return nil, err
		}
		src[i] = v
	}
	return root.Graph().New(uop.OpCall, root.Arg(), src...)
}

// choice is the rules of one choice of Options, and Rewriters at rest.
type choice struct {
	once sync.Once
	m    *rewrite.Matcher[none]
	pool sync.Pool
}

// choices are made once for each choice of rules.
var choices [8]choice

// matcherFor gives the rules in order of priority, as they stand in the files.
func matcherFor(o Options) *choice {
	i := 0
	if o.FastMath {
		i |= 1
	}
	if o.NoInline {
		i |= 2
	}
	if o.Late {
		i |= 4
	}
	s := &choices[i]
	s.once.Do(func() {
		sets := []rewrite.Compiled[none]{StrictRules}
		switch {
		case o.FastMath && !o.NoInline:
			sets = append(sets, inlineOthers)
		case !o.NoInline:
			sets = append(sets, InlineRules)
		}
		if o.Late {
			sets = append(sets, LateRules)
		}
		if o.FastMath {
			sets = append(sets, FastRules)
		}
		s.m = rewrite.FromCompiled(sets...)
		s.pool.New = func() any { return rewrite.New(nil, s.m, none{}, nil) }
	})
	return s
}

// Source is the text of a rule file.
type Source struct {
	Name string
	Text []byte
}

//go:embed strict.rules
var strictText []byte

//go:embed late.rules
var lateText []byte

//go:embed fast.rules
var fastText []byte

//go:embed slow.txt
var slowText string

// Slow gives the names of the shipped rules whose proofs take long.
func Slow() (out []string) {
	for line := range strings.Lines(slowText) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// Sources gives the shipped rule files, which proofs and tests read.
func Sources() []Source {
	return []Source{{"strict.rules", strictText}, {"late.rules", lateText}, {"fast.rules", fastText}}
}
