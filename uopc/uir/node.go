package uir

import (
	"errors"
	"slices"
	"strings"

	"github.com/uopc/uopc/uopc/uop"
)

// node is a node line on its way to become a node.
type node struct {
	p       *parser
	st      *stmt
	op      uop.Op
	fn      *function // that the line applies by name, or nil; then op is CALL
	spec    *spec
	arg     uop.Arg
	ext     uop.Ext
	present keySet
	vals    [numKeys]token
	sizes   []item     // of size or shape
	src     []*uop.UOp // nil where a literal stands, until literals does its work
	params  map[int]*uop.UOp
}

// errSkip marks a line that uses a node of a faulty line: a second message would say nothing new.
var errSkip = &fail{}

// build makes the node of a line. The steps are in an order that tells the plainest fault first.
func (p *parser) build(st *stmt) (*uop.UOp, *fail) {
	p.n = node{p: p, st: st, src: p.n.src[:0]}
	n := &p.n
	for _, step := range [...]func(*node) *fail{
		(*node).findOp, (*node).findKeys, (*node).takeTuple, (*node).checkKeys, (*node).checkCount,
		(*node).findSources, (*node).checkArgs, (*node).readKeys, (*node).literals, (*node).placeSizes,
	} {
		if f := step(n); f != nil {
			return nil, f
		}
	}
	if n.spec.may&^keysOf(kDType, kValue) != 0 {
		ext := n.ext
		n.arg.X = &ext
	}
	if n.fn != nil {
		n.applyFunction()
	}
	u, err := p.g.New(n.op, n.arg, n.src...)
	if err != nil {
		return nil, n.typeFault(err)
	}
	return u, nil
}

func (n *node) typeFault(err error) *fail {
	var e *uop.Error
	msg := err.Error()
	if errors.As(err, &e) {
		msg = e.Error()
	}
	return failf(n.st.op.col, n.spec.usage, "%s", msg)
}

func (n *node) findOp() *fail {
	name := n.st.op
	if op, ok := uop.ParseOp(name.text); ok {
		n.op, n.spec = op, &specs[op]
		return nil
	}
	if fn := functions[name.text]; fn != nil {
		n.op, n.fn, n.spec = uop.OpCall, fn, &fn.spec
		return nil
	}
	return unknownOp(name)
}

// unknownOp says how to write what was probably meant.
func unknownOp(name token) *fail {
	if hint := otherNames[strings.ToLower(name.text)]; hint != "" {
		return failf(name.col, hint, "unknown op '%s'", name.text)
	}
	hint := "ops are " + wrap(opNames) + "\nfunctions are " + wrap(functionNames)
	near := nearest(name.text, wordNames)
	if op, ok := uop.ParseOp(near); ok {
		hint = specs[op].usage
	} else if fn := functions[near]; fn != nil {
		hint = fn.spec.usage
	}
	return failf(name.col, hint, "unknown op '%s'%s", shorten(name.text), didYouMean(name.text, wordNames))
}

