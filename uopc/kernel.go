package uopc

import (
	"go/token"

	"github.com/uopc/uopc/uopc/rewrite"
	"github.com/uopc/uopc/uopc/uop"
)

// Kernel is a kernel in the making. Its methods declare parameters, in the order in which the
// generated function takes them.
type Kernel struct {
	g      *uop.Graph
	params []*decl
	sizes  []*decl
	bufs   []*buffer
	allocs int
	axes   int
	loops  []*loopCtx
	rets   []*Expr
	errs   []*Error
	names  map[string]bool
	rules  *rewrite.Matcher[rewrite.None]
}

// decl is one declared parameter. Sizes get their slots last, when the kernel is built.
type decl struct {
	node *uop.UOp
	name string
}

// sizeSlot is where the slots of sizes start while the number of parameters is not yet known.
const sizeSlot = 1 << 20

// NewKernel makes an empty kernel in a graph of its own.
func NewKernel() *Kernel { return &Kernel{g: uop.NewGraph(), names: map[string]bool{}} }

// Size declares a size that the caller's slices tell, or that becomes the last parameter, of
// type int, when they do not. It is an Index value and may be used in arithmetic.
func (k *Kernel) Size(name string) *Expr {
	k.checkName(name)
	x := &uop.Ext{Slot: sizeSlot + len(k.sizes), Name: name, HasMin: true, HasMax: true, Max: uop.MaxElems}
	u := k.g.Make(uop.OpParam, uop.Arg{DType: uop.Index, X: x})
	k.sizes = append(k.sizes, &decl{u, name})
	return &Expr{k: k, u: u}
}

// Scalar declares a parameter of one value.
func (k *Kernel) Scalar(name string, d DType) *Expr {
	k.checkName(name)
	return k.declare(name, uop.ParamArg(d, len(k.params), name))
}

// ScalarIn declares an integer parameter that the caller keeps in [lo, hi]; the generated
// function panics when it does not. Index arithmetic is simplified and proved with the range.
func (k *Kernel) ScalarIn(name string, d DType, lo, hi int64) *Expr {
	k.checkName(name)
	return k.declare(name, uop.BoundedArg(d, len(k.params), name, lo, hi))
}

func (k *Kernel) declare(name string, a uop.Arg, src ...*uop.UOp) *Expr {
	u, err := k.g.New(uop.OpParam, a, src...)
	if err != nil {
		// Keep the slot, so that later parameters are numbered as written.
		k.params = append(k.params, &decl{k.g.Make(uop.OpParam, uop.ParamArg(uop.F32, len(k.params), name)), name})
		return k.fail("%s: %v", name, err)
	}
	k.params = append(k.params, &decl{u, name})
	return &Expr{k: k, u: u}
}

// In declares a slice that is read. Each dim is an int or a size; without dims it is an error:
// a value of no axes is a Scalar.
func (k *Kernel) In(name string, d DType, dims ...any) *Expr {
	return k.place(name, d, dims, true, false)
}

// Out declares a slice that is written before it is read.
func (k *Kernel) Out(name string, d DType, dims ...any) *Expr {
	return k.place(name, d, dims, false, true)
}

// InOut declares a slice that is read and written.
func (k *Kernel) InOut(name string, d DType, dims ...any) *Expr {
	return k.place(name, d, dims, true, true)
}

// Buffer declares a slice for a memory program, which uses Load and Store. It is InOut by
// another name.
func (k *Kernel) Buffer(name string, d DType, dims ...any) *Expr {
	return k.place(name, d, dims, true, true)
}

// Alloc makes scratch memory that lives for one call. Its contents start undefined; reading an
// element that was never written is a mistake that the interpreter reports.
func (k *Kernel) Alloc(name string, d DType, dims ...int) *Expr {
	spec := make([]int64, len(dims))
	for i, n := range dims {
		spec[i] = int64(n)
	}
	u, err := k.g.New(uop.OpAlloc, uop.PlaceArg(d, k.allocs, name, spec...))
	if err != nil {
		return k.fail("%v", err)
	}
	k.allocs++
	return k.addBuffer(name, u, true, true)
}

func (k *Kernel) place(name string, d DType, dims []any, read, write bool) *Expr {
	k.checkName(name)
	shape := make(uop.Shape, len(dims))
	for i, v := range dims {
		dim, ok := k.dim(v)
		if !ok {
			k.declare(name, uop.ParamArg(uop.F32, len(k.params), name))
			return k.poison()
		}
		shape[i] = dim
	}
	spec, dyn := shape.Sizes()
	e := k.declare(name, uop.PlaceArg(d, len(k.params), name, spec...), dyn...)
	if e.bad() {
		return e
	}
	return k.addBuffer(name, e.u, read, write)
}

// dim takes an int or an Index expression.
func (k *Kernel) dim(v any) (uop.Dim, bool) {
	switch v := v.(type) {
	case int:
		if v < 0 {
			k.fail("a dimension cannot be negative, got %d", v)
			return uop.Dim{}, false
		}
		return uop.Static(int64(v)), true
	case *Expr:
		if v.bad() {
			return uop.Dim{}, false
		}
		u := v.node()
		if u == nil || u.DType() != uop.Index || len(u.Shape()) != 0 {
			k.fail("a dimension must be an int or a size, got %s", describe(v))
			return uop.Dim{}, false
		}
		if u.IsConst() {
			return uop.Static(int64(u.Bits())), true
		}
		return uop.Dim{U: u}, true
	}
	k.fail("a dimension must be an int or a size, got %T", v)
	return uop.Dim{}, false
}

func (k *Kernel) checkName(name string) {
	switch {
	case token.IsKeyword(name):
		k.fail("%q is a Go keyword and cannot name a parameter; choose another name", name)
	case !token.IsIdentifier(name) || name == "_":
		k.fail("%q is not a Go identifier and cannot name a parameter", name)
	case k.names[name]:
		k.fail("parameter %q is declared twice", name)
	}
	k.names[name] = true
}

// Const makes a constant of dtype d from a Go number or bool.
func (k *Kernel) Const(d DType, v any) *Expr {
	u, err := constant(k.g, d, v)
	if err != nil {
		return k.fail("%v", err)
	}
	return &Expr{k: k, u: u}
}

// Return makes the values the results of the generated function, in order. They are scalars.
func (k *Kernel) Return(values ...*Expr) {
	for i, v := range values {
		u := v.node()
		if u == nil {
			continue
		}
		if len(u.Shape()) != 0 {
			k.fail("result %d has shape %v; a result is a scalar (write slices with Set)", i, u.Shape())
			continue
		}
		k.rets = append(k.rets, &Expr{k: k, u: u})
	}
	if len(values) == 0 {
		k.fail("Return needs at least one value")
	}
}

// Rules adds rewrite rules of the definition's own, such as uopc-gen rules compiles from a .rules
// file. Build applies them to the kernel's body, from the leaves up, until none applies; those added
// first are tried first. Sizes in the declarations of slices stay as they are, and so do the bodies of
// elementary functions such as Exp, whose exactness hangs on the order of their operations. What comes out is what the artifact holds, and the strict rules work on it
// as on any kernel. Whoever adds a rule answers for it: uopc-gen prove proves a .rules file.
func (k *Kernel) Rules(sets ...rewrite.Compiled[rewrite.None]) {
	for _, s := range sets {
		if s.Step == nil || len(s.Names) == 0 {
			k.fail("a set of rules is empty; give a variable that uopc-gen rules wrote")
			return
		}
	}
	m := rewrite.FromCompiled(sets...)
	if k.rules != nil {
		m = k.rules.Add(m)
	}
	k.rules = m
}
