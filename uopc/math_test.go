package uopc_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/uopc/uopc/uopc"
	"github.com/uopc/uopc/uopc/contract"
	"github.com/uopc/uopc/uopc/interp"
	"github.com/uopc/uopc/uopc/libm"
	"github.com/uopc/uopc/uopc/uop"
)

// call applies the method that is named as the function.
func call(t *testing.T, name string, x *uopc.Expr, more ...any) *uopc.Expr {
	t.Helper()
	m := reflect.ValueOf(x).MethodByName(name)
	if !m.IsValid() {
		t.Fatalf("there is no method %s", name)
	}
	var args []reflect.Value
	for _, v := range more {
		args = append(args, reflect.ValueOf(v))
	}
	return m.Call(args)[0].Interface().(*uopc.Expr)
}

// TestFunctions has a method for each function of libm, on scalars and on tensors, with the same values.
func TestFunctions(t *testing.T) {
	for i := range libm.Table {
		f := &libm.Table[i]
		for _, d := range []uopc.DType{uopc.F32, uopc.F64} {
			var more []any
			if f.Arity == 2 {
				more = []any{1.75}
			}
			in := []float64{0.5, -0.25, 3}
			to := f.Result(d)
			k := uopc.NewKernel()
			dst := k.Out("dst", to, 3)
			dst.Set(call(t, f.Name, k.In("x", d, 3), more...))
			tensor := interp.Vector(to, 0, 0, 0)
			run(t, k, tensor, vector(d, in...))

			for j, v := range in {
				k := uopc.NewKernel()
				k.Return(call(t, f.Name, k.Scalar("x", d), more...))
				if one := run(t, k, interp.Scalar(d, contract.FromFloat(d, v))); one.Bits[0] != tensor.Bits[j] {
					t.Errorf("%s %s(%v): %#x as a scalar, %#x in a tensor", d, f.Name, v, one.Bits[0], tensor.Bits[j])
				}
			}
		}
	}
}

func vector(d uopc.DType, v ...float64) *interp.Value {
	var bits []uint64
	for _, x := range v {
		bits = append(bits, contract.FromFloat(d, x))
	}
	return interp.Vector(d, bits...)
}

func run(t *testing.T, k *uopc.Kernel, args ...*interp.Value) *interp.Value {
	t.Helper()
	c, err := k.Build("K")
	if err != nil {
		t.Fatal(err)
	}
	out, err := interp.Run(c, args, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		return nil
	}
	return out[0]
}

// TestFunctionOnce has a function once in the graph, however often it is used.
func TestFunctionOnce(t *testing.T) {
	k := uopc.NewKernel()
	x := k.In("x", uopc.F32, k.Size("n"))
	k.Return(x.Exp().Add(x.Neg().Exp()).Sum())
	c, err := k.Build("K")
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[*uop.UOp]int{}
	for _, u := range uop.Topo(c) {
		if u.Op() == uop.OpCall && u.Mapped() {
			bodies[u.Body()]++
		}
	}
	if len(bodies) != 1 {
		t.Errorf("%d bodies, want one", len(bodies))
	}
}

// TestFunctionMistakes has the sentences for what a function does not take.
func TestFunctionMistakes(t *testing.T) {
	for _, c := range []struct {
		def  func(k *uopc.Kernel) *uopc.Expr
		want string
	}{
		{func(k *uopc.Kernel) *uopc.Expr { return k.Scalar("x", uopc.I32).Exp() }, "Exp needs floats, got i32 (Cast it first)"},
		{func(k *uopc.Kernel) *uopc.Expr { return k.Scalar("x", uopc.F32).Pow(k.Scalar("y", uopc.F64)) },
			"Pow needs operands of one dtype, got f32 and f64 (Cast one of them)"},
		{func(k *uopc.Kernel) *uopc.Expr { return k.In("x", uopc.F32, 3).Atan2(k.In("y", uopc.F32, 4)) },
			"Atan2: shapes (3) and (4) do not broadcast"},
		{func(k *uopc.Kernel) *uopc.Expr { return k.Scalar("x", uopc.F32).Pow("two") },
			"cannot use a string as a value; use an *Expr, a Go number or a bool"},
	} {
		k := uopc.NewKernel()
		k.Return(c.def(k))
		if _, err := k.Build("K"); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "math_test.go:") {
			t.Errorf("got %v, want %s with its line", err, c.want)
		}
	}
}
