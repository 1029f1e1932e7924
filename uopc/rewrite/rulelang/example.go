package rulelang

import (
	"strconv"
	"strings"

	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/uop"
)

// ReadExample makes the program of a yes or no line, such as
//
//	i32: Add(Mul(x, 4), Cast(y:u8):i32)
//
// Numbers and names have the dtype before the colon (i32 if there is none), or one of their own
// behind them. 4! is a 4 in every element of the shape (2,3). The names stand for PARAMs: x y z
// without a promise, i in [0,15], j in [0,3], k in [0,7], n in [-8,-5], b c bools, v w of the
// shape (2,3). Fields of the arg stand in braces: Reshape{3,2}(v), Reduce{add,1}(v). The error is
// an Errors.
func ReadExample(g *uop.Graph, text string) (*uop.UOp, error) {
	s := newSource("example", text)
	var u *uop.UOp
	guarded(func() {
		p := &exampleReader{lexer: s.lex(0, len(text)), g: g, dtype: uop.I32}
		p.prefix()
		u = p.read()
		if p.tok.kind != tokEnd {
			p.fail("%s is too much here: the program ended", p.tok.describe())
		}
	})
	if len(s.errs) > 0 {
		return nil, s.errs.sorted()
	}
	return u, nil
}

// exampleReader reads one program.
type exampleReader struct {
	*lexer
	g     *uop.Graph
	dtype uop.DType
	depth int
}

// prefix reads the dtype before the program, if there is one. It tells where the program starts.
func (p *exampleReader) prefix() (off int, own bool) {
	if d, ok := uop.ParseDType(p.tok.text); ok && p.tok.kind == tokName {
		if !d.IsValue() {
			p.fail("%s is no dtype of a value", p.tok.text)
		}
		p.next()
		p.want(":", "after the dtype")
		p.dtype = d
		return p.tok.off, true
	}
	return p.tok.off, false
}

// example reads a yes or no line, and tries whether its programs can be made.
func (r *reader) example(c part, yes bool) Example {
	if e, ok := r.examples[c.at]; ok {
		return e // of this rule for another op of the loop
	}
	g := uop.NewGraph()
	p := &exampleReader{lexer: r.lex(c.off, c.end), g: g, dtype: uop.I32}
	e := Example{Pos: p.pos()}
	p.prefix()
	d, from := p.dtype, skipSpace(r.text, c.off)
	p.read()
	e.In = plain(r.text[from:p.tok.off])
	switch {
	case yes:
		p.want("->", "and what the simplifier makes of it")
		off, own := p.prefix()
		p.read()
		if e.Want = plain(r.text[off:p.tok.off]); own || d != uop.I32 {
			e.Want = p.dtype.String() + ": " + e.Want
		}
	case p.is("->"):
		p.fail("a no line has no result: it says that the rule does not fire")
	}
	if p.tok.kind != tokEnd {
		p.fail("%s is too much here: the program ended", p.tok.describe())
	}
	r.examples[c.at] = e
	return e
}

