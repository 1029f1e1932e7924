package rulegen

import (
	"strings"

	"github.com/uopc/uopc/uopc/rewrite/rulelang"
	"github.com/uopc/uopc/uopc/uop"
)

// allTypes is every dtype that a value can have.
var allTypes = func() (s rulelang.DTypes) {
	for _, d := range uop.ValueDTypes() {
		s |= 1 << d
	}
	return s
}()

const boolType rulelang.DTypes = 1 << uop.Bool

// typing finds what the ops of a pattern imply of dtypes, so that only the rest is tested: nodes
// of one class have one dtype in every graph, and it is in the class's set.
type typing struct {
	up  map[*pnode]*pnode
	set map[*pnode]rulelang.DTypes // of roots of classes
}

func newTyping(all []*pnode) *typing {
	t := &typing{map[*pnode]*pnode{}, map[*pnode]rulelang.DTypes{}}
	vars := map[*rulelang.Var]*pnode{}
	for _, p := range all {
		t.up[p], t.set[p] = p, allTypes
	}
	for _, p := range all {
		if p.Var != nil {
			if q := vars[p.Var]; q != nil {
				t.join(p, q)
			}
			vars[p.Var] = p
		}
		if p.Kind == rulelang.OpNode {
			t.implied(p)
		}
	}
	return t
}

func (t *typing) find(p *pnode) *pnode {
	for t.up[p] != p {
		p = t.up[p]
	}
	return p
}

func (t *typing) join(p, q *pnode) {
	p, q = t.find(p), t.find(q)
	if p != q {
		t.up[q] = p
		t.set[p] &= t.set[q]
	}
}

func (t *typing) narrow(p *pnode, s rulelang.DTypes) { t.set[t.find(p)] &= s }

// flow says how the dtype of an op follows from its sources.
type flow uint8

const (
	flowNone  flow = iota // nothing is known
	flowSame              // all are one
	flowBool              // the sources are one, the result is bool
	flowWhere             // a bool, then all are one
	flowFirst             // that of source 0
)

var flows = map[uop.Op]flow{
	uop.OpCmplt: flowBool, uop.OpCmpne: flowBool, uop.OpWhere: flowWhere, uop.OpCast: flowNone, uop.OpBitcast: flowNone,
	uop.OpReduce: flowFirst, uop.OpIndex: flowFirst, uop.OpLoad: flowFirst, uop.OpAfter: flowFirst, uop.OpStack: flowSame,
}

func flowOf(op uop.Op) flow {
	if f, ok := flows[op]; ok {
		return f
	}
	switch op.Class() {
	case uop.ClassALU:
		return flowSame
	case uop.ClassMove:
		return flowFirst
	}
	return flowNone
}

// implied records what the op of p says of the dtypes of p and its sources.
func (t *typing) implied(p *pnode) {
	f := flowOf(p.Ops[0])
	var takes rulelang.DTypes
	for _, op := range p.Ops {
		if flowOf(op) != f {
			return
		}
		takes |= takenBy(op)
	}
	same := p.kids
	switch {
	case f == flowBool:
		t.narrow(p, boolType)
	case f == flowWhere && len(p.kids) > 0:
		t.narrow(p.kids[0], boolType)
		same = append([]*pnode{p}, p.kids[1:]...)
	case f == flowSame:
		same = append([]*pnode{p}, p.kids...)
	case f == flowFirst && len(p.kids) > 0:
		same = []*pnode{p, p.kids[0]}
	default:
		return
	}
	for _, k := range same {
		t.join(same[0], k)
		t.narrow(k, takes)
	}
}

// takenBy is the set of the dtypes that an op is defined on.
func takenBy(op uop.Op) (s rulelang.DTypes) {
	if !op.IsALU() {
		return allTypes
	}
	for _, d := range uop.ValueDTypes() {
		if op.Takes(d) {
			s |= 1 << d
		}
	}
	return s
}

// named are the sets that package rewrite has names for, the largest first.
var named = []struct {
	name string
	set  rulelang.DTypes
}{
	{"Numbers", setOf("i8 u8 i16 u16 i32 u32 i64 u64 index f32 f64")},
	{"Ints", setOf("i8 u8 i16 u16 i32 u32 i64 u64 index")},
	{"Fixed", setOf("i8 u8 i16 u16 i32 u32 i64 u64")},
	{"Signed", setOf("i8 i16 i32 i64")},
	{"Unsigned", setOf("u8 u16 u32 u64")},
	{"Floats", setOf("f32 f64")},
	{"Indexes", setOf("index")},
	{"Bools", setOf("bool")},
}

func setOf(names string) (s rulelang.DTypes) {
	for _, n := range strings.Fields(names) {
		d, _ := uop.ParseDType(n)
		s |= 1 << d
	}
	return s
}

// setText is a Go expression of type rewrite.DTypes.
func setText(s rulelang.DTypes) string {
	var parts []string
	for _, n := range named {
		if s&n.set == n.set {
			parts = append(parts, "rewrite."+n.name)
			s &^= n.set
		}
	}
	for _, d := range s.List() {
		parts = append(parts, "1<<"+dtypeText(d))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, "|") + ")"
}

// hasText tests whether the dtype in a Go expression is one of a set.
func hasText(dtype string, s rulelang.DTypes) string {
	if l := s.List(); len(l) == 1 {
		return dtype + " == " + dtypeText(l[0])
	}
	if s == 0 {
		return "false"
	}
	text := setText(s)
	if !strings.Contains(text, "rewrite.") {
		text = "rewrite.DTypes(" + text + ")"
	}
	return text + ".Has(" + dtype + ")"
}

func dtypeText(d uop.DType) string {
	s := d.String()
	return "uop." + strings.ToUpper(s[:1]) + s[1:]
}

func opText(op uop.Op) string {
	s := op.String()
	return "uop.Op" + strings.ToUpper(s[:1]) + s[1:]
}
