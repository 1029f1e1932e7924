package libm

import (
	"fmt"

	"github.com/uopc/uopc/uopc/uop"
)

// Func is one elementary function.
type Func struct {
	Name  string
	Arity int
	Bool  bool // the result is a bool
	f32   func(x []V) V
	f64   func(x []V) V
}

// Result gives the dtype of the result for arguments of dtype d.
func (f *Func) Result(d uop.DType) uop.DType {
	if f.Bool {
		return uop.Bool
	}
	return d
}

// one and two make a Func of one and of two arguments.
func one(name string, f32, f64 func(x V) V) Func {
	return Func{Name: name, Arity: 1,
		f32: func(x []V) V { return f32(x[0]) },
		f64: func(x []V) V { return f64(x[0]) }}
}

func two(name string, f32, f64 func(x, y V) V) Func {
	return Func{Name: name, Arity: 2,
		f32: func(x []V) V { return f32(x[0], x[1]) },
		f64: func(x []V) V { return f64(x[0], x[1]) }}
}

// Table lists the functions: a slice per family, in its own file.
var Table = concat(expFuncs, hyperFuncs, activationFuncs, logFuncs, powFuncs, trigFuncs, arcFuncs,
	rootFuncs, roundFuncs, erfFuncs)

func concat(lists ...[]Func) (all []Func) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

var byName = func() map[string]*Func {
	m := map[string]*Func{}
	for i := range Table {
		m[Table[i].Name] = &Table[i]
	}
	return m
}()

// Lookup finds a function by its name, such as "Exp"; nil if there is none.
func Lookup(name string) *Func { return byName[name] }

// On gives the value of f for scalars of one dtype, f32 or f64.
func (f *Func) On(args ...*uop.UOp) (*uop.UOp, error) {
	if len(args) != f.Arity {
		return nil, fmt.Errorf("%s takes %d arguments, got %d", f.Name, f.Arity, len(args))
	}
	x := make([]V, len(args))
	for i, a := range args {
		if len(a.Shape()) > 0 || a.DType() != args[0].DType() || !a.DType().IsFloat() {
			return nil, fmt.Errorf("%s takes scalars of one dtype, f32 or f64, got %s%v", f.Name, a.DType(), a.Shape())
		}
		x[i] = V{a}
	}
	if args[0].DType() == uop.F32 {
		return f.f32(x).u, nil
	}
	return f.f64(x).u, nil
}

// Body gives f as the body of a CALL: its arguments are the scalar PARAMs x and y.
func (f *Func) Body(g *uop.Graph, d uop.DType) *uop.UOp {
	args := make([]*uop.UOp, f.Arity)
	for i := range args {
		args[i] = g.Make(uop.OpParam, uop.ParamArg(d, i, "xy"[i:i+1]))
	}
	u, err := f.On(args...)
	if err != nil {
		panic(fmt.Sprintf("BUG: libm: %v", err))
	}
	return u
}

// IsCall tells whether a node is a CALL of one of these functions, as the builder makes them: by its
// name, for what the body was once simplified to has another shape.
func IsCall(u *uop.UOp) bool {
	if u.Op() != uop.OpCall || u.X() == nil {
		return false
	}
	f := Lookup(u.X().Name)
	return f != nil && len(u.Args()) == f.Arity
}
