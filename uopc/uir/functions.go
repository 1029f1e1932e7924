package uir

import (
	"strings"

	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// function is an elementary function of libm that a line may apply by name, as if it were an op.
type function struct {
	*libm.Func
	spec spec
}

// functions has libm's functions under their names in text, but for those that are ops already.
var functions = func() map[string]*function {
	m := map[string]*function{}
	for i := range libm.Table {
		f := &libm.Table[i]
		name := textName(f.Name)
		if _, isOp := uop.ParseOp(name); !isOp {
			m[name] = &function{f, spec{tuple: noKey, usage: "write %n = " + name + " " + argNames(f)}}
		}
	}
	return m
}()

// functionNames lists the functions in libm's order.
var functionNames = func() (out []string) {
	for i := range libm.Table {
		if name := textName(libm.Table[i].Name); functions[name] != nil {
			out = append(out, name)
		}
	}
	return out
}()

// textName is what text calls libm's function of a name.
func textName(name string) string { return strings.ToLower(name) }

// argNames shows the arguments of f in a usage. The ordinate of atan2 comes first, as in C.
func argNames(f *libm.Func) string {
	switch {
	case f.Name == "Atan2":
		return "%y, %x"
	case f.Arity == 2:
		return "%x, %y"
	}
	return "%x"
}

// forIntegers says what stands for a function where the arguments are integers.
var forIntegers = map[string]string{
	"mod": "the remainder of integers is floormod, which has the sign of the divisor",
}

// checkArgs checks the nodes that a function is applied to, to point at the one that is wrong. What
// a literal becomes, and the body, depend on them.
func (n *node) checkArgs() *fail {
	if n.fn == nil {
		return nil
	}
	var first, shaped *uop.UOp
	for i, u := range n.src {
		if u == nil {
			continue
		}
		if f := n.checkArg(i, first, shaped); f != nil {
			return f
		}
		if first == nil {
			first = u
		}
		if len(u.Shape()) > 0 {
			shaped = u
		}
	}
	return nil
}

// checkArg checks one argument, which has the dtype of the first, and the shape of those that are
// no scalars, where there are such.
func (n *node) checkArg(i int, first, shaped *uop.UOp) *fail {
	name, t, u := n.st.op.text, n.st.operands[i], n.src[i]
	d, shown := u.DType(), shorten(t.text)
	switch {
	case u.Space() == uop.MEM:
		return failf(t.col, "read it first: %i = index "+shown+", %n, then %v = load %i",
			"%s takes values, and %s is a place in memory", name, shown)
	case !d.IsValue() || u.Space() != uop.ALU:
		return failf(t.col, n.spec.usage, "%s takes values, and %s is an effect", name, shown)
	case !d.IsFloat():
		hint := "write %f = cast " + shown + " : dtype=f32, then give %f"
		if h := forIntegers[name]; h != "" && d.IsInt() {
			hint += "; " + h
		}
		return failf(t.col, hint, "%s needs f32 or f64, got %s: cast it first", name, d)
	case first != nil && d != first.DType():
		return failf(t.col, "write %c = cast "+shown+" : dtype="+first.DType().String()+", then give %c",
			"%s needs arguments of one dtype, got %s and %s: cast one of them", name, first.DType(), d)
	case shaped != nil && len(u.Shape()) > 0 && !u.Shape().Equal(shaped.Shape()):
		return failf(t.col, "a scalar goes with every shape; of an axis of size 1, expand makes any size: %e = expand %a : shape=(2,3)",
			"%s needs arguments of one shape, got %v and %v: reshape or expand one of them", name, shaped.Shape(), u.Shape())
	}
	return nil
}

// functionDemand asks for the dtype of the other argument. The literal stays a scalar, which a call
// that is mapped over elements takes beside a tensor.
func functionDemand(n *node, _ int) (demand, *fail) {
	for i, u := range n.src {
		if u != nil {
			return demand{dtype: u.DType(), why: "the other source, " + n.st.operands[i].text + ", is of dtype " + u.DType().String()}, nil
		}
	}
	return demand{dtype: uop.F32, why: "a literal that nothing forces is f32 here: " + n.st.op.text + " needs f32 or f64"}, nil
}

// applyFunction makes the arguments those of the CALL that the builder of package uopc makes.
func (n *node) applyFunction() {
	n.arg = uop.NameArg(n.fn.Name)
	n.src = append([]*uop.UOp{n.p.body(n.fn, n.src[0].DType())}, n.src...)
}

// bodyKey tells the bodies of functions apart.
type bodyKey struct {
	fn *function
	d  uop.DType
}

// body gives the body of a function, which a file with many calls makes once.
func (p *parser) body(fn *function, d uop.DType) *uop.UOp {
	k := bodyKey{fn, d}
	u := p.bodies[k]
	if u == nil {
		if p.bodies == nil {
			p.bodies = map[bodyKey]*uop.UOp{}
		}
		u = fn.Body(p.g, d)
		p.bodies[k] = u
	}
	return u
}