// read makes a node.
func (p *exampleReader) read() *uop.UOp {
	if p.depth++; p.depth > maxDepth {
		p.fail("this is nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	t := p.tok
	switch {
	case t.kind == tokName && isUpper(t.text[0]):
		return p.node(p.next())
	case t.kind == tokName && names[t.text] != nil:
		return p.param(p.next())
	}
	return p.value()
}

// value reads a constant.
func (p *exampleReader) value() *uop.UOp {
	t, text := p.tok, ""
	if p.take("-") {
		text = "-"
	}
	known := hasWord([]string{"true", "false", "nan", "inf"}, p.tok.text)
	if p.tok.kind != tokInt && p.tok.kind != tokFloat && !known {
		p.fail("got %s, want an op, a number or a name; the names are x y z i j k n b c v w", p.tok.describe())
	}
	text += p.next().text
	all := p.take("!")
	d := p.own(p.dtype)
	if text == "true" || text == "false" {
		d = uop.Bool
	}
	bits, err := contract.ParseValue(d, text)
	if err != nil {
		p.failAt(t.off, "%v", err)
	}
	if c := p.g.Const(d, bits); !all {
		return c
	} else {
		return p.g.Broadcast(c, uop.Ints(2, 3))
	}
}

// own reads the dtype behind a value, which else is d.
func (p *exampleReader) own(d uop.DType) uop.DType {
	if !p.take(":") {
		return d
	}
	d, ok := uop.ParseDType(p.tok.text)
	if !ok || !d.IsValue() {
		p.fail("there is no dtype %s%s", p.tok.describe(), nearest(p.tok.text, allTypeNames[len(typeNames):]))
	}
	p.next()
	return d
}

func (p *exampleReader) param(t lexeme) *uop.UOp {
	if (t.text == "b" || t.text == "c") && p.is(":") {
		p.fail("%s is a bool", t.text)
	}
	return p.make(t, uop.OpParam, names[t.text](p.own(p.dtype), strings.Index(slots, t.text), t.text))
}

// make makes a node, or says why there is none.
func (p *exampleReader) make(t lexeme, op uop.Op, a uop.Arg, src ...*uop.UOp) *uop.UOp {
	u, err := p.g.New(op, a, src...)
	if err != nil {
		p.failAt(t.off, "%v", err)
	}
	return u
}

// node reads Op{fields}(sources):dtype.
func (p *exampleReader) node(t lexeme) *uop.UOp {
	op := p.opNamed(t)
	a := p.fields(t, op)
	p.want("(", "before the sources of "+t.text)
	var src []*uop.UOp
	for !p.is(")") {
		src = append(src, p.read())
		if !p.take(",") {
			break
		}
	}
	p.want(")", "after the sources of "+t.text)
	target := op == uop.OpCast || op == uop.OpBitcast
	switch {
	case target && !p.is(":"):
		p.fail("got %s, want the dtype that %s goes to, as in %s(x):f32", p.tok.describe(), t.text, t.text)
	case target:
		a = uop.CastArg(p.own(uop.Void))
	case p.is(":"):
		p.fail("the dtype of %s follows from its sources: only numbers, names, Cast and Bitcast have one behind them", t.text)
	}
	return p.make(t, op, a, src...)
}

// fields reads the arg of an op.
func (p *exampleReader) fields(t lexeme, op uop.Op) uop.Arg {
	var words []string
	at := p.tok.off
	if p.take("{") {
		for !p.is("}") {
			sign := ""
			if p.take("-") {
				sign = "-"
			}
			if p.tok.kind != tokInt && p.tok.kind != tokName {
				p.fail("got %s, want a number or the name of an op", p.tok.describe())
			}
			words = append(words, sign+p.next().text)
			if !p.take(",") {
				break
			}
		}
		p.want("}", "after the fields")
	}
	switch {
	case op == uop.OpReduce:
		return p.reduce(at, words)
	case op == uop.OpRange && len(words) == 1:
		return uop.RangeArg(int(p.numbers(at, words)[0]))
	case op.Class() == uop.ClassMove:
		return uop.DimsArg(p.numbers(at, words)...)
	case op.Class() == uop.ClassLeaf, op == uop.OpCall:
		p.failAt(t.off, "an example has no %s", t.text)
	case len(words) > 0:
		p.failAt(at, "%s has no fields", t.text)
	}
	return uop.Arg{}
}

func (p *exampleReader) numbers(at int, words []string) (out []int64) {
	for _, w := range words {
		n, err := strconv.ParseInt(w, 0, 64)
		if err != nil {
			p.failAt(at, "%s is no number", w)
		}
		out = append(out, n)
	}
	return out
}

func (p *exampleReader) reduce(at int, words []string) uop.Arg {
	if len(words) < 2 || len(words) > 3 {
		p.failAt(at, "want the op, the number of axes and perhaps the lanes, as in Reduce{add,1}(v)")
	}
	op, ok := uop.ParseOp(strings.ToLower(words[0]))
	if !ok {
		p.failAt(at, "there is no op %s%s", words[0], nearest(words[0], opNames))
	}
	n := append(p.numbers(at, words[1:]), 1)
	return uop.ReduceArg(op, int(n[0]), int(n[1]))
}