// wrap joins many words over several lines.
func wrap(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i%16 == 0:
			b.WriteString("\n  ")
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func (n *node) findKeys() *fail {
	for i, t := range n.st.keys {
		k, ok := parseKey(t.text)
		switch {
		case !ok || !n.spec.may.has(k):
			return n.unknownKey(t)
		case n.present.has(k):
			return failf(t.col, "give each key once", "key '%s' is given twice", t.text)
		}
		n.present |= keysOf(k)
		n.vals[k] = n.st.vals[i]
	}
	return nil
}

func (n *node) unknownKey(t token) *fail {
	names := n.spec.may.names()
	if len(names) == 0 {
		return failf(t.col, n.spec.usage, "%s has no keys, got '%s'", n.st.op.text, shorten(t.text))
	}
	return failf(t.col, n.spec.usage, "%s has no key '%s'; it has %s%s", n.op, shorten(t.text),
		strings.Join(names, " "), didYouMean(t.text, names))
}

// takeTuple takes a tuple that stands as the last operand for the value of its key.
func (n *node) takeTuple() *fail {
	ops := n.st.operands
	for i, t := range ops {
		if t.text[0] != '(' {
			continue
		}
		k := n.spec.tuple
		switch {
		case k == noKey:
			return failf(t.col, n.spec.usage, "%s takes no tuple", n.st.op.text)
		case i != len(ops)-1:
			return failf(t.col, n.spec.usage, "the tuple of %s must be its last operand", n.op)
		case n.present.has(k):
			return failf(t.col, "give it once", "%s is given twice: as an operand and as a key", keyNames[k])
		}
		n.present |= keysOf(k)
		n.vals[k] = t
		n.st.operands = ops[:i]
	}
	return nil
}

func (n *node) checkKeys() *fail {
	for k := range numKeys {
		if n.spec.need.has(k) && !n.present.has(k) {
			return failf(n.st.op.col, n.spec.usage, "%s needs the key '%s'", n.op, keyNames[k])
		}
	}
	return nil
}

// arity is how many sources a line gives, or -1 where that is free.
func (n *node) arity() int {
	if n.fn != nil {
		return n.fn.Arity
	}
	return n.op.Arity()
}

// checkCount checks the number of sources of ops that take a fixed number, to point at the first
// that is too many, or behind the last when there are too few.
func (n *node) checkCount() *fail {
	want, got := n.arity(), len(n.st.operands)
	if want < 0 || want == got {
		return nil
	}
	col := n.st.op.col
	if got > want {
		col = n.st.operands[want].col
	} else if got > 0 {
		last := n.st.operands[got-1]
		col = last.col + len(last.text)
	}
	plural := "s"
	if want == 1 {
		plural = ""
	}
	return failf(col, n.spec.usage, "%s takes %d source%s, got %d", n.st.op.text, want, plural, got)
}

func (n *node) findSources() *fail {
	n.src = slices.Grow(n.src, len(n.st.operands))[:len(n.st.operands)]
	clear(n.src)
	for i, t := range n.st.operands {
		if t.text[0] != '%' {
			if f := n.checkLiteral(t); f != nil {
				return f
			}
			continue
		}
		u, f := n.p.lookup(t, n.st)
		if f != nil {
			return f
		}
		n.src[i] = u
	}
	return nil
}

func (n *node) readKeys() *fail {
	n.ext.Lanes = n.defaultLanes()
	n.ext.Mem = n.op == uop.OpBuffer || n.op == uop.OpAlloc
	for k := range numKeys {
		if n.present.has(k) {
			if f := readers[k](n, n.vals[k]); f != nil {
				return f
			}
		}
	}
	return nil
}

func (n *node) defaultLanes() int {
	if n.op == uop.OpReduce {
		return 1
	}
	return 0
}

// placeSizes puts the sizes that are named in a tuple among the sources, each where its axis
// comes in the order of axes.
func (n *node) placeSizes() *fail {
	if n.sizes == nil {
		return nil
	}
	fixed := min(n.spec.fixed, len(n.src))
	rest := n.src[fixed:]
	src := append([]*uop.UOp(nil), n.src[:fixed]...)
	for _, it := range n.sizes {
		n.ext.Dims = append(n.ext.Dims, it.n)
		switch {
		case it.n != uop.Dynamic:
		case it.ref.text != "":
			u, f := n.p.lookup(it.ref, n.st)
			if f != nil {
				return f
			}
			src = append(src, u)
		case len(rest) > 0:
			src, rest = append(src, rest[0]), rest[1:]
		default:
			t := n.vals[kShape]
			if n.present.has(kSize) {
				t = n.vals[kSize]
			}
			return failf(t.col, "each '?' takes the next source: %1 = param %0 : dtype=f32 slot=1 size=?",
				"there are more '?' than sources that give sizes")
		}
	}
	n.src = append(src, rest...)
	return nil
}
