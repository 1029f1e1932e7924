package rules

//go:generate go run ../../internal/rulegen strict.rules fast.rules

import (
	_ "embed"
	"sync"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

type none = rewrite.None

// Options are the choices of a simplification; the zero value is the usual, strict one.
type Options struct {
	FastMath bool // also use the rules that may change results
	NoInline bool // keep CALLs as they are
	Trace    func(rule string, before, after *uop.UOp)
}

// Stats tells what a simplification did.
type Stats struct {
	Fired map[string]int // firings by rule name
}

// Simplify gives a program of the same value, to the last bit, that no strict rule can make
// simpler. Of a CALL, which is a kernel, it simplifies the body and keeps the CALL.
func Simplify(root *uop.UOp) (*uop.UOp, error) {
	v, _, err := SimplifyOpt(root, Options{})
	return v, err
}

// SimplifyOpt is Simplify with choices.
func SimplifyOpt(root *uop.UOp, o Options) (*uop.UOp, *Stats, error) {
	st := &Stats{Fired: map[string]int{}}
	r := rewrite.New(root.Graph(), matcherFor(o), none{}, &rewrite.Options{Trace: o.Trace, Counts: st.Fired})
	v, err := simplifyRoot(root, r)
	if err != nil {
		return nil, st, err
	}
	return v, st, nil
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

// matchers are made once for each choice of rules.
var matchers [4]struct {
	once sync.Once
	m    *rewrite.Matcher[none]
}

func matcherFor(o Options) *rewrite.Matcher[none] {
	i := 0
	if o.FastMath {
		i |= 1
	}
	if o.NoInline {
		i |= 2
	}
	s := &matchers[i]
	s.once.Do(func() {
		sets := []rewrite.Compiled[none]{StrictRules}
		if !o.NoInline {
			sets = append(sets, InlineRules)
		}
		if o.FastMath {
			sets = append(sets, FastRules)
		}
		s.m = rewrite.FromCompiled(sets...)
	})
	return s.m
}

// Source is the text of a rule file.
type Source struct {
	Name string
	Text []byte
}

//go:embed strict.rules
var strictText []byte

//go:embed fast.rules
var fastText []byte

// Sources gives the shipped rule files, which proofs and tests read.
func Sources() []Source {
	return []Source{{"strict.rules", strictText}, {"fast.rules", fastText}}
}
