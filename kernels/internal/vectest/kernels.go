package vectest

import (
	"github.com/uopc/uopc/internal/testrefs/vecref"
)

// Kernels is a family of kernels.
type Kernels[T vecref.Float] struct {
	Package string // as panics name it

	Sum, SumSquares   func(x []T) T
	Dot, L2Sq, Cosine func(x, y []T) T

	Axpy, Scale        func(dst []T, a T, x []T)
	Add, Mul, Min, Max func(dst, x, y []T)
	Relu               func(dst, x []T)
	Clamp              func(dst, x []T, lo, hi T)

	Functions []Function[T]
}

// operands are the arguments of any kernel: those that it does not take stay unused.
type operands[T vecref.Float] struct {
	dst, x, y []T
	a, b      T
}

// kernel is one kernel in a form that suits all.
type kernel[T vecref.Float] struct {
	name  string
	dst   string   // what its written slice is called; empty for a reduction
	reads []string // what its other slices are called: the operands x and y, in this order
	got   func(o operands[T]) T
	want  func(o operands[T]) T
}

func reduce1[T vecref.Float](name string, got, want func(x []T) T) kernel[T] {
	return kernel[T]{name, "", []string{"x"},
		func(o operands[T]) T { return got(o.x) },
		func(o operands[T]) T { return want(o.x) }}
}

func reduce2[T vecref.Float](name string, got, want func(x, y []T) T) kernel[T] {
	return kernel[T]{name, "", []string{"x", "y"},
		func(o operands[T]) T { return got(o.x, o.y) },
		func(o operands[T]) T { return want(o.x, o.y) }}
}

func scaled[T vecref.Float](name, dst string, got, want func(dst []T, a T, x []T)) kernel[T] {
	return kernel[T]{name, dst, []string{"x"},
		func(o operands[T]) T { got(o.dst, o.a, o.x); return 0 },
		func(o operands[T]) T { want(o.dst, o.a, o.x); return 0 }}
}

func binary[T vecref.Float](name string, got, want func(dst, x, y []T)) kernel[T] {
	return kernel[T]{name, "dst", []string{"x", "y"},
		func(o operands[T]) T { got(o.dst, o.x, o.y); return 0 },
		func(o operands[T]) T { want(o.dst, o.x, o.y); return 0 }}
}

// all lists the family.
func (k Kernels[T]) all() []kernel[T] {
	list := []kernel[T]{
		reduce1("Sum", k.Sum, vecref.Sum[T]),
		reduce1("SumSquares", k.SumSquares, vecref.SumSquares[T]),
		reduce2("Dot", k.Dot, vecref.Dot[T]),
		reduce2("L2Sq", k.L2Sq, vecref.L2Sq[T]),
		reduce2("Cosine", k.Cosine, vecref.Cosine[T]),
		scaled("Axpy", "y", k.Axpy, vecref.Axpy[T]),
		scaled("Scale", "dst", k.Scale, vecref.Scale[T]),
		binary("Add", k.Add, vecref.Add[T]),
		binary("Mul", k.Mul, vecref.Mul[T]),
		binary("Min", k.Min, vecref.Min[T]),
		binary("Max", k.Max, vecref.Max[T]),
		{"Relu", "dst", []string{"x"},
			func(o operands[T]) T { k.Relu(o.dst, o.x); return 0 },
			func(o operands[T]) T { vecref.Relu(o.dst, o.x); return 0 }},
		{"Clamp", "dst", []string{"x"},
			func(o operands[T]) T { k.Clamp(o.dst, o.x, o.a, o.b); return 0 },
			func(o operands[T]) T { vecref.Clamp(o.dst, o.x, o.a, o.b); return 0 }},
	}
	for _, f := range k.Functions {
		list = append(list, f.kernel())
	}
	return list
}
